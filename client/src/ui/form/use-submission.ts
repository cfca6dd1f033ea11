import { useEffect, useRef, useState } from 'react';
import { type ApiError, toApiError } from '../../api/api-error';
import { dismissErrorToast, notify } from '../../site/toast';

export type FormFields = Readonly<Record<string, string>>;

/** The values of a form by field name. */
export const formFields = (form: HTMLFormElement): FormFields =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']));

type Work = () => Promise<string | void>;

interface Submission {
  readonly busy: boolean;
  /** Why the last run failed; null before, during, and after a successful run. */
  readonly error: ApiError | null;
  /** The success message that the last run returned. */
  readonly message: string | null;
  /** Runs the work unless a run is in progress. What it returns is shown as a toast; what it throws becomes the error. */
  readonly run: (work: Work) => Promise<void>;
}

/** Runs one request at a time and keeps its state. Errors are also shown as a toast by default. */
export function useSubmission({ hasErrorToast = true } = {}): Submission {
  const [state, setState] = useState<Omit<Submission, 'run'>>({ busy: false, error: null, message: null });
  const isBusy = useRef(false);
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    // Buttons that are disabled during a run lose the focus.
    if (!state.busy && document.activeElement === document.body && focused.current instanceof HTMLElement)
      focused.current.focus({ preventScroll: true });
  }, [state.busy]);
  const run: Submission['run'] = async (work) => {
    if (isBusy.current) return;
    isBusy.current = true;
    focused.current = document.activeElement;
    dismissErrorToast();
    setState({ busy: true, error: null, message: null });
    try {
      const message = (await work()) ?? null;
      setState({ busy: false, error: null, message });
      if (message !== null) notify(message, 'success');
    } catch (thrown) {
      const error = toApiError(thrown);
      setState({ busy: false, error, message: null });
      if (hasErrorToast) notify(error.message, 'error');
    }
    isBusy.current = false;
  };
  return { ...state, run };
}

/**
 * Like `useSubmission`, but work that comes during a run is not dropped: it follows when the work before it has succeeded. A failure ends the
 * run, with what still waits.
 */
export function useQueuedSubmission(): Submission {
  const submission = useSubmission();
  const queue = useRef<Work[]>([]);
  const runQueue: Work = async () => {
    let message: string | void = undefined;
    try {
      for (let next = queue.current.shift(); next; next = queue.current.shift()) message = await next();
    } finally {
      queue.current = [];
    }
    return message;
  };
  const run: Submission['run'] = (work) => {
    queue.current.push(work);
    // A run in progress takes it from the queue.
    return submission.run(runQueue);
  };
  return { ...submission, run };
}
