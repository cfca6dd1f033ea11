import { type Day, dayOf } from '#domain/days';

/** A UTC month: the first day of it and the first day after it. */
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

/** The months from the one a day lies in to the one another day lies in and so many further ones. */
export function monthsBetween(from: Day, to: Day, extraMonths = 0): EventMonth[] {
  const [first, last] = [from, to].map((day) => new Date(day * 86_400_000));
  if (!first || !last) return [];
  const count = (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth() + 1 + extraMonths;
  return Array.from({ length: Math.max(0, count) }, (_, index) => monthAt(first.getUTCFullYear(), first.getUTCMonth() + index));
}

/** The month a label names; null when it names none. */
export function parseMonth(label: string): EventMonth | null {
  const [, year, month] = /^(\d{4})_(0[1-9]|1[0-2])$/.exec(label) ?? [];
  return year && month ? monthAt(Number(year), Number(month) - 1) : null;
}
