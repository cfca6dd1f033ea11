import type { ClientBase } from 'pg';
import { DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { formatCount } from '#domain/numbers';
import { dataSourceOptionsFor } from '#server/database/data-source';
import { withConnection } from '#server/database/transaction';
import { MIGRATION_APPLICATION_NAME, type MigrationLockOptions, withMigrationLock } from '#server/database/migration/migration-lock';
import { grantServingRights } from '#server/database/migration/serving-role';
import { listAppliedMigrations, unknownMigrations } from '#server/database/migration/schema-version';

interface MigrateOptions extends MigrationLockOptions {
  /** Runs before the pending migrations of a database that has been migrated before; they run only if it succeeds. */
  readonly beforeUpgrade?: (pending: readonly string[]) => Promise<void>;
  /** Gets the rights that it needs afterwards; null where the role that migrates serves as well. */
  readonly servingRole?: string | null;
}

/** A transaction that can apply migrations. */
interface MigratingTransaction {
  readonly client: ClientBase;
  /** Applies the pending migrations, or only those with these names. */
  readonly apply: (names?: ReadonlySet<string>) => Promise<number>;
}

async function withQueryRunner<T>(url: string, work: (source: DataSource, runner: QueryRunner) => Promise<T>): Promise<T> {
  const source = new DataSource({ ...dataSourceOptionsFor(url), extra: { application_name: MIGRATION_APPLICATION_NAME } });
  await source.initialize();
  const runner = source.createQueryRunner();
  try {
    return await work(source, runner);
  } finally {
    await runner.release();
    await source.destroy();
  }
}

/** Runs `work` in one transaction, in which it may apply migrations. */
export function inMigratingTransaction<T>(url: string, work: (transaction: MigratingTransaction) => Promise<T>): Promise<T> {
  return withQueryRunner(url, async (source, runner) => {
    const client = (await runner.connect()) as ClientBase;
    const executor = new MigrationExecutor(source, runner);
    const apply: MigratingTransaction['apply'] = async (names) => {
      const pending = (await executor.getPendingMigrations()).filter(({ name }) => !names || names.has(name));
      for (const migration of pending) await executor.executeMigration(migration);
      return pending.length;
    };
    await runner.startTransaction();
    try {
      const result = await work({ client, apply });
      await runner.commitTransaction();
      return result;
    } catch (error) {
      // The connection may be gone, and the transaction with it.
      await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    }
  });
}

/**
 * Runs pending migrations and returns their number. When several processes start together, one migrates and the others wait. Throws when
 * a newer release has migrated the database, since this one would write rows that the newer schema does not expect.
 */
export function migrate(url: string, options: MigrateOptions = {}): Promise<number> {
  return withMigrationLock(url, options, async (lock) => {
    const applied = await listAppliedMigrations(lock);
    const [newer] = unknownMigrations(applied).toReversed();
    if (newer) throw new SchemaTooNew(newer.name);
    return withQueryRunner(url, async (source) => {
      if (applied.length === 0) await refuseForeignTables(source);
      const pending = await new MigrationExecutor(source).getPendingMigrations();
      if (pending.length > 0 && applied.length > 0) {
        await refuseForeignOwner(lock, pending.length);
        await options.beforeUpgrade?.(pending.map(({ name }) => name));
      }
      const { length } = await source.runMigrations();
      if (options.servingRole) await grantServingRights(lock, options.servingRole);
      return length;
    });
  });
}

/** Throws when a database without our migrations has tables with names of ours. */
async function refuseForeignTables(source: DataSource): Promise<void> {
  const names = source.entityMetadatas.map(({ tableName }) => tableName);
  const found = await source.query<{ name: string }[]>(
    'select tablename::text "name" from pg_tables where schemaname = current_schema() and tablename = any($1) order by 1',
    [names],
  );
  if (found.length === 0) return;
  throw new Error(
    `this database has tables of another program with the names of ours: ${found.map(({ name }) => name).join(', ')}. Corklight needs a ` +
      'database of its own: create database corklight; then put that name at the end of DATABASE_URL.',
  );
}

/** Throws when the role only serves the tables of another one. */
async function refuseForeignOwner(client: ClientBase, pendingCount: number): Promise<void> {
  const { rows } = await client.query<{ role: string; owner: string }>(
    `select current_user::text "role", pg_get_userbyid(relowner)::text "owner" from pg_class
     where oid = to_regclass('migrations') and not pg_has_role(relowner, 'usage')`,
  );
  if (rows[0])
    throw new Error(
      `${formatCount(pendingCount, 'migration is', 'migrations are')} pending, and ${rows[0].role} may not change the tables of ` +
        `${rows[0].owner}. Set MIGRATION_DATABASE_URL with ${rows[0].owner}, and start again.`,
    );
}

/** A newer release has migrated the database. */
class SchemaTooNew extends Error {
  constructor(migration: string) {
    super(
      `a newer release has migrated this database (${migration}), and this one does not know its schema. Install the newer release ` +
        `again; or, to stay with this one, restore the backup from before the upgrade: corklight restore FILE --replace. ` +
        `See docs/upgrading.md.`,
    );
  }
}

/** Whether migrations have run on this database before. */
export const hasMigrated = (url: string): Promise<boolean> =>
  withConnection(
    { connectionString: url, application_name: MIGRATION_APPLICATION_NAME },
    async (client) => (await listAppliedMigrations(client)).length > 0,
  );
