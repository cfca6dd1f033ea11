import type { ClientBase } from 'pg';
import { entityTypes, variantOf } from '#domain/catalog/variants';
import { InvalidArchive } from '#server/operations/backup/archive-format';
import { checkSeal } from '#server/operations/backup/archive-keys';
import { type Archive, readSealed, verifyArchive } from '#server/operations/backup/archive-reader';
import { prepareSession, withBackupClient } from '#server/operations/backup/postgres/backup-client';
import { loadTables, type OnRestoreProgress } from '#server/operations/backup/postgres/load-tables';
import { dropEverything, listOwnRelations, readRestoreTarget, type RestoreTarget } from '#server/operations/backup/postgres/restore-target';
import { tablesOf } from '#server/database/catalog-tables';
import { inMigratingTransaction } from '#server/database/migrate';
import { type MigrationLockOptions, withMigrationLock } from '#server/database/migration/migration-lock';
import { grantServingRights } from '#server/database/migration/serving-role';
import { unknownMigrations } from '#server/database/migration/schema-version';
import type { Keys } from '#server/secrets/keys';

/** A restore that was refused, and why. Nothing has changed. */
export class RestoreRefused extends Error {}

/** A verified archive, and what is in the database that it is to be restored into. */
export interface RestorePlan {
  readonly url: string;
  readonly archive: Archive;
  readonly target: RestoreTarget;
  /** What the operator should know before it begins: keys that differ, or that the archive is not verified. */
  readonly warnings: readonly string[];
}

const MAX_NAMED_TABLES = 5;

function assertKnownSchema({ header }: Archive): void {
  const [newer] = unknownMigrations(header.migrations).toReversed();
  if (newer)
    throw new InvalidArchive(
      `This archive is of release ${header.release}, whose schema (${newer.name}) this release does not know. Install that release or a later one.`,
    );
}

function assertReplaceable({ users, hasSite, unknownTables, isNewer }: RestoreTarget): void {
  if (users.length > 0)
    throw new RestoreRefused(`The database is in use (${users.join(', ')}). Stop every server and command that uses it first.`);
  if (hasSite && unknownTables.length > 0 && !isNewer) {
    const names = unknownTables.slice(0, MAX_NAMED_TABLES).join(', ');
    throw new RestoreRefused(`The database also has tables that are not Corklight's (${names}). Restore into an empty database instead.`);
  }
}

/** What the operator should know of the keys; throws for an archive that another may have written, unless the operator accepts it. */
function warningsOf({ doubt, warnings }: ReturnType<typeof checkSeal>, acceptsUnverified: boolean): readonly string[] {
  if (doubt === null) return warnings;
  if (acceptsUnverified) return [doubt, ...warnings];
  throw new RestoreRefused(
    `${doubt} It may have an administrator that someone else added. If no one else could write to it, add --unverified.`,
  );
}

/**
 * Reads the whole archive and looks at the database; throws if the one cannot be restored into the other. Changes nothing. `identities`
 * decrypt an encrypted archive; with `acceptsUnverified`, the operator trusts one that no signature of this site confirms.
 */
export async function planRestore(
  url: string,
  path: string,
  keys: Keys,
  { identities, acceptsUnverified = false }: { readonly identities?: readonly string[]; readonly acceptsUnverified?: boolean } = {},
): Promise<RestorePlan> {
  const sealed = await readSealed(path, identities);
  const warnings = warningsOf(checkSeal(sealed, keys), acceptsUnverified);
  const archive = await verifyArchive(sealed);
  assertKnownSchema(archive);
  const target = await withBackupClient(url, readRestoreTarget);
  assertReplaceable(target);
  return { url, archive, target, warnings };
}

/**
 * Marks derived data as stale: the next refresh rebuilds the read model (until then, lists read the tables), and a recompute in progress
 * starts over.
 */
async function discardDerived(client: ClientBase): Promise<void> {
  await client.query('update catalog_stats set generation = null, behind = true');
  await client.query(`delete from job_runs where job = 'growth stage'`);
}

/**
 * Fills the term dictionaries that prefixes and typos are looked up in. The next build of the read model would, but that of a small catalog
 * waits for the next recompute.
 */
async function fillTermDictionaries(client: ClientBase): Promise<void> {
  for (const variant of entityTypes.map((entity) => variantOf[entity])) {
    const { text, words } = tablesOf(variant);
    await client.query(`truncate ${words}`);
    await client.query(`insert into ${words} (term, total) select term, count(*) from ${text}, unnest(terms) term group by term`);
  }
}

const MAX_LOCK_WAIT_SQL = `set local lock_timeout = '30s'`;

/**
 * Restores an archive in one transaction, so that a failure leaves everything as it was: a schema of the archive's version, its rows, and
 * the migrations since then. Returns the number of rows.
 */
export async function restoreDatabase(
  { url, archive }: RestorePlan,
  { isReplacing, servingRole = null, onProgress = () => undefined, ...options }: RestoreOptions,
): Promise<number> {
  return withMigrationLock(url, options, async (lock) => {
    const target = await readRestoreTarget(lock);
    assertReplaceable(target);
    if (target.hasSite && !isReplacing) throw new RestoreRefused('The database already has a site. Add --replace to replace it.');
    const rows = await inMigratingTransaction(url, async ({ client, apply }) => {
      await prepareSession(client);
      await client.query(MAX_LOCK_WAIT_SQL);
      if (target.hasSite) await dropEverything(client);
      const others = new Set((await listOwnRelations(client)).map(({ name }) => name));
      await apply(new Set(archive.header.migrations.map(({ name }) => name)));
      const own = new Set((await listOwnRelations(client)).map(({ name }) => name).filter((name) => !others.has(name)));
      const loaded = await loadTables(client, archive, { own, others }, onProgress);
      await apply();
      await discardDerived(client);
      await fillTermDictionaries(client);
      if (servingRole !== null) await grantServingRights(client, servingRole);
      return loaded;
    });
    await lock.query('analyze');
    return rows;
  });
}

interface RestoreOptions extends Pick<MigrationLockOptions, 'onWait'> {
  /** Whether the operator agreed to lose the site that the database has. */
  readonly isReplacing: boolean;
  /** The role that serves, if it is another one than that of the restore. */
  readonly servingRole?: string | null;
  readonly onProgress?: OnRestoreProgress;
}
