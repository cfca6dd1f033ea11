import type { RowExtra } from '#domain/catalog/contract';
import { CHECKS_ORDER, MOMENTUM_ORDER, type OrderBy } from '#domain/catalog/orders';
import type { Variant } from '#domain/catalog/variants';
import type { AnyRow } from '../list-row';
import { type Entitlement, lockedPeriodSentence, premiumSentences } from '#domain/subscriptions/entitlements';

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
