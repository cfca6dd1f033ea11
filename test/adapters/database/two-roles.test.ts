import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { ImportCatalog } from '#server/catalog/import/import-catalog';
import { PostgresImportRuns } from '#server/catalog/import/postgres/import-runs';
import { backUpDatabase } from '#server/operations/backup/postgres/back-up-database';
import { planRestore, restoreDatabase } from '#server/operations/backup/postgres/restore-database';
import { type Config, readConfig } from '#server/config/config';
import { migrate } from '#server/database/migrate';
import { connectDatabase, openDatabase } from '#server/launch/postgres/open-database';
import { examineDatabase } from '#server/operations/doctor/postgres/examine-database';
import { schedule } from '#server/jobs/schedule';
import { readKeys } from '#server/secrets/keys';
import { createTestApp } from '../../support/app/test-app';
import { testKeys } from '../../support/app/test-keys';
import { importSettings, NOW, rowsOfFile, silentObserver } from '../../support/database/import-fixture';
import { fillSite, siteChecksums } from '../../support/database/site-data';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { FakeWriteLock } from '../../support/fakes/write-lock';

/** A database whose owner migrates, and a second role that serves; `close` ends all three. */
class TwoRoles {
  private constructor(
    readonly database: TestDatabase,
    readonly owner: string,
    readonly server: string,
    /** Connections of the role that serves. */
    readonly serving: Pool,
    readonly config: Config,
  ) {}

  static async create(): Promise<TwoRoles> {
    const database = await createTestDatabase('template0');
    const name = new URL(database.url).pathname.slice(1);
    const [owner, server] = [`${name}_owner`, `${name}_server`];
    await database.pool.query(`
      create role ${owner} login password 'one';
      create role ${server} login password 'two';
      grant ${server} to ${owner};
      alter database ${name} owner to ${owner}`);
    const urlOf = (username: string, password: string) => Object.assign(new URL(database.url), { username, password }).toString();
    const urls = { DATABASE_URL: urlOf(server, 'two'), MIGRATION_DATABASE_URL: urlOf(owner, 'one') };
    const config = readConfig({ NODE_ENV: 'test', ...testKeys, ...urls });
    return new TwoRoles(database, owner, server, new Pool({ connectionString: urls.DATABASE_URL }), config);
  }

  async close(): Promise<void> {
    await this.serving.end();
    await this.database.pool.query(`drop owned by ${this.server}, ${this.owner} cascade`);
    const { pool } = this.database;
    await pool.query(`alter database ${new URL(this.database.url).pathname.slice(1)} owner to current_user`);
    await pool.query(`drop role ${this.owner}; drop role ${this.server}`);
    await this.database.close();
  }

  /** Fills the tables as the role that migrates. */
  async fill(): Promise<void> {
    const pool = new Pool({ connectionString: this.config.MIGRATION_DATABASE_URL });
    await fillSite(pool).finally(() => pool.end());
  }

  /** Imports boards as the role that serves. */
  async importBoards(folder: string): Promise<number> {
    const path = join(folder, 'boards.ndjson');
    const rows = Array.from({ length: 30 }, (_, index) => ({ id: `b${index}`, name: `Garden ${index}`, follower_count: index * 5 }));
    await writeFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const runs = new PostgresImportRuns(this.serving);
    const importer = new ImportCatalog(runs, { now: () => NOW }, new FakeWriteLock(), async () => undefined);
    const { inserted } = await importer.importSource(await rowsOfFile(path, 'boards'), importSettings('boards'), silentObserver);
    return inserted;
  }

  /** What `corklight doctor` says of the roles, with the names of the roles as `owner` and `server`. */
  async examine(change: Partial<Config> = {}): Promise<readonly string[]> {
    const config = { ...this.config, ...change };
    const findings = await examineDatabase(config.DATABASE_URL ?? '', config);
    return findings
      .filter(({ subject }) => subject === 'Database roles' || subject === 'Privileges')
      .map(({ state, message, fix }) =>
        `${state}: ${message}${fix === null ? '' : ` → ${fix}`}`.replaceAll(this.owner, 'owner').replaceAll(this.server, 'server'),
      );
  }

  /** The SQLSTATE with which Postgres refuses a statement of the role that serves; `done` if it does not. */
  async tryAsServer(sql: string): Promise<string> {
    return this.serving.query(`begin; ${sql}; rollback`).then(
      () => 'done',
      async (error: { readonly code: string }) => {
        await this.serving.query('rollback');
        return error.code;
      },
    );
  }
}

let site: TwoRoles;
let folder: string;
beforeEach(async () => {
  site = await TwoRoles.create();
  folder = await mkdtemp(join(tmpdir(), 'corklight-roles-'));
});
afterEach(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a site with a role for migrations and one for serving', () => {
  it('migrates, imports, runs every job, and serves', async () => {
    const { migrationCount, url } = await openDatabase(site.config);
    expect([migrationCount > 30, url]).toEqual([true, site.config.DATABASE_URL]);
    expect(await site.importBoards(folder)).toBe(30);
    const app = await createTestApp(url, { settings: { BACKUP_DIR: folder }, as: 'admin' });
    const listJobs = async () =>
      JSON.parse((await app.get('/api/admin/jobs')).text) as Record<'job' | 'running' | 'error' | 'off', unknown>[];
    const admin = await app.createUser('admin', 'jobs@people.test');
    const jobs = (await listJobs()).filter(({ off }) => off !== true).map(({ job }) => String(job));
    expect(jobs.length).toBeGreaterThan(schedule.length / 2);
    const start = async (job: string) => (await app.request('POST', `/api/admin/jobs/${job}/run`, { as: admin })).status;
    for (const job of jobs) {
      let status = await start(job);
      // The scheduler may just have started it.
      while (status === 409) status = await sleep(20).then(() => start(job));
      expect([job, status]).toEqual([job, 204]);
      while ((await listJobs()).some(({ running }) => running === true)) await sleep(20);
    }
    expect((await listJobs()).filter(({ error }) => error !== null)).toEqual([]);
    const boards = await app.get('/api/boards?query=garden&order_by=follower_count');
    expect(boards.body).toMatchObject({ total: 30 });
    await app.close();
  });

  it('lets the role that serves change rows, but neither accounts, sessions, nor subscriptions as tables, nor entries of the audit', async () => {
    await openDatabase(site.config);
    const DENIED = '42501';
    const tables = ['users', 'sessions', 'subscriptions', 'linked_accounts', 'second_factors', 'passkeys', 'account_audit', 'migrations'];
    for (const table of tables)
      for (const sql of [`alter table ${table} add column x text`, `drop table ${table}`, `truncate ${table} cascade`])
        expect([sql, await site.tryAsServer(sql)]).toEqual([sql, DENIED]);
    for (const sql of [
      'delete from account_audit',
      `update account_audit set action = 'x'`,
      'delete from migrations',
      'create schema other',
      'drop schema public cascade',
      'drop extension pg_trgm cascade',
      `create trigger x before update on users for each row execute function suppress_redundant_updates_trigger()`,
    ])
      expect([sql, await site.tryAsServer(sql)]).toEqual([sql, DENIED]);
    for (const sql of ['delete from users', 'select from account_audit', 'drop table board_scores', 'create temp table x ()'])
      expect([sql, await site.tryAsServer(sql)]).toEqual([sql, 'done']);
  });

  it('is made of a site with one role by adding the role that serves', async () => {
    const { MIGRATION_DATABASE_URL: ownerUrl = '' } = site.config;
    await migrate(ownerUrl);
    await site.database.pool.query(`create table board_scores_next (); alter table board_scores_next owner to ${site.owner}`);
    expect(await site.examine()).toEqual([
      'good: owner migrates, server serves',
      expect.stringMatching(/^good: owner may create tables/),
      expect.stringMatching(/^broken: server lacks rights on \w+, \w+, \w+ and \d+ more → Restart the server with MIGRATION_DATABASE_URL/),
    ]);
    expect(await openDatabase(site.config)).toMatchObject({ migrationCount: 0 });
    expect(await site.examine()).toEqual(['good: owner migrates, server serves', 'good: owner may create tables']);
    await site.serving.query('drop table board_scores_next');
  });

  it('starts without MIGRATION_DATABASE_URL until an upgrade has migrations', async () => {
    await openDatabase(site.config);
    const config = { ...site.config, MIGRATION_DATABASE_URL: undefined };
    expect(await openDatabase(config)).toMatchObject({ migrationCount: 0 });
    expect(await site.examine(config)).toEqual(['good: server may serve the tables of owner, which migrates them']);
    await site.database.pool.query('delete from migrations where id in (select max(id) from migrations)');
    await expect(openDatabase(config)).rejects.toThrow(
      `1 migration is pending, and ${site.server} may not change the tables of ${site.owner}. Set MIGRATION_DATABASE_URL with ${site.owner}, and start again.`,
    );
  });

  it('is restored by the role that migrates, and served by the other one as before', async () => {
    await migrate(site.config.MIGRATION_DATABASE_URL ?? '');
    await site.fill();
    const { url, migrationUrl, servingRole } = await openDatabase(site.config);
    const keys = readKeys(site.config);
    const { path } = await backUpDatabase({ url, pathOf: () => join(folder, 'site.backup'), keys });
    const before = await siteChecksums(site.database.pool);
    await site.database.pool.query('delete from users');
    await restoreDatabase(await planRestore(migrationUrl, path, keys), { isReplacing: true, servingRole });
    expect(await siteChecksums(site.database.pool)).toEqual(before);
    expect(await site.examine()).toEqual(['good: owner migrates, server serves', 'good: owner may create tables']);
    expect(await site.tryAsServer('drop table users')).toBe('42501');
  });

  it.each<[string, (roles: TwoRoles) => Partial<Config> | Promise<unknown>, RegExp]>([
    ['are the same', ({ config }) => ({ DATABASE_URL: `${config.MIGRATION_DATABASE_URL}?x` }), /: both are owner\. Use another role/],
    [
      'lead to two databases',
      ({ config }) => ({ MIGRATION_DATABASE_URL: config.MIGRATION_DATABASE_URL?.replace(/\/\w+$/, '/postgres') ?? '' }),
      /: MIGRATION_DATABASE_URL leads to another database than DATABASE_URL\. /,
    ],
    [
      'cannot be told apart, because the one that serves is a member of the other',
      ({ database, owner, server }) => database.pool.query(`revoke ${server} from ${owner}; grant ${owner} to ${server}`),
      /: server may do all that owner may\. Use a role in DATABASE_URL that is no superuser/,
    ],
    [
      'leave the database to the one that serves',
      ({ database, config, server }) =>
        database.pool.query(`alter database ${new URL(config.DATABASE_URL ?? '').pathname.slice(1)} owner to ${server}`),
      /: server owns \w+, and may drop its schema\. As a superuser: alter database/,
    ],
    [
      'cannot give each other tables',
      ({ database, owner, server }) => database.pool.query(`revoke ${server} from ${owner}`),
      /: owner may not give tables to server\. As a superuser: grant "server" to "owner";/,
    ],
  ])('does not start if the roles %s', async (_, change, reason) => {
    const changed = await change(site);
    const config = { ...site.config, ...('rows' in (changed as object) || Array.isArray(changed) ? {} : (changed as Partial<Config>)) };
    const error = await connectDatabase(config).then(
      () => null,
      (one: unknown) => one as Error,
    );
    expect(error?.message.replaceAll(site.owner, 'owner').replaceAll(site.server, 'server')).toMatch(reason);
  });

  it('does not start with a role for migrations that Postgres refuses, and names its setting', async () => {
    const config = { ...site.config, MIGRATION_DATABASE_URL: site.config.MIGRATION_DATABASE_URL?.replace(':one@', ':wrong@') };
    await expect(connectDatabase(config)).rejects.toThrow(/password authentication failed .* Check MIGRATION_DATABASE_URL, and that/);
  });
});
