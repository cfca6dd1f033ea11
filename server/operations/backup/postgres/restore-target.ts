import { type ClientBase, escapeIdentifier } from 'pg';
import { isArchived } from '#server/operations/backup/archived-tables';
import { knownTables } from '#server/database/schema/schemas';
import { listAppliedMigrations, unknownMigrations } from '#server/database/migration/schema-version';
import { ownedBySiteSql } from '#server/operations/backup/postgres/snapshot';

/** What is in a database that an archive is to be restored into. */
export interface RestoreTarget {
  /** Whether it has tables of a site. */
  readonly hasSite: boolean;
  /** Tables that are not ours, as far as this release knows. */
  readonly unknownTables: readonly string[];
  /** Whether a newer release has migrated the database, so that unknown tables are probably its own. */
  readonly isNewer: boolean;
  /** Servers and commands that are using the database, by their names for Postgres. */
  readonly users: readonly string[];
}

/** A table, view, or sequence that our role owns. */
interface OwnRelation {
  readonly name: string;
  readonly kind: string;
  readonly isPartition: boolean;
}

/** Lists the tables, views, and sequences of the site's schema that our role owns, also those of other programs. */
export async function listOwnRelations(client: ClientBase): Promise<OwnRelation[]> {
  const { rows } = await client.query<OwnRelation>(
    `select o.relname::text "name", o.relkind::text kind, o.relispartition "isPartition"
     from pg_class o where ${ownedBySiteSql('o', 'rel')} and o.relkind in ('r', 'p', 'v', 'm', 'S') order by o.relname`,
  );
  return rows;
}

/** What tables were called in earlier releases, whose databases a restore may replace. */
const earlierNames = new Set(['letters', 'event_fold']);

/** Reads what a restore would replace. */
export async function readRestoreTarget(client: ClientBase): Promise<RestoreTarget> {
  const relations = await listOwnRelations(client);
  const isKnown = ({ name, kind, isPartition }: OwnRelation) =>
    isPartition || kind === 'S' || knownTables.has(name) || earlierNames.has(name) || !isArchived(name);
  const { rows: sessions } = await client.query<{ name: string }>(
    `select distinct application_name "name" from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name in ('corklight', 'corklight job', 'corklight lock')`,
  );
  return {
    hasSite: relations.some(({ name }) => name === 'migrations' || name === 'boards'),
    unknownTables: relations.filter((relation) => !isKnown(relation)).map(({ name }) => name),
    isNewer: unknownMigrations(await listAppliedMigrations(client)).length > 0,
    users: sessions.map(({ name }) => name),
  };
}

const dropStatements: Readonly<Record<string, string>> = { r: 'table', p: 'table', v: 'view', m: 'materialized view', S: 'sequence' };

/** Drops all tables, views, sequences and functions of the site's schema that our role owns, in the caller's transaction. */
export async function dropEverything(client: ClientBase): Promise<void> {
  for (const { name, kind } of await listOwnRelations(client)) {
    await client.query(`drop ${dropStatements[kind]} if exists ${escapeIdentifier(name)} cascade`);
  }
  const { rows } = await client.query<{ signature: string; kind: string }>(
    `select o.oid::regprocedure::text signature, case o.prokind when 'a' then 'aggregate' when 'p' then 'procedure' else 'function' end kind
     from pg_proc o where ${ownedBySiteSql('o', 'pro')}`,
  );
  for (const { signature, kind } of rows) await client.query(`drop ${kind} if exists ${signature} cascade`);
}
