import { inMigratingTransaction, migrate } from '#server/database/migrate';
import { withMigrationLock } from '#server/database/migration/migration-lock';
import { migrations } from '#migrations/index';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';

let database: TestDatabase;
beforeEach(async () => (database = await createTestDatabase('template0')));
afterEach(() => database.close());

const allButLast = new Set(migrations.slice(0, -1).map(({ name }) => name));

describe('migrating a database', () => {
  it('tells which migrations are pending before it changes a schema that was migrated before', async () => {
    await inMigratingTransaction(database.url, ({ apply }) => apply(allButLast));
    const told: (readonly string[])[] = [];
    expect(await migrate(database.url, { beforeUpgrade: async (pending) => void told.push(pending) })).toBe(1);
    expect(told).toEqual([[migrations.at(-1)!.name]]);
    expect(await migrate(database.url, { beforeUpgrade: () => Promise.reject(new Error('nothing is pending')) })).toBe(0);
  });

  it('tells nothing of the first migration of an empty database', async () => {
    const count = await migrate(database.url, { beforeUpgrade: () => Promise.reject(new Error('nothing to lose')) });
    expect(count).toBe(migrations.length);
  });

  it('changes nothing when what has to happen before fails', async () => {
    await inMigratingTransaction(database.url, ({ apply }) => apply(allButLast));
    await expect(migrate(database.url, { beforeUpgrade: () => Promise.reject(new Error('the disk is full')) })).rejects.toThrow('the disk is full'); // prettier-ignore
    expect((await database.pool.query('select from migrations')).rowCount).toBe(migrations.length - 1);
  });

  it('refuses a schema of a newer release, and says how to go back', async () => {
    await migrate(database.url);
    await database.pool.query(`insert into migrations ("timestamp", name) values (1999999999999, 'Colors1999999999999')`);
    await expect(migrate(database.url)).rejects.toThrow(/newer release.*Colors1999999999999.*corklight restore FILE --replace/);
  });

  it('refuses a database in which another program has tables with names of ours, and leaves it as it was', async () => {
    await database.pool.query('create table users (name text); create table settings (value text); create table unrelated (value text)');
    await expect(migrate(database.url)).rejects.toThrow(/another program with the names of ours: settings, users\. .*create database/);
    const { rows } = await database.pool.query<{ names: string }>(
      `select string_agg(tablename, ' ' order by tablename) names from pg_tables where schemaname = 'public'`,
    );
    expect(rows).toEqual([{ names: 'settings unrelated users' }]);
  });

  it('goes on beside tables of another program with other names', async () => {
    await database.pool.query('create table unrelated (value text)');
    expect(await migrate(database.url)).toBe(migrations.length);
  });

  it('names the process it waits for, and waits no longer than allowed', async () => {
    const told: string[] = [];
    await withMigrationLock(database.url, {}, async () => {
      const waiting = migrate(database.url, { maxWaitMs: 50, onWait: (sentence) => void told.push(sentence) });
      await expect(waiting).rejects.toThrow('for too long');
    });
    expect(told).toEqual([expect.stringMatching(/^Waiting for process \d+ \(corklight migration, for \d+ s, idle after SELECT\)/)]);
  });

  it('goes on as soon as the other process is done', async () => {
    const { promise: hasWaited, resolve } = Promise.withResolvers<void>();
    let migrating: Promise<number> | undefined;
    await withMigrationLock(database.url, {}, async () => {
      migrating = migrate(database.url, { onWait: () => resolve() });
      await hasWaited;
    });
    expect(await migrating).toBe(migrations.length);
  });
});
