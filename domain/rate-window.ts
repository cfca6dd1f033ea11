/** Attempts in the current window and in the one before it. */
export interface WindowCounts {
  readonly previous: number;
  readonly current: number;
}

/** The window that contains a time, and the share of it (0 to 1) that has elapsed. */
export function windowAt(seconds: number, time: Date): { readonly index: number; readonly elapsed: number } {
  const windows = time.getTime() / 1_000 / seconds;
  return { index: Math.floor(windows), elapsed: windows - Math.floor(windows) };
}

/** Whether one more attempt fits. The previous window counts by the share of it that the sliding window still covers. */
export const isWithinLimit = ({ previous, current }: WindowCounts, { hits }: { readonly hits: number }, elapsed: number): boolean =>
  previous * (1 - elapsed) + current + 1 <= hits;

/** Whole seconds until one more attempt fits, when none does now; at least 1. */
export function secondsUntilAllowed(
  { previous, current }: WindowCounts,
  { hits, seconds }: { readonly hits: number; readonly seconds: number },
  elapsed: number,
): number {
  // Beyond 1 (infinite without attempts in the previous window), the current attempts alone fill the limit.
  const inThisWindow = 1 - (hits - current - 1) / previous;
  const inNextWindow = 1 + Math.max(0, 1 - (hits - 1) / current);
  const allowedAt = inThisWindow <= 1 ? inThisWindow : inNextWindow;
  return Math.max(1, Math.ceil((allowedAt - elapsed) * seconds));
}
