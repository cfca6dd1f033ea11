import { proxy } from 'valtio';

const SHOWN_FOR = 5000;

export interface Notification {
  readonly id: number;
  readonly message: string;
  readonly level: 'success' | 'error';
}

/** The one notification shown, or null. */
export const toast = proxy<{ shown: Notification | null }>({ shown: null });

let count = 0;

/** Shows a message for five seconds; while one shows, further ones are ignored (every fault is also shown in its place). */
export function notify(message: string, level: Notification['level']): void {
  if (toast.shown) return;
  const id = (count += 1);
  toast.shown = { id, message, level };
  setTimeout(() => {
    // Its own end, never that of a later message.
    if (toast.shown?.id === id) toast.shown = null;
  }, SHOWN_FOR);
}

/** Takes an error off the screen: whoever tries again has read it, and what comes next must not stand under it. */
export function dropError(): void {
  if (toast.shown?.level === 'error') toast.shown = null;
}
