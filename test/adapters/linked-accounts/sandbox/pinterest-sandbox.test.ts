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
const post = async (path: string, access: unknown, body: unknown) =>
  toAnswer(
    await fetch(`${server.url}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${String(access)}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
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

describe('the pages of the sandbox', () => {
  it('end, have at most 250 items, and their bookmarks expire', async () => {
    const access = await accessFor('boards:read', 'pins:read');
    const titlesOf = ({ body }: Answer) => (body['items'] as readonly { title: string }[]).map(({ title }) => title);
    const first = await get('pins?page_size=10', access);
    const next = `pins?page_size=10&bookmark=${String(first.body['bookmark'])}`;
    const second = await get(next, access);
    expect([titlesOf(first).length, titlesOf(second).length, second.body['bookmark']]).toEqual([10, 4, null]);
    expect(new Set([...titlesOf(first), ...titlesOf(second)]).size).toBe(14);
    expect((await get('pins?page_size=251', access)).status).toBe(400);
    expect((await get('pins?bookmark=invented', access)).status).toBe(400);
    clock.advance(10 * MINUTE_MS + 1);
    expect(await get(next, access)).toMatchObject({ status: 400, body: { code: 1 } });
  });
});

describe('publishing in the sandbox', () => {
  const scopes = ['boards:read', 'boards:write', 'pins:read', 'pins:write'];
  const image = { source_type: 'image_url', url: 'https://maple.example/soup.png' };
  /** Registers a video, sends its file, and returns its id. */
  const upload = async (access: unknown, fileName: string) => {
    const { body } = await post('media', access, { media_type: 'video' });
    const form = new FormData();
    for (const [name, value] of Object.entries(body['upload_parameters'] as Record<string, string>)) form.set(name, value);
    form.set('file', new File(['frames'], fileName));
    // The storage is at the host of the sandbox, which the tests reach at another address.
    const address = `${server.url.replace('/v5', '')}${new URL(String(body['upload_url'])).pathname}`;
    const send = async () => (await fetch(address, { method: 'POST', body: form })).status;
    return { id: String(body['media_id']), send };
  };

  it('takes a video through its states, which its file name decides, to a pin', async () => {
    const access = await accessFor(...scopes);
    const statusOf = async (id: string) => (await get(`media/${id}`, access)).body['status'];
    const [good, bad] = [await upload(access, 'soup.mp4'), await upload(access, 'will-fail.mp4')];
    expect(await statusOf(good.id)).toBe('registered');
    expect([await good.send(), await bad.send(), await good.send()]).toEqual([204, 204, 403]);
    expect(await statusOf(good.id)).toBe('processing');
    const pin = { board_id: '7', media_source: { source_type: 'video_id', media_id: good.id, cover_image_key_frame_time: 1 } };
    expect((await post('pins', access, pin)).status).toBe(400);
    clock.advance(MINUTE_MS);
    expect([await statusOf(good.id), await statusOf(bad.id)]).toEqual(['succeeded', 'failed']);
    expect(await post('pins', access, pin)).toMatchObject({ status: 201, body: { creative_type: 'VIDEO' } });
    expect((await get('media', access)).body['items']).toHaveLength(2);
    const other = (await exchange(server.codeFor('oak', scopes, REDIRECT_URI))).body['access_token'];
    expect((await get(`media/${good.id}`, other)).status).toBe(404);
  });

  it('makes pins that are there afterward, with Standard access only', async () => {
    const access = await accessFor(...scopes);
    const { status, body } = await post('pins', access, {
      board_id: '7',
      title: 'Soup',
      link: 'https://maple.example/',
      media_source: image,
    });
    expect([status, body['title']]).toEqual([201, 'Soup']);
    expect((await get(`pins/${String(body['id'])}`, access)).body).toMatchObject({ title: 'Soup', board_id: '7' });
    expect((await get('pins', access)).body['items']).toEqual(expect.arrayContaining([expect.objectContaining({ title: 'Soup' })]));
    await server.close();
    await start('trial');
    expect(await post('pins', await accessFor(...scopes), { media_source: image })).toMatchObject({ status: 403, body: { code: 29 } });
  });

  it.each([
    ['a name instead of a board', { board_id: 'Soups', media_source: image }],
    ['a title that is too long', { title: 'x'.repeat(101), media_source: image }],
    ['a time to publish, which Pinterest does not have', { publish_at: '2026-12-01', media_source: image }],
    ['no media', { title: 'Soup' }],
    ['another kind of media', { media_source: { source_type: 'gif', url: image.url } }],
  ])('refuses %s', async (_, body) => {
    expect(await post('pins', await accessFor(...scopes), body)).toMatchObject({ status: 400, body: { code: 1 } });
  });

  it('needs the scopes that write', async () => {
    const access = await accessFor('boards:read', 'pins:read');
    for (const [path, body] of [
      ['pins', { media_source: image }],
      ['media', { media_type: 'video' }],
      ['boards/7/sections', { name: 'Soups' }],
    ] as const)
      expect([path, await post(path, access, body)]).toEqual([path, expect.objectContaining({ status: 403 })]);
  });
});

describe('the switches of the sandbox', () => {
  const profile = async () => get('user_account', await accessFor('user_accounts:read'));

  it.each([
    ['error', 500, 500],
    ['limited', 429, 8],
    ['spam', 429, 8],
    ['refused', 403, 29],
    ['dead_token', 401, 2],
    ['conflict', 409, 409],
    ['unreachable_url', 400, 1],
  ] as const)('%s: answers %d with code %d, until it is off', async (fault, status, code) => {
    server.switches.set('account', fault);
    expect(await profile()).toMatchObject({ status, body: { code } });
    server.switches.set('account');
    expect((await profile()).status).toBe(200);
  });

  it('hit every Nth call of their part, and no other part', async () => {
    server.switches.set('account', 'error', 3);
    const statuses: number[] = [];
    for (let call = 0; call < 6; call++) statuses.push((await profile()).status);
    expect(statuses).toEqual([200, 200, 500, 200, 200, 500]);
    expect((await get('boards', await accessFor('boards:read'))).status).toBe(200);
  });

  it('let a time-out after a create be tried: the pin is there, and no answer comes', async () => {
    const access = await accessFor('boards:read', 'boards:write', 'pins:read', 'pins:write');
    server.switches.set('create pin', 'silent');
    const body = JSON.stringify({ title: 'Soup', media_source: { source_type: 'image_url', url: 'https://maple.example/soup.png' } });
    const headers = { authorization: `Bearer ${String(access)}`, 'content-type': 'application/json' };
    const lost = new AbortController();
    const sent = fetch(`${server.url}/pins`, { method: 'POST', headers, body, signal: lost.signal });
    sent.catch(() => undefined);
    const titles = async () => ((await get('pins', access)).body['items'] as readonly { title: string }[]).map(({ title }) => title);
    while (!(await titles()).includes('Soup'));
    lost.abort();
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
  });
});
