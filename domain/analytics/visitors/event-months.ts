import { type Day, dayOf } from '#domain/days';
import { DAY_MS } from '#domain/durations';

/** A UTC month: its first day, and the first day after it. */
export interface EventMonth {
  /** `2026_11` */
  readonly label: string;
  readonly from: Day;
  readonly to: Day;
}

const monthAt = (year: number, month: number): EventMonth => {
  const first = new Date(Date.UTC(year, month, 1));
  return {
    label: first.toISOString().slice(0, 7).replace('-', '_'),
    from: dayOf(first),
    to: dayOf(new Date(Date.UTC(year, month + 1, 1))),
  };
};

/** The months from that of one day to that of another, and `extraMonths` after it. */
export function monthsBetween(from: Day, to: Day, extraMonths = 0): EventMonth[] {
  const [first, last] = [new Date(from * DAY_MS), new Date(to * DAY_MS)];
  const count = (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth() + 1 + extraMonths;
  return Array.from({ length: Math.max(0, count) }, (_, index) => monthAt(first.getUTCFullYear(), first.getUTCMonth() + index));
}

/** Parses a month's label; null when it names no month. */
export function parseMonth(label: string): EventMonth | null {
  const [, year, month] = /^(\d{4})_(0[1-9]|1[0-2])$/.exec(label) ?? [];
  return year && month ? monthAt(Number(year), Number(month) - 1) : null;
}
