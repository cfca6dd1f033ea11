import type { Pool, PoolClient } from 'pg';
import type { Series } from '#domain/catalog/history/readings';
import type { EntityType } from '#domain/catalog/variants';
import type { RemovedFile } from '#domain/data-quality/contract';
import { countsReadAt, lineFields, lineSources, ndjsonLine, seriesLines } from '#server/database/catalog-lines';
import { decodeSeries, historyColumnsSql, type StoredHistory } from '#server/database/history/history-sql';

/** Entities per batch of a download: one may have years of readings. */
const ENTITIES_PER_BATCH = 100;

/** Who a row tells something about: influencers by id (`#…`) and by user name (`@…`), so that a person's rows are found when they are erased. */
const peopleSql = {
  board: `'#' || e.pinner_id, '@' || lower(e.pinner_username)`,
  pinner: `'#' || e._id, '@' || lower(e.username)`,
  pin: `'#' || e.pinner_id, '@' || lower(e.pinner_username), '#' || board.pinner_id, '@' || lower(board.pinner_username)`,
} as const satisfies Record<EntityType, string>;

const objectSql = (fields: Readonly<Record<string, string>>): string =>
  `jsonb_build_object(${Object.entries(fields)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')})`;

interface RemovedRow extends StoredHistory {
  readonly line: Readonly<Record<string, unknown>>;
  readonly people: readonly string[];
  readonly last_crawled_at: Date | null;
}

/** Keeps entities with their readings before they are deleted, in the transaction that deletes them. */
export async function keepRows(
  client: PoolClient,
  cleanupId: number,
  entity: EntityType,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const { rows } = await client.query<RemovedRow>(
    `select jsonb_strip_nulls(${objectSql(lineFields(entity))}) line, array_remove(array[${peopleSql[entity]}], null) people,
       m.last_crawled_at, ${historyColumnsSql(entity, 'h.key')}
     from ${lineSources(entity)} where e._id = any($1) order by e._id`,
    [ids],
  );
  const kept = rows.map((row) => {
    const series = decodeSeries(entity, row);
    const { at, counts } = series;
    const known = row.last_crawled_at ? Object.entries(countsReadAt(row.last_crawled_at, series)) : [];
    return {
      line: { ...row.line, ...Object.fromEntries(known.filter(([, count]) => count !== null)) },
      series: at.length > 0 ? { at, ...counts } : undefined,
      people: row.people,
    };
  });
  await client.query(
    `insert into removed_rows (cleanup_id, line, series, people, removed_at)
     select $1, r -> 'line', r -> 'series', array(select jsonb_array_elements_text(r -> 'people')), $3 from jsonb_array_elements($2::jsonb) r`,
    [cleanupId, JSON.stringify(kept), now],
  );
}

interface KeptRow {
  readonly id: number;
  readonly line: Readonly<Record<string, unknown>> & { readonly _id: string };
  readonly series: ({ readonly at: readonly number[] } & Series['counts']) | null;
}

/** Reads the type of the kept entities of a cleanup; null if there are none. */
export async function findRemovedType(pool: Pool, cleanupId: number): Promise<EntityType | null> {
  const { rows } = await pool.query<{ entity_type: EntityType }>(
    'select entity_type from cleanups where id = $1 and exists (select 1 from removed_rows where cleanup_id = $1)',
    [cleanupId],
  );
  return rows[0]?.entity_type ?? null;
}

/**
 * Reads the kept entities of a cleanup, which every instance and every backup has. Fails where some of them are deleted meanwhile: a file that is
 * cut short would look whole.
 */
export async function* readRemovedLines(pool: Pool, cleanupId: number, file: RemovedFile): AsyncGenerator<string> {
  const entity = await findRemovedType(pool, cleanupId);
  if (entity === null) return;
  const counted = await pool.query<{ kept: number }>('select count(*)::int kept from removed_rows where cleanup_id = $1', [cleanupId]);
  let left = counted.rows[0]!.kept;
  let rows: readonly KeptRow[];
  let afterId = 0;
  do {
    ({ rows } = await pool.query<KeptRow>(
      `select id, line, ${file === 'series' ? 'series' : 'null'} series from removed_rows where cleanup_id = $1 and id > $2 order by id limit $3`,
      [cleanupId, afterId, ENTITIES_PER_BATCH],
    ));
    afterId = rows.at(-1)?.id ?? 0;
    left -= rows.length;
    const lines = rows.flatMap(({ line, series }) => {
      if (file === 'rows') return [line];
      if (series === null) return [];
      const { at, ...counts } = series;
      return seriesLines(entity, line._id, { at, counts });
    });
    yield lines.map(ndjsonLine).join('');
  } while (rows.length === ENTITIES_PER_BATCH);
  if (left > 0) throw new Error(`${left} rows that cleanup ${cleanupId} removed were deleted while they were downloaded.`);
}

/** Deletes what cleanups removed before a time, of each cleanup all at once, after its last row. Returns how many entities. */
export async function deleteRemovedBefore(pool: Pool, time: Date): Promise<number> {
  const { rows } = await pool.query<{ cleanup_id: number }>(
    'select cleanup_id from removed_rows group by cleanup_id having max(removed_at) < $1',
    [time],
  );
  let deleted = 0;
  for (const { cleanup_id: id } of rows) {
    // Not what it has removed meanwhile, where it goes on after a long time.
    const { rowCount } = await pool.query('delete from removed_rows where cleanup_id = $1 and removed_at < $2', [id, time]);
    deleted += rowCount ?? 0;
  }
  return deleted;
}
