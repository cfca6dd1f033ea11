import { createTestApp, useTestApp } from '../../../support/app/test-app';
import { localCookieHeader, type TestUser } from '../../../support/app/test-users';
import { insertEntity } from '../../../support/database/insert-entity';
import { sendDuringPasswordChange } from '../../../support/app/waiting-request';
import { latestCode, CookieBrowser, emailsTo } from '../../../support/app/cookie-browser';

const password = 'plum otter lake 42';
const registeredMessage = `Please check your email inbox (including the spam folder) – we've sent you a Magic Link!`;
const invalidCodeMessage = 'That code is invalid or has expired. Request a new one.';

const site = useTestApp();

describe('an account', () => {
  const openBrowser = () => CookieBrowser.open(site.app);
  const findUser = async (email: string) =>
    (await site.sql('select * from users where email = $1 order by is_confirmed desc, created_at', [email]))[0];
  const signUp = async (email: string) => {
    const browser = await openBrowser();
    expect((await browser.post('/api/auth/register', { email, password })).body).toEqual({ message: registeredMessage });
    return browser;
  };

  /** Signs up and confirms the address, in one browser. */
  const confirmedUser = async (email: string) => {
    const browser = await signUp(email);
    await browser.post('/api/auth/email/confirm', { confirmation_code: await latestCode(site.database.pool, email, 'confirm') });
    return browser;
  };

  describe('is created by signing up', () => {
    it('once per normalized address, with a Magic Link by email', async () => {
      await signUp('  New.One@Example.COM ');
      const [sentEmail] = await emailsTo(site.database.pool, 'new.one@example.com');
      expect(sentEmail).toMatchObject({ kind: 'confirm', to: 'new.one@example.com' });
      expect(sentEmail?.action?.url).toMatch(/^http:\/\/localhost:\d+\/auth\/email\/confirm\/\{code\}$/);
      expect(await findUser('new.one@example.com')).toMatchObject({ role_id: 2, is_confirmed: false });
      expect((await findUser('new.one@example.com')).password_hash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=2,p=1\$/);
    });

    it('with a code that is sealed in the outbox, and readable on the page of captured mail', async () => {
      await signUp('sealed@example.com');
      const code = await latestCode(site.database.pool, 'sealed@example.com', 'confirm');
      expect(code).toMatch(/^[\w-]{22}$/);
      const rows = await site.sql<{ id: number; stored: string }>(
        `select id, row_to_json(emails)::text stored from emails where recipient = 'sealed@example.com'`,
      );
      expect(rows).toHaveLength(1);
      expect(rows[0]?.stored).not.toContain(code);
      const page = await site.request('GET', `/dev/mail/${rows[0]?.id}`, { as: null, headers: { cookie: localCookieHeader(site.app) } });
      expect(page.text).toContain(`/auth/email/confirm/${code}"`);
      expect(page.text).toContain(`>${code}<`);
    });

    it('and not changed by a second sign-up; both email the address at most three times an hour', async () => {
      await confirmedUser('twice@example.com');
      const before = await findUser('twice@example.com');
      const limited = await createTestApp(site.database.url, { settings: { RATE_LIMITS: 'register=1000/60' } });
      const kindsAfterFive = async (email: string) => {
        for (let count = 0; count < 5; count++) {
          const browser = await CookieBrowser.open(limited.app);
          await browser.post('/api/auth/register', { email, password: 'another password 9' });
        }
        return (await emailsTo(site.database.pool, email.toLowerCase())).map(({ kind }) => kind);
      };
      expect(await kindsAfterFive('TWICE@example.com')).toEqual(['confirm', 'known-address', 'known-address', 'known-address']);
      expect(await findUser('twice@example.com')).toEqual(before);
      expect(await kindsAfterFive('five@example.com')).toEqual(['confirm', 'confirm', 'confirm']);
      await limited.close();
    });

    it('at most five times an hour from one client IP, without those that are refused', async () => {
      const limited = await createTestApp(site.database.url, { settings: { RATE_LIMITS: '' } });
      const register = async (name: string, typed: string) => {
        const browser = await CookieBrowser.open(limited.app, '203.0.113.9');
        return (await browser.post('/api/auth/register', { email: `${name}@example.com`, password: typed })).status;
      };
      for (let count = 0; count < 8; count++) expect(await register('weak', 'short')).toBe(400);
      for (let count = 0; count < 5; count++) expect(await register(`strong${count}`, password)).toBe(200);
      expect(await register('strong5', password)).toBe(429);
      await limited.close();
    });

    it('by no one where the site is closed to new accounts, whether or not the address has one', async () => {
      await confirmedUser('inside@example.com');
      const closed = await createTestApp(site.database.url, { settings: { REGISTRATION: 'closed', SUPPORT_EMAIL: 'pat@site.test' } });
      const browser = await CookieBrowser.open(closed.app);
      for (const email of ['inside@example.com', 'outside@example.com']) {
        const { status, body } = await browser.post('/api/auth/register', { email, password });
        expect([status, body['error']]).toEqual([403, 'This site is closed to new accounts. Ask pat@site.test for one.']);
      }
      expect(await findUser('outside@example.com')).toBeUndefined();
      expect((await browser.send('GET', '/api/settings')).body).toMatchObject({ registration: 'closed' });
      expect((await browser.post('/api/auth/login', { email: 'inside@example.com', password })).status).toBe(200);
      await closed.close();
    });

    it.each([
      ['short1234', 'password must be at least 10 characters'],
      ['Some.Body.Long', 'password must not be your email address'],
    ])('never with the password %j', async (weak, message) => {
      const browser = await openBrowser();
      const response = await browser.post('/api/auth/register', { email: 'some.body.long@example.com', password: weak });
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({ error: message, code: 'invalid_input' });
      expect(await findUser('some.body.long@example.com')).toBeUndefined();
    });
  });

  describe('is remembered until it is confirmed', () => {
    const pendingEmail = async (browser: CookieBrowser) => (await browser.send('GET', '/api/sessions')).body['pending_email'];

    it('in the browser that signed up only, with a masked address, whether or not it has an account', async () => {
      const browser = await signUp('remembered@example.com');
      expect(await pendingEmail(browser)).toBe('r***@example.com');
      expect(await pendingEmail(await openBrowser())).toBeNull();
      const code = await latestCode(site.database.pool, 'remembered@example.com', 'confirm');
      const other = await openBrowser();
      await other.post('/api/auth/email/confirm', { confirmation_code: code });
      expect(await pendingEmail(other)).toBeNull();
      await browser.post('/api/auth/email/confirm', { confirmation_code: code });
      expect(await pendingEmail(browser)).toBeNull();
      expect(await pendingEmail(await signUp('remembered@example.com'))).toBe('r***@example.com');
    });
  });

  describe('is confirmed', () => {
    it('and signed in by its code, once, in the browser that signed up', async () => {
      const browser = await signUp('confirm@example.com');
      const before = browser.sessionCookie;
      const code = await latestCode(site.database.pool, 'confirm@example.com', 'confirm');
      const response = await browser.post('/api/auth/email/confirm', { confirmation_code: code });
      expect(response.body).toMatchObject({
        message: 'Your E-Mail address has been confirmed.',
        user: { email: 'confirm@example.com', is_confirmed: true },
      });
      expect(browser.sessionCookie).not.toBe(before);
      expect((await browser.send('GET', '/api/sessions')).body).toMatchObject({ user: { email: 'confirm@example.com' } });
      const again = await browser.post('/api/auth/email/confirm', { confirmation_code: code });
      expect([again.status, again.body['error']]).toEqual([422, invalidCodeMessage]);
    });

    it('not in another browser, where the code stays valid until its owner has signed in', async () => {
      await signUp('elsewhere@example.com');
      const code = await latestCode(site.database.pool, 'elsewhere@example.com', 'confirm');
      const other = await openBrowser();
      const refused = await other.post('/api/auth/email/confirm', { confirmation_code: code });
      expect([refused.status, refused.body['code']]).toEqual([401, 'not_signed_in']);
      expect(refused.body['error']).toContain('Sign in with the address');
      expect((await findUser('elsewhere@example.com')).is_confirmed).toBe(false);
      const another = await openBrowser();
      expect((await another.post('/api/auth/login', { email: 'elsewhere@example.com', password })).status).toBe(401);
      expect((await other.post('/api/auth/email/confirm', { confirmation_code: code })).status).toBe(401);
      expect((await other.post('/api/auth/login', { email: 'elsewhere@example.com', password })).body).toMatchObject({
        user: { email: 'elsewhere@example.com', is_confirmed: true },
      });
      expect((await findUser('elsewhere@example.com')).is_confirmed).toBe(true);
    });

    it('not by an expired code', async () => {
      const browser = await signUp('late@example.com');
      await site.sql(
        `update codes set expires_at = now() - interval '1 second' where user_id = (select id from users where email = 'late@example.com')`,
      );
      const code = await latestCode(site.database.pool, 'late@example.com', 'confirm');
      expect((await browser.post('/api/auth/email/confirm', { confirmation_code: code })).status).toBe(422);
    });

    it('with a new code only for browsers that signed up or signed in', async () => {
      const response = await (await openBrowser()).post('/api/auth/email/confirm/resend');
      expect(response.status).toBe(401);
    });

    it('only once: a confirmed user gets the same message and no email', async () => {
      const person = await site.createUser('free', 'done@example.com');
      const response = await site.request('POST', '/api/auth/email/confirm/resend', { as: person });
      expect(response.status).toBe(200);
      expect(await emailsTo(site.database.pool, 'done@example.com')).toEqual([]);
    });
  });

  describe('signs in', () => {
    it('unconfirmed only in the browser that signed up', async () => {
      const here = await signUp('unconfirmed@example.com');
      const response = await here.post('/api/auth/login', { email: 'unconfirmed@example.com', password });
      expect(response.body).toMatchObject({ user: { email: 'unconfirmed@example.com', is_confirmed: false } });
      const there = await (await openBrowser()).post('/api/auth/login', { email: 'unconfirmed@example.com', password });
      expect([there.status, there.body['code']]).toEqual([401, 'invalid_credentials']);
    });

    it('with its password and any spelling of the address', async () => {
      await confirmedUser('signin@example.com');
      const browser = await openBrowser();
      const { sessionCookie: token } = browser;
      const response = await browser.post('/api/auth/login', { email: ' SignIn@Example.com', password });
      expect(response.status).toBe(200);
      expect(response.body).toEqual({
        user: expect.objectContaining({ email: 'signin@example.com', is_confirmed: true, is_premium: false, role_id: 2 }),
        next: 'none',
      });
      expect(browser.sessionCookie).not.toBe(token);
    });

    it('with a hash that is renewed once the cost was raised', async () => {
      await confirmedUser('costlier@example.com');
      const costlier = await createTestApp(site.database.url, { settings: { ARGON2_MEMORY: '2048' } });
      const costAfter = async (typed: string) => {
        await (await CookieBrowser.open(costlier.app)).post('/api/auth/login', { email: 'costlier@example.com', password: typed });
        return /m=\d+/.exec((await findUser('costlier@example.com')).password_hash)?.[0];
      };
      expect([await costAfter('not the password'), await costAfter(password)]).toEqual(['m=1024', 'm=2048']);
      await costlier.close();
    });

    it.each([
      ['signin@example.com', 'not the password'],
      ['unknown@example.com', password],
    ])('not as %s with %s', async (email, wrong) => {
      const response = await (await openBrowser()).post('/api/auth/login', { email, password: wrong });
      expect(response.status).toBe(401);
      expect(response.body).toEqual({
        error: 'Wrong email or password.',
        errors: ['Wrong email or password.'],
        code: 'invalid_credentials',
      });
    });

    it('as itself while others sign in at the same time', async () => {
      const emails = Array.from({ length: 12 }, (_, n) => `parallel${n}@example.com`);
      for (const email of emails) await confirmedUser(email);
      const responses = await Promise.all(
        emails.map(async (email, n) =>
          (await openBrowser()).post('/api/auth/login', { email, password: n % 3 === 2 ? 'not the password' : password }),
        ),
      );
      expect(responses.map(({ body }) => (body['user'] as { email: string } | undefined)?.email ?? body['code'])).toEqual(
        emails.map((email, n) => (n % 3 === 2 ? 'invalid_credentials' : email)),
      );
    });
  });

  describe('gets a new password', () => {
    const recover = 'Please check your E-Mail Inbox. A reset code has been sent.';

    it('by emailed code, which a weak password does not consume, and signs out every other browser', async () => {
      const first = await confirmedUser('forgot@example.com');
      const browser = await openBrowser();
      expect((await browser.post('/api/auth/password/recover', { email: 'forgot@example.com' })).body).toEqual({ message: recover });
      const resetCode = await latestCode(site.database.pool, 'forgot@example.com', 'reset');
      expect((await browser.post('/api/auth/password/reset', { reset_code: resetCode, password: 'short' })).status).toBe(400);
      const response = await browser.post('/api/auth/password/reset', { reset_code: resetCode, password: 'an entirely new one' });
      expect(response.body).toMatchObject({ user: { email: 'forgot@example.com', is_confirmed: true } });
      expect((await first.send('GET', '/api/users/me/sessions')).status).toBe(401);
      expect((await browser.send('GET', '/api/users/me/sessions')).status).toBe(200);
      expect(await emailsTo(site.database.pool, 'forgot@example.com', 'password-changed')).toHaveLength(1);
      expect((await browser.post('/api/auth/password/reset', { reset_code: resetCode, password: 'once more, a new one' })).status).toBe(
        422,
      );
      expect((await (await openBrowser()).post('/api/auth/login', { email: 'forgot@example.com', password })).status).toBe(401);
    });

    it('with the current one, which ends the other sessions and renews this one', async () => {
      await confirmedUser('change@example.com');
      const [here, there] = [await openBrowser(), await openBrowser()];
      for (const browser of [here, there]) await browser.post('/api/auth/login', { email: 'change@example.com', password });
      const wrong = await here.post('/api/auth/password/change', { current_password: 'not it', password: 'an entirely new one' });
      expect([wrong.status, wrong.body['error']]).toEqual([422, 'That is not your current password.']);
      const before = here.sessionCookie;
      const response = await here.post('/api/auth/password/change', { current_password: password, password: 'an entirely new one' });
      expect(response.status).toBe(200);
      expect(here.sessionCookie).not.toBe(before);
      expect((await here.send('GET', '/api/users/me/sessions')).status).toBe(200);
      expect((await there.send('GET', '/api/users/me/sessions')).status).toBe(401);
      expect(await emailsTo(site.database.pool, 'change@example.com', 'password-changed')).toHaveLength(1);
    });

    it('not in place of another one that was set in that moment, as by its owner who has lost it', async () => {
      const stranger = await confirmedUser('lost@example.com');
      const { status, body } = await sendDuringPasswordChange(site.database.pool, 'lost@example.com', () =>
        stranger.post('/api/auth/password/change', { current_password: password, password: 'what a stranger wants' }),
      );
      expect([status, body['code']]).toEqual([401, 'not_signed_in']);
      const signIn = async (typed: string) =>
        (await (await openBrowser()).post('/api/auth/login', { email: 'lost@example.com', password: typed })).status;
      expect([await signIn('what a stranger wants'), await signIn(password)]).toEqual([401, 200]);
    });

    it('under a new session token, which keeps the referral data of the browser', async () => {
      await confirmedUser('keeps@example.com');
      const browser = await openBrowser();
      await browser.send('PATCH', '/api/sessions', { sscid: 'aff-7' });
      await browser.post('/api/auth/login', { email: 'keeps@example.com', password });
      await site.sql(`update sessions set campaign_referral_hash = 'a-campaign' where sscid = 'aff-7'`);
      const storedReferrals = async () =>
        await site.sql(
          `select s.campaign_referral_hash, u.email from sessions s left join users u on u.id = user_id where sscid = 'aff-7'`,
        );
      const before = browser.headers;
      await browser.post('/api/auth/password/change', { current_password: password, password: 'an entirely new one' });
      expect(await storedReferrals()).toEqual([{ campaign_referral_hash: 'a-campaign', email: 'keeps@example.com' }]);
      expect((await site.request('GET', '/api/users/me/sessions', { as: null, headers: before })).status).toBe(401);

      await browser.post('/api/auth/password/recover', { email: 'keeps@example.com' });
      const resetCode = await latestCode(site.database.pool, 'keeps@example.com', 'reset');
      const changed = browser.headers;
      await browser.post('/api/auth/password/reset', { reset_code: resetCode, password: 'and one newer than that' });
      expect(await storedReferrals()).toEqual([{ campaign_referral_hash: 'a-campaign', email: 'keeps@example.com' }]);
      expect((await site.request('GET', '/api/users/me/sessions', { as: null, headers: changed })).status).toBe(401);
    });
  });
});

describe('the formats of an account', () => {
  const FORMATS_URL = '/api/users/me/formats';

  const save = (body: unknown, as?: TestUser) => site.request('PUT', FORMATS_URL, { body, ...(as ? { as } : {}) });
  const formatsOf = async (as: TestUser) =>
    ((await site.request('GET', '/api/sessions', { as })).body['user'] as { formats: unknown }).formats;

  it('are unknown until a browser tells them, and stored as Intl names them', async () => {
    const user = await site.createUser('free');
    expect(await formatsOf(user)).toBeNull();
    expect(await save({ locale: 'DE-de-u-nu-thai', time_zone: 'europe/berlin' }, user)).toMatchObject({ status: 204 });
    expect(await formatsOf(user)).toEqual({ locale: 'de-DE', time_zone: 'Europe/Berlin' });
    await save({ locale: 'tlh', time_zone: 'UTC' }, user);
    expect(await formatsOf(user)).toEqual({ locale: 'en-US', time_zone: 'UTC' });
  });

  it.each([
    [{ locale: 'en_US', time_zone: 'UTC' }, 'locale'],
    [{ locale: 'de-DE', time_zone: 'Mars/Base' }, 'time_zone'],
    [{ locale: 'x'.repeat(65), time_zone: 'UTC' }, 'locale'],
  ])('refuse %j and name %s', async (body, field) => {
    const { status, body: response } = await save(body, await site.createUser('free'));
    expect([status, JSON.stringify(response)]).toEqual([400, expect.stringContaining(field)]);
  });

  it('change neither the API nor the export', async () => {
    await insertEntity(site.database.pool, 'boards', {
      _id: 'b',
      name: 'Gifts',
      follower_count: 12_480,
      follower_growth_last_90_days: 12.5,
    });
    const [american, german] = [await site.createUser('premium'), await site.createUser('premium')];
    await save({ locale: 'en-US', time_zone: 'UTC' }, american);
    await save({ locale: 'de-DE', time_zone: 'Europe/Berlin' }, german);
    for (const url of ['/api/boards', '/api/boards/b', '/api/exports/boards']) {
      const [one, other] = [await site.request('GET', url, { as: american }), await site.request('GET', url, { as: german })];
      expect([url, one.status]).toEqual([url, 200]);
      expect([url, other.status, other.text]).toEqual([url, 200, one.text]);
      expect(other.text).toContain('12480');
    }
  });
});
