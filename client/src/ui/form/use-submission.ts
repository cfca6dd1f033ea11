import { useRef, useState } from 'react';
import { type ApiError, toApiError } from '../../api/api-error';
import { dismissErrorToast } from '../../site/toast';

/** The values of a form by field name. */
export const formFields = (form: HTMLFormElement): Readonly<Record<string, string>> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']));

export interface Submission {
  readonly busy: boolean;
  /** Why the last run failed; null before, during, and after a successful run. */
  readonly error: ApiError | null;
  /** Runs the work unless a run is in progress; what it throws becomes the error. */
  readonly run: (work: () => Promise<void>) => Promise<void>;
}

/** Runs one request at a time and keeps its state. */
export function useSubmission(onError: (error: ApiError) => void = () => {}): Submission {
  const [state, setState] = useState<Pick<Submission, 'busy' | 'error'>>({ busy: false, error: null });
  const isBusy = useRef(false);
  const run = async (work: () => Promise<void>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    dismissErrorToast();
    setState({ busy: true, error: null });
    let failure: ApiError | null = null;
    try {
      await work();
    } catch (error) {
      failure = toApiError(error);
    }
    isBusy.current = false;
    setState({ busy: false, error: failure });
    if (failure) onError(failure);
  };
  return { ...state, run };
}
