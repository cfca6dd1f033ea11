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
export function eventShares(byType: Readonly<Record<string, number>>, most = 6): readonly EventShare[] {
  const sorted = Object.entries(byType)
    .filter(([, count]) => count > 0)
    .toSorted(([nameA, a], [nameB, b]) => b - a || (nameA < nameB ? -1 : 1));
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  const alone = sorted.length > most ? sorted.slice(0, most - 1) : sorted;
  const rest = sorted.slice(alone.length).reduce((sum, [, count]) => sum + count, 0);
  const shown = rest > 0 ? [...alone, [OTHER_EVENTS, rest] as const] : alone;
  return shown.map(([name, count]) => ({ name, count, percent: oneDecimal((count / total) * 100) }));
}
