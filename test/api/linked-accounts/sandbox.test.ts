import { useTestApp, createTestApp } from '../../support/app/test-app';
import { localCookieHeader, type TestUser } from '../../support/app/test-users';

const site = useTestApp({ settings: { PLATFORM: 'sandbox' } });
const { database } = site;

const ACCOUNTS_URL = '/api/users/me/pinterest_accounts';
const openLocally = (path: string) => site.request('GET', path, { as: null, headers: { cookie: localCookieHeader(site.app) } });

describe('the sandbox’s consent page', () => {
  const RETURN_URL = 'http://localhost:3000/oauth2/pinterest';
  const CONSENT_QUERY = new URLSearchParams({
    client_id: 'sandbox',
    redirect_uri: RETURN_URL,
    response_type: 'code',
    scope: 'user_accounts:read,boards:read,pins:read',
  }).toString();

  let ana: TestUser;

  beforeAll(async () => {
    ana = await site.createUser('free');
  });

  const startLinking = async () => String((await site.request('POST', ACCOUNTS_URL, { as: ana, body: {} })).body['redirect_uri']);
  const submitConsent = async (fields: Readonly<Record<string, string>>) => {
    const response = await site.app.inject({
      method: 'POST',
      url: '/sandbox/oauth',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: localCookieHeader(site.app) },
      payload: new URLSearchParams(fields).toString(),
    });
    return { status: response.statusCode, text: response.body, back: new URL(response.headers.location ?? '/', 'http://site.test') };
  };
  const stateParameter = (redirect: string) => new URL(redirect, 'http://site.test').searchParams.get('state') ?? '';
  const asked = (state: string) => ({ state, redirect_uri: RETURN_URL, scope: 'user_accounts:read,boards:read,pins:read' });
  /** Chooses on the page that a new link leads to. */
  const choose = async (choice: Readonly<Record<string, string>>) =>
    submitConsent({ ...asked(stateParameter(await startLinking())), decision: 'allow', ...choice });
  const finishLinking = (back: URL) => site.request('POST', ACCOUNTS_URL, { as: ana, body: Object.fromEntries(back.searchParams) });

  it('explains itself without scripts under our content security policy', async () => {
    const redirect = await startLinking();
    expect(redirect).toMatch(/^\/sandbox\/oauth\?client_id=sandbox&.*&state=[\w-]{43}$/);
    const page = await openLocally(redirect);
    expect(page).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' } });
    expect(page.text).toContain('<h1>Sandbox: this is not Pinterest</h1>');
    expect(page.text).toContain('<li>read your boards</li>');
    expect(page.text).not.toContain('<script');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; .*form-action 'self'/);
  });

  it('links the chosen account with the same flow as Pinterest', async () => {
    const { status, back } = await choose({ account: 'maple_kitchen', other: '' });
    expect([status, back.pathname, [...back.searchParams.keys()]]).toEqual([303, '/oauth2/pinterest', ['code', 'state']]);
    expect(await finishLinking(back)).toMatchObject({
      status: 200,
      body: { username: 'maple_kitchen', website_url: 'https://maple-kitchen.example' },
    });
    expect(await finishLinking(back)).toMatchObject({ status: 422, body: { code: 'linking_ended' } });
  });

  it('asks for search volumes in a second consent, and knows whether they were granted', async () => {
    const body = { with_volumes: true };
    const redirect = String((await site.request('POST', ACCOUNTS_URL, { as: ana, body })).body['redirect_uri']);
    const page = await openLocally(redirect);
    expect(page.text).toContain('<li>read your ad accounts and search volumes</li>');
    const { scope, ...rest } = asked(stateParameter(redirect));
    const choice = { account: 'maple_kitchen', other: '', decision: 'allow' };
    const { back } = await submitConsent({ ...rest, scope: `${scope},ads:read`, ...choice });
    expect((await finishLinking(back)).body).toMatchObject({ username: 'maple_kitchen', has_volumes: true });
    const again = await choose(choice);
    expect((await finishLinking(again.back)).body).toMatchObject({ username: 'maple_kitchen', has_volumes: false });
    expect(await site.request('POST', ACCOUNTS_URL, { as: ana, body: { with_volumes: 'yes' } })).toMatchObject({
      status: 400,
      body: { error: 'with_volumes must be true or false' },
    });
  });

  it('prefers an entered name, and maps a name to one account', async () => {
    for (const other of ['@my_own_name', 'my_own_name']) {
      const { back } = await choose({ account: 'maple_kitchen', other });
      expect(await finishLinking(back)).toMatchObject({ status: 200, body: { username: 'my_own_name' } });
    }
    const rows = await site.sql(`select from linked_accounts where username = 'my_own_name'`);
    expect(rows).toHaveLength(1);
  });

  it('redirects back with access_denied after a refusal', async () => {
    const state = stateParameter(await startLinking());
    const { status, back } = await submitConsent({ ...asked(state), account: 'maple_kitchen', decision: 'deny' });
    expect([status, back.pathname, Object.fromEntries(back.searchParams)]).toEqual([
      303,
      '/oauth2/pinterest',
      { error: 'access_denied', state },
    ]);
  });

  it.each([['<script>'], ['ab'], ['x'.repeat(31)]])('refuses the name %p', async (other) => {
    const { status, text } = await submitConsent({ ...asked('some-state'), account: 'maple_kitchen', other, decision: 'allow' });
    expect(status).toBe(400);
    expect(text).toContain('Use 3 to 30 letters, digits or _.');
    expect(text).not.toContain(other === '<script>' ? other : 'javascript:');
  });

  it.each([
    ['without parameters', ''],
    ['without a redirect address', 'client_id=sandbox&response_type=code&scope=pins%3Aread&state=abc'],
    ['with an unknown parameter', `${CONSENT_QUERY}&state=abc&prompt=none`],
    ['with an unknown scope', `${CONSENT_QUERY}%2Cads%3Awrite&state=abc`],
    ['with another way back', `${CONSENT_QUERY.replace('oauth2%2Fpinterest', 'elsewhere')}&state=abc`],
    ['with markup in the state', `${CONSENT_QUERY}&state=%22%3E%3Cscript%3E`],
    ['with two states', `${CONSENT_QUERY}&state=a&state=b`],
  ])('shows nothing %s', async (_, query) => {
    const page = await openLocally(`/sandbox/oauth?${query}`);
    expect([page.status, page.text]).toEqual([400, 'Start on your dashboard.\n']);
  });

  it('accepts only its own codes, and each once', async () => {
    const { back } = await choose({ account: 'tiny_garden_days' });
    const code = back.searchParams.get('code') ?? '';
    const forged = `${code.slice(0, -2)}${code.endsWith('AA') ? 'BB' : 'AA'}`;
    const statusOf = async (sent: string) => {
      const body = { code: sent, state: stateParameter(await startLinking()) };
      return (await site.request('POST', ACCOUNTS_URL, { as: ana, body })).status;
    };
    expect(await statusOf(forged)).toBe(422);
    expect((await finishLinking(back)).status).toBe(200);
    expect(await statusOf(code)).toBe(422);
  });
});

describe('the sandbox’s page of faults', () => {
  const URL_OF_SWITCHES = '/sandbox/switches';
  const ask = (method: 'GET' | 'POST', cookie: string, fields: Readonly<Record<string, string>> = {}) =>
    site.app.inject({
      method,
      url: URL_OF_SWITCHES,
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
      ...(method === 'POST' && { payload: new URLSearchParams(fields).toString() }),
    });

  it('switches a fault on and off, for the user of this machine only', async () => {
    const cookie = localCookieHeader(site.app);
    expect((await ask('GET', cookie)).body).toContain('Everything answers as documented.');
    const fields = { part: 'account', fault: 'error', every: '2' };
    for (const method of ['GET', 'POST'] as const) expect((await ask(method, '', fields)).statusCode).toBe(404);
    expect((await ask('POST', cookie, fields)).statusCode).toBe(303);
    expect((await ask('GET', cookie)).body).toContain('account: fails with 500 (call 2 of each 2)');
    expect((await ask('POST', cookie, { part: 'all', fault: 'none', every: '1' })).statusCode).toBe(303);
    expect((await ask('GET', cookie)).body).toContain('Everything answers as documented.');
  });

  it.each([
    ['an unknown call', { part: 'followers', fault: 'error', every: '1' }],
    ['an unknown fault', { part: 'account', fault: 'constructor', every: '1' }],
    ['no number', { part: 'account', fault: 'error', every: 'often' }],
    ['another field', { part: 'account', fault: 'error', every: '1', status: '500' }],
  ])('refuses %s', async (_, fields) => {
    expect((await ask('POST', localCookieHeader(site.app), fields)).statusCode).toBe(400);
  });
});

describe('without a platform', () => {
  it('linking is unavailable, the list is empty, and the sandbox is not served', async () => {
    const bare = await createTestApp(database.url, { settings: { PLATFORM: 'none' } });
    const user = await bare.createUser('free');
    for (const body of [{}, { code: 'a', state: 'b' }]) {
      expect(await bare.request('POST', ACCOUNTS_URL, { as: user, body })).toMatchObject({
        status: 503,
        body: { error: "Linking Pinterest accounts isn't set up here.", code: 'no_platform' },
      });
    }
    expect((await bare.request('GET', ACCOUNTS_URL, { as: user })).text).toBe('[]');
    expect((await bare.request('GET', '/sandbox/oauth?state=a', { as: null })).status).toBe(404);
    await bare.close();
  });
});
