import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { Audit1790000028700 } from '#migrations/1790000028700-audit';
import { PostgresAuditLog } from '#server/audit/postgres/audit-log';
import { OwnData } from '#server/auth/account/postgres/own-data';
import { connectDataSource, driverPool } from '#server/database/data-source';
import { Postgres } from '#server/database/postgres';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { operator, userActor } from '../../support/fakes/audit';
import { FakeSecrets } from '../../support/fakes/auth';

describe('the audit in Postgres', () => {
  let database: TestDatabase;
  let source: DataSource;
  let postgres: Postgres;
  let audit: PostgresAuditLog;
  beforeAll(async () => {
    database = await createTestDatabase();
    source = await connectDataSource(database.url);
    postgres = new Postgres(database.url, driverPool(source));
    audit = new PostgresAuditLog(postgres);
  });
  afterAll(async () => {
    await postgres.close();
    await source.destroy();
    await database.close();
  });
  beforeEach(() => database.pool.query('truncate account_audit restart identity'));

  const noFilters = { actor: '', target: '' };

  it('takes over the history of an earlier release, and gives it back', async () => {
    const runner = source.createQueryRunner();
    const migration = new Audit1790000028700();
    await migration.down(runner);
    await database.pool.query(
      `insert into account_audit (at, action, detail) values ('2026-01-01', 'sessions_ended', '2'), ('2026-01-02', 'premium_given', '2026-06-30'),
         ('2026-01-03', 'premium_ended', null), ('2026-01-04', 'account_deleted', null), ('2026-01-05', 'second_factor_reset', 'command line')`,
    );
    const readHistory = async () => (await database.pool.query('select * from account_audit order by id')).rows as unknown[];
    const history = await readHistory();
    await migration.up(runner);
    const { entries } = await audit.list({ ...noFilters, page: 1 });
    expect(entries.map(({ act, actor, details }) => [act, actor.label, details])).toEqual([
      ['second_factor_reset', 'Command line', {}],
      ['account_deleted', 'Deleted user', {}],
      ['premium_ended', 'Deleted user', {}],
      ['premium_given', 'Deleted user', { until: '2026-06-30' }],
      ['sessions_ended', 'Deleted user', { sessions: 2 }],
    ]);
    await audit.enter({ by: operator, at: new Date(), act: 'maintenance_begun' });
    await migration.down(runner);
    expect(await readHistory()).toEqual(history);
    await migration.up(runner);
    await runner.release();
  });

  it('is in the export of what is known of a person: what was done by and to them, without others', async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into users (email, is_confirmed, created_at) values ('ada@people.test', true, now()), ('bo@people.test', true, now()) returning id`,
    );
    const [ada = '', bo = ''] = rows.map(({ id }) => id);
    const at = new Date('2026-11-24T12:00:00Z');
    await audit.enter({ by: userActor(bo), at, act: 'sessions_ended', target: ada, details: { sessions: 2 } });
    await audit.enter({ by: userActor(ada), at, act: 'job_started', target: 'growth' });
    await audit.enter({ by: userActor(bo), at, act: 'job_started', target: 'lists' });
    const { account_audit: exported } = await new OwnData(postgres, new FakeSecrets()).exportAll(ada);
    expect(exported).toEqual([
      { act: 'sessions_ended', details: { sessions: 2 }, at, by: 'an administrator or operator' },
      { act: 'job_started', details: {}, at, by: 'you' },
    ]);
  });

  it('names neither an actor nor a person who is deleted in that moment', async () => {
    const gone = '00000000-0000-4000-8000-000000000009';
    await audit.enter({ by: userActor(gone), at: new Date(), act: 'sessions_ended', target: gone, details: { sessions: 1 } });
    const { entries } = await audit.list({ ...noFilters, page: 1 });
    expect(entries.map(({ actor, target }) => [actor.label, target?.label])).toEqual([['Deleted user', 'Deleted user']]);
  });

  it('is read in batches, each entry once, the newest first', async () => {
    await database.pool.query(
      `insert into account_audit (at, action, actor_kind, actor_label, target, details)
       select '2026-01-01', 'job_started', 'command', 'root@host', 'job ' || n, '{}' from generate_series(1, 2500) n`,
    );
    const sizes: number[] = [];
    const targets: (string | undefined)[] = [];
    for await (const batch of audit.readAll(noFilters)) {
      sizes.push(batch.length);
      targets.push(...batch.map(({ target }) => target?.label));
    }
    expect(sizes).toEqual([1000, 1000, 500]);
    expect(targets).toEqual(Array.from({ length: 2500 }, (_, index) => `job ${2500 - index}`));
  });

  it('is only added to: no statement of the product changes or deletes an entry', () => {
    const paths = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
    const sources = paths.map((path) => readFileSync(join('server', path), 'utf8')).join('\n');
    expect(sources).toContain('insert into account_audit');
    expect(sources).not.toMatch(/(update|delete from|truncate) account_audit/);
  });
});
