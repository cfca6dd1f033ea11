import { useRef, useState } from 'react';
import { ApiError, noAnswer } from '../api/api-error';
import { dropError } from './toast';

/** The error to show for whatever a call threw; what is no answer of the API is our own fault and is logged. */
export function faultOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  console.error(error);
  return noAnswer();
}

/** What was typed into a form, by the names of its fields. */
export const fieldsOf = (form: HTMLFormElement): Readonly<Record<string, string>> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']));

export interface Submission {
  readonly busy: boolean;
  /** Why the last try failed; null before, while trying, and after a success. */
  readonly fault: ApiError | null;
  /** Does the work, unless it is being done already; what it throws becomes the fault. */
  readonly run: (work: () => Promise<void>) => Promise<void>;
}

/** One thing that is sent at a time: whether it is on its way, and why it failed. */
export function useSubmission(onFault: (fault: ApiError) => void = () => {}): Submission {
  const [state, setState] = useState<Pick<Submission, 'busy' | 'fault'>>({ busy: false, fault: null });
  const isBusy = useRef(false);
  const run = async (work: () => Promise<void>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    dropError();
    setState({ busy: true, fault: null });
    let fault: ApiError | null = null;
    try {
      await work();
    } catch (error) {
      fault = faultOf(error);
    }
    isBusy.current = false;
    setState({ busy: false, fault });
    if (fault) onFault(fault);
  };
  return { ...state, run };
}
