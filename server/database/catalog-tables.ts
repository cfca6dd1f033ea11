import { defaultMetric, metricsOf, periods, scoreColumnOf, type Metric, type Period, DEFAULT_PERIOD } from '#domain/catalog/metrics';
import { type EntityType, entityOf, MOMENTUM_ORDER, type OrderBy, orderings, type Variant } from '#domain/catalog/variants';

/** Rows of a list in one block of the ordered read model. */
export const BLOCK_ROWS = 64;

/** Order keys of momentum slots in the ordered read model start here; those of the plain orders count from 1. */
const FIRST_MOMENTUM_KEY = 100;

/** A way to order a list, resolved to columns and keys: nothing of a request gets into SQL but through this. */
export interface ListOrder {
  readonly name: OrderBy;
  /** The expression over `m` (metrics) and `s` (scores). */
  readonly expression: string;
  /** Where the read model keeps it. */
  readonly orderKey: number;
  /** The posting column of this order; null when keywords are answered by the live path. */
  readonly postingColumn: string | null;
  /** Whether `s` is needed. */
  readonly needsScores: boolean;
  /** For momentum: the array slot, counted from 0. */
  readonly scoreColumn: number | null;
}

/** The columns a list can be ordered by, whitelisted by variant. */
export const orderColumnsOf = (variant: Variant): string[] => orderings[variant].map((ordering) => ordering.value);

export function momentumListOrder(entity: EntityType, metric: Metric, period: Period): ListOrder {
  const scoreColumn = scoreColumnOf(entity, metric, period);
  const isDefault = metric === defaultMetric[entity] && period === DEFAULT_PERIOD;
  return {
    name: MOMENTUM_ORDER,
    expression: `s.raw[${scoreColumn + 1}]`,
    orderKey: FIRST_MOMENTUM_KEY + scoreColumn,
    postingColumn: isDefault ? 'by_momentum' : null,
    needsScores: true,
    scoreColumn,
  };
}

export function resolveListOrder(variant: Variant, name: OrderBy, metric?: Metric, period?: Period): ListOrder {
  const entity = entityOf[variant];
  if (name === MOMENTUM_ORDER) return momentumListOrder(entity, metric ?? defaultMetric[entity], period ?? DEFAULT_PERIOD);
  const columnIndex = orderColumnsOf(variant).indexOf(name);
  if (columnIndex < 0) throw new Error(`${variant} have no order ${name}`);
  return { name, expression: `m.${name}`, orderKey: columnIndex + 1, postingColumn: `by_${name}`, needsScores: false, scoreColumn: null };
}

/** Every order of a variant that has postings: the spec's, and momentum at its default. */
export const ordersWithPostings = (variant: Variant): ListOrder[] => [
  ...orderColumnsOf(variant).map((column) => resolveListOrder(variant, column as OrderBy)),
  resolveListOrder(variant, MOMENTUM_ORDER),
];

/** Momentum of every metric over every period. */
export const momentumListOrders = (variant: Variant): ListOrder[] => {
  const entity = entityOf[variant];
  return metricsOf[entity].flatMap((metric) => periods.map((period) => momentumListOrder(entity, metric, period)));
};

/** Under which name `catalog_stats.known` counts the rows that have a value in an order. */
export const knownCountKey = ({ name, scoreColumn }: ListOrder): string => (scoreColumn === null ? name : `momentum_${scoreColumn}`);

/** What a list row shows, by variant: columns of `t` (text) and `m` (metrics). */
export const listRowColumns = {
  boards: `t._id, t.name, t.image_url, t.url, t.pinner_id, t.pinner_username, m.follower_count, m.collaborator_count, m.pin_count,
    m.follower_growth_last_90_days, m.collaborator_growth_last_90_days, m.board_order_modified_at, m.created_at`,
  pinners: `t._id, t.username, t.name, t.image_url, t.url, m.follower_count, m.profile_views,
    m.follower_growth_last_90_days, m.viewer_growth_last_90_days, m.created_at`,
  pins: `t._id, t.name, t.image_url, t.url, t.pinner_id, t.pinner_username, m.saves, m.repin_count, m.saves_growth_last_90_days, m.created_at`,
} as const satisfies Record<Variant, string>;

/** The tables of a variant. */
export const tablesOf = (variant: Variant) => {
  const entity = entityOf[variant];
  return {
    text: variant,
    metrics: `${entity}_metrics`,
    series: `${entity}_series`,
    scores: `${entity}_scores`,
    words: `${entity}_words`,
    postings: `${entity}_postings`,
    order: `${entity}_order`,
  } as const;
};

/** The tables of the ordered read model, which are always replaced together. */
export const readModelTablesOf = (variant: Variant): string[] => {
  const { words, order: orderTable, postings } = tablesOf(variant);
  return [words, orderTable, postings];
};
