import type { StoredColumns } from '#domain/catalog/columns';
import type { Provenance } from '#domain/catalog/detail-contract';
import type { Metric } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';

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
  /** For a pin: its owner's followers, which the pin's `follower_count` metric reads. */
  readonly owner_at: readonly number[];
  readonly owner_followers: readonly (number | null)[];
}
