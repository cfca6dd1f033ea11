import { createHash } from 'node:crypto';
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { Passwords } from '#domain/auth/account/passwords';
import type { TokenAnswer } from '#domain/auth/oauth/contract';
import { ClientDocuments } from '#domain/auth/oauth/oauth';
import { NotPossible } from '#domain/errors';
import { PublicUrl } from '#server/http/public-url';
import { useTestApp } from '../../support/app/test-app';
import type { TestUser } from '../../support/app/test-users';
import { sendDuringPasswordChange } from '../../support/app/waiting-request';
import { insertEntity, updateCatalogStats } from '../../support/database/insert-entity';

const clientId = 'https://helper.example/client.json';
const callback = 'https://helper.example/callback';
const password = 'plum otter lake 42';
const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');

describe('OAuth for assistants', () => {
  const site = useTestApp();
  const resource = () => `${site.app.get(PublicUrl).origin}/mcp`;
  beforeAll(async () => {
    const fetch = (client_id: string) =>
      client_id === clientId
        ? Promise.resolve({ client_id, name: 'Helper', redirect_uris: [callback, 'http://localhost/callback'] })
        : Promise.reject(new NotPossible('it is missing'));
    Object.assign(site.app.get(ClientDocuments, { strict: false }), { fetch });
    await insertEntity(site.database.pool, 'boards', { _id: 'b', name: 'Board', follower_count: 1_500 });
    await updateCatalogStats(site.database.pool);
    await site.app.listen(0, '127.0.0.1');
    site.app.get(PublicUrl).setPort(Number(new URL(await site.app.getUrl()).port));
  });

  const asked = (over: Record<string, string | undefined> = {}) => ({
    client_id: clientId,
    redirect_uri: callback,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    scope: 'read',
    resource: resource(),
    state: 'their state',
    ...over,
  });
  const view = (as: TestUser, over?: Record<string, string | undefined>) =>
    site.request(
      'GET',
      `/api/oauth/authorization?${new URLSearchParams(JSON.parse(JSON.stringify(asked(over))) as Record<string, string>)}`,
      {
        as,
      },
    );
  const decide = (as: TestUser, is_allowed = true, over?: Record<string, string | undefined>) =>
    site.request('POST', '/api/oauth/authorization', { as, body: { ...asked(over), is_allowed } });
  const answerOf = (response: Awaited<ReturnType<typeof decide>>) => {
    expect(response.status).toBe(200);
    return Object.fromEntries(new URL(String(response.body['redirect_uri'])).searchParams);
  };
  const codeOf = async (as: TestUser, over?: Record<string, string>) => answerOf(await decide(as, true, over))['code'] ?? '';

  const ask = async (body: Record<string, string>) => {
    const payload = new URLSearchParams({ client_id: clientId, resource: resource(), ...body });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return site.request('POST', '/api/oauth/token', { as: null, headers, body: payload.toString() });
  };
  const redeem = (code: string, over: Record<string, string> = {}) =>
    ask({ grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier, ...over });
  const refresh = (refresh_token: string, over: Record<string, string> = {}) =>
    ask({ grant_type: 'refresh_token', refresh_token, ...over });
  const tokensOf = (response: Awaited<ReturnType<typeof ask>>) => {
    expect([response.status, response.headers['cache-control']]).toEqual([200, expect.stringContaining('no-store')]);
    return response.body as unknown as TokenAnswer;
  };
  const connected = async (kind: 'premium' | 'admin' = 'premium') => {
    const owner = await site.createUser(kind);
    return { owner, ...tokensOf(await redeem(await codeOf(owner))) };
  };
  const refused = (error: string, description: string) => [400, error, error, expect.stringContaining(description)];
  const refusal = ({ status, body }: Awaited<ReturnType<typeof ask>>) => [status, body['error'], body['code'], body['error_description']];

  const call = (token: string, name = 'search_boards') =>
    site.request('POST', '/mcp', {
      as: null,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } },
    });
  const statusOf = async (token: string) => (await call(token)).status;

  it('describes `/mcp` and its authorization server, to which a refused call leads', async () => {
    const { origin } = site.app.get(PublicUrl);
    const about = { resource: resource(), authorization_servers: [origin], scopes_supported: ['read'] };
    for (const path of ['', '/mcp']) expect((await site.get(`/.well-known/oauth-protected-resource${path}`)).body).toMatchObject(about);
    expect((await site.get('/.well-known/oauth-authorization-server')).body).toEqual({
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/api/oauth/token`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      scopes_supported: ['read'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
    const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", scope="read"`;
    const without = await site.request('POST', '/mcp', { as: null, body: {} });
    expect([without.status, without.headers['www-authenticate']]).toEqual([401, `Bearer ${metadata}`]);
    const wrong = await call(`ca_${'a'.repeat(43)}`);
    expect([wrong.status, wrong.headers['www-authenticate']]).toEqual([401, `Bearer error="invalid_token", ${metadata}`]);
  });

  it('asks the user who asks, and answers with a code, its issuer, and the state', async () => {
    const owner = await site.createUser('premium');
    const who = { name: 'Helper', host: 'helper.example', redirect_host: 'helper.example', is_loopback: false, error_uri: null };
    expect((await view(owner)).body).toEqual(who);
    const local = { redirect_uri: 'http://localhost:53123/callback' };
    expect((await view(owner, local)).body).toEqual({ ...who, redirect_host: 'localhost:53123', is_loopback: true });
    const { origin } = site.app.get(PublicUrl);
    expect(answerOf(await decide(owner))).toEqual({ code: expect.stringMatching(/^[\w-]{43}$/), state: 'their state', iss: origin });
    expect(answerOf(await decide(owner, false))).toEqual({ error: 'access_denied', state: 'their state', iss: origin });
    expect((await decide(owner, true, local)).body['redirect_uri']).toMatch(/^http:\/\/localhost:53123\/callback\?code=/);
  });

  it('asks users with Premium only, and takes their answer from this site only', async () => {
    const free = await site.createUser('free');
    for (const response of [await view(free), await decide(free)])
      expect([response.status, response.body['code'], response.body['error']]).toEqual([
        403,
        'premium_required',
        'API keys are part of Premium.',
      ]);
    expect((await site.request('GET', '/api/oauth/authorization')).status).toBe(401);
    const owner = await site.createUser('premium');
    const { cookie } = owner.headers;
    const forged = await site.request('POST', '/api/oauth/authorization', {
      as: null,
      headers: { cookie },
      body: { ...asked(), is_allowed: true },
    });
    expect([forged.status, forged.body['code']]).toEqual([403, 'cross_site']);
  });

  it('says on screen what is wrong with the client, and sends the browser nowhere', async () => {
    const owner = await site.createUser('premium');
    for (const [over, status] of [
      [{ client_id: 'helper' }, 422],
      [{ client_id: 'https://127.0.0.1/client.json' }, 422],
      [{ client_id: 'https://evil.example/client.json' }, 422],
      [{ redirect_uri: 'https://evil.example/callback' }, 422],
      [{ redirect_uri: `${callback}?next=1` }, 422],
      [{ redirect_uri: undefined }, 400],
      [{ client_id: 'x'.repeat(501) }, 400],
    ] as const)
      for (const response of [await view(owner, over), await decide(owner, true, over)])
        expect([over, response.status, response.text.includes('redirect_uri":')]).toEqual([over, status, false]);
  });

  it.each([
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ resource: 'https://evil.example/mcp' }, 'invalid_target'],
  ])('sends the client the error of a request with %j: %s', async (over, error) => {
    const owner = await site.createUser('premium');
    const answer = { error, error_description: expect.any(String), state: 'their state', iss: site.app.get(PublicUrl).origin };
    const { error_uri } = (await view(owner, over)).body;
    expect(Object.fromEntries(new URL(String(error_uri)).searchParams)).toEqual(answer);
    expect(answerOf(await decide(owner, true, over))).toEqual(answer);
    expect(await site.sql('select from oauth_grants where user_id = $1', [owner.id])).toHaveLength(0);
  });

  it('gives tokens that read at `/mcp` as their owner, nowhere else, and are stored as hashes', async () => {
    const { owner, access_token, refresh_token, ...rest } = await connected();
    expect(rest).toEqual({ token_type: 'Bearer', expires_in: 3_600, scope: 'read' });
    const { status, text } = await call(access_token);
    expect([status, text.includes('Board')]).toEqual([200, true]);
    expect((await call(access_token, 'list_watchlists')).text).toContain('watchlists');
    for (const path of ['/api/boards', '/api/users/me/watchlists', '/api/users/me/assistants', '/api/sessions']) {
      const headers = { authorization: `Bearer ${access_token}` };
      for (const more of [{}, { 'mcp-signature': 'a'.repeat(43) }]) {
        const outside = await site.request('GET', path, { as: null, headers: { ...headers, ...more } });
        expect([path, outside.status, outside.body['error']]).toEqual([path, 401, 'Access tokens work at /mcp only.']);
      }
    }
    expect(await statusOf(refresh_token)).toBe(401);
    const rows = await site.sql('select to_jsonb(g) stored from oauth_grants g where user_id = $1', [owner.id]);
    for (const token of [access_token, refresh_token.slice(-43)]) expect(JSON.stringify(rows)).not.toContain(token);
  });

  it.each([
    ['the challenge for its verifier', { code_verifier: challenge }, 'does not match'],
    ['another client', { client_id: 'https://evil.example/client.json' }, 'for another client'],
  ])('gives no tokens for %s, and none afterwards', async (_, over, description) => {
    const code = await codeOf(await site.createUser('premium'));
    expect(refusal(await redeem(code, over))).toEqual(refused('invalid_grant', description));
    expect(refusal(await redeem(code))).toEqual(refused('invalid_grant', 'not valid'));
  });

  it('gives no tokens for incomplete requests and expired codes', async () => {
    const owner = await site.createUser('premium');
    const code = await codeOf(owner);
    expect(refusal(await redeem(code, { code_verifier: '' }))).toEqual(refused('invalid_request', 'code_verifier is missing'));
    const malformed = await site.request('POST', '/api/oauth/token', { as: null, body: { grant_type: 7 } });
    expect([malformed.status, malformed.body['error']]).toEqual([400, 'grant_type must be one text']);
    await site.sql(`update oauth_grants set created_at = created_at - interval '60 seconds' where user_id = $1`, [owner.id]);
    expect(refusal(await redeem(code))).toEqual(refused('invalid_grant', 'has expired'));
  });

  it('revokes the tokens of a code that is used again', async () => {
    const owner = await site.createUser('premium');
    const code = await codeOf(owner);
    const { access_token, refresh_token } = tokensOf(await redeem(code));
    expect(await statusOf(access_token)).toBe(200);
    expect(refusal(await redeem(code))).toEqual(refused('invalid_grant', 'used before'));
    expect(await statusOf(access_token)).toBe(401);
    expect(refusal(await refresh(refresh_token))).toEqual(refused('invalid_grant', 'not valid'));
  });

  it('redeems a code once when it comes many times at once', async () => {
    const code = await codeOf(await site.createUser('premium'));
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => redeem(code)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it('rotates refresh tokens, and revokes all when an old one is used again', async () => {
    const first = await connected();
    const second = tokensOf(await refresh(first.refresh_token));
    expect([await statusOf(first.access_token), await statusOf(second.access_token)]).toEqual([401, 200]);
    expect(refusal(await refresh(first.refresh_token))).toEqual(refused('invalid_grant', 'used before'));
    expect(await statusOf(second.access_token)).toBe(401);
    expect(refusal(await refresh(second.refresh_token))).toEqual(refused('invalid_grant', 'not valid'));
    expect(refusal(await refresh('cr_none'))).toEqual(refused('invalid_grant', 'not valid'));
    const other = await connected();
    expect(refusal(await refresh(other.refresh_token, { client_id: 'https://evil.example/client.json' }))).toEqual(
      refused('invalid_grant', 'for another client'),
    );
  });

  it('ends access after an hour, and all after 30 days without use', async () => {
    const { owner, access_token, refresh_token } = await connected();
    await site.sql(`update oauth_grants set issued_at = issued_at - interval '1 hour' where user_id = $1`, [owner.id]);
    expect(await statusOf(access_token)).toBe(401);
    const next = tokensOf(await refresh(refresh_token));
    await site.sql(`update oauth_grants set issued_at = issued_at - interval '30 days' where user_id = $1`, [owner.id]);
    expect(refusal(await refresh(next.refresh_token))).toEqual(refused('invalid_grant', 'has expired'));
  });

  it('refuses assistants while their owner has no Premium', async () => {
    const { owner, access_token } = await connected();
    const setEnd = (interval: string) =>
      site.sql(
        `update subscriptions set ends_at = now() + $2::interval, period_ends_at = now() + $2::interval, status = 'canceled' where user_id = $1`,
        [owner.id, interval],
      );
    await setEnd('-1 day');
    const { status, body } = await call(access_token);
    expect([status, body['code']]).toEqual([403, 'premium_required']);
    await setEnd('1 day');
    expect(await statusOf(access_token)).toBe(200);
  });

  it('lists assistants, which stop at once when they are disconnected; both are in the audit', async () => {
    const { owner, access_token, refresh_token } = await connected();
    await codeOf(owner);
    const listed = () => site.request('GET', '/api/users/me/assistants', { as: owner });
    const [assistant, ...others] = (await listed()).body as unknown as { id: string; used_at: unknown }[];
    expect(others).toEqual([]);
    expect(assistant).toMatchObject({ name: 'Helper', host: 'helper.example', used_at: null });
    await call(access_token);
    expect((await listed()).text).toMatch(/"used_at":"\d/);
    const path = `/api/users/me/assistants/${assistant?.id}`;
    expect((await site.request('DELETE', path, { as: await site.createUser('premium') })).status).toBe(404);
    const exported = await site.request('POST', '/api/users/me/export', { as: await checked(owner), body: {} });
    expect(exported.body['connected_assistants']).toContainEqual(expect.objectContaining({ client_name: 'Helper', client_id: clientId }));
    expect((await site.request('DELETE', path, { as: owner })).status).toBe(204);
    expect((await listed()).body).toEqual([]);
    expect(await statusOf(access_token)).toBe(401);
    expect((await refresh(refresh_token)).status).toBe(400);
    const audit = await site.request('GET', `/api/admin/audit?person=${owner.id}`, { as: await site.createUser('admin') });
    const details = { assistant: 'Helper', host: 'helper.example' };
    expect(audit.body['entries']).toMatchObject([
      { act: 'assistant_disconnected', actor: { label: owner.email }, details },
      { act: 'assistant_connected', details },
      { act: 'assistant_connected', details },
    ]);
  });

  const checked = async (user: TestUser) => {
    await site.sql('update sessions set checked_at = now() where user_id = $1', [user.id]);
    return user;
  };

  it.each([
    ['a new password', ['POST', '/api/auth/password/change', { current_password: password, password: `${password}0` }]],
    ['the deletion of the account', ['POST', '/api/users/me/deletion', {}]],
  ] as const)('ends with %s', async (_, [method, path, body]) => {
    const { owner, access_token, refresh_token } = await connected();
    await site.sql('delete from subscriptions where user_id = $1', [owner.id]);
    await site.sql('update users set password_hash = $2 where id = $1', [
      owner.id,
      await site.app.get(Passwords, { strict: false }).hash(password),
    ]);
    const { status, text } = await site.request(method, path, { as: await checked(owner), body });
    expect({ isDone: status < 300, text }).toMatchObject({ isDone: true });
    expect((await call(access_token)).status).toBe(401);
    expect((await refresh(refresh_token)).status).toBe(400);
    expect(await site.sql('select from oauth_grants where user_id = $1', [owner.id])).toHaveLength(0);
  });

  it('connects none in a session that a new password has ended meanwhile', async () => {
    const owner = await site.createUser('premium');
    const { status } = await sendDuringPasswordChange(site.database.pool, owner.email, () => decide(owner));
    expect([status, await site.sql('select from oauth_grants where user_id = $1', [owner.id])]).toEqual([401, []]);
  });

  it('connects the client of the official SDK, which refreshes by itself', async () => {
    const owner = await site.createUser('premium');
    const saved: {
      tokens?: Awaited<ReturnType<OAuthClientProvider['tokens']>>;
      verifier?: string;
      url?: URL;
      info?: object;
      discovery?: object;
    } = {};
    const authProvider = {
      redirectUrl: 'http://localhost:53123/callback',
      clientMetadataUrl: clientId,
      clientMetadata: { client_name: 'Helper', redirect_uris: ['http://localhost:53123/callback'] },
      clientInformation: () => saved.info,
      saveClientInformation: (info: object) => void (saved.info = info),
      tokens: () => saved.tokens,
      saveTokens: (tokens: typeof saved.tokens) => void (saved.tokens = tokens),
      redirectToAuthorization: (url: URL) => void (saved.url = url),
      saveCodeVerifier: (text: string) => void (saved.verifier = text),
      codeVerifier: () => saved.verifier ?? '',
      saveDiscoveryState: (state: object) => void (saved.discovery = state),
      discoveryState: () => saved.discovery,
      state: () => 'state of the client',
    } as unknown as OAuthClientProvider;
    const mcp = new URL('/mcp', site.app.get(PublicUrl).origin);
    const first = new StreamableHTTPClientTransport(mcp, { authProvider });
    await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError);
    expect(saved.url?.pathname).toBe('/oauth/authorize');
    const query = Object.fromEntries(saved.url?.searchParams ?? []);
    expect(query).toMatchObject({ client_id: clientId, resource: resource(), scope: 'read', state: 'state of the client' });
    const { body } = await site.request('POST', '/api/oauth/authorization', { as: owner, body: { ...query, is_allowed: true } });
    await first.finishAuth(new URL(String(body['redirect_uri'])).searchParams);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(mcp, { authProvider }));
    const read = async () => JSON.stringify(await client.callTool({ name: 'search_boards', arguments: {} }));
    expect(await read()).toContain('Board');
    const { access_token } = saved.tokens ?? {};
    await site.sql(`update oauth_grants set issued_at = issued_at - interval '2 hours' where user_id = $1`, [owner.id]);
    expect(await read()).toContain('Board');
    expect(saved.tokens?.access_token).not.toBe(access_token);
    await client.close();
  });
});
