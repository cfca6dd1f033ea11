import { SECOND_MS } from '#domain/durations';
import { createStore } from '../api/store';

const TOAST_DURATION_MS = 5 * SECOND_MS;

interface ToastMessage {
  readonly id: number;
  readonly message: string;
  readonly level: 'success' | 'neutral' | 'error';
}

/** The current toast, if any. */
export const toast = createStore<{ shown: ToastMessage | null }>(() => ({ shown: null }));

let lastToastId = 0;

/** Shows a toast for five seconds. Further ones are ignored meanwhile: every error is also shown where it happened. */
export function notify(message: string, level: ToastMessage['level']): void {
  if (toast.shown) return;
  const id = (lastToastId += 1);
  toast.shown = { id, message, level };
  setTimeout(() => {
    if (toast.shown?.id === id) toast.shown = null;
  }, TOAST_DURATION_MS);
}

/** Hides an error toast; call it when the user tries again. */
export function dismissErrorToast(): void {
  if (toast.shown?.level === 'error') toast.shown = null;
}
