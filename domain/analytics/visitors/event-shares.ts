import { oneDecimal } from '#domain/numbers';

/** The part of all events that one type has. */
export interface EventShare {
  readonly name: string;
  readonly count: number;
  /** Of all events, one decimal. */
  readonly percent: number;
}

/** What the smaller types are called together. */
export const OTHER_EVENTS = 'Other';

/** The events by type, largest first; with more than `most` types the smallest are one share together. */
export function eventShares(byType: Readonly<Record<string, number>>, maxShares = 6): readonly EventShare[] {
  const sorted = Object.entries(byType)
    .filter(([, count]) => count > 0)
    .toSorted(([nameA, a], [nameB, b]) => b - a || (nameA < nameB ? -1 : 1));
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  const named = sorted.length > maxShares ? sorted.slice(0, maxShares - 1) : sorted;
  const otherCount = sorted.slice(named.length).reduce((sum, [, count]) => sum + count, 0);
  const shown = otherCount > 0 ? [...named, [OTHER_EVENTS, otherCount] as const] : named;
  return shown.map(([name, count]) => ({ name, count, percent: oneDecimal((count / total) * 100) }));
}
