const MINUTE_MS = 60_000;

/** Pauses after each failed try, in minutes: quick at first, for two days in all, as mail servers do among themselves (RFC 5321, 4.5.4.1). */
const RETRY_DELAYS_MINUTES = [1, 5, 15, 30, 60, 120, 240, 480, 720, 1_440] as const;

/** When a letter is tried again after so many failed tries; null when it is given up. */
export function nextAttempt(failures: number, now: Date): Date | null {
  const delayMinutes = RETRY_DELAYS_MINUTES[failures - 1];
  return delayMinutes === undefined ? null : new Date(now.getTime() + delayMinutes * MINUTE_MS);
}
