import { Clock } from '#domain/clock';
import { MAX_PERSONAL_KEYS } from '#domain/auth/api-keys/api-keys';
import type { CreatedApiKey } from '#domain/auth/api-keys/contract';
import { DAY_MS, SECOND_MS } from '#domain/durations';
import { ManageApiKeys } from '#server/auth/api-keys/manage-api-keys';
import type { OpenApi } from '#server/api-docs/open-api-document';
import { RefusalLog } from '#server/http/limits/refusal-log';
import { operator } from '../../support/fakes/audit';
import { createTestAppWithDatabase, useTestApp } from '../../support/app/test-app';
import type { TestUser, UserKind } from '../../support/app/test-users';
import { insertEntity, updateCatalogStats } from '../../support/database/insert-entity';

describe('API keys', () => {
  const lines: string[] = [];
  const site = useTestApp({ settings: { LOG_LEVEL: 'info' }, output: { isTerminal: true, write: (line) => void lines.push(line) } });
  const sql = (text: string, values: unknown[] = []) => site.database.pool.query(text, values);
  beforeAll(async () => {
    await insertEntity(site.database.pool, 'boards', { _id: 'b', name: 'Board', follower_count: 1_500 });
    await updateCatalogStats(site.database.pool);
  });

  /** A user whose browser has shown in the last minutes that it is theirs. */
  const checkedUser = async (kind: UserKind) => {
    const user = await site.createUser(kind);
    await sql('update sessions set checked_at = now() where user_id = $1', [user.id]);
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
    const { rows } = await sql('select to_jsonb(k) key from api_keys k where id = $1', [key.id]);
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
    await sql(
      'update api_keys set expires_at = now() where id in (select id from api_keys where user_id = $1 and revoked_at is null limit 1)',
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
    await sql(
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
    await sql('update api_keys set expires_at = $2 where id = $1', [key.id, new Date('2026-01-31T23:00:00Z')]);
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
    const usedAt = async () => (await sql('select used_at from api_keys where id = $1', [key.id])).rows[0] as { used_at: Date };
    await call(token, '/api/boards');
    const { used_at } = await usedAt();
    expect(Math.abs(used_at.getTime() - site.app.get(Clock).now().getTime())).toBeLessThan(600 * SECOND_MS);
    const recent = new Date(site.app.get(Clock).now().getTime() - SECOND_MS);
    await sql('update api_keys set used_at = $2 where id = $1', [key.id, recent]);
    await sql("alter table api_keys add constraint unwritten check (used_at is null or used_at < now() - interval '30 seconds') not valid");
    expect((await call(token, '/api/boards')).status).toBe(200);
    await sql('alter table api_keys drop constraint unwritten');
    await sql('update api_keys set used_at = $2 where id = $1', [key.id, new Date(recent.getTime() - DAY_MS)]);
    await call(token, '/api/boards');
    expect((await usedAt()).used_at.getTime()).toBeGreaterThan(recent.getTime() - SECOND_MS);
    expect((await site.request('GET', '/api/users/me/api-keys', { as: owner })).text).toMatch(/"used_at":"\d/);
  });

  it('count for the limits of their owner', async () => {
    const limited = await createTestAppWithDatabase({ settings: { RATE_LIMITS: 'today=2/60' } });
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
    await sql('delete from subscriptions where user_id = $1', [owner.id]);
    expect((await site.request('POST', '/api/users/me/deletion', { as: owner, body: {} })).status).toBe(204);
    expect((await sql('select from api_keys where user_id = $1', [owner.id])).rowCount).toBe(0);
    expect((await call(token, '/api/boards')).body['error']).toBe('This API key is not valid.');
  });
});
