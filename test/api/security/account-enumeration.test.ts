import { Agent, request } from 'node:http';
import { type TestApp, createTestApp } from '../../support/app/test-app';
import { areaUnderRoc } from '../../support/app/served-endpoints';
import { latestCode, CookieBrowser } from '../../support/app/cookie-browser';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { listenOnFreePort } from '../../support/app/raw-http';

const password = 'plum otter lake 42';
const SAMPLE_COUNT = 200;

/** Asking for an account by what the server answers, and by how long it takes. */
describe('whether an address has an account', () => {
  let database: TestDatabase;
  let site: TestApp;
  let port: number;
  let browser: CookieBrowser;
  const agent = new Agent({ keepAlive: true });

  beforeAll(async () => {
    database = await createTestDatabase();
    // The hash is made cheaper, and stays the dearest part of what is measured.
    site = await createTestApp(database.url, { ARGON2_MEMORY: '4096' });
    port = await listenOnFreePort(site);
    browser = await CookieBrowser.open(site.app);
    await database.pool.query(
      `insert into users (email, password_hash, is_confirmed, created_at)
       select 'known' || n || '@example.com', '$argon2id$v=19$m=4096,t=2,p=1$' || repeat('A', 22) || '$' || repeat('B', 43), true, now()
       from generate_series(0, 299) n`,
    );
  });
  afterAll(async () => {
    agent.destroy();
    await site.close();
    await database.close();
  });

  /** Milliseconds from sending to the last byte. */
  const measureRequestMs = (path: string, body: unknown): Promise<number> =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(body);
      const headers = { ...browser.headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
      const startedAt = performance.now();
      const sent = request({ agent, port, host: '127.0.0.1', method: 'POST', path, headers }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve(performance.now() - startedAt));
      });
      sent.on('error', reject);
      sent.end(text);
    });

  /** Asks about known and unknown addresses in turn; `lanes` ask at the same time. */
  async function measureSeparability(path: string, bodyFor: (email: string) => unknown, lanes = 1): Promise<number> {
    for (let turn = 0; turn < 10; turn++)
      await measureRequestMs(path, bodyFor(`${turn % 2 ? 'known' : 'warm'}${290 + turn / 2}@example.com`));
    const took = { known: [] as number[], unknown: [] as number[] };
    const lane = async (from: number) => {
      for (let n = from; n < SAMPLE_COUNT; n += lanes) {
        const kinds = n % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
        for (const kind of kinds) took[kind].push(await measureRequestMs(path, bodyFor(`${kind}${n}@example.com`)));
      }
    };
    await Promise.all(Array.from({ length: lanes }, (_, from) => lane(from)));
    expect([took.known.length, took.unknown.length]).toEqual([SAMPLE_COUNT, SAMPLE_COUNT]);
    return areaUnderRoc(took.known, took.unknown);
  }

  const comparableParts = ({ status, text, headers }: { status: number; text: string; headers: Readonly<Record<string, unknown>> }) => {
    const { date: _, 'set-cookie': cookies, ...rest } = headers;
    const shapes = ((cookies ?? []) as string[]).map((one) => one.replaceAll(/=[\w-]{43}/g, '=token'));
    return { status, text, headers: rest, cookies: shapes };
  };

  it.each([
    ['T14', '/api/auth/login', (email: string) => ({ email, password: 'not the password' })],
    ['T16', '/api/auth/register', (email: string) => ({ email, password })],
    ['T21', '/api/auth/password/recover', (email: string) => ({ email })],
  ] as const)('%s cannot be read from the answer of %s', async (_, path, bodyFor) => {
    const openBrowser = async () => CookieBrowser.open(site.app);
    const known = await (await openBrowser()).post(path, bodyFor('known250@example.com'));
    const unknown = await (await openBrowser()).post(path, bodyFor('unknown250@example.com'));
    expect(comparableParts(known)).toEqual(comparableParts(unknown));
  });

  it('T16 cannot be read from what the browser may do afterwards', async () => {
    const responsesAfterSignUp = async (email: string) => {
      const one = await CookieBrowser.open(site.app);
      await one.post('/api/auth/register', { email, password });
      return [
        comparableParts(await one.send('GET', '/api/sessions')).status,
        (await one.send('GET', '/api/sessions')).body['user'],
        comparableParts(await one.post('/api/auth/email/confirm/resend')),
        comparableParts(await one.post('/api/auth/email/confirm', { confirmation_code: 'A'.repeat(22) })),
        comparableParts(await one.send('PATCH', '/api/sessions', { sscid: 'x' })).status,
      ];
    };
    expect(await responsesAfterSignUp('known251@example.com')).toEqual(await responsesAfterSignUp('unknown251@example.com'));
  });

  it('T17 cannot be used to sign in to a known account by signing up again', async () => {
    const one = await CookieBrowser.open(site.app);
    await one.post('/api/auth/register', { email: 'known252@example.com', password });
    await (await CookieBrowser.open(site.app)).post('/api/auth/password/recover', { email: 'known252@example.com' });
    const code = await latestCode(database.pool, 'known252@example.com', 'reset');
    expect((await one.post('/api/auth/email/confirm', { confirmation_code: code })).status).toBe(422);
    expect((await one.post('/api/auth/login', { email: 'known252@example.com', password })).status).toBe(401);
  });

  it.each([
    ['T14', '/api/auth/login', (email: string) => ({ email, password: 'not the password' }), 1],
    ['T16', '/api/auth/register', (email: string) => ({ email, password }), 1],
    ['T21', '/api/auth/password/recover', (email: string) => ({ email }), 4],
  ] as const)('%s cannot be read from the time %s takes', async (_, path, bodyFor, lanes) => {
    const told = await measureSeparability(path, bodyFor, lanes);
    process.stdout.write(`${path}: area under the curve ${told.toFixed(3)}\n`);
    expect(told).toBeGreaterThan(0.4);
    expect(told).toBeLessThan(0.6);
  });
});
