import { DAY_MS, MINUTE_MS } from '#domain/durations';
import type { AccessTier } from '#server/linked-accounts/sandbox/rate-limits';
import { FixedClock } from '../../../support/fixed-clock';
import { pinterestApp, type PinterestServer, startPinterest } from '../../../support/servers/pinterest-server';

const REDIRECT_URI = 'https://pins.example.com/oauth2/pinterest';
const credentials = `Basic ${Buffer.from(`${pinterestApp.id}:${pinterestApp.secret}`).toString('base64')}`;

let clock: FixedClock;
let server: PinterestServer;

async function start(tier: AccessTier = 'standard'): Promise<void> {
  clock = new FixedClock(new Date('2026-11-21T12:00:00Z'));
  server = await startPinterest(clock, tier);
}
beforeEach(() => start());
afterEach(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

const toAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: (await response.json()) as Answer['body'],
  headers: response.headers,
});
const requestTokens = async (form: Readonly<Record<string, string>>, authorization = credentials) =>
  toAnswer(await fetch(`${server.url}/oauth/token`, { method: 'POST', headers: { authorization }, body: new URLSearchParams(form) }));
const exchange = (code: string, more: Readonly<Record<string, string>> = {}) =>
  requestTokens({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, ...more });
const renew = (refresh: unknown, more: Readonly<Record<string, string>> = {}) =>
  requestTokens({ grant_type: 'refresh_token', refresh_token: String(refresh), ...more });
const codeFor = (scopes?: readonly string[]) => server.codeFor('maple', scopes, REDIRECT_URI);
const get = async (path: string, access: unknown) =>
  toAnswer(await fetch(`${server.url}/${path}`, { headers: { authorization: `Bearer ${String(access)}` } }));
const accessFor = async (...scopes: string[]) => (await exchange(codeFor(scopes))).body['access_token'];

describe('the token call of the sandbox', () => {
  it('exchanges a code once, for five minutes, and for its own redirect address', async () => {
    const code = codeFor();
    expect((await exchange(code)).status).toBe(200);
    expect(await exchange(code)).toMatchObject({ status: 400, body: { code: 1 } });
    expect((await exchange(codeFor(), { redirect_uri: 'https://evil.test/' })).status).toBe(400);
    const late = codeFor();
    clock.advance(5 * MINUTE_MS);
    expect((await exchange(late)).status).toBe(400);
    expect((await exchange('')).status).toBe(400);
  });

  it('replaces the refresh token at each renewal; the old one is dead, the old access token is not', async () => {
    const first = (await exchange(codeFor())).body;
    const second = (await renew(first['refresh_token'])).body;
    expect(second['refresh_token']).not.toBe(first['refresh_token']);
    expect((await renew(first['refresh_token'])).status).toBe(400);
    expect((await renew(second['refresh_token'])).status).toBe(200);
    expect((await get('user_account', first['access_token'])).status).toBe(200);
  });

  it('issues access tokens for 30 days and refresh tokens for 60', async () => {
    const { body } = await exchange(codeFor());
    expect(body).toMatchObject({ expires_in: 2_592_000, refresh_token_expires_in: 5_184_000 });
    clock.advance(30 * DAY_MS);
    expect(await get('user_account', body['access_token'])).toMatchObject({ status: 401, body: { code: 2 } });
    clock.advance(30 * DAY_MS - 1);
    const renewed = await renew(body['refresh_token']);
    expect(renewed.status).toBe(200);
    clock.advance(60 * DAY_MS);
    expect((await renew(renewed.body['refresh_token'])).status).toBe(400);
  });

  it('narrows scopes at a renewal and never widens them', async () => {
    const { body } = await exchange(codeFor(['user_accounts:read', 'pins:read']));
    const narrowed = await renew(body['refresh_token'], { scope: 'pins:read' });
    expect(narrowed.body['scope']).toBe('pins:read');
    expect((await renew(narrowed.body['refresh_token'], { scope: 'pins:read,user_accounts:read' })).status).toBe(400);
  });

  it('refuses a wrong secret, unknown fields, and other grants', async () => {
    const form = { grant_type: 'authorization_code', code: codeFor(), redirect_uri: REDIRECT_URI };
    expect(await requestTokens(form, 'Basic d3Jvbmc6c2VjcmV0')).toMatchObject({ status: 401, body: { code: 2 } });
    expect((await requestTokens({ ...form, client_id: 'app-1' })).status).toBe(400);
    expect((await requestTokens({ grant_type: 'password', username: 'a', password: 'b' })).status).toBe(400);
    expect((await requestTokens(form)).status).toBe(200);
  });
});

describe('a call to the sandbox', () => {
  it('needs the scopes of its call', async () => {
    expect(await get('user_account', await accessFor('boards:read'))).toMatchObject({ status: 403, body: { code: 29 } });
    expect((await get('user_account', await accessFor('user_accounts:read'))).status).toBe(200);
    expect((await get('user_account', 'pina_invented')).status).toBe(401);
  });

  it('may have no parameter that Pinterest does not know', async () => {
    const access = await accessFor('user_accounts:read');
    expect((await get('user_account?ad_account_id=549755885175', access)).status).toBe(200);
    expect(await get('user_account?fields=id', access)).toMatchObject({ status: 400, body: { code: 1 } });
    expect((await get('users', access)).status).toBe(404);
  });

  it('counts per user and minute with Standard access', async () => {
    const [one, two] = [await accessFor('user_accounts:read'), (await exchange(server.codeFor('oak', undefined, REDIRECT_URI))).body];
    for (let call = 0; call < 1_000; call++) await get('user_account', one);
    const refused = await get('user_account', one);
    expect(refused).toMatchObject({ status: 429, body: { code: 8 } });
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'x-ratelimit-limit': '1000',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '60',
    });
    expect((await get('user_account', two['access_token'])).headers.get('x-ratelimit-remaining')).toBe('999');
    clock.advance(MINUTE_MS);
    expect((await get('user_account', one)).status).toBe(200);
  });

  it('counts for the whole app and a day with Trial access', async () => {
    await server.close();
    await start('trial');
    const [one, two] = [await accessFor('user_accounts:read'), (await exchange(server.codeFor('oak', undefined, REDIRECT_URI))).body];
    for (let call = 0; call < 1_000; call++) await get('user_account', one);
    expect((await get('user_account', two['access_token'])).status).toBe(429);
    clock.advance(DAY_MS);
    expect((await get('user_account', two['access_token'])).status).toBe(200);
  });
});

describe('the analytics of the sandbox', () => {
  const queryFor = (first: string, last: string, more = '') => `user_account/analytics?start_date=${first}&end_date=${last}${more}`;
  let access: unknown;
  beforeEach(async () => void (access = await accessFor('user_accounts:read', 'pins:read', 'boards:read')));

  it.each([
    ['90 days back', '2026-08-23', '2026-11-21', 200],
    ['91 days back', '2026-08-22', '2026-11-20', 400],
    ['an end before the start', '2026-11-20', '2026-11-19', 400],
    ['a day that does not exist', '2026-11-31', '2026-11-31', 400],
  ])('reach %s: %s to %s gets %d', async (_, first, last, status) => {
    expect((await get(queryFor(first, last), access)).status).toBe(status);
  });

  it.each([
    ['metric_types=IMPRESSION,SAVE', 200],
    ['metric_types=IMPRESSION&metric_types=SAVE', 200],
    ['metric_types=REPINS', 400],
    ['split_field=COUNTRY', 400],
    ['metrics=IMPRESSION', 400],
  ])('with %s answer %d', async (parameter, status) => {
    expect((await get(queryFor('2026-11-01', '2026-11-21', `&${parameter}`), access)).status).toBe(status);
  });

  it('have days in processing with and without zeros, and one estimate', async () => {
    const { body } = await get(queryFor('2026-11-18', '2026-11-21', '&metric_types=IMPRESSION'), access);
    const { daily_metrics: days } = body['all'] as { daily_metrics: readonly { data_status: string; metrics: object }[] };
    expect(days.map(({ data_status, metrics }) => [data_status, metrics])).toEqual([
      ['READY', { IMPRESSION: expect.any(Number) }],
      ['ESTIMATE', { IMPRESSION: expect.any(Number) }],
      ['PROCESSING', { IMPRESSION: 0 }],
      ['PROCESSING', {}],
    ]);
  });

  it('know the pins of the account and no others', async () => {
    const top = await get('user_account/analytics/top_pins?start_date=2026-11-01&end_date=2026-11-21&sort_by=SAVE&num_of_pins=3', access);
    const pins = top.body['pins'] as readonly { pin_id: string }[];
    expect(pins).toHaveLength(3);
    expect(await get(`pins/${pins[0]?.pin_id}`, access)).toMatchObject({ status: 200, body: { is_owner: true } });
    expect(await get('pins/1', access)).toMatchObject({ status: 404, body: { code: 50 } });
    expect(
      (await get('user_account/analytics/top_pins?start_date=2026-11-01&end_date=2026-11-21&sort_by=SAVE&num_of_pins=51', access)).status,
    ).toBe(400);
  });
});
