import { useRef, useState } from 'react';
import { type ApiError, toApiError } from '../../api/api-error';
import { dismissErrorToast, notify } from '../../site/toast';

export type FormFields = Readonly<Record<string, string>>;

/** The values of a form by field name. */
export const formFields = (form: HTMLFormElement): FormFields =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']));

interface Submission {
  readonly busy: boolean;
  /** Why the last run failed; null before, during, and after a successful run. */
  readonly error: ApiError | null;
  /** The success message that the last run returned. */
  readonly message: string | null;
  /** Runs the work unless a run is in progress. What it returns is shown as a toast; what it throws becomes the error. */
  readonly run: (work: () => Promise<string | void>) => Promise<void>;
}

/** Runs one request at a time and keeps its state. Errors are also shown as a toast by default. */
export function useSubmission({ hasErrorToast = true } = {}): Submission {
  const [state, setState] = useState<Omit<Submission, 'run'>>({ busy: false, error: null, message: null });
  const isBusy = useRef(false);
  const run: Submission['run'] = async (work) => {
    if (isBusy.current) return;
    isBusy.current = true;
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
