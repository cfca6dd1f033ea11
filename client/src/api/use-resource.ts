import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiError } from './api-error';
import { toApiError } from '../ui/form/use-submission';

export interface Resource<T> {
  /** What came last; null before the first answer. */
  readonly data: T | null;
  /** Why nothing new came; null when it did. */
  readonly error: ApiError | null;
  readonly busy: boolean;
  readonly reload: () => Promise<void>;
  /** Puts in place what another answer already said. */
  readonly setData: (data: T) => void;
}

/** Asks when the part appears, and again when wanted; what is on screen stays until the new answer is there. */
export function useResource<T>(fetchData: (signal: AbortSignal) => Promise<T>): Resource<T> {
  const [state, setState] = useState<Pick<Resource<T>, 'data' | 'error' | 'busy'>>({ data: null, error: null, busy: true });
  const latestFetch = useRef(fetchData);
  const inFlight = useRef<AbortController | null>(null);
  const load = useCallback(async () => {
    inFlight.current?.abort();
    const controller = (inFlight.current = new AbortController());
    try {
      const data = await latestFetch.current(controller.signal);
      if (!controller.signal.aborted) setState({ data, error: null, busy: false });
    } catch (error) {
      if (!controller.signal.aborted) setState((before) => ({ ...before, error: toApiError(error), busy: false }));
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
  const setData = useCallback((data: T) => setState({ data, error: null, busy: false }), []);
  return { ...state, reload, setData };
}
