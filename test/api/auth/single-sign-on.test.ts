import { VisitorEvents } from '#domain/analytics/visitors/visitor-events';
import { Passwords } from '#domain/auth/account/passwords';
import { type TestAppWithDatabase, createTestApp, createTestAppWithDatabase } from '../../support/app/test-app';
import { CookieBrowser, emailsTo } from '../../support/app/cookie-browser';
import { createUser } from '../../support/app/test-users';
import { sendDuringPasswordChange } from '../../support/app/waiting-request';
import { OpenIdServer, openIdClient } from '../../support/servers/openid-server';

const password = 'plum otter lake 42';

describe('single sign-on', () => {
  let provider: OpenIdServer;
  let site: TestAppWithDatabase;
  beforeAll(async () => {
    provider = await OpenIdServer.start();
    provider.register('http://localhost:3000/api/auth/oidc/callback');
    site = await createTestAppWithDatabase({ settings: { OIDC_ISSUER: provider.issuer, ...openIdClient, REGISTRATION: 'closed' } });
  });
  afterAll(async () => {
    await site.close();
    await provider.close();
  });

  const begin = async (browser: CookieBrowser, next = '/boards') =>
    String((await browser.post('/api/auth/oidc', { next })).body['redirect_uri']);
  /** Signs in, and returns where the site sends the browser. */
  const signIn = async (browser: CookieBrowser, person: string, next?: string) => {
    const { status, headers } = await browser.send('GET', await provider.signIn(person, await begin(browser, next)));
    expect(status).toBe(302);
    return String(headers['location']);
  };
  const userOf = async (browser: CookieBrowser) => (await browser.send('GET', '/api/sessions')).body['user'] as { email: string } | null;
  const addPerson = (name: string, isVerified = true) => {
    provider.people.set(name, { email: `${name}@people.test`, email_verified: isVerified });
    return `${name}@people.test`;
  };
  const personWithPassword = async (name: string) => {
    const { id } = await createUser(site.app, 'free', addPerson(name));
    await site.sql('update users set password_hash = $2 where id = $1', [id, await site.app.get(Passwords).hash(password)]);
    return id;
  };

  it('creates a confirmed account at the first sign-in, also where sign-up is closed, and signs in to it afterwards', async () => {
    const email = addPerson('nina');
    const browser = await CookieBrowser.open(site.app);
    const before = browser.sessionCookie;
    expect(await signIn(browser, 'nina', '/boards?page=2')).toBe('/boards?page=2');
    expect(browser.sessionCookie).not.toBe(before);
    expect(await userOf(browser)).toMatchObject({ email, is_confirmed: true });
    const other = await CookieBrowser.open(site.app);
    await signIn(other, 'nina');
    expect(await userOf(other)).toMatchObject({ email });
    const rows = await site.sql('select count(*)::int count from users where email = $1', [email]);
    expect(rows).toEqual([{ count: 1 }]);
    const links = (await browser.send('GET', '/api/users/me/sign-in-links')).body as unknown as { id: string }[];
    expect(links).toEqual([{ id: expect.any(String), issuer: provider.issuer, linked_at: expect.any(String) }]);
    expect((await browser.send('DELETE', `/api/users/me/sign-in-links/${links[0]?.id}`)).body['code']).toBe('owner_check_needed');
    await site.sql('update sessions set checked_at = now()');
    expect((await browser.send('DELETE', `/api/users/me/sign-in-links/${links[0]?.id}`)).body['error']).toMatch(/^This is the only way/);
    await site.sql('update sessions set checked_at = null');
    expect((await browser.post('/api/users/me/export', { password })).body['error']).toMatch(/^Your account has no password/);
  });

  it('links an account with the same address only with its password, and tells the owner', async () => {
    const id = await personWithPassword('omar');
    const email = 'omar@people.test';
    const browser = await CookieBrowser.open(site.app);
    const location = await signIn(browser, 'omar');
    expect(await userOf(browser)).toBeNull();
    const next = new URL(location, 'http://site').searchParams.get('next') ?? '';
    const token = new URL(next, 'http://site').searchParams.get('link');
    await personWithPassword('stranger');
    const stranger = await CookieBrowser.open(site.app);
    await stranger.post('/api/auth/login', { email: 'stranger@people.test', password });
    expect((await stranger.post('/api/users/me/sign-in-links', { token, password })).status).toBe(422);
    await browser.post('/api/auth/login', { email, password });
    expect((await browser.post('/api/users/me/sign-in-links', { token, password: 'wrong' })).status).toBe(422);
    expect((await browser.post('/api/users/me/sign-in-links', { token: 'made-up', password })).status).toBe(422);
    expect((await browser.post('/api/users/me/sign-in-links', { token, password })).status).toBe(204);
    expect((await browser.post('/api/users/me/sign-in-links', { token, password })).status).toBe(409);
    const exported = await browser.post('/api/users/me/export', { password });
    expect(exported.body['sign_in_links']).toEqual([{ issuer: provider.issuer, subject: 'omar', linked_at: expect.any(String) }]);
    const other = await CookieBrowser.open(site.app);
    expect(await signIn(other, 'omar')).toBe('/boards');
    expect(await userOf(other)).toMatchObject({ id, email });
    const links = (await other.send('GET', '/api/users/me/sign-in-links')).body as unknown as { id: string }[];
    await stranger.post('/api/users/me/owner-check', { password });
    expect((await stranger.send('DELETE', `/api/users/me/sign-in-links/${links[0]?.id}`)).status).toBe(404);
    expect((await other.send('DELETE', `/api/users/me/sign-in-links/${links[0]?.id}`)).body['code']).toBe('owner_check_needed');
    expect((await other.post('/api/users/me/owner-check', { password })).status).toBe(204);
    expect((await other.send('DELETE', `/api/users/me/sign-in-links/${links[0]?.id}`)).status).toBe(204);
    expect((await emailsTo(site.database.pool, email, 'sign-in-link')).map(({ subject }) => subject)).toEqual([
      'Single sign-on was linked to your Corklight account',
      'Single sign-on was removed from your Corklight account',
    ]);
  });

  describe('signing in again', () => {
    /** Sends a signed-in browser to the provider for an owner check, and returns where it comes back to. */
    const checkAs = async (browser: CookieBrowser, person: string, change: (start: URL) => void = () => {}) => {
      const { body } = await browser.post('/api/auth/oidc', { next: '/account?checked', is_owner_check: true });
      const start = new URL(String(body['redirect_uri']));
      expect([start.searchParams.get('prompt'), start.searchParams.get('max_age')]).toEqual(['login', '0']);
      change(start);
      return (await browser.send('GET', await provider.signIn(person, start.href))).headers['location'];
    };
    const signedIn = async (name: string) => {
      addPerson(name);
      const browser = await CookieBrowser.open(site.app);
      await signIn(browser, name);
      return browser;
    };
    const exportData = (browser: CookieBrowser) => browser.post('/api/users/me/export', {});

    it('stands in for the password of an account without one, in this session and for five minutes', async () => {
      const browser = await signedIn('vera');
      expect((await exportData(browser)).body['code']).toBe('owner_check_needed');
      const expected = { is_checked: false, has_password: false, has_sign_in_link: true, has_passkey: false };
      expect((await browser.send('GET', '/api/users/me/owner-check')).body).toEqual(expected);
      const before = browser.sessionCookie;
      expect(await checkAs(browser, 'vera')).toBe('/account?checked');
      expect(browser.sessionCookie).toBe(before);
      expect((await exportData(browser)).status).toBe(200);
      expect((await browser.post('/api/users/me/second-factor', {})).status).toBe(200);
      expect((await browser.send('DELETE', '/api/users/me/sessions')).status).toBe(204);
      const other = await CookieBrowser.open(site.app);
      await signIn(other, 'vera');
      expect((await exportData(other)).body['code']).toBe('owner_check_needed');
      await site.sql("update sessions set checked_at = checked_at - interval '5 minutes'");
      expect((await exportData(browser)).body['code']).toBe('owner_check_needed');
      await checkAs(browser, 'vera');
      expect((await browser.post('/api/users/me/deletion', {})).status).toBe(204);
      expect(await userOf(browser)).toBeNull();
    });

    it('confirms nothing for another person, without having signed in again, or as an ordinary sign-in', async () => {
      const browser = await signedIn('wim');
      addPerson('xenia');
      expect(await checkAs(browser, 'xenia')).toBe('/account?problem=other_account');
      const forget = ({ searchParams }: URL) => ['prompt', 'max_age'].forEach((name) => searchParams.delete(name));
      expect(await checkAs(browser, 'wim', forget)).toBe('/account?problem=stale');
      provider.isStale = true;
      expect(await checkAs(browser, 'wim')).toBe('/account?problem=stale');
      provider.isStale = false;
      expect((await exportData(browser)).body['code']).toBe('owner_check_needed');
      await signIn(browser, 'wim');
      expect((await exportData(browser)).body['code']).toBe('owner_check_needed');
    });
  });

  it('counts a new account once among the events of Site Analytics', async () => {
    const visitorEvents = site.app.get(VisitorEvents, { strict: false });
    const record = visitorEvents.recordOfServer.bind(visitorEvents);
    const names: string[] = [];
    visitorEvents.recordOfServer = ({ name }) => void names.push(name);
    addPerson('yara');
    for (let count = 0; count < 2; count++) await signIn(await CookieBrowser.open(site.app), 'yara');
    expect(names).toEqual(['registered']);
    visitorEvents.recordOfServer = record;
  });

  it('lets only administrators in during maintenance, and makes no account', async () => {
    for (const name of ['ada', 'bob']) {
      addPerson(name);
      await signIn(await CookieBrowser.open(site.app), name);
    }
    await site.sql(`update users set role_id = 1 where email = 'ada@people.test'`);
    addPerson('zoe');
    const closed = await createTestApp(site.database.url, {
      settings: { OIDC_ISSUER: provider.issuer, ...openIdClient, MAINTENANCE: 'true' },
    });
    const locations = [];
    for (const name of ['ada', 'bob', 'zoe']) locations.push(await signIn(await CookieBrowser.open(closed.app), name));
    const refused = '/auth/login?problem=maintenance';
    expect(locations).toEqual(['/boards', refused, refused]);
    expect(await site.sql(`select from users where email = 'zoe@people.test'`)).toHaveLength(0);
    await closed.close();
  });

  it('asks for the second factor of the account', async () => {
    addPerson('pia');
    const browser = await CookieBrowser.open(site.app);
    await signIn(browser, 'pia');
    await site.sql(
      `insert into second_factors (user_id, sealed_key, created_at, confirmed_at)
       select id, 'sealed', now(), now() from users where email = 'pia@people.test'`,
    );
    const other = await CookieBrowser.open(site.app);
    expect(await signIn(other, 'pia')).toBe('/auth/login?missing=code&next=%2Fboards');
    expect(await userOf(other)).toBeNull();
    expect((await other.post('/api/auth/login/code', { code: '123456' })).status).toBe(422);
  });

  it('refuses an address that the provider has not verified, whether or not it has an account', async () => {
    await personWithPassword('rosa');
    addPerson('rosa', false);
    addPerson('nobody', false);
    provider.people.set('no-address', {});
    for (const person of ['rosa', 'nobody', 'no-address']) {
      const browser = await CookieBrowser.open(site.app);
      expect([await signIn(browser, person), await userOf(browser)]).toEqual(['/auth/login?problem=unverified', null]);
    }
  });

  describe('refuses', () => {
    /** What a browser gets for an answer that was changed on the way. */
    const outcomeOf = async (change: (callback: URL) => void, changeStart: (start: URL) => void) => {
      addPerson('sam');
      const browser = await CookieBrowser.open(site.app);
      const start = new URL(await begin(browser));
      changeStart(start);
      const callback = new URL(await provider.signIn('sam', start.href), 'http://site');
      change(callback);
      const { headers } = await browser.send('GET', callback.pathname + callback.search);
      return [headers['location'], await userOf(browser)];
    };
    const failed = ['/auth/login?problem=failed', null];

    it.each<[what: string, change: (callback: URL) => void, changeStart: (start: URL) => void]>([
      ['a state that was changed', ({ searchParams }) => searchParams.set('state', `x${searchParams.get('state')}`), () => {}],
      ['an answer without a state', ({ searchParams }) => searchParams.delete('state'), () => {}],
      ['another issuer', ({ searchParams }) => searchParams.set('iss', 'https://other.test'), () => {}],
      ['a made-up code', ({ searchParams }) => searchParams.set('code', 'made-up'), () => {}],
      ['another nonce', () => {}, ({ searchParams }) => searchParams.set('nonce', 'x'.repeat(43))],
      ['another code challenge', () => {}, ({ searchParams }) => searchParams.set('code_challenge', 'x'.repeat(43))],
      ['a code for another site', () => {}, ({ searchParams }) => searchParams.set('client_id', 'another-site')],
    ])('%s', async (_, change, changeStart) => {
      expect(await outcomeOf(change, changeStart)).toEqual(failed);
    });

    it('an answer in another browser, without a session, and a second time', async () => {
      addPerson('tom');
      const browser = await CookieBrowser.open(site.app);
      const callback = await provider.signIn('tom', await begin(browser));
      for (const other of [await CookieBrowser.open(site.app), new CookieBrowser(site.app)])
        expect((await other.send('GET', callback)).headers['location']).toBe('/auth/login?problem=failed');
      expect((await browser.send('GET', callback)).headers['location']).toBe('/boards');
      expect((await browser.send('GET', callback)).headers['location']).toBe('/account?problem=failed');
    });

    it('an account whose password changes in that moment', async () => {
      addPerson('vera');
      await signIn(await CookieBrowser.open(site.app), 'vera');
      const browser = await CookieBrowser.open(site.app);
      const callback = await provider.signIn('vera', await begin(browser));
      const { headers } = await sendDuringPasswordChange(site.database.pool, 'vera@people.test', () => browser.send('GET', callback));
      expect(headers['location']).toBe('/auth/login?problem=failed');
    });

    it('a link to an account whose password changes in that moment', async () => {
      const id = await personWithPassword('nora');
      const browser = await CookieBrowser.open(site.app);
      const next = new URL(await signIn(browser, 'nora'), 'http://site').searchParams.get('next') ?? '';
      const token = new URL(next, 'http://site').searchParams.get('link');
      await browser.post('/api/auth/login', { email: 'nora@people.test', password });
      const { status } = await sendDuringPasswordChange(site.database.pool, 'nora@people.test', () =>
        browser.post('/api/users/me/sign-in-links', { token, password }),
      );
      expect([status, await site.sql('select from sign_in_links where user_id = $1', [id])]).toEqual([401, []]);
    });

    it('a person who does not consent, and never leads to another site', async () => {
      const browser = await CookieBrowser.open(site.app);
      const state = new URL(await begin(browser)).searchParams.get('state');
      const query = new URLSearchParams({ error: 'access_denied', state: state ?? '', iss: provider.issuer });
      expect((await browser.send('GET', `/api/auth/oidc/callback?${query}`)).headers['location']).toBe('/auth/login?problem=refused');
      addPerson('uma');
      expect(await signIn(browser, 'uma', 'https://evil.test/')).toBe('/');
    });
  });

  it('says so while the provider cannot be reached, and starts without it', async () => {
    const down = await createTestApp(site.database.url, { settings: { OIDC_ISSUER: 'http://127.0.0.1:9', ...openIdClient } });
    const browser = await CookieBrowser.open(down.app);
    const { status, body } = await browser.post('/api/auth/oidc', {});
    expect([status, body['error']]).toEqual([503, "Single sign-on can't be reached right now. Try again."]);
    await down.close();
  });

  it('is not there where the settings name no provider', async () => {
    const without = await createTestApp(site.database.url);
    const browser = await CookieBrowser.open(without.app);
    expect((await browser.post('/api/auth/oidc', {})).status).toBe(404);
    expect((await browser.send('GET', '/api/settings')).body['single_sign_on']).toBeNull();
    await without.close();
  });
});
