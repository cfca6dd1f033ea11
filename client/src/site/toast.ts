import { proxy } from 'valtio';

const TOAST_DURATION_MS = 5000;

export interface ToastMessage {
  readonly id: number;
  readonly message: string;
  readonly level: 'success' | 'error';
}

/** The one notification shown, or null. */
export const toast = proxy<{ shown: ToastMessage | null }>({ shown: null });

let lastToastId = 0;

/** Shows a message for five seconds; while one shows, further ones are ignored (every fault is also shown in its place). */
export function notify(message: string, level: ToastMessage['level']): void {
  if (toast.shown) return;
  const id = (lastToastId += 1);
  toast.shown = { id, message, level };
  setTimeout(() => {
    // Its own end, never that of a later message.
    if (toast.shown?.id === id) toast.shown = null;
  }, TOAST_DURATION_MS);
}

/** Takes an error off the screen: whoever tries again has read it, and what comes next must not stand under it. */
export function dismissErrorToast(): void {
  if (toast.shown?.level === 'error') toast.shown = null;
}
