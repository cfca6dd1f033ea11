import { useRef, useState } from 'react';
import { type ApiError, toApiError } from '../../api/api-error';
import { dismissErrorToast } from '../../site/toast';

/** What was typed into a form, by the names of its fields. */
export const formFields = (form: HTMLFormElement): Readonly<Record<string, string>> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']));

export interface Submission {
  readonly busy: boolean;
  /** Why the last try failed; null before, while trying, and after a success. */
  readonly error: ApiError | null;
  /** Does the work, unless it is being done already; what it throws becomes the fault. */
  readonly run: (work: () => Promise<void>) => Promise<void>;
}

/** One thing that is sent at a time: whether it is on its way, and why it failed. */
export function useSubmission(onError: (fault: ApiError) => void = () => {}): Submission {
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
