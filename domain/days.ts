/** A UTC day as whole days since 1970-01-01: the unit of every series. */
export type Day = number;

const DAY_MS = 86_400_000;

/** The UTC day in which an instant lies. */
export const dayOf = (instant: Date): Day => Math.floor(instant.getTime() / DAY_MS);

/** `2026-08-23` for a day; years 0001 to 9999. */
export const dayLabel = (day: Day): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

const twoDigitDates = Array.from({ length: 31 }, (_, index) => String(index + 1).padStart(2, '0'));
const SHORTEST_MONTH_DAYS = 28;

/** The labels of all days from one to another, both among them; a month at a time, since a year of single labels takes longer than its growth. */
export function dayLabels(firstDay: Day, lastDay: Day): string[] {
  const labels: string[] = [];
  while (firstDay + labels.length <= lastDay) {
    const day = firstDay + labels.length;
    const label = dayLabel(day);
    const [month, dayOfMonth] = [label.slice(0, 8), Number(label.slice(8))];
    const endOfMonth = Math.min(Math.max(dayOfMonth, SHORTEST_MONTH_DAYS), dayOfMonth + lastDay - day);
    for (const twoDigitDate of twoDigitDates.slice(dayOfMonth - 1, endOfMonth)) labels.push(month + twoDigitDate);
  }
  return labels;
}

/** The day that `2026-08-23` names, or null when it names none (`2026-02-30` does not). */
export function parseDay(label: string): Day | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(label)) return null;
  const time = Date.parse(`${label}T00:00:00Z`);
  if (Number.isNaN(time)) return null;
  // A day that its month does not have has become one of the next month.
  return new Date(time).getUTCDate() === Number(label.slice(8)) ? Math.floor(time / DAY_MS) : null;
}
