import { type ClientBase, escapeIdentifier } from 'pg';
import type { TableSection } from '#server/operations/backup/archive-format';
import { inCopyOrder, isArchived } from '#server/operations/backup/archived-tables';

/**
 * The condition that an object of a system catalog is the site's own: in its schema, owned by our role or by the one that migrates, and
 * brought by no extension.
 */
export const ownedBySiteSql = (alias: string, prefix: string): string =>
  `${alias}.${prefix}namespace = (select oid from pg_namespace where nspname = current_schema())
    and (pg_has_role(${alias}.${prefix}owner, 'usage')
      or ${alias}.${prefix}owner = (select relowner from pg_class where oid = to_regclass('migrations')))
    and not exists (select 1 from pg_depend where objid = ${alias}.oid and deptype = 'e')`;

/** A table as the snapshot sees it. */
export interface SnapshotTable extends TableSection {
  readonly oid: number;
  readonly estimatedRows: number;
  /** The columns of its primary key; empty without one. */
  readonly key: readonly string[];
  readonly references: readonly string[];
}

/** Tables of the site's schema that no extension brought. */
const TABLES_SQL = `
  select c.oid::int8 oid, c.relname::text "name", greatest(c.reltuples, 0)::int8 "estimatedRows",
    array(select attname::text from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) columns,
    array(select attname::text from pg_index i, unnest(i.indkey) with ordinality as k(number, place)
      join pg_attribute on attnum = k.number and attrelid = c.oid where i.indrelid = c.oid and i.indisprimary order by k.place) "key",
    case when parent.oid is not null then json_build_object('of', parent.relname, 'bound', pg_get_expr(c.relpartbound, c.oid)) end "partition",
    array(select referred.relname::text from pg_constraint k join pg_class referred on referred.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) "references"
  from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
  where ${ownedBySiteSql('c', 'rel')} and c.relkind = 'r' and c.relpersistence = 'p'
  order by c.relname`;

async function listArchivedTables(client: ClientBase): Promise<SnapshotTable[]> {
  const { rows } = await client.query<SnapshotTable>(TABLES_SQL);
  return inCopyOrder(rows.filter(({ name }) => isArchived(name)));
}

const savepointOf = (index: number): string => `table_${index}`;

const UNDEFINED_TABLE_CODE = '42P01';
const MAX_LOCK_ATTEMPTS = 20;

const identityOf = (tables: readonly SnapshotTable[]): string =>
  JSON.stringify(tables.map(({ oid, name, columns }) => [oid, name, columns]));

/** Locks tables against being replaced, the last one first and each in a savepoint of its own, so that they can be released in order. */
async function lockInReverse(client: ClientBase, tables: readonly SnapshotTable[]): Promise<void> {
  for (const [index, { name }] of [...tables.entries()].toReversed()) {
    await client.query(`savepoint ${savepointOf(index)}; lock table only ${escapeIdentifier(name)} in access share mode`);
  }
}

/**
 * Begins a transaction that sees the database as of one moment, and returns its tables in the order in which they are to be copied. A
 * table that was replaced after that moment would look empty, so each is locked until `releaseTable`. LOCK TABLE takes no snapshot: the
 * moment is the first query after it. If tables were replaced or created meanwhile, it starts over.
 */
export async function beginSnapshot(client: ClientBase): Promise<SnapshotTable[]> {
  for (let attempt = 1; ; attempt++) {
    const before = await listArchivedTables(client);
    await client.query('begin isolation level repeatable read read only');
    try {
      await lockInReverse(client, before);
      const tables = await listArchivedTables(client);
      if (identityOf(tables) === identityOf(before)) return tables;
    } catch (error) {
      if ((error as { code?: string }).code !== UNDEFINED_TABLE_CODE) throw error;
    }
    await client.query('rollback');
    if (attempt === MAX_LOCK_ATTEMPTS) throw new Error('The tables of the database keep being replaced. Please try again.');
  }
}

/** Releases the lock of a copied table, so that a recompute may replace it while the other tables are copied. */
export const releaseTable = (client: ClientBase, index: number): Promise<unknown> =>
  client.query(`rollback to savepoint ${savepointOf(index)}`);

/** The last value of each used sequence. Sequences know no snapshots: these are at least those of the rows. */
export async function readSequences(client: ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select sequencename::text "name", last_value::text "last" from pg_sequences
     where schemaname = current_schema() and last_value is not null and sequencename <> 'migrations_id_seq' order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** The time of the snapshot and the version of Postgres. */
export async function readOrigin(client: ClientBase): Promise<{ createdAt: string; postgres: string }> {
  const { rows } = await client.query<{ createdAt: Date; postgres: string }>(
    `select now() "createdAt", split_part(current_setting('server_version'), ' ', 1) postgres`,
  );
  const [origin] = rows;
  return { createdAt: origin!.createdAt.toISOString(), postgres: origin!.postgres };
}

/** The id of this site, chosen at its first backup. */
export async function readSiteId(client: ClientBase): Promise<string> {
  await client.query(`insert into settings (name, value) values ('site_id', gen_random_uuid()) on conflict (name) do nothing`);
  const { rows } = await client.query<{ value: string }>(`select value from settings where name = 'site_id'`);
  return rows[0]!.value;
}
