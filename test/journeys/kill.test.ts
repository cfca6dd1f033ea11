import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { checksum, checksums, scoresChecksum } from '../support/checksum';
import { freshDatabase, type TestDatabase } from '../support/database';
import { seeded } from '../support/histories';
import { awayFromMidnight, CRAWLED, Duration, killAt, landing, Tally, writeBoards, writeSeries } from '../support/kill-rounds';
import { corklight, endServers } from '../support/running-server';

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 10);
const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);
const LIMIT = 60_000 + ROUNDS * 20_000;

let folder: string;
let files: { readonly boards: string; readonly series: string };
const databases: TestDatabase[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corklight-kill-'));
  files = { boards: await writeBoards(folder, 1_200, 5), series: await writeSeries(folder, 600, 60) };
  await awayFromMidnight(150_000);
});

afterEach(async () => {
  endServers();
  for (const database of databases.splice(0)) await database.close();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function open(): Promise<{ pool: Pool; environment: Record<string, string> }> {
  const database = await freshDatabase();
  databases.push(database);
  return { pool: database.pool, environment: { DATABASE_URL: database.url, ORDERED_LISTS_FROM: '1000', DEMO: 'false' } };
}

const rejects = () => ['--rejects', join(folder, 'rejects.ndjson')];
const importing = (kind: 'boards' | 'series'): string[] =>
  kind === 'boards'
    ? ['import', 'boards', files.boards, '--crawled-at', CRAWLED, ...rejects()]
    : ['import', 'series', files.series, '--as', 'board', ...rejects()];
const recompute = (day: string): string[] => ['momentum', 'recompute', '--as-of', day];

/** Runs a command to its end; answers how long that took. */
async function whole(args: readonly string[], environment: Record<string, string>): Promise<Duration> {
  const began = performance.now();
  const { code, stderr } = await corklight(args, environment);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  const took = new Duration();
  took.seen(performance.now() - began);
  return took;
}

it(
  `R18 an import killed at any moment and given again ends as if it had not been interrupted (${ROUNDS} moments)`,
  async () => {
    const random = seeded(SEED);
    const tally = new Tally();
    const calm = await open();
    const expected = new Map<string, { readonly took: Duration; readonly sums: Readonly<Record<string, string>> }>();
    for (const kind of ['boards', 'series'] as const) {
      expected.set(kind, { took: await whole(importing(kind), calm.environment), sums: await checksums(calm.pool) });
    }
    for (let round = 0; round < ROUNDS; round += 2) {
      const { pool, environment } = await open();
      for (const kind of (['boards', 'series'] as const).slice(0, ROUNDS - round)) {
        const { took, sums } = expected.get(kind)!;
        const killed = await killAt(0.15 + random() * 0.8, took, importing(kind), environment);
        tally.add(killed ? await landing(pool) : 'too late');
        // Now and then whoever comes next dies as well, in a recompute; what it left goes with its own rerun.
        const next = recompute(new Date().toISOString().slice(0, 10));
        const both = random() < 0.2;
        if (both) await killAt(0.2 + random() * 0.5, took, next, environment);
        await whole(importing(kind), environment);
        if (both) await whole(next, environment);
        expect({ round, kind, SEED, ...(await checksums(pool)) }).toEqual({ round, kind, SEED, ...sums });
      }
    }
    process.stdout.write(`import killed (seed ${SEED}): ${tally.toString()}\n`);
  },
  LIMIT,
);

it(
  `R18 a recompute killed at any moment shows the scores of one day, and given again those of a whole run (${ROUNDS} moments)`,
  async () => {
    const random = seeded(SEED + 1);
    const tally = new Tally();
    const { pool, environment } = await open();
    await whole(importing('boards'), environment);
    await whole(importing('series'), environment);
    const days = ['2026-03-01', '2026-02-20'] as const;
    const expected = new Map<string, { readonly took: Duration; readonly sum: string; readonly scores: string }>();
    for (const day of days) {
      const took = await whole(recompute(day), environment);
      expected.set(day, { took, sum: await checksum(pool), scores: await scoresChecksum(pool) });
    }
    const shown = days.map((day) => expected.get(day)?.scores);
    expect(new Set(shown).size).toBe(days.length);
    for (let round = 0; round < ROUNDS; round++) {
      const day = days[round % days.length]!;
      const { took, sum } = expected.get(day)!;
      const killed = await killAt(0.35 + random() * 0.6, took, recompute(day), environment);
      tally.add(killed ? await landing(pool) : 'too late');
      expect(shown).toContain(await scoresChecksum(pool));
      await whole(recompute(day), environment);
      expect({ round, day, SEED, sum: await checksum(pool) }).toEqual({ round, day, SEED, sum });
    }
    process.stdout.write(`recompute killed (seed ${SEED}): ${tally.toString()}\n`);
  },
  LIMIT,
);
