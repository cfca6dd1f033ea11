import type { EntityType } from '#domain/catalog/variants';

/** An entity in the order of the keys, as a sitemap needs it. */
export interface KeyedEntity {
  readonly _id: string;
  /** The time of the last crawl; null if it was never crawled or the source no longer has it. */
  readonly crawled_at: Date | null;
}

/** All entities in the order of their keys. */
export abstract class CrawledEntities {
  /** Returns the ids after which chunks of `chunkSize` entities begin; an empty id is before the first. */
  abstract findChunkStarts(entity: EntityType, chunkSize: number): Promise<readonly string[]>;

  /** Returns the next entities after an id, at most `limit`. */
  abstract readAfter(entity: EntityType, id: string, limit: number): Promise<readonly KeyedEntity[]>;
}
