import type { StoredColumns } from '#domain/catalog/rows/stored-columns';
import type { KnownCounts } from '#domain/catalog/website/screen-orders';
import type { CatalogStats, CatalogTotals, Provenance } from '#domain/catalog/detail-contract';
import type { Series } from '#domain/catalog/history/readings';
import type { TitleSource } from '#domain/catalog/title';
import type { EntityType, Variant } from '#domain/catalog/variants';

/** A complete entity: texts, current counts, series, and ranks. */
export interface StoredEntity<E extends EntityType = EntityType> extends Provenance, Series {
  readonly fields: StoredColumns<E> & { readonly _id: string };
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
  /** By list and order, the number of rows with a value; with `filterDataKey`, whether any row has data for a filter; with
   * `recentDayKey`, a day. */
  readonly known: Readonly<Record<Variant, KnownCounts>>;
  readonly newest_reading_at: Readonly<Record<Variant, Date | null>>;
}
