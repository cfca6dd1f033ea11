import { Agent, request } from 'node:http';
import { useTestApp } from '../../support/app/test-app';
import { areaUnderRoc } from '../../support/app/served-endpoints';
import { latestCode, CookieBrowser } from '../../support/app/cookie-browser';
import { listenOnFreePort } from '../../support/app/raw-http';

const password = 'plum otter lake 42';
const SAMPLE_COUNT = 200;

/** An attacker compares responses and their timing to find out which addresses have an account. */
describe('whether an address has an account', () => {
  const agent = new Agent({ keepAlive: true });
  afterAll(() => agent.destroy());
  // A cheaper hash, which is still the most expensive part of a request.
  const site = useTestApp({ settings: { ARGON2_MEMORY: '4096' } });
  const { database } = site;
  let port: number;
  let browser: CookieBrowser;

  beforeAll(async () => {
    port = await listenOnFreePort(site);
    browser = await CookieBrowser.open(site.app);
    await database.pool.query(
      `insert into users (email, password_hash, is_confirmed, created_at)
       select 'known' || n || '@example.com', '$argon2id$v=19$m=4096,t=2,p=1$' || repeat('A', 22) || '$' || repeat('B', 43), true, now()
       from generate_series(0, 299) n`,
    );
  });

  /** Returns the milliseconds from sending the request to the last byte of the response. */
  const measureRequestMs = (path: string, body: unknown): Promise<number> =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(body);
      const headers = { ...browser.headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
      const startedAt = performance.now();
      const sent = request({ agent, port, host: '127.0.0.1', method: 'POST', path, headers }, (response) => {
        response.resume();
        response.on('end', () => resolve(performance.now() - startedAt));
      });
      sent.on('error', reject);
      sent.end(text);
    });

  /** Sends requests for known and unknown addresses in turn, `lanes` of them at a time, and compares their durations. */
  async function measureSeparability(path: string, bodyFor: (email: string) => unknown, lanes = 1): Promise<number> {
    for (let count = 0; count < 10; count++)
      await measureRequestMs(path, bodyFor(`${count % 2 ? 'known' : 'warm'}${290 + count / 2}@example.com`));
    const durations = { known: [] as number[], unknown: [] as number[] };
    const lane = async (from: number) => {
      for (let n = from; n < SAMPLE_COUNT; n += lanes) {
        const kinds = n % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
        for (const kind of kinds) durations[kind].push(await measureRequestMs(path, bodyFor(`${kind}${n}@example.com`)));
      }
    };
    await Promise.all(Array.from({ length: lanes }, (_, from) => lane(from)));
    expect([durations.known.length, durations.unknown.length]).toEqual([SAMPLE_COUNT, SAMPLE_COUNT]);
    return areaUnderRoc(durations.known, durations.unknown);
  }

  const comparableParts = ({ status, text, headers }: { status: number; text: string; headers: Readonly<Record<string, unknown>> }) => {
    const { date: _, 'x-request-id': __, 'set-cookie': cookies, ...rest } = headers;
    const shapes = ((cookies ?? []) as string[]).map((one) => one.replaceAll(/=[\w-]{43}(\.[\w-]+)?/g, '=token'));
    return { status, text, headers: rest, cookies: shapes };
  };

  it.each([
    ['/api/auth/login', (email: string) => ({ email, password: 'not the password' })],
    ['/api/auth/register', (email: string) => ({ email, password })],
    ['/api/auth/password/recover', (email: string) => ({ email })],
  ] as const)('is not revealed by the response of %s', async (path, bodyFor) => {
    const openBrowser = async () => CookieBrowser.open(site.app);
    const known = await (await openBrowser()).post(path, bodyFor('known250@example.com'));
    const unknown = await (await openBrowser()).post(path, bodyFor('unknown250@example.com'));
    expect(comparableParts(known)).toEqual(comparableParts(unknown));
  });

  it('is not revealed by later requests of the browser', async () => {
    const responsesAfterSignUp = async (email: string) => {
      const one = await CookieBrowser.open(site.app);
      await one.post('/api/auth/register', { email, password });
      const login = (typed: string) => one.post('/api/auth/login', { email, password: typed });
      const withoutIds = (text: string) => text.replaceAll(email, 'ADDRESS').replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID');
      const signedIn = async (path: string, body?: unknown) => {
        const { status, text } = await one.send(body ? 'POST' : 'GET', path, body);
        return [status, withoutIds(text).replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, 'TIME')];
      };
      const elsewhere = await CookieBrowser.open(site.app);
      return [
        comparableParts(await one.send('GET', '/api/sessions')).status,
        (await one.send('GET', '/api/sessions')).body['user'],
        comparableParts(await one.post('/api/auth/email/confirm/resend')),
        comparableParts(await one.post('/api/auth/email/confirm', { confirmation_code: 'A'.repeat(22) })),
        comparableParts(await one.send('PATCH', '/api/sessions', { sscid: 'x' })).status,
        withoutIds((await elsewhere.post('/api/auth/login', { email, password })).text),
        withoutIds((await login('not the password')).text),
        withoutIds((await login(password)).text),
        await signedIn('/api/sessions'),
        comparableParts(await one.post('/api/auth/email/confirm/resend')),
        await signedIn('/api/users/me/sessions'),
        await signedIn('/api/users/me/export', { password }),
        await signedIn('/api/auth/password/change', { current_password: password, password: 'an entirely new one' }),
        await signedIn('/api/users/me/deletion', { password: 'an entirely new one' }),
        await signedIn('/api/sessions'),
      ];
    };
    const [known, unknown] = [await responsesAfterSignUp('known251@example.com'), await responsesAfterSignUp('unknown251@example.com')];
    expect(known).toEqual(unknown);
    expect(JSON.stringify(known)).toContain('\\"is_confirmed\\":false');
    const { rows } = await database.pool.query<{ kind: string }>(`select kind from emails where recipient = 'known251@example.com'`);
    expect(rows.map(({ kind }) => kind)).toEqual(['known-address', 'known-address', 'known-address']);
  });

  it('does not allow signing in to an existing account by signing up again', async () => {
    const one = await CookieBrowser.open(site.app);
    await one.post('/api/auth/register', { email: 'known252@example.com', password });
    await (await CookieBrowser.open(site.app)).post('/api/auth/password/recover', { email: 'known252@example.com' });
    const code = await latestCode(database.pool, 'known252@example.com', 'reset');
    expect((await one.post('/api/auth/email/confirm', { confirmation_code: code })).status).toBe(422);
    const { user } = (await one.post('/api/auth/login', { email: 'known252@example.com', password })).body;
    const { rows } = await database.pool.query(`select id from users where email = 'known252@example.com' and is_confirmed`);
    expect(user).toMatchObject({ is_confirmed: false, id: expect.not.stringContaining((rows[0] as { id: string }).id) });
  });

  it.each([
    ['/api/auth/login', (email: string) => ({ email, password: 'not the password' }), 1],
    ['/api/auth/register', (email: string) => ({ email, password }), 1],
    ['/api/auth/password/recover', (email: string) => ({ email }), 4],
  ] as const)('is not revealed by the duration of %s', async (path, bodyFor, lanes) => {
    const separability = await measureSeparability(path, bodyFor, lanes);
    process.stdout.write(`${path}: area under the curve ${separability.toFixed(3)}\n`);
    expect(separability).toBeGreaterThan(0.4);
    expect(separability).toBeLessThan(0.6);
  });
});
