import { defaultMetric, metricsOf, periods, slotOf, type Metric, type Period, DEFAULT_PERIOD } from '#domain/analytics/metrics';
import { type EntityType, entityOf, MOMENTUM_ORDER, type OrderBy, orderings, type Variant } from '#domain/catalog/variants';

/** Rows of a list in one block of the ordered read model. */
export const BLOCK = 64;

/** Order keys of momentum slots in the ordered read model start here; those of the plain orders count from 1. */
const MOMENTUM_KEYS = 100;

/** A way to order a list, resolved to columns and keys: nothing of a request gets into SQL but through this. */
export interface ListOrder {
  readonly name: OrderBy;
  /** The expression over `m` (metrics) and `s` (scores). */
  readonly expression: string;
  /** Where the read model keeps it. */
  readonly key: number;
  /** The posting column of this order; null when keywords are answered by the live path. */
  readonly posting: string | null;
  /** Whether `s` is needed. */
  readonly scores: boolean;
  /** For momentum: the array slot, counted from 0. */
  readonly slot: number | null;
}

/** The columns a list can be ordered by, whitelisted by variant. */
export const columnsOf = (variant: Variant): string[] => orderings[variant].map((ordering) => ordering.value);

export function momentumOrder(entity: EntityType, metric: Metric, period: Period): ListOrder {
  const slot = slotOf(entity, metric, period);
  const byDefault = metric === defaultMetric[entity] && period === DEFAULT_PERIOD;
  return {
    name: MOMENTUM_ORDER,
    expression: `s.raw[${slot + 1}]`,
    key: MOMENTUM_KEYS + slot,
    posting: byDefault ? 'by_momentum' : null,
    scores: true,
    slot,
  };
}

export function listOrder(variant: Variant, name: OrderBy, metric?: Metric, period?: Period): ListOrder {
  const entity = entityOf[variant];
  if (name === MOMENTUM_ORDER) return momentumOrder(entity, metric ?? defaultMetric[entity], period ?? DEFAULT_PERIOD);
  const place = columnsOf(variant).indexOf(name);
  if (place < 0) throw new Error(`${variant} have no order ${name}`);
  return { name, expression: `m.${name}`, key: place + 1, posting: `by_${name}`, scores: false, slot: null };
}

/** Every order of a variant that has postings: the spec's, and momentum at its default. */
export const postedOrders = (variant: Variant): ListOrder[] => [
  ...columnsOf(variant).map((column) => listOrder(variant, column as OrderBy)),
  listOrder(variant, MOMENTUM_ORDER),
];

/** Momentum of every metric over every period. */
export const momentumOrders = (variant: Variant): ListOrder[] => {
  const entity = entityOf[variant];
  return metricsOf[entity].flatMap((metric) => periods.map((period) => momentumOrder(entity, metric, period)));
};

/** Under which name `catalog_stats.known` counts the rows that have a value in an order. */
export const knownName = ({ name, slot }: ListOrder): string => (slot === null ? name : `momentum_${slot}`);

/** What a list row shows, by variant: columns of `t` (text) and `m` (metrics). */
export const rowColumns = {
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
export const listTablesOf = (variant: Variant): string[] => {
  const { words, order, postings } = tablesOf(variant);
  return [words, order, postings];
};
