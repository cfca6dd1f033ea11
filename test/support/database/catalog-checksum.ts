import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { entityTypes, variantOf } from '#domain/catalog/variants';
import { readSeries } from './stored-history';

/** Columns that may differ between two ways to the same catalog: timestamps of work, and the generation with its texts. */
const EXCLUDED_COLUMNS = new Set([
  'imported_at',
  'added_at',
  'changed_at',
  'ordered_at',
  'scored_at',
  'started_at',
  'finished_at',
  'generation',
  'text_rows',
]);

const checkedTables = [
  ...entityTypes.flatMap((entity) => [
    variantOf[entity],
    ...['metrics', 'scores', 'words', 'order', 'postings'].map((part) => `${entity}_${part}`),
  ]),
  'catalog_stats',
];

const checksumSql = (query: string): string =>
  `select md5(coalesce(string_agg(md5(t::text), '' order by t::text), '')) sum from (${query}) t`;

async function comparedColumns(pool: Pool, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select attname::text "name" from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attname`,
    [table],
  );
  return rows.map(({ name }) => name).filter((name) => !EXCLUDED_COLUMNS.has(name));
}

/** A checksum per table over every row and column except the excluded ones, of all series, and the table names under `tables`. */
export async function tableChecksums(pool: Pool): Promise<Readonly<Record<string, string>>> {
  const sums: Record<string, string> = {};
  for (const table of checkedTables) {
    const { rows } = await pool.query<{ sum: string }>(
      checksumSql(`select ${(await comparedColumns(pool, table)).join(', ')} from ${table}`),
    );
    sums[table] = rows[0]?.sum ?? '';
  }
  for (const entity of entityTypes) {
    const series = JSON.stringify(await readSeries(pool, entity));
    sums[`series of a ${entity}`] = createHash('md5').update(series).digest('hex');
  }
  const { rows } = await pool.query<{ sum: string }>(
    `select string_agg(tablename, ' ' order by tablename) sum from pg_tables where schemaname = 'public'`,
  );
  return { ...sums, tables: rows[0]?.sum ?? '' };
}

/** One md5 over the whole catalog: text, metrics, series, scores, terms, orders, posting lists, and totals. Equal content has an equal checksum. */
export async function catalogChecksum(pool: Pool): Promise<string> {
  return createHash('md5')
    .update(JSON.stringify(await tableChecksums(pool)))
    .digest('hex');
}

/** A checksum of only the scores and growth columns of all three kinds. */
export async function scoresChecksum(pool: Pool): Promise<string> {
  const sums = await tableChecksums(pool);
  const scoreTables = entityTypes.flatMap((entity) => [`${entity}_scores`, `${entity}_metrics`]);
  return createHash('md5')
    .update(scoreTables.map((table) => sums[table]).join(' '))
    .digest('hex');
}
