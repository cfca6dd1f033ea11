import { type TestApp, createTestApp, useTestApp } from '../../support/app/test-app';
import { latestCode, CookieBrowser, emailsTo } from '../../support/app/cookie-browser';

const password = 'plum otter lake 42';
const otherPassword = 'an entirely new one';

describe('emailed codes', () => {
  const site = useTestApp();
  const { database } = site;

  const openBrowser = () => CookieBrowser.open(site.app);
  const findUser = async (email: string) => (await database.pool.query('select * from users where email = $1', [email])).rows[0];
  const signUp = async (email: string) => {
    const browser = await openBrowser();
    await browser.post('/api/auth/register', { email, password });
    return browser;
  };
  const linkAccount = (userId: string) =>
    database.pool.query(
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
      await database.pool.query('delete from linked_accounts');
      await linkAccount((await findUser(other)).id);
      const resetCode = await latestResetCode(other);
      const response = await owner.post('/api/auth/password/reset', { reset_code: resetCode, password: otherPassword });
      expect(response.body).toMatchObject({ user: { email: other, is_confirmed: true, username: null } });
      expect((await intruder.send('GET', '/api/users/me/sessions')).status).toBe(401);
      expect((await intruder.post('/api/auth/email/confirm/resend')).status).toBe(401);
      expect((await (await openBrowser()).post('/api/auth/login', { email: other, password })).status).toBe(401);
      expect((await database.pool.query('select 1 from linked_accounts')).rowCount).toBe(0);
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
    const { rows } = await database.pool.query('select code_hash from codes');
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
    const { rows } = await database.pool.query(
      `select extract(epoch from expires_at - created_at)::int seconds from codes where purpose = 'reset' order by created_at desc limit 1`,
    );
    expect(rows[0].seconds).toBe(3_600);
    await database.pool.query(`update codes set expires_at = now() - interval '1 second' where purpose = 'reset'`);
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
