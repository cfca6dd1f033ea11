import { useEffect, useState } from 'react';
import { SECOND_MS } from '#domain/durations';
import { waitText } from '#domain/wait-text';
import type { ApiError } from '../../api/api-error';

/** Says when the next attempt is possible after a rate limit. */
export function RateLimitMessage({ seconds }: { readonly seconds: number }) {
  if (seconds === 0) return <p>Too many attempts. You can try again now.</p>;
  return <p>Too many attempts. Try again in {waitText(seconds)}.</p>;
}

/** Returns the seconds left until a retry makes sense, 0 without an error. It restarts with every error. */
export function useRetryCountdown(error: ApiError | null): number {
  const [countdown, setCountdown] = useState({ error, secondsLeft: error?.retryAfter ?? 0 });
  const secondsLeft = countdown.error === error ? countdown.secondsLeft : (error?.retryAfter ?? 0);
  useEffect(() => {
    if (secondsLeft <= 0) return undefined;
    const timer = setTimeout(() => setCountdown({ error, secondsLeft: secondsLeft - 1 }), SECOND_MS);
    return () => clearTimeout(timer);
  }, [error, secondsLeft]);
  return secondsLeft;
}
