import type { StoredColumns } from '#domain/catalog/columns';
import type { CatalogSearch } from '#domain/catalog/contract';
import type { KnownCounts } from '#domain/catalog/default-order';
import type { CatalogStats, CatalogTotals, Provenance } from '#domain/catalog/detail-contract';
import type { BoardRow, Page, PinnerRow, PinRow } from '#domain/catalog/list-contract';
import type { Metric } from '#domain/catalog/metrics';
import type { TitleSource } from '#domain/catalog/title';
import type { EntityType, Variant } from '#domain/catalog/variants';
import type { Day } from '#domain/days';

export interface ListRow {
  readonly boards: BoardRow;
  readonly pinners: PinnerRow;
  readonly pins: PinRow;
}

/** The rows of one page, with the totals of the list. */
export interface CatalogPage<V extends Variant> extends Omit<Page, 'page'> {
  readonly rows: readonly ListRow[V][];
}

/** The ids of a list in order, up to the number that was asked for, with the total of the list. */
export interface ListIds extends Pick<Page, 'total' | 'total_is_exact'> {
  readonly ids: readonly string[];
}

/** A complete entity: texts, current counts, series, and ranks. */
export interface StoredEntity<E extends EntityType = EntityType> extends Provenance {
  readonly fields: StoredColumns<E> & { readonly _id: string };
  /** The crawl times, oldest first: minutes since 1970, one per UTC day. */
  readonly at: readonly number[];
  /** One value per crawl for each counted metric; null where a crawl did not count it. */
  readonly counts: Partial<Record<Metric, readonly (number | null)[]>>;
  /** The ranks of the last recompute, indexed by `scoreColumnOf`; empty before the first. */
  readonly ranks: readonly (number | null)[];
  readonly previous_ranks: readonly (number | null)[];
  /** For a pin: its board, if that is in the catalog. */
  readonly board: (TitleSource & { readonly _id: string }) | null;
  /** For a board without a cover: pictures of its most saved pins, at most four. */
  readonly pictures: readonly string[];
  /** For a pin: its owner's followers, which the pin's `follower_count` metric reads. */
  readonly owner_at: readonly number[];
  readonly owner_followers: readonly (number | null)[];
}

/** The size of the catalog, and what it has values for. */
export interface StoredStats extends CatalogTotals, Pick<CatalogStats, 'has_group_boards'> {
  /** By list and order, the number of rows with a value; with `filterDataKey`, whether any row has data for a filter. */
  readonly known: Readonly<Record<Variant, KnownCounts>>;
}

/** What is known of the pins of a board or a pinner. */
export interface KnownPins {
  /** The number of pins with known saves, and the median of these. */
  readonly pins: number;
  readonly median_saves: number | null;
  /** The creation of the newest pin, or the last change of a pinner's boards if that is later. */
  readonly last_activity_at: Date | null;
  /** The last crawl of any of them. */
  readonly last_crawled_at: Date | null;
}

/** The rows of what is similar, and of the most saved pins of a board. */
export const MAX_SIMILAR = 8;
export const MAX_TOP_PINS = 12;

/** The entities that are compared on either side of an entity's size (followers, or a pin's saves). */
export const NEAREST_PER_SIDE = 300;

/** The catalog, for reading. */
export abstract class Catalog {
  /**
   * Returns one page in the requested order. Ties are broken by `_id`; unknown values come last in both directions. The home lists omit
   * the rows whose gain is "One jump", and their totals do not count them.
   */
  abstract search<V extends Variant>(variant: V, search: CatalogSearch): Promise<CatalogPage<V>>;

  /** Returns the first ids of a whole list in the requested order, all as of one version of the list; page and page size are ignored. */
  abstract listIds(variant: Variant, search: CatalogSearch, maxIds: number): Promise<ListIds>;

  /**
   * Returns the rows of a search that have these ids, in the order of the ids. Ids that were deleted meanwhile are skipped. Boards are
   * without pictures of their pins, which exports do not have.
   */
  abstract listRows<V extends Variant>(variant: V, search: CatalogSearch, ids: readonly string[]): Promise<readonly ListRow[V][]>;

  /** Returns the version of a list. It changes within two seconds whenever a page of the list may have changed. */
  abstract listVersion(variant: Variant): Promise<string>;

  /** Returns one entity, or null. */
  abstract find<E extends EntityType>(entity: E, id: string): Promise<StoredEntity<E> | null>;

  /** Returns a pinner's largest boards and most saved pins, at most ten of each. */
  abstract findTopWorks(pinnerId: string): Promise<{ boards: readonly BoardRow[]; pins: readonly PinRow[] }>;

  /** Returns what is known of the pins of a board or a pinner. */
  abstract findKnownPins(entity: 'board' | 'pinner', id: string): Promise<KnownPins>;

  /** Returns the most saved known pins of a board (`MAX_TOP_PINS`). */
  abstract findTopPins(boardId: string): Promise<readonly PinRow[]>;

  /**
   * Returns the entities most similar to one (`MAX_SIMILAR`): of the nearest sizes (`NEAREST_PER_SIDE`) those with a shared topic, the most
   * shared topics first, then the nearest size. None for an entity without topics or of unknown size.
   */
  abstract findSimilar<V extends Variant>(variant: V, id: string): Promise<readonly ListRow[V][]>;

  /** Returns the number of entities and of known values, at most a minute old, and the time of the last import or recompute. */
  abstract stats(): Promise<StoredStats>;

  /** Returns the day of the last recompute; null before the first. */
  abstract findScoredDay(): Promise<Day | null>;
}
