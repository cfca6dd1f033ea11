/** A UTC day as whole days since 1970-01-01: the unit of every series. */
export type Day = number;

const MILLISECONDS = 86_400_000;

/** The UTC day in which an instant lies. */
export const dayOf = (instant: Date): Day => Math.floor(instant.getTime() / MILLISECONDS);

/** `2026-08-23` for a day; years 0001 to 9999. */
export const dayLabel = (day: Day): string => new Date(day * MILLISECONDS).toISOString().slice(0, 10);

/** The day that `2026-08-23` names, or null when it names none (`2026-02-30` does not). */
export function parseDay(label: string): Day | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(label)) return null;
  const time = Date.parse(`${label}T00:00:00Z`);
  if (Number.isNaN(time)) return null;
  // A day that its month does not have has become one of the next month.
  return new Date(time).getUTCDate() === Number(label.slice(8)) ? Math.floor(time / MILLISECONDS) : null;
}
