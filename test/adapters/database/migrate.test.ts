import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { migrations } from '#migrations/index';
import { inMigratingTransaction, migrate } from '#server/database/migrate';
import { withMigrationLock } from '#server/database/migration/migration-lock';
import { buildNextTables, createNextTables, inTransactionWithLockRetries, type SwapWait, swapTables } from '#server/database/table-swap';
import { NamesFromIds1790000050000 } from '#migrations/1790000050000-names-from-ids';
import { dataSourceOptionsFor } from '#server/database/data-source';
import { createTestDatabase, type TestDatabase, useTestDatabase } from '../../support/database/test-database';
import { insertEntity } from '../../support/database/insert-entity';

describe('migrating a database', () => {
  let database: TestDatabase;
  beforeEach(async () => (database = await createTestDatabase('template0')));
  afterEach(() => database.close());

  const allButLast = new Set(migrations.slice(0, -1).map(({ name }) => name));

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

describe('swapping tables', () => {
  let database: TestDatabase;
  let client: PoolClient;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = await database.pool.connect();
  });
  afterAll(async () => {
    client.release();
    await database.close();
  });

  async function queryValue(sql: string): Promise<string> {
    const { rows } = await client.query<{ value: string }>(sql);
    return rows[0]?.value ?? '';
  }

  /** The bytes that this connection has written to the write-ahead log. */
  async function loggedBytes(): Promise<number> {
    await client.query('select pg_stat_force_next_flush()');
    return Number(await queryValue('select wal_bytes "value" from pg_stat_get_backend_wal(pg_backend_pid())'));
  }

  describe('the next generation of a table', () => {
    it('is written without a log even if it is smaller than 2 MB, where Postgres has no replicas', async () => {
      await client.query('create table texts (number integer primary key, text text not null)');
      // With replicas, all is logged. Postgres before 18 does not count the bytes of a connection; the embedded one is newer, and has none.
      const isMinimal = (await queryValue(`select setting "value" from pg_settings where name = 'wal_level'`)) === 'minimal';
      const bytesBefore = isMinimal ? await loggedBytes() : 0;
      await buildNextTables(client, ['texts'], async () => {
        await client.query('insert into texts_next select number, md5(number::text) from generate_series(1, 20000) number');
      });
      const stored = Number(await queryValue(`select pg_relation_size('texts_next') "value"`));
      expect(stored).toBeGreaterThan(1_000_000);
      expect(stored).toBeLessThan(2_000_000);
      if (isMinimal) expect((await loggedBytes()) - bytesBefore).toBeLessThan(stored / 4);
    });
  });

  describe('replacing a table that another session reads', () => {
    /** What pg_dump does: a lock on every table until its end. */
    async function dump(table: string): Promise<{ end(): Promise<void> }> {
      const dumping = await database.pool.connect();
      await dumping.query(`set application_name = 'pg_dump'; begin; lock table ${table} in access share mode`);
      return {
        end: async () => {
          await dumping.query('commit');
          dumping.release(true);
        },
      };
    }

    const quick: Partial<SwapWait> = { lockTimeoutMs: 1, firstDelayMs: 1, maxDelayMs: 1 };
    const blocker = /The table dumped could not be replaced for \d+ s: process \d+ \(pg_dump, for \d+ s, idle after SET\) holds a lock/;

    beforeEach(async () => {
      await client.query('drop table if exists dumped; create table dumped (number integer)');
      await createNextTables(client, ['dumped']);
      await client.query('insert into dumped_next values (1)');
    });

    it('waits for a long dump and names it, and lets readers pass meanwhile', async () => {
      const dumping = await dump('dumped');
      const reports: string[] = [];
      let attempts = 0;
      const { promise: hasTriedLong, resolve } = Promise.withResolvers<void>();
      const swapping = inTransactionWithLockRetries(
        client,
        ['dumped'],
        async () => {
          if (++attempts === 100) resolve();
          await swapTables(client, ['dumped']);
        },
        { ...quick, reportIntervalMs: 0, report: (sentence) => void reports.push(sentence) },
      );
      await hasTriedLong;
      expect((await database.pool.query('select from dumped')).rowCount).toBe(0);
      await dumping.end();
      await swapping;
      expect(reports[0]).toMatch(blocker);
      expect((await database.pool.query('select from dumped')).rowCount).toBe(1);
    });

    it('gives up after its bound, with the name of the session that is in the way', async () => {
      const dumping = await dump('dumped');
      const swapping = inTransactionWithLockRetries(client, ['dumped'], () => swapTables(client, ['dumped']), { ...quick, maxWaitMs: 0 });
      await expect(swapping).rejects.toThrow(blocker);
      await dumping.end();
      expect((await database.pool.query('select from dumped')).rowCount).toBe(0);
    });
  });
});

const UNNAMED_COUNT = 5_200;

describe('the migration to names from ids', () => {
  const database = useTestDatabase();
  const queryRows = async (sql: string) => (await database.pool.query<Record<string, unknown>>(sql)).rows;
  const storedTerms = () => queryRows('select _id, terms, term_occurrences from pinners order by _id');

  async function migrateUp(): Promise<void> {
    const source = await new DataSource(dataSourceOptionsFor(database.url)).initialize();
    await new NamesFromIds1790000050000().up(source.createQueryRunner());
    await source.destroy();
  }

  it('gives stored influencers the terms that imports give new ones, in batches, and has their list built again', async () => {
    await insertEntity(database.pool, 'pinners', { _id: 'instagram:lulaoficial', name: null, description: 'Oficial', topics: ['Brasil'] });
    await insertEntity(database.pool, 'pinners', { _id: 'instagram:named', name: 'Ada' });
    await insertEntity(database.pool, 'pinners', { _id: 'instagram:user', name: ' ', username: 'ada' });
    const imported = await storedTerms();
    // As the release before left them.
    await database.pool.query(`update pinners set terms = '{ofici,brasil}', term_occurrences = '{8,2}' where name is null`);
    await database.pool.query(
      `insert into pinners (_id, source, imported_at) select '~user_' || n, 'test', now() from generate_series(1, $1::int) n`,
      [UNNAMED_COUNT],
    );
    await database.pool.query(`insert into pinner_words values ('brasil', 7);
      update catalog_stats set generation = 1, behind = false where variant in ('pinners', 'pins')`);

    await migrateUp();

    const migrated = await storedTerms();
    expect(migrated.filter(({ _id }) => !String(_id).startsWith('~'))).toEqual(imported);
    expect(migrated.filter(({ terms }) => String(terms).startsWith('user'))).toHaveLength(UNNAMED_COUNT);
    // Of the first batch; the next build of the read model counts them all.
    expect(await queryRows(`select term, total from pinner_words where term !~ '^\\d' order by term`)).toEqual([
      { term: 'brasil', total: 7 },
      { term: 'instagram', total: 1 },
      { term: 'lulaofici', total: 1 },
      { term: 'ofici', total: 1 },
      { term: 'user', total: 4_999 },
    ]);
    expect(await queryRows('select variant from catalog_stats where behind')).toEqual([{ variant: 'pinners' }]);
  });
});
