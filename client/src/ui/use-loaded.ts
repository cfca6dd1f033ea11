import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiError } from '../api/api-error';
import { faultOf } from './use-submission';

export interface Loaded<T> {
  /** What came last; null before the first answer. */
  readonly data: T | null;
  /** Why nothing new came; null when it did. */
  readonly fault: ApiError | null;
  readonly busy: boolean;
  readonly reload: () => Promise<void>;
  /** Puts in place what another answer already said. */
  readonly put: (data: T) => void;
}

/** Asks when the part appears, and again when wanted; what is on screen stays until the new answer is there. */
export function useLoaded<T>(ask: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<Pick<Loaded<T>, 'data' | 'fault' | 'busy'>>({ data: null, fault: null, busy: true });
  const question = useRef(ask);
  const inFlight = useRef<AbortController | null>(null);
  const load = useCallback(async () => {
    inFlight.current?.abort();
    const controller = (inFlight.current = new AbortController());
    try {
      const data = await question.current(controller.signal);
      if (!controller.signal.aborted) setState({ data, fault: null, busy: false });
    } catch (error) {
      if (!controller.signal.aborted) setState((before) => ({ ...before, fault: faultOf(error), busy: false }));
    }
  }, []);
  useEffect(() => {
    void load();
    return () => inFlight.current?.abort();
  }, [load]);
  const reload = useCallback(() => {
    setState((before) => ({ ...before, busy: true }));
    return load();
  }, [load]);
  const put = useCallback((data: T) => setState({ data, fault: null, busy: false }), []);
  return { ...state, reload, put };
}
