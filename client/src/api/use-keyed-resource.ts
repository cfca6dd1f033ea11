import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from './api-error';
import { toApiError } from '../ui/form/use-submission';

interface KeyedState<T> {
  readonly data: T | null;
  readonly dataKey: string | null;
  readonly error: ApiError | null;
  /** The question that was answered last, or failed. */
  readonly settledKey: string | null;
  readonly isReloading: boolean;
}

export interface KeyedResource<T> {
  /** What came last; null before the first answer. */
  readonly data: T | null;
  /** The question that `data` answers. */
  readonly dataKey: string | null;
  /** Why nothing new came; null when it did, and while it may still come. */
  readonly error: ApiError | null;
  readonly busy: boolean;
  /** Asks the same again; resolves when that is over, whatever came of it. */
  readonly reload: () => Promise<void>;
}

/**
 * An answer of the server that changes with a question: under another name it is asked anew, and what was under way is given up. The
 * answer before stays until the new one is there, which is shown `settle` milliseconds after it came. A failure is logged.
 */
export function useKeyedResource<T>(key: string, fetchData: (signal: AbortSignal) => Promise<T>, delayMs = 0): KeyedResource<T> {
  const [state, setState] = useState<KeyedState<T>>({ data: null, dataKey: null, error: null, settledKey: null, isReloading: false });
  const inFlight = useRef<AbortController | null>(null);
  const latestFetch = useRef(fetchData);
  useEffect(() => void (latestFetch.current = fetchData));
  const load = useCallback(async () => {
    inFlight.current?.abort();
    const { signal } = (inFlight.current = new AbortController());
    try {
      const data = await latestFetch.current(signal);
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (!signal.aborted) setState({ data, dataKey: key, error: null, settledKey: key, isReloading: false });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError) console.error(error);
      setState((before) => ({ ...before, error: toApiError(error), settledKey: key, isReloading: false }));
    }
  }, [key, delayMs]);
  useEffect(() => {
    void load();
    return () => inFlight.current?.abort();
  }, [load]);
  const reload = useCallback(() => {
    setState((before) => ({ ...before, isReloading: true }));
    return load();
  }, [load]);
  const busy = state.isReloading || state.settledKey !== key;
  return { data: state.data, dataKey: state.dataKey, error: busy ? null : state.error, busy, reload };
}
