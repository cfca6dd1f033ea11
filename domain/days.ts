/** A UTC day as whole days since 1970-01-01: the unit of every series. */
export type Day = number;

const MILLISECONDS = 86_400_000;

/** The UTC day in which an instant lies. */
export const dayOf = (instant: Date): Day => Math.floor(instant.getTime() / MILLISECONDS);

/** `2026-08-23` for a day; years 0001 to 9999. */
export const dayLabel = (day: Day): string => new Date(day * MILLISECONDS).toISOString().slice(0, 10);

const dates = Array.from({ length: 31 }, (_, place) => String(place + 1).padStart(2, '0'));
const SHORTEST_MONTH = 28;

/** The labels of all days from one to another, both among them; a month at a time, since a year of single labels takes longer than its growth. */
export function dayLabels(first: Day, last: Day): string[] {
  const labels: string[] = [];
  while (first + labels.length <= last) {
    const day = first + labels.length;
    const label = dayLabel(day);
    const [month, date] = [label.slice(0, 8), Number(label.slice(8))];
    const end = Math.min(Math.max(date, SHORTEST_MONTH), date + last - day);
    for (const next of dates.slice(date - 1, end)) labels.push(month + next);
  }
  return labels;
}

/** The day that `2026-08-23` names, or null when it names none (`2026-02-30` does not). */
export function parseDay(label: string): Day | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(label)) return null;
  const time = Date.parse(`${label}T00:00:00Z`);
  if (Number.isNaN(time)) return null;
  // A day that its month does not have has become one of the next month.
  return new Date(time).getUTCDate() === Number(label.slice(8)) ? Math.floor(time / MILLISECONDS) : null;
}
