import { randomUUID } from 'node:crypto';
import type { SiteAnalytics } from '#domain/analytics/visitors/contract';
import { parseDay } from '#domain/days';
import { signCookieValue } from '#server/http/guards/cookies';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database';
import { seededRandom } from '../support/database/random-series';
import { testKeys } from '../support/app/test-keys';
import { comparableFigures, figuresFromEvents } from '../support/database/raw-visitor-figures';
import { testSecrets } from '../support/process/test-secrets';
import { killLeftoverProcesses, type ServerProcess, startServer } from '../support/process/server-process';

const ROUND_COUNT = Number(process.env['KILL_ROUNDS'] ?? 2);
const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);
const WRITER_COUNT = 12;
const MAX_EVENTS_BEFORE_KILL = 150;
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

const token = testSecrets.createToken();
const headers = {
  cookie: `session=${signCookieValue(testSecrets, 'session', token)}`,
  'x-xsrf-token': testSecrets.sign('cross-site', token),
  'user-agent': CHROME,
};

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into users (email, role_id, is_confirmed, created_at) values ('admin@site.test', 1, true, now()) returning id`,
  );
  await database.pool.query(
    `insert into sessions (token_hash, user_id, created_at, seen_at, expires_at) values ($1, $2, now(), now(), now() + interval '1 day')`,
    [testSecrets.hash(token), rows[0]?.id],
  );
});

afterAll(async () => {
  killLeftoverProcesses();
  await database.close();
});

const startTestServer = () => startServer({ DATABASE_URL: database.url, DEMO: 'false', RATE_LIMITS: 'off', ...testKeys });

/** Sends events one after another until the server is gone; reports the acknowledged ones and returns the answers to the others. */
async function writeEvents({ origin }: ServerProcess, visitor: string, onAcknowledged: (eventId: string) => void): Promise<string[]> {
  const rejected: string[] = [];
  for (let sent = 0; ; sent += 1) {
    const eventId = randomUUID();
    const body = JSON.stringify({ name: 'page_view', _metadata: { path: `/p${sent % 40}`, referrer: '', mark: eventId } });
    try {
      const response = await fetch(`${origin}/api/events`, {
        method: 'POST',
        body,
        headers: {
          ...headers,
          cookie: `${headers.cookie}; visitor=${signCookieValue(testSecrets, 'visitor', visitor)}`,
          'content-type': 'application/json',
        },
      });
      if (response.status === 204) onAcknowledged(eventId);
      else rejected.push(`${response.status} ${await response.text()}`);
    } catch {
      return rejected;
    }
  }
}

const fetchDashboard = ({ origin }: ServerProcess, days: number) => fetch(`${origin}/api/analytics/dashboard?days=${days}`, { headers });

/** Requests the dashboard repeatedly, so that events are aggregated all the time. */
async function pollDashboard(server: ServerProcess): Promise<void> {
  try {
    for (;;) await fetchDashboard(server, 7);
  } catch {
    // The server is gone.
  }
}

it(
  `stores and counts every acknowledged event exactly once, even if the server is killed (${ROUND_COUNT} moments)`,
  async () => {
    const random = seededRandom(SEED);
    const acknowledged = new Set<string>();
    const acknowledgedPerRound: string[] = [];
    for (let round = 0; round < ROUND_COUNT; round++) {
      const server = await startTestServer();
      const before = acknowledged.size;
      const killAfter = before + WRITER_COUNT + Math.floor(((round + random()) / ROUND_COUNT) * MAX_EVENTS_BEFORE_KILL);
      const { promise: isDue, resolve } = Promise.withResolvers<void>();
      const onAcknowledged = (eventId: string) => {
        if (acknowledged.add(eventId).size >= killAfter) resolve();
      };
      const writers = Array.from({ length: WRITER_COUNT }, () => writeEvents(server, randomUUID(), onAcknowledged));
      const polling = pollDashboard(server);
      await isDue;
      await server.stop('SIGKILL');
      const rejected = (await Promise.all(writers)).flat();
      await polling;
      acknowledgedPerRound.push(String(acknowledged.size - before));
      // A busy machine may answer that it cannot store one now.
      const wrong = rejected.filter((answer) => !answer.startsWith('503 '));
      expect({ round, SEED, wrong }).toEqual({ round, SEED, wrong: [] });
    }
    const { rows } = await database.pool.query<{ mark: string; times: number }>(
      `select metadata ->> 'mark' mark, count(*)::int times from events group by 1`,
    );
    const times = new Map(rows.map((row) => [row.mark, row.times]));
    expect({ SEED, lost: [...acknowledged].filter((mark) => !times.has(mark)) }).toEqual({ SEED, lost: [] });
    expect({ SEED, double: rows.filter((row) => row.times > 1) }).toEqual({ SEED, double: [] });

    const server = await startTestServer();
    for (const days of [7, 30, 90]) {
      const dashboard = (await (await fetchDashboard(server, days)).json()) as SiteAnalytics;
      const today = parseDay(dashboard.events_by_day.at(-1)?.date ?? '') ?? 0;
      expect({ SEED, ...comparableFigures(dashboard) }).toEqual({ SEED, ...(await figuresFromEvents(database.pool, days, today)) });
    }
    expect((await server.stop()).code).toBe(0);
    process.stdout.write(
      `events acknowledged before each kill (seed ${SEED}): ${acknowledgedPerRound.join(', ')}; stored ${rows.length}\n`,
    );
  },
  120_000 + ROUND_COUNT * 60_000,
);
