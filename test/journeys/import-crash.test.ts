import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { catalogChecksum, tableChecksums, scoresChecksum } from '../support/database/catalog-checksum';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database';
import { seededRandom } from '../support/database/random-series';
import {
  waitPastMidnight,
  CRAWLED_AT,
  ShortestDuration,
  killAtShare,
  describeProgress,
  Tally,
  writeBoards,
  writeSeries,
} from '../support/process/killed-command';
import { until } from '../support/app/read-catalog';
import { corklight, killLeftoverProcesses, type ServerProcess, startServer } from '../support/process/server-process';

/** Each round costs up to four commands; set KILL_ROUNDS for more of them. */
const ROUND_COUNT = Number(process.env['KILL_ROUNDS'] ?? 2);
const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);
/** Of a server with imports; its rounds cost the start of three servers. */
const SERVER_ROUND_COUNT = Math.ceil(ROUND_COUNT / 4);
/** The longest that a server runs until it is killed, after a file came in, or after its import began. */
const KILL_AFTER_MS = 3_000;
const TEST_TIMEOUT_MS = 120_000 + ROUND_COUNT * 60_000;

/** An import that nothing interrupts: how long it takes, and what the catalog has after it. */
interface Undisturbed {
  readonly took: ShortestDuration;
  readonly sums: Readonly<Record<string, string>>;
}

let folder: string;
let files: { readonly boards: string; readonly series: string };
/** The imports of the boards and then of the series, and the database that both have filled. */
let undisturbed: { readonly boards: Undisturbed; readonly series: Undisturbed; readonly database: TestDatabase };
const databases: TestDatabase[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corklight-kill-'));
  files = { boards: await writeBoards(folder, 1_200, 5), series: await writeSeries(folder, 600, 60) };
  await waitPastMidnight(150_000);
  const database = await createTestDatabase();
  const measureImport = async (kind: 'boards' | 'series'): Promise<Undisturbed> => {
    const took = await measureFullRun(importArgs(kind), environmentOf(database));
    return { took, sums: await tableChecksums(database.pool) };
  };
  undisturbed = { boards: await measureImport('boards'), series: await measureImport('series'), database };
});

afterEach(async () => {
  killLeftoverProcesses();
  for (const database of databases.splice(0)) await database.close();
});

afterAll(async () => {
  await undisturbed.database.close();
  await rm(folder, { recursive: true, force: true });
});

const environmentOf = ({ url }: TestDatabase) => ({ DATABASE_URL: url, ORDERED_LISTS_FROM: '1000', DEMO: 'false' });

/** An empty database, or a copy of the one with both imports. */
async function openDatabase(content: 'empty' | 'imported' = 'empty'): Promise<{ pool: Pool; environment: Record<string, string> }> {
  const database = await createTestDatabase(content === 'imported' ? undisturbed.database.name : undefined);
  databases.push(database);
  return { pool: database.pool, environment: environmentOf(database) };
}

const rejectsOption = () => ['--rejects', join(folder, 'rejects.ndjson')];
const importArgs = (kind: 'boards' | 'series'): string[] =>
  kind === 'boards'
    ? ['import', 'boards', files.boards, '--crawled-at', CRAWLED_AT, ...rejectsOption()]
    : ['import', 'series', files.series, '--as', 'board', ...rejectsOption()];
const recomputeArgs = (day: string): string[] => ['momentum', 'recompute', '--as-of', day];

/** A random part of a duration, in a later stretch of it with every two rounds, so that few rounds meet all of its phases. */
const randomPart = (random: () => number, round: number): number => (Math.floor(round / 2) + random()) / Math.ceil(ROUND_COUNT / 2);

/** Runs a command to its end and returns how long that took. */
async function measureFullRun(args: readonly string[], environment: Record<string, string>): Promise<ShortestDuration> {
  const startedAt = performance.now();
  const { code, stderr } = await corklight(args, environment);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  const took = new ShortestDuration();
  took.record(performance.now() - startedAt);
  return took;
}

it(
  `an import that is killed and repeated ends like an uninterrupted one (${ROUND_COUNT} moments)`,
  async () => {
    const random = seededRandom(SEED);
    const tally = new Tally();
    for (let round = 0; round < ROUND_COUNT; round += 2) {
      const { pool, environment } = await openDatabase();
      for (const kind of (['boards', 'series'] as const).slice(0, ROUND_COUNT - round)) {
        const { took, sums } = undisturbed[kind];
        const killed = await killAtShare(0.15 + 0.8 * randomPart(random, round), took, importArgs(kind), environment);
        tally.count(killed ? await describeProgress(pool) : 'too late');
        // Sometimes a recompute is killed next; its own rerun removes what it left.
        const recompute = recomputeArgs(new Date().toISOString().slice(0, 10));
        const killsRecompute = random() < 0.2;
        if (killsRecompute) await killAtShare(0.2 + random() * 0.5, took, recompute, environment);
        await measureFullRun(importArgs(kind), environment);
        if (killsRecompute) await measureFullRun(recompute, environment);
        expect({ round, kind, SEED, ...(await tableChecksums(pool)) }).toEqual({ round, kind, SEED, ...sums });
      }
    }
    process.stdout.write(`import killed (seed ${SEED}): ${tally.toString()}\n`);
  },
  TEST_TIMEOUT_MS,
);

it(
  `an import whose taking back is killed and repeated leaves the catalog as if it had never been (${ROUND_COUNT} moments)`,
  async () => {
    const random = seededRandom(SEED + 3);
    const tally = new Tally();
    // Lists that no import had rows for are counted too; months of readings stay as empty tables.
    const others = { catalog_stats: '', tables: '' };
    let took: ShortestDuration | undefined;
    for (let round = 0; round <= ROUND_COUNT; round++) {
      const { pool, environment } = await openDatabase('imported');
      const { rows } = await pool.query<{ id: string }>('select max(id)::text id from imports');
      const args = ['imports', 'take-back', rows[0]!.id];
      const stateOf = async () =>
        (await pool.query<{ state: string }>('select state from imports order by id desc limit 1')).rows[0]?.state;
      if (took && (await killAtShare(0.3 + 0.65 * random(), took, args, environment))) tally.count((await stateOf()) ?? 'none');
      if ((await stateOf()) !== 'taken_back') took = await measureFullRun(args, environment);
      expect({ round, SEED, ...(await tableChecksums(pool)), ...others }).toEqual({ round, SEED, ...undisturbed.boards.sums, ...others });
    }
    process.stdout.write(`take-back killed (seed ${SEED}): ${tally.toString()}\n`);
  },
  TEST_TIMEOUT_MS,
);

it(
  `a killed recompute leaves the scores of one day, and its rerun those of an uninterrupted run (${ROUND_COUNT} moments)`,
  async () => {
    const random = seededRandom(SEED + 1);
    const tally = new Tally();
    const { pool, environment } = await openDatabase('imported');
    const days = ['2026-03-01', '2026-02-20'] as const;
    const expected = new Map<string, { readonly took: ShortestDuration; readonly sum: string; readonly scores: string }>();
    for (const day of days) {
      const took = await measureFullRun(recomputeArgs(day), environment);
      expected.set(day, { took, sum: await catalogChecksum(pool), scores: await scoresChecksum(pool) });
    }
    const possibleScores = days.map((day) => expected.get(day)?.scores);
    expect(new Set(possibleScores).size).toBe(days.length);
    for (let round = 0; round < ROUND_COUNT; round++) {
      const day = days[round % days.length]!;
      const { took, sum } = expected.get(day)!;
      const killed = await killAtShare(0.35 + 0.6 * randomPart(random, round), took, recomputeArgs(day), environment);
      tally.count(killed ? await describeProgress(pool) : 'too late');
      expect(possibleScores).toContain(await scoresChecksum(pool));
      await measureFullRun(recomputeArgs(day), environment);
      expect({ round, day, SEED, sum: await catalogChecksum(pool) }).toEqual({ round, day, SEED, sum });
    }
    process.stdout.write(`recompute killed (seed ${SEED}): ${tally.toString()}\n`);
  },
  TEST_TIMEOUT_MS,
);

/** A server that leads a process group, so that a signal reaches the import that it has started, too. */
const startInGroup = (environment: Readonly<Record<string, string>>): Promise<ServerProcess> =>
  startServer(environment, { program: join('dist', 'server', 'main.js'), args: [], isGroup: true });

it(
  `files that are sent and put into the watched folder end as they do by command, through kills (${2 * SERVER_ROUND_COUNT} moments)`,
  async () => {
    const random = seededRandom(SEED + 2);
    const tally = new Tally();
    for (let round = 0; round < SERVER_ROUND_COUNT; round++) {
      const { pool, environment } = await openDatabase();
      const home = await mkdtemp(join(folder, 'site-'));
      const incoming = join(home, 'imports', 'incoming');
      const site = { ...environment, DATA_DIR: join(home, 'data'), IMPORT_DIR: join(home, 'imports'), IMPORT_SETTLE_SECONDS: '1' };
      await corklight(['admin', 'create', '--email', 'admin@example.com'], site);
      const made = await corklight(['keys', 'create', '--email', 'admin@example.com', '--name', 'feed', '--json'], site);
      const { token } = JSON.parse(made.stdout) as { token: string };
      let server = await startInGroup(site);
      const readStates = async () =>
        (await pool.query<{ name: string; state: string }>('select name, state from imports order by id')).rows;
      const send = async () => {
        const query = `kind=boards&name=boards.ndjson&modified_at=${CRAWLED_AT}`;
        const sent = await fetch(`${server.origin}/api/imports?${query}`, {
          method: 'POST',
          headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${token}` },
          body: await readFile(files.boards),
        }).catch(() => null);
        return sent === null ? 'cut off' : `${sent.status}${sent.ok ? '' : await sent.text()}`;
      };
      const drop = async () => {
        await writeFile(join(incoming, 'import.json'), '{"kind": "series", "as": "board"}');
        await copyFile(files.series, join(incoming, '.series'));
        await rename(join(incoming, '.series'), join(incoming, 'series.ndjson'));
      };
      const kill = async (begunImports: number) => {
        const isBegun = async () =>
          (await readStates()).filter(({ state }) => state === 'running' || state === 'done').length === begunImports;
        if (random() < 0.7) await until(isBegun);
        await new Promise((resolve) => setTimeout(resolve, random() * KILL_AFTER_MS));
        tally.count((await readStates()).map(({ name, state }) => `${name} ${state}`).join(' and ') || 'nothing');
        await server.stop('SIGKILL');
        server = await startInGroup(site);
      };
      // The boards come first, as by command. An answer that a kill has cut off is sent again, as a program does.
      await Promise.all([send(), kill(1)]);
      if ((await readStates()).length === 0) expect(await send()).toBe('202');
      await until(async () => (await readStates()).every(({ state }) => state === 'done'));
      await drop();
      await kill(2);
      await until(async () => existsSync(join(home, 'imports', 'done', '2-series.ndjson')));
      expect(await readStates()).toEqual([
        { name: 'boards.ndjson', state: 'done' },
        { name: 'series.ndjson', state: 'done' },
      ]);
      await server.stop();
      // A server makes months of events ahead.
      const { tables, ...sums } = await tableChecksums(pool);
      const withoutMonths = tables?.replaceAll(/ events_\d{4}_\d\d/g, '');
      expect({ round, SEED, ...sums, tables: withoutMonths }).toEqual({ round, SEED, ...undisturbed.series.sums });
    }
    process.stdout.write(`files killed (seed ${SEED}): ${tally.toString()}\n`);
  },
  TEST_TIMEOUT_MS,
);
