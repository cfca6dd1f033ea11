import { randomUUID } from 'node:crypto';
import { setTimeout as passed } from 'node:timers/promises';
import type { SiteAnalytics } from '#domain/analytics/visitors/contract';
import { parseDay } from '#domain/days';
import { readConfig } from '#server/config/config';
import { CryptoSecrets } from '#server/secrets/crypto-secrets';
import { readKeys } from '#server/secrets/keys';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database';
import { seededRandom } from '../support/database/random-series';
import { testKeys } from '../support/app/test-keys';
import { comparableFigures, figuresFromEvents } from '../support/database/raw-site-figures';
import { killLeftoverProcesses, type ServerProcess, startServer } from '../support/process/server-process';

const ROUND_COUNT = Number(process.env['KILL_ROUNDS'] ?? 10);
const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);
const WRITER_COUNT = 12;
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

const secrets = new CryptoSecrets(readKeys(readConfig({ NODE_ENV: 'test', ...testKeys })));
const token = secrets.createToken();
const headers = { cookie: `session=${token}`, 'x-xsrf-token': secrets.sign('cross-site', token), 'user-agent': CHROME };

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into users (email, role_id, is_confirmed, created_at) values ('admin@site.test', 1, true, now()) returning id`,
  );
  await database.pool.query(
    `insert into sessions (token_hash, user_id, created_at, seen_at, expires_at) values ($1, $2, now(), now(), now() + interval '1 day')`,
    [secrets.hash(token), rows[0]?.id],
  );
});

afterAll(async () => {
  killLeftoverProcesses();
  await database.close();
});

const startTestServer = () => startServer({ DATABASE_URL: database.url, DEMO: 'false', RATE_LIMITS: 'off', ...testKeys });

/** Reports events, one after another, until the server is gone; notes what was answered 204, and counts what was refused. */
async function writeEvents({ origin: address }: ServerProcess, visitor: string, acknowledged: Set<string>): Promise<number> {
  for (let refused = 0; ;) {
    const eventId = randomUUID();
    const body = JSON.stringify({ name: 'page_view', _metadata: { path: `/p${acknowledged.size % 40}`, referrer: '', mark: eventId } });
    try {
      const answer = await fetch(`${address}/api/events`, {
        method: 'POST',
        body,
        headers: { ...headers, cookie: `${headers.cookie}; visitor=${visitor}`, 'content-type': 'application/json' },
      });
      if (answer.status === 204) acknowledged.add(eventId);
      else refused += 1;
    } catch {
      return refused;
    }
  }
}

const fetchDashboard = ({ origin: address }: ServerProcess, days: number) =>
  fetch(`${address}/api/analytics/dashboard?days=${days}`, { headers });

/** Looks at the dashboard again and again, so that events are counted all the time. */
async function pollDashboard(server: ServerProcess): Promise<void> {
  try {
    for (;;) await fetchDashboard(server, 7);
  } catch {
    // It is gone.
  }
}

it(
  `every event that was answered is stored once and counted once, however often the server is killed (${ROUND_COUNT} moments)`,
  async () => {
    const random = seededRandom(SEED);
    const kept = new Set<string>();
    const landings: string[] = [];
    for (let round = 0; round < ROUND_COUNT; round++) {
      const server = await startTestServer();
      const before = kept.size;
      const writers = Array.from({ length: WRITER_COUNT }, () => writeEvents(server, randomUUID(), kept));
      const looking = pollDashboard(server);
      await passed(300 + random() * 2_200);
      await server.stop('SIGKILL');
      const refused = (await Promise.all(writers)).reduce((sum, one) => sum + one, 0);
      await looking;
      landings.push(String(kept.size - before));
      expect({ round, SEED, refused }).toEqual({ round, SEED, refused: 0 });
    }
    const { rows } = await database.pool.query<{ mark: string; times: number }>(
      `select metadata ->> 'mark' mark, count(*)::int times from events group by 1`,
    );
    const times = new Map(rows.map((row) => [row.mark, row.times]));
    expect({ SEED, lost: [...kept].filter((mark) => !times.has(mark)) }).toEqual({ SEED, lost: [] });
    expect({ SEED, double: rows.filter((row) => row.times > 1) }).toEqual({ SEED, double: [] });
    expect(kept.size).toBeGreaterThan(ROUND_COUNT * WRITER_COUNT);

    const server = await startTestServer();
    for (const days of [7, 30, 90]) {
      const answer = (await (await fetchDashboard(server, days)).json()) as SiteAnalytics;
      const today = parseDay(answer.events_by_day.at(-1)?.date ?? '') ?? 0;
      expect({ SEED, ...comparableFigures(answer) }).toEqual({ SEED, ...(await figuresFromEvents(database.pool, days, today)) });
    }
    expect((await server.stop()).code).toBe(0);
    process.stdout.write(`events answered before each kill (seed ${SEED}): ${landings.join(', ')}; stored ${rows.length}\n`);
  },
  60_000 + ROUND_COUNT * 15_000,
);
