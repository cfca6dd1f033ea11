import type { RowExtra } from '#domain/catalog/contract';
import { CHECKS_ORDER, MOMENTUM_ORDER, type OrderBy } from '#domain/catalog/orders';
import type { Variant } from '#domain/catalog/variants';
import type { AnyRow } from '../list-row';
import { type Entitlement, lockedPeriodSentence, premiumSentences } from '#domain/subscriptions/entitlements';
import { orderEntitlement } from '#domain/subscriptions/search-rights';
import { catalogStats } from '../../../api/catalog-stats';

/** A column of a list that can be shown or not. The two number columns always are. */
export type ColumnKey = 'growth' | keyof typeof columnFields;

export interface ListColumn {
  readonly key: ColumnKey;
  readonly name: string;
  /** Shown unless other columns are chosen, or too few rows have a value. */
  readonly isDefault: boolean;
  /** What the column needs, with the message for viewers without it; null if everyone has the column. */
  readonly premium: { readonly entitlement: Entitlement; readonly sentence: string } | null;
  /** The field that rows have on request only. */
  readonly extra: RowExtra | null;
  /** The order by this column; null without one. */
  readonly order: OrderBy | null;
}

const free = { isDefault: false, premium: null, extra: null, order: null } as const;
const sparkline = { ...free, key: 'sparkline', name: '90 days', isDefault: true, extra: 'sparkline' } as const;
const growth = (order: OrderBy) => ({ ...free, key: 'growth', name: '90-day growth', isDefault: true, order }) as const;
const premium = [
  {
    key: 'growth_30',
    name: '30-day growth',
    isDefault: false,
    premium: { entitlement: 'full_analytics', sentence: lockedPeriodSentence('30 days') },
    extra: 'growth_last_30_days',
    order: null,
  },
  {
    key: 'momentum',
    name: 'Momentum',
    isDefault: true,
    premium: { entitlement: 'momentum', sentence: premiumSentences.momentum },
    extra: 'momentum_score',
    order: MOMENTUM_ORDER,
  },
] as const;
/** The checks of the verdict, titled by its question; only Premium sorts by them. */
const checks = (name: string) => ({ ...free, key: 'checks', name, isDefault: true, order: CHECKS_ORDER }) as const;
const created = { ...free, key: 'created', name: 'Date created', order: 'created_at' } as const;

/** The columns of each list that can be chosen, in the order of the table. */
export const listColumns: Readonly<Record<Variant, readonly ListColumn[]>> = {
  boards: [
    sparkline,
    growth('follower_growth_last_90_days'),
    ...premium,
    checks('Worth joining?'),
    { ...free, key: 'collaborator_growth', name: 'Collaborator growth', order: 'collaborator_growth_last_90_days' },
    { ...free, key: 'pins', name: 'Pins', isDefault: true },
    { ...free, key: 'active', name: 'Last activity', order: 'board_order_modified_at' },
    created,
  ],
  pinners: [
    sparkline,
    growth('follower_growth_last_90_days'),
    ...premium,
    checks('Worth following?'),
    { ...free, key: 'viewer_growth', name: 'Viewer growth', order: 'viewer_growth_last_90_days' },
    created,
  ],
  pins: [sparkline, growth('saves_growth_last_90_days'), ...premium, checks('Worth copying?'), created],
};

/** The field of a row that a column shows. */
const columnFields = {
  sparkline: 'sparkline',
  growth_30: 'growth_last_30_days',
  momentum: MOMENTUM_ORDER,
  checks: 'checks',
  collaborator_growth: 'collaborator_growth_last_90_days',
  viewer_growth: 'viewer_growth_last_90_days',
  pins: 'pin_count',
  active: 'board_order_modified_at',
  created: 'created_at',
} as const;

/** The value of a row in a column: null if it is unknown, and undefined if the row was not asked for it. */
export function columnValue(row: AnyRow, key: ColumnKey): unknown {
  // Checks of which none can be judged say nothing.
  if (key === 'checks' && row.checks_judged === 0) return null;
  const growthField = 'saves' in row ? 'saves_growth_last_90_days' : 'follower_growth_last_90_days';
  return (row as unknown as Record<string, unknown>)[key === 'growth' ? growthField : columnFields[key]];
}

const formatColumns = (columns: readonly ListColumn[]): string => columns.map(({ key }) => key).join(',');

/** With values in fewer of the rows on screen, a column that the stats of the catalog do not count is left out unless it is chosen. */
const MIN_KNOWN_SHARE = 0.1;

/** Rows that were not asked for a value say nothing about it. */
const isKnownInEnough = (rows: readonly AnyRow[], key: ColumnKey): boolean =>
  rows.filter((row) => columnValue(row, key) !== null).length >= rows.length * MIN_KNOWN_SHARE;

/**
 * Whether enough rows of the list have a value in a column: by the stats of the whole catalog, so that no page differs from the others. Lines
 * and momentum come from the same readings as growth. What is not counted goes by the rows on screen; so does a line, where growth is rare.
 * A page without any value leaves the column out.
 */
function isUsual(variant: Variant, { key }: ListColumn, rows: readonly AnyRow[] | null): boolean {
  if (rows === null) return true;
  const sparse: readonly string[] | undefined = catalogStats()?.sparse_orders[variant];
  const growth = listColumns[variant].find((column) => column.key === 'growth')?.order ?? '';
  const counted = key === 'checks' ? CHECKS_ORDER : key === 'pins' ? null : growth;
  if (sparse === undefined || counted === null) return isKnownInEnough(rows, key);
  if (sparse.includes(counted)) return key === 'sparkline' && isKnownInEnough(rows, key);
  return rows.length === 0 || rows.some((row) => columnValue(row, key) !== null);
}

/** The columns unless others are chosen: of the usual ones, those that enough of the rows have a value for; all of them until rows are loaded. */
const usualColumns = (variant: Variant, rows: readonly AnyRow[] | null): string =>
  formatColumns(listColumns[variant].filter((column) => column.isDefault && isUsual(variant, column, rows)));

/** The columns that a text names, in the order of the table; unknown ones are ignored. */
export const parseColumns = (variant: Variant, text: string): string =>
  formatColumns(listColumns[variant].filter(({ key }) => text.split(',').includes(key)));

/** The chosen columns after one is shown or hidden; undefined if they are the usual ones of a list with these rows. */
export function toggledColumns(
  variant: Variant,
  chosen: string | undefined,
  key: ColumnKey,
  rows: readonly AnyRow[] | null,
): string | undefined {
  const usual = usualColumns(variant, rows);
  const keys = (chosen ?? usual).split(',');
  const text = parseColumns(variant, (keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key]).join(','));
  return text === usual ? undefined : text;
}

/** The part of a search that decides about the columns. */
interface ColumnsOfSearch {
  readonly cols: string | undefined;
  readonly order_by: OrderBy;
  readonly query: string | undefined;
}

type IsAllowed = (entitlement: Entitlement) => boolean;

/** The columns of a list with these rows: the chosen ones that the viewer may see, and the one that it is sorted by. */
export function shownColumns(
  variant: Variant,
  { cols, order_by: order }: ColumnsOfSearch,
  rows: readonly AnyRow[] | null,
  isAllowed: IsAllowed,
): readonly ListColumn[] {
  const keys = (cols ?? usualColumns(variant, rows)).split(',');
  const isSortable = (by: OrderBy | null) => {
    const needed = by === null ? null : orderEntitlement(by);
    return needed === null || isAllowed(needed);
  };
  return listColumns[variant]
    .filter(
      (column) =>
        (keys.includes(column.key) || column.order === order) && (column.premium === null || isAllowed(column.premium.entitlement)),
    )
    .map((column) => (isSortable(column.order) ? column : { ...column, order: null }));
}

/** The fields that the rows of a list must have for its columns, and where they match if there are keywords. */
export function rowExtrasFor(variant: Variant, search: ColumnsOfSearch, isAllowed: IsAllowed): string | undefined {
  const extras = shownColumns(variant, search, null, isAllowed).flatMap(({ extra }): RowExtra[] => (extra === null ? [] : [extra]));
  if (search.query !== undefined) extras.push('snippet');
  return extras.length > 0 ? extras.toSorted().join(',') : undefined;
}
