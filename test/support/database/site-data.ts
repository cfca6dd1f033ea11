import type { Pool } from 'pg';
import { isArchived } from '#server/operations/backup/archived-tables';

/**
 * What a restore changes on purpose: the generation of the read model, which is rebuilt. And what releases before lanes knew of how far an import
 * that is half applied had come: it reads its file again.
 */
const REBUILT_COLUMNS = new Set([
  'catalog_stats.behind',
  'catalog_stats.generation',
  'catalog_stats.ordered_at',
  'import_runs.applied_slice',
  'import_runs.applied_batch',
]);

/** A checksum of every row of every table that a backup holds, by table. The commands themselves add entries to the audit: `except` leaves it out. */
export async function siteChecksums(pool: Pool, except?: 'account_audit'): Promise<Readonly<Record<string, string>>> {
  return checksumsOf(
    pool,
    (await listTables(pool)).filter((table) => isArchived(table.name) && table.name !== except),
  );
}

/** A table and its columns. */
export interface ComparedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The tables of a database and their columns. */
export async function listTables(pool: Pool): Promise<ComparedTable[]> {
  const { rows } = await pool.query<ComparedTable>(
    `select c.relname::text "name", array(select attname::text from pg_attribute
       where attrelid = c.oid and attnum > 0 and not attisdropped order by attname) columns
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  );
  return rows;
}

/** A checksum of these columns of every row, by table. */
export async function checksumsOf(pool: Pool, tables: readonly ComparedTable[]): Promise<Readonly<Record<string, string>>> {
  const sums: Record<string, string> = {};
  for (const { name, columns } of tables) {
    const compared = columns.filter((column) => !REBUILT_COLUMNS.has(`${name}.${column}`)).map((column) => `"${column}"`);
    const { rows } = await pool.query<{ sum: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(md5(t::text), '' order by t::text), '')) sum from (select ${compared.join(', ')} from ${name}) t`,
    );
    sums[name] = rows[0]?.sum ?? '';
  }
  return sums;
}

const historiesSql = `
    insert into board_histories (_id) select _id from boards;
    insert into board_months select key, 20000, decode('00ff5c6e0a', 'hex') from board_histories;
    create table board_readings_2026_11 partition of board_readings for values from (20758) to (20788);
    insert into board_readings (key, day, minute, import_id, follower_count)
      select key, 20760 + key % 9, key % 1440, 0, nullif(key % 7, 0) from board_histories;
    update board_metrics set digest = -9223372036854775808;`;

/** Histories before they were kept in months. */
const seriesSql = `
    insert into board_series (_id, at, follower_count, collaborator_count, pin_count, digest)
      select _id, array[20000, 20001], array[1, null], '{}', array[null, null]::integer[], -9223372036854775808 from boards;`;

/** Fills a database with made-up rows whose values are hard to copy: odd characters, empty and null arrays, bytes, times, fractions. */
export async function fillSite(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ old: boolean; imports: boolean }>(
    `select to_regclass('board_series') is not null "old", to_regclass('imports') is not null "imports"`,
  );
  await pool.query(`
    insert into users (id, email, password_hash, is_confirmed, created_at, unsubscribed_at)
      select gen_random_uuid(), 'person' || n || '@example.org', null, true, '2026-01-01 10:00:00.123456+02'::timestamptz + n * interval '1 day',
        case when n % 2 = 0 then '-infinity'::timestamptz end from generate_series(1, 20) n;
    insert into sessions (token_hash, user_id, created_at, seen_at, expires_at)
      select md5(email), id, created_at, created_at, created_at + interval '30 days' from users;
    insert into boards (_id, name, description, topics, imported_at, source, terms)
      select 'b' || n, (array[E'a\\tb\\\\N', E'line\\nbreak\\r', 'émoji 🌵', '\\.', '', null])[1 + n % 6], E'\\\\N', array['a,b', '"', '{}', null, E'\\\\'],
        now(), 'test', array['x' || n] from generate_series(1, 3000) n;
    insert into board_metrics (_id, follower_count, follower_growth_last_90_days)
      select _id, 1000 - length(_id), (array[0.1 + 0.2, 'NaN', '-0', 1e-300, null]::float8[])[1 + length(_id) % 5] from boards;
    ${rows[0]?.old ? seriesSql : historiesSql}
    insert into board_scores (_id, growth, score, raw, confidence, flags)
      select _id, array[1.5, null], array[0.1]::real[], '{}', '{1}', '{0}' from boards;
    create table events_2026_10 partition of events for values from ('2026-10-01 00:00:00+00') to ('2026-11-01 00:00:00+00');
    insert into events (at, visitor, name, metadata)
      select '2026-10-05'::timestamptz + n * interval '1 hour', gen_random_uuid(), 'page_view', jsonb_build_object('n', n, 'text', E'\\u2028 "')
      from generate_series(1, 1000) n;
    insert into events (at, visitor, name) values ('2020-01-01', gen_random_uuid(), 'page_view');
    insert into linked_accounts (user_id, platform, external_id, username, access_token, key_id, access_expires_at, linked_at, renewed_at, read_at)
      select id, 'pinterest', email, email, decode('00ff5c6e0a', 'hex'), 'k1', now(), now(), now(), now() from users limit 3;
    insert into import_runs (kind, source, fingerprint, phase, started_at) values ('boards', 'x', 'y', 'done', now());
    update catalog_stats set total = 3000, known = '{"follower_count": 3000}' where variant = 'boards'`);
  if (rows[0]?.imports === true)
    await pool.query(`insert into imports (way, kind, name, state, received_at) values ('command', 'boards', 'x', 'done', now())`);
}
