import { notify } from './toast';

/** Copies a text, and says whether it worked. */
export async function copyText(
  text: string,
  doneSentence: string,
  failedSentence = "We couldn't copy it. Your browser may not allow it.",
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(doneSentence, 'success');
  } catch {
    notify(failedSentence, 'error');
  }
}

/** Copies the address of the current page, and says whether it worked. */
export const copyLink = (): Promise<void> =>
  copyText(location.href, 'Link copied.', "We couldn't copy the link. Copy it from the address bar.");
