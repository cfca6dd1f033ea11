import type { Metric } from '#domain/catalog/metrics';
import type { BoardRow, Owner, PinnerRow, PinRow, KeywordMatch } from '#domain/catalog/list-contract';
import type { CatalogTotals, Provenance } from '#domain/catalog/detail-contract';
import type { CatalogSearch } from '#domain/catalog/contract';
import type { EntityType, Variant } from '#domain/catalog/variants';
import type { Day } from '#domain/days';

export interface ListRow {
  readonly boards: BoardRow;
  readonly pinners: PinnerRow;
  readonly pins: PinRow;
}

/** The rows of one page with what the answer says about them. */
export interface CatalogPage<V extends Variant> {
  readonly rows: readonly ListRow[V][];
  readonly total: number;
  readonly total_is_exact: boolean;
  readonly as_of: string | null;
  readonly match?: KeywordMatch;
}

/** An entity as it is stored, whole: text, current counts, series and ranks. */
export interface StoredEntity extends Provenance {
  readonly _id: string;
  /** Every text column of its kind, by its own name. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly owner: Owner;
  /** The crawls, oldest first: minutes since 1970, one per UTC day. */
  readonly at: readonly number[];
  /** Per counted metric as many values as there are crawls; null where a crawl did not count it. */
  readonly counts: Partial<Record<Metric, readonly (number | null)[]>>;
  /** The ranks of the last recompute by slot (see `slotOf`); empty before the first. */
  readonly ranks: readonly (number | null)[];
  readonly previous_ranks: readonly (number | null)[];
  /** For a pin: its owner's followers, which its own `follower_count` metric reads. */
  readonly owner_at: readonly number[];
  readonly owner_followers: readonly (number | null)[];
}

/** The catalogue as readers ask it. */
export abstract class Catalog {
  /** One page, in the order asked for; ties are broken by `_id`, unknown values come last both ways. */
  abstract search<V extends Variant>(variant: V, search: CatalogSearch): Promise<CatalogPage<V>>;

  /** Names the state of a list: another text whenever its pages may have become others, seen within a second or two. */
  abstract listVersion(variant: Variant): Promise<string>;

  /** One entity, or null. */
  abstract find(entity: EntityType, id: string): Promise<StoredEntity | null>;

  /** The biggest boards and the most saved pins of a pinner, ten of each at most. */
  abstract findTopWorks(pinnerId: string): Promise<{ boards: readonly BoardRow[]; pins: readonly PinRow[] }>;

  /** How many of each there are, and the time of the last import or recompute. */
  abstract totals(): Promise<CatalogTotals>;

  /** The day the last recompute was made for; null before the first. */
  abstract findScoredDay(): Promise<Day | null>;
}
