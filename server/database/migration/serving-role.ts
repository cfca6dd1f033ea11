import { type ClientBase, escapeIdentifier } from 'pg';
import { variants } from '#domain/catalog/variants';
import { tablesOf } from '#server/database/catalog-tables';

/** Tables that imports and jobs analyze, partition, or replace by the next generation: only their owner may. */
const rebuiltTables: ReadonlySet<string> = new Set([
  ...variants.flatMap((variant) => Object.values(tablesOf(variant))),
  'top_performers',
  'momentum_averages',
  'keywords',
  'keyword_ranks',
  'events',
]);

/** Staging tables and next generations, which a role that served before may have left. */
const WORK_IN_PROGRESS = /^import_\d+_|_stage$|_next$/;

/** What serving may do with the rows of the other tables: it only adds to the audit, and only reads which migrations have run. */
const rowRights: Readonly<Record<string, readonly string[]>> = {
  account_audit: ['select', 'insert'],
  migrations: ['select'],
  typeorm_metadata: ['select'],
};
const ALL_ROW_RIGHTS = ['select', 'insert', 'update', 'delete'];
const SEQUENCE_RIGHTS = ['select', 'usage'];

/** A table or sequence of which the serving role lacks rights. */
interface LackingRights {
  readonly name: string;
  readonly isSequence: boolean;
  /** Whether the role must own it. */
  readonly mustOwn: boolean;
  readonly rights: readonly string[];
}

interface Relation extends Pick<LackingRights, 'name' | 'isSequence'> {
  /** The table itself, or the one that it is a partition of. */
  readonly table: string;
  readonly granted: readonly string[];
}

/** Lists the tables and sequences of the site on which a role lacks rights that serving needs. */
export async function listLackingRights(client: ClientBase, role: string): Promise<LackingRights[]> {
  const { rows } = await client.query<Relation>(
    `select c.relname::text "name", c.relkind = 'S' "isSequence", coalesce(parent.relname, c.relname)::text "table",
       case c.relkind when 'S' then array(select r from unnest($2::text[]) r where has_sequence_privilege($1::name, c.oid, r))
         else array(select r from unnest($3::text[]) r where has_table_privilege($1::name, c.oid, r)) end granted
     from pg_class site join pg_class c on c.relowner = site.relowner and c.relnamespace = site.relnamespace
       left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
     where site.oid = to_regclass('migrations') and c.relkind in ('r', 'p', 'S') and not pg_has_role($1::name, c.relowner, 'usage')
     order by 1`,
    [role, SEQUENCE_RIGHTS, ALL_ROW_RIGHTS],
  );
  return rows.flatMap(({ name, isSequence, table, granted }) => {
    const mustOwn = rebuiltTables.has(table) || WORK_IN_PROGRESS.test(name);
    const needed = isSequence ? SEQUENCE_RIGHTS : (rowRights[table] ?? ALL_ROW_RIGHTS);
    const rights = needed.filter((right) => !granted.includes(right));
    return mustOwn || rights.length > 0 ? [{ name, isSequence, mustOwn, rights }] : [];
  });
}

/**
 * Gives the role that serves what it lacks, as the role that migrated: rows of all tables, and the tables that imports and jobs rebuild. It
 * can then neither change nor drop the tables of accounts and of the audit.
 */
export async function grantServingRights(client: ClientBase, role: string): Promise<void> {
  const to = escapeIdentifier(role);
  const { rows } = await client.query<{ schema: string; database: string; mayCreate: boolean; mayStage: boolean }>(
    `select current_schema()::text "schema", current_database()::text "database",
       has_schema_privilege($1::name, current_schema(), 'usage') and has_schema_privilege($1::name, current_schema(), 'create') "mayCreate",
       has_database_privilege($1::name, current_database(), 'temporary') "mayStage"`,
    [role],
  );
  const [{ schema, database, mayCreate, mayStage } = { schema: '', database: '', mayCreate: true, mayStage: true }] = rows;
  const statements = (await listLackingRights(client, role)).map(({ name, isSequence, mustOwn, rights }) =>
    mustOwn
      ? `alter table ${escapeIdentifier(name)} owner to ${to}`
      : `grant ${rights.join(', ')} on ${isSequence ? 'sequence' : 'table'} ${escapeIdentifier(name)} to ${to}`,
  );
  if (!mayStage) statements.unshift(`grant temporary on database ${escapeIdentifier(database)} to ${to}`);
  // The owner of a table must be allowed to create in its schema.
  if (!mayCreate) statements.unshift(`grant usage, create on schema ${escapeIdentifier(schema)} to ${to}`);
  if (statements.length > 0) await client.query(statements.join(';'));
}
