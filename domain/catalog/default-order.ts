import { defaultOrder, type OrderBy, type Variant } from '#domain/catalog/variants';

/** With fewer known values, or fewer than this share of a shorter list, an order shows little. */
const MIN_KNOWN_ROWS = 30;
const MIN_KNOWN_SHARE = 0.1;

/** By order, how many rows of a list have a value. */
export type KnownCounts = Readonly<Partial<Record<string, number>>>;

/** An order that gave way, with the number of rows that have a value. */
export interface SkippedOrder {
  readonly order: OrderBy;
  readonly knownRows: number;
}

/** The order that a list has on screen when its address names none. */
export interface ScreenOrder {
  readonly order: OrderBy;
  readonly skipped: readonly SkippedOrder[];
}

/** The orders that take the place of a list's default, in turn. The last one always serves. */
const fallbackOrders = {
  boards: ['follower_count', 'created_at'],
  pinners: ['profile_views', 'created_at'],
  pins: ['repin_count', 'created_at'],
} as const satisfies Record<Variant, readonly OrderBy[]>;

/**
 * The order of a list on screen when its address names none: the API's default if enough rows have a value, else the first other order
 * that enough rows have a value for.
 */
export function pickScreenOrder(variant: Variant, total: number, known: KnownCounts): ScreenOrder {
  const minRows = Math.min(MIN_KNOWN_ROWS, total * MIN_KNOWN_SHARE);
  const skipped: SkippedOrder[] = [];
  for (const order of [defaultOrder[variant], ...fallbackOrders[variant]]) {
    const knownRows = known[order] ?? 0;
    if (knownRows >= minRows || order === 'created_at') return { order, skipped };
    skipped.push({ order, knownRows });
  }
  return { order: defaultOrder[variant], skipped: [] };
}
