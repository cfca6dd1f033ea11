import { setTimeout } from 'node:timers/promises';
import { MIGRATION_APPLICATION_NAME } from '#server/database/migration/migration-lock';
import { inMigratingTransaction, migrate } from '#server/database/migrate';
import { migrations } from '#migrations/index';
import { readSeries } from '../../support/database/stored-history';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';

const HISTORY = 'History1790000030000';
const beforeHistory = new Set(
  migrations
    .map(({ name }) => name)
    .slice(
      0,
      migrations.findIndex(({ name }) => name === HISTORY),
    ),
);
const BOARD_COUNT = 6_000;
const KILL_COUNT = Number(process.env['KILL_ROUNDS'] ?? 3);

/** How far the boards are moved; null outside the move. */
async function movedKey(pool: TestDatabase['pool']): Promise<number | null> {
  const { rows } = await pool
    .query<{ after_key: number }>(`select after_key from history_moves where entity = 'board'`)
    .catch(() => ({ rows: [] }));
  return rows[0]?.after_key ?? null;
}

const endSessions = (pool: TestDatabase['pool']) =>
  pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1', [
    MIGRATION_APPLICATION_NAME,
  ]);

/** A start that is killed, as seen from Postgres: its sessions end at a random moment after the first batch that it moves. */
async function migrateUntilKilled({ url, pool }: TestDatabase): Promise<void> {
  const begunAt = (await movedKey(pool)) ?? 0;
  const run = migrate(url).then(
    () => 'over',
    () => 'over',
  );
  const hasMoved = async () => ((await movedKey(pool)) ?? 0) > begunAt;
  while ((await Promise.race([run, hasMoved()])) === false) await setTimeout(5);
  await setTimeout(Math.random() * 100);
  await endSessions(pool);
  await run;
}

describe('the move of histories into months', () => {
  /** A database of the release before, for copies. */
  let before: TestDatabase;
  let database: TestDatabase;
  beforeAll(async () => {
    before = await createTestDatabase('template0');
    await inMigratingTransaction(before.url, ({ apply }) => apply(beforeHistory));
    const today = Math.floor(Date.now() / 86_400_000);
    await before.pool.query(
      `insert into board_series (_id, at, follower_count, collaborator_count, pin_count, digest)
       select 'b' || n, (select array_agg(($1 - 200 + 10 * d) * 1440 + n % 1440 order by d) from generate_series(0, 20) d),
         (select array_agg(n + d order by d) from generate_series(0, 20) d), array_fill(null::int, array[21]), array_fill(n, array[21]), n
       from generate_series(1, $2::int) n`,
      [today, BOARD_COUNT],
    );
    await before.pool.query(`insert into board_metrics (_id) values ('b1')`);
  });
  beforeEach(async () => void (database = await createTestDatabase(before.name)));
  afterEach(() => database.close());
  afterAll(() => before.close());

  const seriesBefore = async () => {
    const { rows } = await database.pool.query<{ _id: string; at: number[]; follower_count: number[]; pin_count: number[] }>(
      'select _id, at, follower_count, pin_count from board_series order by _id',
    );
    return rows;
  };
  const seriesNow = async () =>
    (await readSeries(database.pool, 'board')).map(({ _id, at, follower_count, pin_count }) => ({ _id, at, follower_count, pin_count }));

  it('goes on behind its last batch after kills, and changes no reading', async () => {
    const series = await seriesBefore();
    for (let kill = 0; kill < KILL_COUNT; kill++) await migrateUntilKilled(database);
    await migrate(database.url);
    expect(await seriesNow()).toEqual(series);
    const { rows } = await database.pool.query(`select digest::int, to_regclass('history_moves') moves, to_regclass('board_series') old
      from board_metrics`);
    expect(rows).toEqual([{ digest: 1, moves: null, old: null }]);
    expect(await migrate(database.url)).toBe(0);
  });

  it.each([false, true])('keeps what was moved, unless the release before has changed it meanwhile: %s', async (isChanged) => {
    // A lock on the tables of the last kind interrupts the move behind all boards.
    const other = await database.pool.connect();
    await other.query('begin; lock table pin_series in access exclusive mode');
    const run = migrate(database.url).catch((error: Error) => error.message);
    while ((await movedKey(database.pool)) !== BOARD_COUNT) await setTimeout(20);
    await endSessions(database.pool);
    expect(await run).toEqual(expect.any(String));
    await other.query('rollback');
    other.release();
    const versionOf = async (key: number) =>
      (await database.pool.query<{ xmin: string }>('select xmin::text from board_months where key = $1 limit 1', [key])).rows[0]?.xmin;
    const [kept, series] = [await versionOf(1), await seriesBefore()];
    if (isChanged) await database.pool.query(`update board_series set follower_count[1] = 77 where _id = 'b9'`);
    await migrate(database.url);
    expect((await versionOf(1)) === kept).toBe(!isChanged);
    const expected = series.map((one) =>
      isChanged && one._id === 'b9' ? { ...one, follower_count: [77, ...one.follower_count.slice(1)] } : one,
    );
    expect(await seriesNow()).toEqual(expected);
  });
});
