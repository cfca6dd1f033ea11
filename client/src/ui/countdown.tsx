import { useEffect, useState } from 'react';
import type { ApiError } from '../api/api-error';
import { counted } from './words';

/** Why trying again makes no sense yet, or that it does now. */
export function TooMany({ seconds }: { readonly seconds: number }) {
  if (seconds === 0) return <p>Too many tries. You can try again now.</p>;
  return <p>Too many tries. You can try again in {counted(seconds, 'second', 'seconds')}.</p>;
}

/** Seconds until trying again makes sense; starts anew with every fault, 0 without one. */
export function useCountdown(fault: ApiError | null): number {
  const [counted, setCounted] = useState({ fault, left: fault?.retryAfter ?? 0 });
  const left = counted.fault === fault ? counted.left : (fault?.retryAfter ?? 0);
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setCounted({ fault, left: left - 1 }), 1000);
    return () => clearTimeout(timer);
  }, [fault, left]);
  return left;
}
