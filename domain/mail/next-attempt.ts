import { MINUTE_MS } from '#domain/durations';

/** Delays after each failed attempt: quick at first, two days in total, as mail servers retry (RFC 5321, 4.5.4.1). */
const RETRY_DELAYS_MINUTES = [1, 5, 15, 30, 60, 120, 240, 480, 720, 1_440] as const;

/** Returns when to retry an email after this many failures; null when it is given up. */
export function nextAttempt(failures: number, now: Date): Date | null {
  const delayMinutes = RETRY_DELAYS_MINUTES[failures - 1];
  return delayMinutes === undefined ? null : new Date(now.getTime() + delayMinutes * MINUTE_MS);
}
