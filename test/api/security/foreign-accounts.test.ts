import { Agent, request } from 'node:http';
import { useTestApp, type TestApp, createTestApp } from '../../support/app/test-app';
import { areaUnderRoc } from '../../support/app/served-endpoints';
import { latestCode, CookieBrowser, emailsTo } from '../../support/app/cookie-browser';
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
    await site.sql(
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
    const rows = await site.sql<{ kind: string }>(`select kind from emails where recipient = 'known251@example.com'`);
    expect(rows.map(({ kind }) => kind)).toEqual(['known-address', 'known-address', 'known-address']);
  });

  it('does not allow signing in to an existing account by signing up again', async () => {
    const one = await CookieBrowser.open(site.app);
    await one.post('/api/auth/register', { email: 'known252@example.com', password });
    await (await CookieBrowser.open(site.app)).post('/api/auth/password/recover', { email: 'known252@example.com' });
    const code = await latestCode(database.pool, 'known252@example.com', 'reset');
    expect((await one.post('/api/auth/email/confirm', { confirmation_code: code })).status).toBe(422);
    const { user } = (await one.post('/api/auth/login', { email: 'known252@example.com', password })).body;
    const rows = await site.sql(`select id from users where email = 'known252@example.com' and is_confirmed`);
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

const otherPassword = 'an entirely new one';

describe('emailed codes', () => {
  const site = useTestApp();
  const { database } = site;

  const openBrowser = () => CookieBrowser.open(site.app);
  const findUser = async (email: string) => (await site.sql('select * from users where email = $1', [email]))[0];
  const signUp = async (email: string) => {
    const browser = await openBrowser();
    await browser.post('/api/auth/register', { email, password });
    return browser;
  };
  const linkAccount = (userId: string) =>
    site.sql(
      `insert into linked_accounts (user_id, platform, external_id, username, access_token, key_id, access_expires_at, linked_at, read_at, renewed_at)
       values ($1, 'sandbox', '666', 'attacker', 'x', 't1', now(), now(), now(), now())`,
      [userId],
    );
  const latestResetCode = async (email: string) => {
    await (await openBrowser()).post('/api/auth/password/recover', { email });
    return latestCode(database.pool, email, 'reset');
  };

  describe('after an attacker signs up with the address of someone else', () => {
    const victim = 'victim@example.com';
    let attacker: CookieBrowser;
    let owner: CookieBrowser;
    beforeAll(async () => {
      attacker = await signUp(victim);
      owner = await openBrowser();
    });

    it('let the owner sign up with another password, in an account without anything of the attacker’s', async () => {
      await attacker.post('/api/auth/login', { email: victim, password });
      await linkAccount((await findUser(victim)).id);
      await owner.post('/api/auth/register', { email: victim, password: otherPassword });
      const code = await latestCode(database.pool, victim, 'confirm');
      const response = await owner.post('/api/auth/email/confirm', { confirmation_code: code });
      expect(response.body).toMatchObject({ user: { email: victim, is_confirmed: true, username: null } });
      expect((await attacker.send('GET', '/api/sessions')).body).toMatchObject({ user: { is_confirmed: false, username: 'attacker' } });
      expect((await (await openBrowser()).post('/api/auth/login', { email: victim, password })).status).toBe(401);
      expect((await (await openBrowser()).post('/api/auth/login', { email: victim, password: otherPassword })).status).toBe(200);
    });

    it('remove the attacker’s password, sessions, and linked accounts when the owner resets the password', async () => {
      const other = 'other-victim@example.com';
      const intruder = await signUp(other);
      await intruder.post('/api/auth/login', { email: other, password });
      await site.sql('delete from linked_accounts');
      await linkAccount((await findUser(other)).id);
      const resetCode = await latestResetCode(other);
      const response = await owner.post('/api/auth/password/reset', { reset_code: resetCode, password: otherPassword });
      expect(response.body).toMatchObject({ user: { email: other, is_confirmed: true, username: null } });
      expect((await intruder.send('GET', '/api/users/me/sessions')).status).toBe(401);
      expect((await intruder.post('/api/auth/email/confirm/resend')).status).toBe(401);
      expect((await (await openBrowser()).post('/api/auth/login', { email: other, password })).status).toBe(401);
      expect(await site.sql('select 1 from linked_accounts')).toHaveLength(0);
    });
  });

  it('confirm once among simultaneous requests', async () => {
    const browser = await signUp('many@example.com');
    const confirmationCode = await latestCode(database.pool, 'many@example.com', 'confirm');
    const { headers } = browser;
    const responses = await Promise.all(
      Array.from({ length: 50 }, () =>
        site.request('POST', '/api/auth/email/confirm', { as: null, headers, body: { confirmation_code: confirmationCode } }),
      ),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status !== 200 && status !== 422 && status !== 401)).toEqual([]);
  });

  it('get the same error whether replaced, for another purpose, or invented', async () => {
    const browser = await signUp('alike@example.com');
    const old = await latestCode(database.pool, 'alike@example.com', 'confirm');
    await browser.post('/api/auth/email/confirm/resend');
    const wrongPurpose = await latestResetCode('alike@example.com');
    const refusals = [];
    for (const confirmationCode of [old, wrongPurpose, 'A'.repeat(22), 'x']) {
      const { status, body } = await browser.post('/api/auth/email/confirm', { confirmation_code: confirmationCode });
      refusals.push({ status, body });
    }
    expect(new Set(refusals.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(refusals[0]?.status).toBe(422);
  });

  it('of another user confirm neither account, and stay valid for their owner', async () => {
    const owner = await signUp('owner@example.com');
    const other = await signUp('other@example.com');
    await other.post('/api/auth/login', { email: 'other@example.com', password });
    const confirmationCode = await latestCode(database.pool, 'owner@example.com', 'confirm');
    expect((await other.post('/api/auth/email/confirm', { confirmation_code: confirmationCode })).status).toBe(401);
    expect((await findUser('owner@example.com')).is_confirmed).toBe(false);
    expect((await findUser('other@example.com')).is_confirmed).toBe(false);
    const confirmed = await owner.post('/api/auth/email/confirm', { confirmation_code: confirmationCode });
    expect(confirmed.body).toMatchObject({ user: { email: 'owner@example.com', is_confirmed: true } });
    expect((await findUser('other@example.com')).is_confirmed).toBe(false);
  });

  it('start a new session when a signed-in user confirms', async () => {
    const browser = await signUp('rotated@example.com');
    await browser.post('/api/auth/login', { email: 'rotated@example.com', password });
    const before = browser.sessionCookie;
    const confirmationCode = await latestCode(database.pool, 'rotated@example.com', 'confirm');
    expect((await browser.post('/api/auth/email/confirm', { confirmation_code: confirmationCode })).body).toMatchObject({
      user: { is_confirmed: true },
    });
    expect((await browser.send('GET', '/api/sessions')).body).toMatchObject({ user: { email: 'rotated@example.com' } });
    const old = await site.request('GET', '/api/users/me/sessions', { as: null, headers: { cookie: `session=${before}` } });
    expect(old.status).toBe(401);
  });

  it('are stored as hashes only', async () => {
    await signUp('hashed@example.com');
    const code = await latestCode(database.pool, 'hashed@example.com', 'confirm');
    expect(Buffer.from(code, 'base64url')).toHaveLength(16);
    const rows = await site.sql('select code_hash from codes');
    expect(rows.map(({ code_hash }) => code_hash)).not.toContain(code);
  });

  it.each([['without an account'], ['with an account']])('are sent at most three times an hour to an address %s', async (kind) => {
    const email = `${kind.split(' ')[0]}-bomb@example.com`;
    if (kind === 'with an account') await site.createUser('free', email);
    const limited = await createTestApp(database.url, { settings: { RATE_LIMITS: 'recover=1000/60' } });
    const browser = await CookieBrowser.open(limited.app);
    const recover = async () => (await browser.post('/api/auth/password/recover', { email })).status;
    expect([await recover(), await recover(), await recover(), await recover()]).toEqual([200, 200, 200, 429]);
    expect(await emailsTo(database.pool, email)).toHaveLength(kind === 'with an account' ? 3 : 0);
    await browser.post('/api/auth/register', { email, password });
    const statuses = [];
    for (let count = 0; count < 5; count++) statuses.push((await browser.post('/api/auth/email/confirm/resend')).status);
    await limited.close();
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(await emailsTo(database.pool, email)).toHaveLength(kind === 'with an account' ? 7 : 4);
  });

  it('set one password among simultaneous requests', async () => {
    await signUp('race@example.com');
    const resetCode = await latestResetCode('race@example.com');
    const browser = await openBrowser();
    const { headers } = browser;
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        site.request('POST', '/api/auth/password/reset', {
          as: null,
          headers,
          body: { reset_code: resetCode, password: `${otherPassword} ${n}` },
        }),
      ),
    );
    const winners = responses.flatMap(({ status }, n) => (status === 200 ? [n] : []));
    expect(winners).toHaveLength(1);
    // Requests beyond the capacity of the hash queue get 503.
    expect(responses.every(({ status }) => [200, 422, 503].includes(status))).toBe(true);
    expect(
      (await (await openBrowser()).post('/api/auth/login', { email: 'race@example.com', password: `${otherPassword} ${winners[0]}` }))
        .status,
    ).toBe(200);
  });

  it('of one user sign in that user in the browser of another', async () => {
    await signUp('first@example.com');
    await signUp('second@example.com');
    const browser = await openBrowser();
    await browser.post('/api/auth/login', { email: 'second@example.com', password });
    const before = browser.sessionCookie;
    await browser.post('/api/auth/password/reset', { reset_code: await latestResetCode('first@example.com'), password: otherPassword });
    expect((await browser.send('GET', '/api/sessions')).body).toMatchObject({ user: { email: 'first@example.com' } });
    const old = await site.request('GET', '/api/users/me/sessions', { as: null, headers: { cookie: `session=${before}` } });
    expect(old.status).toBe(401);
  });

  it('for a password are invalidated by a newer one, and after an hour', async () => {
    await signUp('newer@example.com');
    const old = await latestResetCode('newer@example.com');
    const resetCode = await latestResetCode('newer@example.com');
    const browser = await openBrowser();
    expect((await browser.post('/api/auth/password/reset', { reset_code: old, password: otherPassword })).status).toBe(422);
    const rows = await site.sql(
      `select extract(epoch from expires_at - created_at)::int seconds from codes where purpose = 'reset' order by created_at desc limit 1`,
    );
    expect(rows[0].seconds).toBe(3_600);
    await site.sql(`update codes set expires_at = now() - interval '1 second' where purpose = 'reset'`);
    expect((await browser.post('/api/auth/password/reset', { reset_code: resetCode, password: otherPassword })).status).toBe(422);
  });

  it('are not consumed by a mail scanner that opens links', async () => {
    const browser = await signUp('scanned@example.com');
    const code = await latestCode(database.pool, 'scanned@example.com', 'confirm');
    for (const path of [
      `/auth/email/confirm/${code}`,
      `/api/auth/email/confirm/${code}`,
      `/api/auth/email/confirm?confirmation_code=${code}`,
    ]) {
      await site.request('GET', path);
      await site.request('HEAD', path);
    }
    expect((await browser.post('/api/auth/email/confirm', { confirmation_code: code })).status).toBe(200);
  });

  it('lead to this site, whatever host a forwarding header names', async () => {
    const elsewhere = await createTestApp(database.url, { settings: { PUBLIC_URL: 'https://pins.example.com' } });
    await signUp('host@example.com');
    await elsewhere.request('POST', '/api/auth/password/recover', {
      as: null,
      headers: {
        'x-forwarded-host': 'evil.test',
        ...(await anonymousHeaders(elsewhere)),
      },
      body: { email: 'host@example.com' },
    });
    await elsewhere.close();
    const [sentEmail] = await emailsTo(database.pool, 'host@example.com', 'reset');
    expect(sentEmail?.action?.url).toMatch(/^https:\/\/pins\.example\.com\/auth\/password\/reset\//);
  });
});

/** The headers of an anonymous browser on a site with https. */
async function anonymousHeaders(site: TestApp): Promise<Record<string, string>> {
  const { headers } = await site.request('GET', '/api/sessions', { as: null });
  const cookies = (headers['set-cookie'] as string[]).map((one) => one.split(';')[0] ?? '');
  return { cookie: cookies.join('; '), 'x-xsrf-token': cookies.find((one) => one.includes('XSRF-TOKEN='))?.split('=')[1] ?? '' };
}
