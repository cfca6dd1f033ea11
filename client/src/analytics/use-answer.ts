import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error';
import { faultOf } from '../ui/use-submission';

interface State<T> {
  readonly data: T | null;
  readonly of: string | null;
  readonly fault: ApiError | null;
  /** The question that was answered last, or failed. */
  readonly settled: string | null;
  readonly again: boolean;
}

export interface Answered<T> {
  /** What came last; null before the first answer. */
  readonly data: T | null;
  /** The question that `data` answers. */
  readonly of: string | null;
  /** Why nothing new came; null when it did, and while it may still come. */
  readonly fault: ApiError | null;
  readonly busy: boolean;
  /** Asks the same again; resolves when that is over, whatever came of it. */
  readonly ask: () => Promise<void>;
}

/**
 * An answer of the server that changes with a question: under another name it is asked anew, and what was under way is given up. The
 * answer before stays until the new one is there, which is shown `settle` milliseconds after it came. A failure is logged.
 */
export function useAnswer<T>(question: string, fetch: (signal: AbortSignal) => Promise<T>, settle = 0): Answered<T> {
  const [state, setState] = useState<State<T>>({ data: null, of: null, fault: null, settled: null, again: false });
  const inFlight = useRef<AbortController | null>(null);
  const latest = useRef(fetch);
  useEffect(() => void (latest.current = fetch));
  const load = useCallback(async () => {
    inFlight.current?.abort();
    const { signal } = (inFlight.current = new AbortController());
    try {
      const data = await latest.current(signal);
      if (settle > 0) await new Promise((resolve) => setTimeout(resolve, settle));
      if (!signal.aborted) setState({ data, of: question, fault: null, settled: question, again: false });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError) console.error(error);
      setState((before) => ({ ...before, fault: faultOf(error), settled: question, again: false }));
    }
  }, [question, settle]);
  useEffect(() => {
    void load();
    return () => inFlight.current?.abort();
  }, [load]);
  const ask = useCallback(() => {
    setState((before) => ({ ...before, again: true }));
    return load();
  }, [load]);
  const busy = state.again || state.settled !== question;
  return { data: state.data, of: state.of, fault: busy ? null : state.fault, busy, ask };
}
