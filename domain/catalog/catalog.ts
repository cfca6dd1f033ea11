import type { CatalogSearch } from '#domain/catalog/contract';
import type { CountedChoices } from '#domain/catalog/filters/choice-counts';
import type { RangeFilter } from '#domain/catalog/filters/filter-kinds';
import type { AppliedFilter } from '#domain/catalog/filters/applied-filters';
import type { BoardRow, Page, PinnerRow, PinRow } from '#domain/catalog/list-contract';
import type { EntitySummary } from '#domain/catalog/pages/entity-summaries';
import type { StoredEntity, StoredStats } from '#domain/catalog/rows/stored-entity';
import type { EntityType, Variant } from '#domain/catalog/variants';
import type { Day } from '#domain/days';

export interface ListRow {
  readonly boards: BoardRow;
  readonly pinners: PinnerRow;
  readonly pins: PinRow;
}

/** A row of a list, or of any of them, that was found by its id. */
export type FoundRow<V extends Variant = Variant> = ListRow[V] & { readonly is_gone: boolean };

/** The rows of one page, with the totals of the list. */
export interface CatalogPage<V extends Variant> extends Omit<Page, 'page'> {
  readonly rows: readonly ListRow[V][];
}

/** The ids of a list in order, up to the number that was asked for, with the total of the list. */
export interface ListIds extends Pick<Page, 'total'> {
  readonly ids: readonly string[];
}

/** An entity in the order of the keys, as a sitemap needs it. */
export interface KeyedEntity {
  readonly _id: string;
  /** The time of the last crawl; null if it was never crawled or the source no longer has it. */
  readonly crawled_at: Date | null;
}

/** The rows of what is similar, and of the most saved pins of a board. */
export const MAX_SIMILAR = 8;
export const MAX_BOARD_TOP_PINS = 12;

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

  /**
   * Returns the rows with these ids, in the order of the ids, with pictures, momentum, and sparkline, and whether each is gone at its
   * source. Ids that were deleted are skipped.
   */
  abstract findRows<V extends Variant>(variant: V, ids: readonly string[]): Promise<readonly FoundRow<V>[]>;

  /** Returns the version of a list. It changes within two seconds whenever a page of the list may have changed. */
  abstract listVersion(variant: Variant): Promise<string>;

  /** Counts the rows of a search that were first stored after a time, and up to another if there is one; exact. Order and page are ignored. */
  abstract countAddedSince(variant: Variant, search: CatalogSearch, since: Date, until?: Date): Promise<number>;

  /** Returns the rows of a list that each choice of a filter matches by itself, exactly, on a day. */
  abstract countChoices(variant: Variant, choices: readonly AppliedFilter[], today: Day): Promise<CountedChoices>;

  /**
   * Returns the number of rows of a list from each edge to below the next one, by their number of a filter. Unknown numbers count nowhere;
   * momentum is that of the default metric and period.
   */
  abstract countBins(variant: Variant, filter: RangeFilter, edges: readonly number[]): Promise<readonly number[]>;

  /** Returns one entity, or null. */
  abstract find<E extends EntityType>(entity: E, id: string): Promise<StoredEntity<E> | null>;

  /** Returns the few fields of an entity that the head of its page needs, or null. */
  abstract findSummary(entity: EntityType, id: string): Promise<EntitySummary | null>;

  /** Returns the ids after which chunks of `chunkSize` entities begin, in the order of the keys; an empty id is before the first. */
  abstract findChunkStarts(entity: EntityType, chunkSize: number): Promise<readonly string[]>;

  /** Returns the next entities after an id in the order of the keys, at most `limit`. */
  abstract listAfter(entity: EntityType, id: string, limit: number): Promise<readonly KeyedEntity[]>;

  /** Returns a pinner's largest boards and most saved pins, at most ten of each. */
  abstract findTopWorks(pinnerId: string): Promise<{ boards: readonly BoardRow[]; pins: readonly PinRow[] }>;

  /** Returns the most saved known pins of a board (`MAX_BOARD_TOP_PINS`). */
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

/** A serialized response, computed once and sent many times. */
export interface CachedResponse {
  readonly bytes: Uint8Array;
  /** Identifies the content: equal tags mean equal responses. */
  readonly etag: string;
}

/** A cache of list pages. Viewers' rights are checked before it; the cache knows no viewers. */
export abstract class ResponseCache {
  /** Returns the response cached for this key and list version, else the one `create` computes; concurrent callers share it. */
  abstract getOrCreate(key: string, version: string, create: () => Promise<unknown>): Promise<CachedResponse>;
}
