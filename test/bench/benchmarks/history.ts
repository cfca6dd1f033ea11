import { monthOfDay } from '#domain/days';
import { Client } from 'pg';
import { WriterScope } from '#domain/jobs/write-lock';
import { mergeHistories } from '#server/catalog/import/postgres/merge-histories';
import { sealMonths } from '#server/catalog/history/postgres/seal-months';
import { copyRows } from '#server/database/copy/text-copy';
import { migrate } from '#server/database/migrate';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { LAST_DAY } from '../data/random-series.js';
import { withScratchDatabase } from '../data/scratch-database.js';
import type { BenchContext, Benchmark } from '../benchmark.js';
import { toFinding } from '../finding.js';

const MAX_BOARDS = 50_000;
const MONTH = monthOfDay(LAST_DAY);
const DAYS = MONTH.to - MONTH.from;

const boardId = (board: number): string => String(1e17 + ((board * 7919) % 1e6) * 1e6 + board);
const followersOn = (board: number, day: number): number => 1_000 + board * 3 + day * (board % 17);

/** Seconds and megabytes of WAL of some work. */
async function measured(client: Pick<Client, 'query'>, work: () => Promise<unknown>): Promise<{ seconds: number; walMb: number }> {
  const position = async () =>
    Number((await client.query<{ bytes: string }>(`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn bytes`)).rows[0]!.bytes);
  const [from, startedAt] = [await position(), performance.now()];
  await work();
  return { seconds: (performance.now() - startedAt) / 1_000, walMb: ((await position()) - from) / 1e6 };
}

/** Appends a day of readings of all boards as an import does, whose rows are staged already. */
async function appendDay(postgres: Postgres, boards: number, day: number, time: (work: () => Promise<unknown>) => Promise<void>) {
  await inTransaction(postgres.jobPool, async (client) => {
    await client.query(
      `create temp table incoming_board (_id text collate "C", is_new boolean, crawled_on int, at int[], timed boolean[], follower_count int[], collaborator_count int[], pin_count int[]) on commit drop`,
    );
    function* rows() {
      for (let board = 0; board < boards; board++)
        yield [
          boardId(board),
          day === MONTH.from,
          day - 1,
          [day * 1440 + (board % 1440)],
          '{t}',
          [followersOn(board, day)],
          [board % 9],
          [100 + (board % 300)],
        ];
    }
    await copyRows(
      client,
      'incoming_board',
      ['_id', 'is_new', 'crawled_on', 'at', 'timed', 'follower_count', 'collaborator_count', 'pin_count'],
      rows(),
    );
    await client.query('analyze incoming_board');
    await time(() => mergeHistories(client, { runId: 1, entity: 'board' }));
  });
}

/** Copies the same numbers into a narrow table with its key. */
async function copyDay(client: Client, boards: number, day: number): Promise<void> {
  function* rows() {
    for (let board = 0; board < boards; board++)
      yield [boardId(board), day, board % 1440, followersOn(board, day), board % 9, 100 + (board % 300)];
  }
  await copyRows(client, 'narrow', ['_id', 'day', 'minute', 'followers', 'collaborators', 'pins'], rows());
}

async function sizeMb(client: Pick<Client, 'query'>, tables: string): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(oid)) bytes from pg_class where relkind = 'r' and relname ~ $1`,
    [tables],
  );
  return Number(rows[0]!.bytes) / 1e6;
}

async function measure(bench: BenchContext, url: string) {
  await migrate(url);
  const postgres = new Postgres(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  const boards = Math.min(bench.size, MAX_BOARDS);
  try {
    await client.query('update catalog_stats set open_from = $1', [MONTH.from]);
    await client.query(
      `create table narrow (_id text collate "C", day int, minute smallint, followers int, collaborators int, pins int, primary key (_id, day))`,
    );
    const [append, copy]: Awaited<ReturnType<typeof measured>>[][] = [[], []];
    for (let day = MONTH.from; day < MONTH.to; day++) {
      await appendDay(postgres, boards, day, async (work) => void append!.push(await measured(client, work)));
      copy!.push(await measured(client, () => copyDay(client, boards, day)));
    }
    const seal = await measured(client, () => sealMonths(postgres, new WriterScope(), MONTH.to));
    const { rows: dead } = await client.query<{ dead: number }>(
      `select coalesce(sum(n_dead_tup), 0)::int dead from pg_stat_user_tables where relname ~ '^board_(months|readings|histories)'`,
    );
    // The first day also gives every board its key.
    const amortized = (figure: 'seconds' | 'walMb') => append!.slice(1).map((day) => day[figure] + seal[figure] / DAYS);
    const perDay = `a day of ${boards.toLocaleString('en-US')} boards x 3, sealing included`;
    const other = (figure: 'seconds' | 'walMb') => ({
      name: 'COPY into a narrow table',
      samples: copy!.slice(1).map((day) => day[figure]),
    });
    return [
      toFinding({ operation: perDay, unit: 's', ours: amortized('seconds'), other: other('seconds'), goal: { ratio: 1.5 } }),
      toFinding({
        operation: 'its WAL',
        unit: 'MB',
        ours: amortized('walMb'),
        other: other('walMb'),
        goal: { ratio: 1.5 },
        note: `${dead[0]!.dead} dead rows in the tables of the history`,
      }),
      toFinding({
        operation: `${DAYS} such days on disk, sealed`,
        unit: 'MB',
        ours: [await sizeMb(client, '^board_(months|readings|histories)')],
        other: { name: 'the narrow table', samples: [await sizeMb(client, '^narrow$')] },
        goal: { ratio: 0.4 },
      }),
    ];
  } finally {
    await Promise.all([postgres.close(), client.end()]);
  }
}

/** The history of a month, appended day by day and sealed, beside a plain table of the same numbers. */
export const history: Benchmark = {
  title: 'A month of history, day by day',
  measure: (bench) => withScratchDatabase(bench.url, 'history', false, (url) => measure(bench, url)),
};
