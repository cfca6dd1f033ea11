import { useEffect, useState } from 'react';
import type { ApiError } from '../../api/api-error';
import { formatCount } from '../format';

/** Why trying again makes no sense yet, or that it does now. */
export function RateLimitMessage({ seconds }: { readonly seconds: number }) {
  if (seconds === 0) return <p>Too many tries. You can try again now.</p>;
  return <p>Too many tries. You can try again in {formatCount(seconds, 'second', 'seconds')}.</p>;
}

/** Seconds until trying again makes sense; starts anew with every fault, 0 without one. */
export function useRetryCountdown(error: ApiError | null): number {
  const [countdown, setCountdown] = useState({ fault: error, left: error?.retryAfter ?? 0 });
  const secondsLeft = countdown.fault === error ? countdown.left : (error?.retryAfter ?? 0);
  useEffect(() => {
    if (secondsLeft <= 0) return undefined;
    const timer = setTimeout(() => setCountdown({ fault: error, left: secondsLeft - 1 }), 1000);
    return () => clearTimeout(timer);
  }, [error, secondsLeft]);
  return secondsLeft;
}
