import { jest } from '@jest/globals';
import { Passwords } from '#domain/auth/account/passwords';
import { Clock } from '#domain/clock';
import { Secrets } from '#domain/secrets';
import { Sessions } from '#server/auth/typeorm/sessions';
import { MAX_PERSONAL_KEYS } from '#domain/auth/api-keys/api-keys';
import type { CreatedApiKey } from '#domain/auth/api-keys/contract';
import { DAY_MS, SECOND_MS } from '#domain/durations';
import { ManageApiKeys } from '#server/auth/api-keys/manage-api-keys';
import type { OpenApi } from '#server/api-docs/open-api-document';
import { RefusalLog } from '#server/http/limits/refusal-log';
import { useTestApp, createTestApp } from '../../support/app/test-app';
import { CookieBrowser } from '../../support/app/cookie-browser';
import { openSession, type TestUser, type UserKind } from '../../support/app/test-users';
import { operator } from '../../support/fakes/audit';
import { insertEntity, updateCatalogStats } from '../../support/database/insert-entity';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const lines: string[] = [];
const site = useTestApp({ settings: { LOG_LEVEL: 'info' }, output: { isTerminal: true, write: (line) => void lines.push(line) } });

describe('the session of a browser', () => {
  const countSessions = async () => Number((await site.sql('select count(*) from sessions'))[0].count);
  const findSession = async (token: string) =>
    (await site.sql('select * from sessions where token_hash = $1', [site.app.get(Secrets).hash(token)]))[0];

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
    await site.sql('update users set password_hash = $2 where id = $1', [user.id, hash]);
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
    await site.sql('update users set password_hash = $2 where id = $1', [user.id, await passwords.hash(password)]);
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

describe('API keys', () => {
  beforeAll(async () => {
    await insertEntity(site.database.pool, 'boards', { _id: 'b', name: 'Board', follower_count: 1_500 });
    await updateCatalogStats(site.database.pool);
  });

  /** A user whose browser has shown in the last minutes that it is theirs. */
  const checkedUser = async (kind: UserKind) => {
    const user = await site.createUser(kind);
    await site.sql('update sessions set checked_at = now() where user_id = $1', [user.id]);
    return user;
  };
  const create = (as: TestUser, name = 'Script', expires_in_days: number | null = null) =>
    site.request('POST', '/api/users/me/api-keys', { as, body: { name, expires_in_days } });
  const createdKey = async (kind: UserKind = 'premium') => {
    const owner = await checkedUser(kind);
    const { status, body } = await create(owner);
    expect(status).toBe(200);
    return { owner, ...(body as unknown as CreatedApiKey) };
  };
  const call = (token: string, path: string, method: 'GET' | 'POST' | 'DELETE' = 'GET', body?: unknown) =>
    site.request(method, path, { as: null, headers: { authorization: `Bearer ${token}` }, body });
  const deepPage = '/api/boards?page=50';

  it('are created with Premium and after an owner check, shown once, and stored as a hash', async () => {
    const free = await create(await checkedUser('free'));
    expect([free.status, free.body['code']]).toEqual([403, 'premium_required']);
    const unchecked = await create(await site.createUser('premium'));
    expect([unchecked.status, unchecked.body['code']]).toEqual([422, 'owner_check_needed']);
    const { owner, key, token } = await createdKey();
    expect(key).toMatchObject({ name: 'Script', kind: 'personal', prefix: token.slice(0, 9), used_at: null, expires_at: null });
    const listed = await site.request('GET', '/api/users/me/api-keys', { as: owner });
    expect(listed.body).toEqual([key]);
    const rows = await site.sql('select to_jsonb(k) key from api_keys k where id = $1', [key.id]);
    expect(JSON.stringify(rows)).not.toContain(token.slice(9));
    const wrong = await create(owner, ' ');
    expect([wrong.status, wrong.body['error']]).toEqual([400, 'name must not be empty']);
    expect((await create(owner, 'Other', 31)).status).toBe(400);
  });

  it(`are ${MAX_PERSONAL_KEYS} at most, also when created at once; revoked and expired ones do not count`, async () => {
    const { owner, key } = await createdKey();
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => create(owner)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_PERSONAL_KEYS - 1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(9 - MAX_PERSONAL_KEYS);
    await site.request('DELETE', `/api/users/me/api-keys/${key.id}`, { as: owner });
    expect((await create(owner)).status).toBe(200);
    expect((await create(owner)).status).toBe(409);
    await site.sql(
      `update api_keys set expires_at = now() - interval '1 minute'
       where id in (select id from api_keys where user_id = $1 and revoked_at is null limit 1)`,
      [owner.id],
    );
    expect((await create(owner)).status).toBe(200);
  });

  it('read as their owner, without cookies, and like a free user after Premium ends', async () => {
    const { owner, token } = await createdKey();
    const response = await call(token, deepPage);
    expect([response.status, response.headers['set-cookie']]).toEqual([200, undefined]);
    expect((await call(token, '/api/users/me/watchlists')).status).toBe(200);
    expect((await site.request('HEAD', '/api/boards', { as: null, headers: { authorization: `bearer ${token}` } })).status).toBe(200);
    await site.sql(
      `update subscriptions set ends_at = now() - interval '1 day', period_ends_at = now() - interval '1 day', status = 'canceled' where user_id = $1`,
      [owner.id],
    );
    const ended = await call(token, deepPage);
    expect([ended.status, ended.body['code']]).toEqual([403, 'premium_required']);
    expect((await call(token, '/api/boards')).status).toBe(200);
  });

  it('count instead of the cookies that a browser sends with them', async () => {
    const { token } = await createdKey();
    const admin = await site.createUser('admin');
    const both = { ...admin.headers, authorization: `Bearer ${token}` };
    expect((await site.request('GET', '/api/admin/people', { as: null, headers: both })).status).toBe(403);
    expect((await site.request('DELETE', '/api/users/me/sessions', { as: null, headers: both })).status).toBe(403);
    const wrong = { ...admin.headers, authorization: `Bearer ck_${'a'.repeat(43)}` };
    expect((await site.request('GET', '/api/boards', { as: null, headers: wrong })).status).toBe(401);
    const basic = { ...admin.headers, authorization: 'Basic YTpi' };
    expect((await site.request('GET', '/api/admin/people', { as: null, headers: basic })).status).toBe(200);
  });

  it('of another kind are refused as the documentation says, which they may read', async () => {
    const { token } = await createdKey();
    const document = await call(token, '/api/openapi.json');
    expect(document.status).toBe(200);
    const { paths } = document.body as unknown as OpenApi;
    for (const path of ['/stats', '/imports'])
      expect([path, paths[path]?.['get']?.['x-refusals'].map(({ code }) => code)]).toEqual([
        path,
        expect.arrayContaining(['api_key_refused']),
      ]);
  });

  it('of administrators see neither the administration nor the account, and change nothing', async () => {
    const { token } = await createdKey('admin');
    for (const [method, path, body] of [
      ['GET', '/api/admin/people'],
      ['GET', '/api/sessions'],
      ['GET', '/api/users/me/sessions'],
      ['GET', '/api/users/me/api-keys'],
      ['POST', '/api/users/me/export', {}],
      ['POST', '/api/users/me/api-keys', { name: 'Next', expires_in_days: null }],
      ['POST', '/api/users/me/watchlists', { name: 'Plums' }],
      ['DELETE', '/api/sessions'],
    ] as const) {
      const refused = await call(token, path, method, body);
      expect([path, refused.status, refused.body['code']]).toEqual([path, 403, 'api_key_refused']);
      expect(refused.headers['www-authenticate']).toBe('Bearer error="insufficient_scope"');
    }
  });

  it('are refused when they are wrong, revoked, or expired', async () => {
    const { owner, key, token } = await createdKey();
    const refusal = async (sent = token) => {
      const { status, body, headers } = await call(sent, '/api/boards');
      return [status, body['code'], body['error'], headers['www-authenticate']];
    };
    const invalid = (reason: string) => [401, 'invalid_api_key', reason, 'Bearer error="invalid_token"'];
    for (const wrong of ['', 'x', token.slice(0, -1), `ck_${'a'.repeat(43)}`])
      expect(await refusal(wrong)).toEqual(invalid('This API key is not valid.'));
    const sentAs = async (authorization: string) =>
      (await site.request('GET', '/api/boards', { as: null, headers: { authorization } })).body;
    expect(await sentAs('Bearer')).toMatchObject({ error: 'This API key is not valid.' });
    for (const form of [token, `Token ${token}`])
      expect(await sentAs(form)).toMatchObject({ error: expect.stringContaining('Bearer ck_') as string });
    await site.sql('update api_keys set expires_at = $2 where id = $1', [key.id, new Date('2026-01-31T23:00:00Z')]);
    expect(await refusal()).toEqual(invalid('This API key expired on 2026-01-31.'));
    const stranger = await site.createUser('premium');
    expect((await site.request('DELETE', `/api/users/me/api-keys/${key.id}`, { as: stranger })).status).toBe(404);
    expect((await site.request('DELETE', `/api/users/me/api-keys/${key.id}`, { as: owner })).status).toBe(204);
    expect(await refusal()).toEqual(invalid('This API key was revoked.'));
    expect((await site.request('GET', '/api/users/me/api-keys', { as: owner })).body).toEqual([]);
  });

  it('in a URL are refused, and appear in no log', async () => {
    const { token } = await createdKey();
    for (const path of [`/api/boards?key=${token}`, `/api/boards/${token}`, `/boards?q=${encodeURIComponent(token).replace('_', '%5F')}`]) {
      const refused = await site.request('GET', path);
      expect([refused.status, refused.body['error']]).toEqual([400, expect.stringContaining('belong in the Authorization header')]);
      expect(refused.text).not.toContain(token);
    }
    await call(token, '/api/boards');
    await call(token, '/api/admin/people');
    site.app.get(RefusalLog).flush();
    expect(lines.join('')).toContain('api-key-created');
    expect(lines.join('')).not.toContain(token.slice(9));
  });

  it('remember when they were last used, with one write a minute', async () => {
    const { owner, key, token } = await createdKey();
    const usedAt = async () => (await site.sql('select used_at from api_keys where id = $1', [key.id]))[0] as { used_at: Date };
    await call(token, '/api/boards');
    const { used_at } = await usedAt();
    expect(Math.abs(used_at.getTime() - site.app.get(Clock).now().getTime())).toBeLessThan(600 * SECOND_MS);
    const recent = new Date(site.app.get(Clock).now().getTime() - SECOND_MS);
    await site.sql('update api_keys set used_at = $2 where id = $1', [key.id, recent]);
    await site.sql(
      "alter table api_keys add constraint unwritten check (used_at is null or used_at < now() - interval '30 seconds') not valid",
    );
    expect((await call(token, '/api/boards')).status).toBe(200);
    await site.sql('alter table api_keys drop constraint unwritten');
    await site.sql('update api_keys set used_at = $2 where id = $1', [key.id, new Date(recent.getTime() - DAY_MS)]);
    await call(token, '/api/boards');
    expect((await usedAt()).used_at.getTime()).toBeGreaterThan(recent.getTime() - SECOND_MS);
    expect((await site.request('GET', '/api/users/me/api-keys', { as: owner })).text).toMatch(/"used_at":"\d/);
  });

  it('count for the limits of their owner', async () => {
    const limited = await createTestApp(site.database.url, { settings: { RATE_LIMITS: 'today=2/60' } });
    const owners = await Promise.all([limited.createUser('premium'), limited.createUser('premium')]);
    const tokens = await Promise.all(
      [owners[0], owners[0], owners[1]].map(async ({ id }) => {
        const created = await limited.app.get(ManageApiKeys).create(id, 'personal', { name: 'Key', expires_in_days: 30 }, operator);
        return created.token;
      }),
    );
    const statuses: number[] = [];
    for (const token of [...tokens.slice(0, 2), ...tokens]) {
      const headers = { authorization: `Bearer ${token}` };
      statuses.push((await limited.request('GET', '/api/users/me/topics', { as: null, headers })).status);
    }
    expect(statuses).toEqual([200, 200, 429, 429, 200]);
    await limited.close();
  });

  it('of ingest are made for administrators only, and read nothing', async () => {
    const [admin, free] = [await site.createUser('admin'), await site.createUser('free')];
    const manage = site.app.get(ManageApiKeys);
    const ingest = { kind: 'ingest', name: 'Feed', days: null } as const;
    await expect(manage.createFor(free.email, ingest, operator)).rejects.toThrow('is not an administrator');
    await expect(manage.createFor('unknown@example.com', ingest, operator)).rejects.toThrow('has no account');
    const { key, token } = await manage.createFor(admin.email, ingest, operator);
    const refused = await call(token, '/api/boards');
    expect([refused.status, refused.body['error']]).toEqual([403, 'Ingest keys can only be used to import data.']);
    expect(await manage.listAll()).toContainEqual({ ...key, used_at: expect.any(String), email: admin.email });
    await manage.revoke(key.id, operator);
    await expect(manage.revoke(key.id, operator)).rejects.toThrow('There is no such API key.');
    expect((await call(token, '/api/boards')).status).toBe(401);
  });

  it('are in the audit, in the export of own data, and end with the account', async () => {
    const { owner, key, token } = await createdKey();
    await site.request('DELETE', `/api/users/me/api-keys/${key.id}`, { as: owner });
    const admin = await site.createUser('admin');
    const audit = await site.request('GET', `/api/admin/audit?person=${owner.id}`, { as: admin });
    expect(audit.body['entries']).toMatchObject([
      { act: 'api_key_revoked', actor: { label: owner.email }, details: { key: 'Script', kind: 'personal' } },
      { act: 'api_key_created', actor: { label: owner.email }, target: { label: owner.email } },
    ]);
    const exported = await site.request('POST', '/api/users/me/export', { as: owner, body: {} });
    expect(exported.body['api_keys']).toEqual([
      expect.objectContaining({ name: 'Script', prefix: key.prefix, revoked_at: expect.any(String) }),
    ]);
    expect(exported.text).not.toContain(token.slice(9));
    await site.sql('delete from subscriptions where user_id = $1', [owner.id]);
    expect((await site.request('POST', '/api/users/me/deletion', { as: owner, body: {} })).status).toBe(204);
    expect(await site.sql('select from api_keys where user_id = $1', [owner.id])).toHaveLength(0);
    expect((await call(token, '/api/boards')).body['error']).toBe('This API key is not valid.');
  });
});
