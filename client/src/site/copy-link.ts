import { notify } from './toast';

/** Copies the address of the current page, and says whether it worked. */
export async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    notify('Link copied.', 'success');
  } catch {
    notify("We couldn't copy the link. Copy it from the address bar.", 'error');
  }
}
