import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { until } from '../support/app/read-catalog';
import { tableChecksums } from '../support/database/catalog-checksum';
import { copyDemoDatabase } from '../support/database/demo-database';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database';
import { CRAWLED_AT, Tally, waitPastMidnight } from '../support/process/killed-command';
import { corklight, killLeftoverProcesses, type ServerProcess, startServer } from '../support/process/server-process';

/** Each round removes a whole demo, which takes a minute on a busy machine; set KILL_ROUNDS for more of them. */
const ROUND_COUNT = Math.ceil(Number(process.env['KILL_ROUNDS'] ?? 2) / 2);
/** The longest that a server goes on after the moment that a round waits for. */
const KILL_AFTER_MS = 1_500;

const demoRows = `select (select count(*)::int from boards where source = 'demo') + (select count(*)::int from pinners where source = 'demo')
  + (select count(*)::int from pins where source = 'demo') count`;

let folder: string;
const databases: TestDatabase[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corklight-demo-'));
  await waitPastMidnight(150_000);
});
afterAll(async () => {
  killLeftoverProcesses();
  for (const database of databases) await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(made: Promise<TestDatabase>): Promise<{ readonly pool: Pool; readonly site: Record<string, string> }> {
  const database = await made;
  databases.push(database);
  return { pool: database.pool, site: { DATABASE_URL: database.url, DATA_DIR: await mkdtemp(join(folder, 'site-')) } };
}

async function importOwn(site: Readonly<Record<string, string>>): Promise<void> {
  const file = join(folder, 'mine.ndjson');
  const rows = Array.from({ length: 40 }, (_, index) => ({ _id: `mine${index}`, name: `Plum ${index}`, follower_count: 100 + index }));
  await writeFile(file, rows.map((row) => JSON.stringify(row)).join('\n'));
  const { code, stderr } = await corklight(['import', 'boards', file, '--crawled-at', CRAWLED_AT], site);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
}

/** Without what a server makes ahead, and lists that only the demo had rows for. */
const sumsOf = async (pool: Pool) => ({ ...(await tableChecksums(pool)), tables: '', catalog_stats: '' });

it(
  `a removal of the demo whose server is killed goes on at the next start, and leaves nothing of it (${ROUND_COUNT} moments)`,
  async () => {
    const without = await open(createTestDatabase());
    await importOwn({ ...without.site, DEMO: 'false' });
    const expected = await sumsOf(without.pool);
    const tally = new Tally();
    for (let round = 0; round < ROUND_COUNT; round++) {
      const { pool, site } = await open(copyDemoDatabase());
      const count = async () => (await pool.query<{ count: number }>(demoRows)).rows[0]!.count;
      const state = async () => (await pool.query<{ value: string }>(`select value from settings where name = 'demo'`)).rows[0]?.value;
      await importOwn(site);
      const all = await count();
      // As a click on the page records it.
      await pool.query(`update settings set value = 'removal' where name = 'demo'`);
      let server: ServerProcess = await startServer(site);
      // Amid the rows, or amid what is computed again without them.
      const isAmidRows = Math.random() < 0.5;
      await until(async () => (await count()) < (isAmidRows ? all : 1));
      await new Promise((resolve) => setTimeout(resolve, Math.random() * KILL_AFTER_MS));
      await server.stop('SIGKILL');
      const left = await count();
      tally.count((await state()) === 'false' ? 'too late' : left > 0 ? 'with rows left' : 'without rows left');
      server = await startServer(site);
      await until(async () => (await state()) === 'false');
      await server.stop();
      expect({ round, ...(await sumsOf(pool)) }).toEqual({ round, ...expected });
      const { rows } = await pool.query(
        `select (select count(*)::int from users where email like '%@demo.test') users, (select count(*)::int from events) events,
           (select count(*)::int from keywords) keywords`,
      );
      expect(rows).toEqual([{ users: 0, events: 0, keywords: 0 }]);
    }
    process.stdout.write(`removal of the demo killed: ${tally.toString()}\n`);
  },
  240_000 + ROUND_COUNT * 120_000,
);
