import { SECOND_MS } from '#domain/durations';

/** A duration as `640 ms`, `12.4 s`, or `3 min 20 s`; `–` if it is unknown. */
export function formatDuration(durationMs: number | null): string {
  if (durationMs === null) return '–';
  if (durationMs < SECOND_MS) return `${Math.round(durationMs)} ms`;
  const tenths = Math.round((durationMs * 10) / SECOND_MS);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(durationMs / SECOND_MS);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
