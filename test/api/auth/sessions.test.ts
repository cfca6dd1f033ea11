import { jest } from '@jest/globals';
import { Passwords } from '#domain/auth/account/passwords';
import { Clock } from '#domain/clock';
import { Secrets } from '#domain/secrets';
import { useTestApp } from '../../support/app/test-app';
import { CookieBrowser } from '../../support/app/cookie-browser';
import { openSession, type TestUser } from '../../support/app/test-users';
import { Sessions } from '#server/auth/typeorm/sessions';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const site = useTestApp();

describe('the session of a browser', () => {
  const countSessions = async () => Number((await site.database.pool.query('select count(*) from sessions')).rows[0].count);
  const findSession = async (token: string) =>
    (await site.database.pool.query('select * from sessions where token_hash = $1', [site.app.get(Secrets).hash(token)])).rows[0];

  it('starts with two cookies and no row', async () => {
    const before = await countSessions();
    const browser = new CookieBrowser(site.app);
    const response = await browser.send('GET', '/api/sessions');
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ user: null, uuid: expect.stringMatching(UUID), sscid: '', pending_email: null });
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Cookie' });
    expect(browser.sessionToken).toMatch(/^[\w-]{43}$/);
    expect(browser.jar.get('visitor')?.split('.')[0]).toBe(response.body['uuid']);
    expect(await countSessions()).toBe(before);
  });

  it('keeps its token and visitor id with the next request', async () => {
    const browser = await CookieBrowser.open(site.app);
    const before = new Map(browser.jar);
    const response = await browser.send('GET', '/api/sessions');
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(browser.jar).toEqual(before);
  });

  it('gets a new CSRF token in place of an invalid one', async () => {
    const browser = await CookieBrowser.open(site.app);
    const { sessionToken: token } = browser;
    browser.jar.set('XSRF-TOKEN', 'something old');
    await browser.send('GET', '/api/sessions');
    expect(browser.sessionToken).toBe(token);
    expect((await browser.send('PATCH', '/api/sessions', { sscid: 'aff-1' })).status).toBe(200);
  });

  it.each([['sec-gpc'], ['dnt']])('has no visitor id when the browser sends %s, and deletes an older one', async (header) => {
    const browser = await CookieBrowser.open(site.app);
    expect(browser.jar.has('visitor')).toBe(true);
    const response = await browser.send('GET', '/api/sessions', undefined, { [header]: '1' });
    expect(response.body['uuid']).toBe('');
    expect(browser.jar.has('visitor')).toBe(false);
  });

  it('is stored under a new token once it has data', async () => {
    const browser = await CookieBrowser.open(site.app);
    const { sessionToken: token } = browser;
    const response = await browser.send('PATCH', '/api/sessions', { sscid: 'aff_42' });
    expect(response.body).toMatchObject({ user: null, sscid: 'aff_42' });
    expect(browser.sessionToken).not.toBe(token);
    expect(await findSession(browser.sessionToken)).toMatchObject({ sscid: 'aff_42', user_id: null });
    const storedToken = browser.sessionToken;
    await browser.send('PATCH', '/api/sessions', { sscid: 'aff_43' });
    expect(browser.sessionToken).toBe(storedToken);
    expect((await browser.send('GET', '/api/sessions')).body['sscid']).toBe('aff_43');
  });

  it('returns the current user', async () => {
    const premium = await site.createUser('premium');
    const { body } = await site.request('GET', '/api/sessions', { as: premium });
    expect(body['user']).toEqual({
      id: premium.id,
      email: premium.email,
      role_id: 2,
      is_confirmed: true,
      is_premium: true,
      paddle_subscription_cancel_url: '/api/users/me/subscription/links/cancel',
      username: null,
      formats: null,
    });
  });

  it('ends at sign-out: its row is deleted and the browser gets an anonymous token', async () => {
    const user = await site.createUser('free');
    const response = await site.request('DELETE', '/api/sessions', { as: user });
    expect(response.status).toBe(204);
    expect(response.headers['clear-site-data']).toBe('"cache"');
    expect(String(response.headers['set-cookie'])).toMatch(/session=[\w-]{43}\.[\w-]{43}/);
    expect(await findSession(user.token)).toBeUndefined();
    expect((await site.request('GET', '/api/sessions', { as: user })).body['user']).toBeNull();
  });

  it('is listed with the user’s other sessions, each of which can be ended after the password was entered', async () => {
    const user = await site.createUser('free');
    const hash = await site.app.get(Passwords).hash('plum otter lake 42');
    await site.database.pool.query('update users set password_hash = $2 where id = $1', [user.id, hash]);
    const check = (password: string) => site.request('POST', '/api/users/me/owner-check', { as: user, body: { password } });
    const elsewhere = await openSession(site.app, user.id);
    const third = await openSession(site.app, user.id);
    const otherUser = await site.createUser('free');
    const listSessions = async () =>
      JSON.parse((await site.request('GET', '/api/users/me/sessions', { as: user })).text) as { id: string; current: boolean }[];
    expect((await listSessions()).filter(({ current }) => current)).toHaveLength(1);
    expect(await listSessions()).toHaveLength(3);
    const { id } = await findSession(elsewhere.token);
    for (const path of ['', `/${id}`]) {
      const refused = await site.request('DELETE', `/api/users/me/sessions${path}`, { as: user });
      expect([refused.status, refused.body['code']]).toEqual([422, 'owner_check_needed']);
    }
    expect(await listSessions()).toHaveLength(3);
    expect((await check('plum otter lake 43')).status).toBe(422);
    expect((await site.request('DELETE', '/api/users/me/sessions', { as: user })).status).toBe(422);
    expect((await check('plum otter lake 42')).status).toBe(204);
    expect((await site.request('DELETE', '/api/users/me/sessions', { as: elsewhere })).status).toBe(422);
    await site.app.get(Sessions).save(site.app.get(Secrets).hash(otherUser.token), { checked_at: site.app.get(Clock).now() });
    expect((await site.request('DELETE', `/api/users/me/sessions/${id}`, { as: otherUser })).status).toBe(404);
    expect((await site.request('DELETE', `/api/users/me/sessions/${id}`, { as: user })).status).toBe(204);
    expect((await site.request('GET', '/api/users/me/sessions', { as: elsewhere })).status).toBe(401);
    expect(await listSessions()).toHaveLength(2);
    expect((await site.request('DELETE', '/api/users/me/sessions', { as: user })).status).toBe(204);
    expect((await site.request('GET', '/api/users/me/sessions', { as: third })).status).toBe(401);
    expect(await listSessions()).toEqual([expect.objectContaining({ current: true })]);
  });
});

describe('a sign-in that verified the password before', () => {
  const password = 'plum otter lake 42';

  /** Signs in, and does something after the password was verified. */
  async function signInDuring(event: (user: TestUser) => Promise<unknown>) {
    const user = await site.createUser('free');
    const passwords = site.app.get(Passwords);
    await site.database.pool.query('update users set password_hash = $2 where id = $1', [user.id, await passwords.hash(password)]);
    const browser = await CookieBrowser.open(site.app);
    const matches = passwords.matches.bind(passwords);
    const verified = jest.spyOn(passwords, 'matches').mockImplementationOnce(async (...given) => {
      const isRight = await matches(...given);
      await event(user);
      return isRight;
    });
    const { status, body } = await browser.post('/api/auth/login', { email: user.email, password });
    verified.mockRestore();
    return { status, code: body['code'], user: (await browser.send('GET', '/api/sessions')).body['user'] };
  }

  it.each([
    ['the password was changed', '/api/auth/password/change', { current_password: password, password: 'heron meadow at dusk' }],
    ['the account was deleted', '/api/users/me/deletion', { password }],
  ])('opens no session when %s meanwhile', async (_, path, body) => {
    const signedIn = await signInDuring(async (user) => {
      expect((await site.request('POST', path, { as: user, body })).status).toBeLessThan(300);
    });
    expect(signedIn).toEqual({ status: 401, code: 'invalid_credentials', user: null });
  });
});
