import { oneDecimal } from '#domain/numbers';

/** The share of one event type. */
interface EventShare {
  readonly name: string;
  readonly count: number;
  /** Percent of all events, with one decimal. */
  readonly percent: number;
}

/** The name of the share that sums the smaller types. */
const OTHER_EVENTS = 'Other';

/** The share of each event type, largest first; with more than `maxShares` types the smallest are summed into one. */
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
