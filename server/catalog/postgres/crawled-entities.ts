import { Injectable } from '@nestjs/common';
import type { CrawledEntities, KeyedEntity } from '#domain/catalog/pages/crawled-entities';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import { tablesOf } from '#server/database/catalog-tables';
import { Postgres } from '#server/database/postgres';

const tableOf = (entity: EntityType): string => tablesOf(variantOf[entity]).text;

/** The last id of the chunk after an id. */
export const chunkEndStatement = (entity: EntityType, after: string, chunkSize: number) => ({
  name: `chunk-end-${entity}`,
  text: `select _id from ${tableOf(entity)} where _id > $1 order by _id offset $2 limit 1`,
  values: [after, chunkSize - 1],
});

/** The next entities after an id. */
export const keyedEntitiesStatement = (entity: EntityType, after: string, limit: number) => ({
  name: `keyed-${entity}`,
  text: `select _id, case when searchable then last_crawled_at end crawled_at from ${tableOf(entity)} where _id > $1 order by _id limit $2`,
  values: [after, limit],
});

/** Reads entities along the primary key, in short statements. */
@Injectable()
export class PostgresCrawledEntities implements CrawledEntities {
  constructor(private readonly postgres: Postgres) {}

  async findChunkStarts(entity: EntityType, chunkSize: number): Promise<readonly string[]> {
    const starts: string[] = [];
    for (let next: string | undefined = ''; next !== undefined; next = await this.#lastOfChunk(entity, next, chunkSize)) starts.push(next);
    const hasRows = (await this.readAfter(entity, starts.at(-1) ?? '', 1)).length > 0;
    return hasRows ? starts : starts.slice(0, -1);
  }

  async #lastOfChunk(entity: EntityType, after: string, chunkSize: number): Promise<string | undefined> {
    const { rows } = await this.postgres.pool.query<{ _id: string }>(chunkEndStatement(entity, after, chunkSize));
    return rows[0]?._id;
  }

  async readAfter(entity: EntityType, id: string, limit: number): Promise<readonly KeyedEntity[]> {
    const { rows } = await this.postgres.pool.query<KeyedEntity>(keyedEntitiesStatement(entity, id, limit));
    return rows;
  }
}
