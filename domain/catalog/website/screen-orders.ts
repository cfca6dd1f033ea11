import { type Column, columns } from '#domain/catalog/columns';
import { type OrderBy, defaultOrder, orderings } from '#domain/catalog/orders';
import { type Variant, entityOf, variantNouns } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { wholeNumber } from '#domain/numbers';

/** With fewer known values, or fewer than this share of a shorter list, an order shows little. */
const MIN_KNOWN_ROWS = 30;
const MIN_KNOWN_SHARE = 0.1;

/** The number of rows with a value, by order. */
export type KnownCounts = Readonly<Partial<Record<string, number>>>;

/** The order that a list has on screen when its address names none. */
export interface ScreenOrder {
  readonly order_by: OrderBy;
  /** Says which order it is, and why it is not the usual one; null if it is. */
  readonly reason: string | null;
}

/** An order that gave way, with the number of rows that have a value. */
interface SkippedOrder {
  readonly order: OrderBy;
  readonly knownRows: number;
}

/** The first fallback of each list's default order. */
const fallbackOrder = { boards: 'follower_count', pinners: 'profile_views', pins: 'repin_count' } as const satisfies Record<
  Variant,
  OrderBy
>;

/** The last fallback, which always serves. */
const LAST_ORDER: OrderBy = 'created_at';

/**
 * The order of a list on screen when its address names none: the API's default if enough rows have a value, else the first other order
 * that enough rows have a value for.
 */
export function pickScreenOrder(variant: Variant, total: number, known: KnownCounts): ScreenOrder {
  const minRows = Math.min(MIN_KNOWN_ROWS, total * MIN_KNOWN_SHARE);
  const counted = [defaultOrder[variant], fallbackOrder[variant]].map((order) => ({ order, knownRows: known[order] ?? 0 }));
  const chosen = counted.findIndex(({ knownRows }) => knownRows >= minRows);
  const skipped = chosen < 0 ? counted : counted.slice(0, chosen);
  const order = counted[chosen]?.order ?? LAST_ORDER;
  return { order_by: order, reason: reasonFor(variant, total, order, skipped) };
}

/** The orders that fewer than a tenth of the rows have a value for. An order that was not counted yet is none of them. */
export const sparseOrders = (variant: Variant, total: number, known: KnownCounts) =>
  orderings[variant].map(({ value }) => value).filter((order) => (known[order] ?? total) < total * MIN_KNOWN_SHARE);

/** A list by growth has only rows that were read within these days by default on screen, where at least `MIN_RECENT_ROWS` of them were. */
const RECENTLY_READ_DAYS = 90;
export const MIN_RECENT_ROWS = 30;

/** The value of the filter `read` in addresses for these days. */
export const RECENTLY_READ = `${RECENTLY_READ_DAYS}d`;

/** The key among a list's known counts with the day on or after which `MIN_RECENT_ROWS` of its rows were read; 0 where fewer were at all. */
export const recentDayKey = (order: OrderBy): string => `recent_${order}`;

/** The orders by growth, which say little about rows that were last read long ago. */
export const growthOrders = (variant: Variant) =>
  orderings[variant].map(({ value }) => value).filter((order) => columnOf(variant, order)?.growthOf !== undefined);

const columnOf = (variant: Variant, order: OrderBy): Column | undefined =>
  Object.entries<Column>(columns[entityOf[variant]]).find(([name]) => name === order)?.[1];

/** The orders by growth under which a list has only rows that were read recently by default, on a day. */
export const recentOrders = (variant: Variant, known: KnownCounts, today: Day) =>
  growthOrders(variant).filter((order) => (known[recentDayKey(order)] ?? 0) > today - RECENTLY_READ_DAYS);

const orderSentences: Partial<Record<OrderBy, string>> = {
  repin_count: 'Sorted by repins.',
  follower_count: 'Sorted by followers.',
  profile_views: 'Sorted by monthly viewers.',
  created_at: 'Newest first.',
};

const valueNouns: Partial<Record<OrderBy, string>> = {
  saves: 'save counts',
  repin_count: 'repin counts',
  follower_count: 'follower counts',
  profile_views: 'monthly viewer counts',
  follower_growth_last_90_days: 'follower growth',
};

/** `Sorted by repins. This catalog has no save counts.` */
function reasonFor(variant: Variant, total: number, order: OrderBy, skipped: readonly SkippedOrder[]): string | null {
  if (skipped.length === 0) return null;
  const missing = skipped.filter(({ knownRows }) => knownRows === 0).map((one) => valueNouns[one.order]);
  const rare = skipped.filter(({ knownRows }) => knownRows > 0);
  const rareSentence = ({ order: name, knownRows }: SkippedOrder) =>
    `Only ${wholeNumber(knownRows)} of ${wholeNumber(total)} ${variantNouns[variant].many} ${knownRows === 1 ? 'has' : 'have'} ${valueNouns[name]}.`;
  const missingSentences = missing.length > 0 ? [`This catalog has no ${missing.join(' or ')}.`] : [];
  return [orderSentences[order], ...missingSentences, ...rare.map(rareSentence)].join(' ');
}
