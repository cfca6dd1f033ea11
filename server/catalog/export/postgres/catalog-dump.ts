import type { PoolClient } from 'pg';
import type { CatalogKind, FileKind } from '#domain/catalog/import/import-row';
import { entityOf, type EntityType, entityTypes } from '#domain/catalog/variants';
import { countsReadAt, crawledHistorySql, type DumpedLine, lineFields, lineSources, seriesLines } from '#server/database/catalog-lines';
import { historyTablesOf } from '#server/database/catalog-tables';
import { decodeSeries, historyColumnsSql, type StoredHistory } from '#server/database/history/history-sql';
import type { Postgres } from '#server/database/postgres';

const entitiesOf = (kind: CatalogKind): readonly EntityType[] => (kind === 'series' ? entityTypes : [entityOf[kind]]);

const ROWS_PER_FETCH = 1_000;

const seriesFields = ['entity', 'id', 'metric', 'points'] as const;
const interestFields = ['keyword', 'source', 'region', 'points', 'volume', 'measured_at', 'notes'] as const;

/** The fields of every line, in the order of the columns of a CSV file. */
export function dumpedFields(kind: FileKind): readonly string[] {
  if (kind === 'interest') return interestFields;
  return kind === 'series' ? seriesFields : Object.keys(lineFields(entityOf[kind]));
}

/** Entities that are only known because others name them come back with those. */
const rowsSql = (entity: EntityType): string =>
  `select ${Object.entries(lineFields(entity))
    .map(([name, sql]) => `${sql} "${name}"`)
    .join(', ')}, ${crawledHistorySql(entity)}
   from ${lineSources(entity)} where m.last_crawled_at is not null order by e._id`;

const historiesSql = (entity: EntityType): string =>
  `select h._id, ${historyColumnsSql(entity, 'h.key')} from ${historyTablesOf(entity).histories} h order by h._id`;

/** The search interest of keywords, one line per keyword, source, and region; then their volumes, one per day too. */
const curvesSql = `
  select min(name) keyword, source, nullif(region, '') region, json_agg(json_build_array(date '1970-01-01' + day, value) order by day) points
  from search_interest group by search_interest.keyword, source, search_interest.region order by search_interest.keyword, source, search_interest.region`;
const volumesSql = `
  select name keyword, source, nullif(region, '') region, volume, (date '1970-01-01' + day)::text measured_at, notes
  from keyword_volumes order by keyword_volumes.keyword, source, keyword_volumes.region, day`;

type LineRow = DumpedLine & StoredHistory & { readonly last_crawled_at: Date };

const lineOf = (entity: EntityType, { sealed, open, ...line }: LineRow): DumpedLine => ({
  ...line,
  ...countsReadAt(line.last_crawled_at, decodeSeries(entity, { sealed, open })),
});

/** Reads the whole catalog in the form that the import takes. */
export class CatalogDump {
  constructor(private readonly postgres: Postgres) {}

  /** How many entities the lines of a file come from; the search interest of a keyword, source, and region counts as one. */
  async countEntities(kind: FileKind): Promise<number> {
    if (kind === 'interest')
      return this.#count(
        '(select count(*) from (select distinct keyword, source, region from search_interest) line) + (select count(*) from keyword_volumes)',
      );
    const countSql = (entity: EntityType) =>
      kind === 'series'
        ? `select count(*) from ${historyTablesOf(entity).histories}`
        : `select count(*) from ${entity}_metrics where last_crawled_at is not null`;
    const sums = entitiesOf(kind).map((entity) => `(${countSql(entity)})`);
    return this.#count(sums.join(' + '));
  }

  async #count(sql: string): Promise<number> {
    const { rows } = await this.postgres.jobPool.query<{ count: string }>(`select (${sql})::text count`);
    return Number(rows[0]?.count);
  }

  /** Yields the lines of a file as of one moment, entity by entity, in batches: the memory does not grow with the catalog. */
  async *readLines(kind: FileKind): AsyncGenerator<{ readonly entities: number; readonly lines: readonly DumpedLine[] }> {
    const client = await this.postgres.jobPool.connect();
    try {
      await client.query('begin isolation level repeatable read, read only');
      // Sealing a month drops the table of its readings: not between the moment of the file and its last row.
      await client.query(`lock table ${entityTypes.map((entity) => historyTablesOf(entity).readings).join(', ')} in access share mode`);
      yield* linesOf(client, kind);
    } finally {
      // Ends the transaction too, also when the reader stopped early.
      client.release(true);
    }
  }
}

async function* linesOf(client: PoolClient, kind: FileKind): ReturnType<CatalogDump['readLines']> {
  if (kind === 'interest') {
    for (const sql of [curvesSql, volumesSql])
      for await (const rows of readRows<DumpedLine>(client, sql)) yield { entities: rows.length, lines: rows };
    return;
  }
  for (const entity of entitiesOf(kind)) {
    if (kind === 'series') {
      for await (const rows of readRows<StoredHistory & { readonly _id: string }>(client, historiesSql(entity)))
        yield { entities: rows.length, lines: rows.flatMap((row) => seriesLines(entity, row._id, decodeSeries(entity, row))) };
    } else {
      for await (const rows of readRows<LineRow>(client, rowsSql(entity)))
        yield { entities: rows.length, lines: rows.map((row) => lineOf(entity, row)) };
    }
  }
}

/** Reads the rows of a statement in batches, in the transaction of the client. */
async function* readRows<Row extends object>(client: PoolClient, sql: string): AsyncGenerator<readonly Row[]> {
  await client.query(`declare dump no scroll cursor for ${sql}`);
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${ROWS_PER_FETCH} from dump`);
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query('close dump');
}
