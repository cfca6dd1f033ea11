import { Logger } from '@nestjs/common';
import { dayOf } from '#domain/days';
import { MINUTE_MS } from '#domain/durations';
import { NoAdAccount, PermissionEnded } from '#domain/linked-accounts/errors';
import { PinterestAccountReader } from '#server/linked-accounts/pinterest/account-reader';
import { PinterestPlatform } from '#server/linked-accounts/pinterest/platform';
import { MemoryAnswers } from '../../../support/fakes/shared-answers';
import { FixedClock } from '../../../support/fixed-clock';
import {
  jsonResponse,
  pinterestApp,
  type PinterestEndpoint,
  type PinterestServer,
  startPinterest,
} from '../../../support/servers/pinterest-server';

const SITE = 'https://pins.example.com';
const MAX_URL_BYTES = 1_200;
const basic = ['user_accounts:read', 'boards:read', 'pins:read'];
const now = new Date('2026-11-21T12:00:00Z');
const span = { firstDay: dayOf(now) - 89, lastDay: dayOf(now) };

let clock: FixedClock;
let pinterest: PinterestServer;
let answers: MemoryAnswers;
let reader: PinterestAccountReader;
/** A server of the site. */
const startReader = () => new PinterestAccountReader({ apiUrl: pinterest.url, maxUrlBytes: MAX_URL_BYTES }, answers, clock);

const accessFor = async (username: string, scopes: readonly string[] = [...basic, 'ads:read']) => {
  const app = { name: 'pinterest', ...pinterestApp, apiUrl: pinterest.url, oauthUrl: '', origin: () => SITE } as const;
  const { tokens } = await new PinterestPlatform(app, clock).exchangeCode(pinterest.codeFor(username, scopes, `${SITE}/oauth2/pinterest`));
  return { id: `id of ${username}`, token: tokens.access };
};

beforeAll(() => Logger.overrideLogger(false));
beforeEach(async () => {
  clock = new FixedClock(now);
  pinterest = await startPinterest(clock);
  answers = new MemoryAnswers();
  reader = startReader();
});
afterEach(async () => {
  expect(pinterest.faults).toEqual([]);
  await pinterest.close();
});

describe('reading an account', () => {
  it('returns its days, and what is still processing without a number', async () => {
    const [all, ...rest] = await reader.readDays(await accessFor('maple'), span, 'none');
    expect([all?.name, all?.days.length, rest]).toEqual(['all', 90, []]);
    expect(all?.days.slice(-3)).toEqual([
      { day: '2026-11-19', status: 'estimate', values: expect.objectContaining({ impressions: expect.any(Number) }) },
      ...['2026-11-20', '2026-11-21'].map((day) => ({
        day,
        status: 'processing',
        values: { impressions: null, saves: null, pin_clicks: null, outbound_clicks: null, engagements: null },
      })),
    ]);
    expect(all?.days[0]).toMatchObject({ day: '2026-08-24', status: 'ready' });
  });

  it('knows days from before a business account as missing', async () => {
    const [all] = await reader.readDays(await accessFor('tiny_garden_days'), span, 'none');
    expect(all?.days.filter(({ status }) => status === 'missing')).toHaveLength(49);
  });

  it.each([
    ['source', ['YOUR_PINS', 'OTHER_PINS']],
    ['site', ['CLAIMED', 'OTHER']],
    ['format', ['ORGANIC_IMAGE', 'ORGANIC_VIDEO', 'ORGANIC_PRODUCT', 'ADS_STANDARD']],
    ['device', ['MOBILE', 'WEB', 'TABLET']],
    ['content', ['ORGANIC', 'PAID']],
  ] as const)('splits by %s', async (split, names) => {
    const series = await reader.readDays(await accessFor('maple'), span, split);
    expect(series.map(({ name }) => name)).toEqual(names);
  });

  it('returns its top pins, each with its title', async () => {
    const access = await accessFor('maple');
    const pins = await reader.readTopPins(access, span, 'saves');
    expect(pins).toHaveLength(10);
    expect(await reader.readPin(access, pins[0]?.id ?? '')).toMatchObject({ title: expect.stringMatching(/^maple: /), image: null });
  });

  it('needs only the scopes that are asked for first', async () => {
    const access = await accessFor('maple', basic);
    await reader.readDays(access, span, 'content');
    const [pin] = await reader.readTopPins(access, span, 'impressions');
    await reader.readPin(access, pin?.id ?? '');
    await expect(reader.readTopPins(await accessFor('oak', ['user_accounts:read']), span, 'saves')).rejects.toMatchObject({
      failure: 'refused',
    });
  });
});

describe('requests to Pinterest', () => {
  it('go out once per URL and account in 15 minutes, also at the same time', async () => {
    const [maple, oak] = [await accessFor('maple'), await accessFor('oak')];
    const read = () => reader.readDays(maple, span, 'none');
    const [first, second] = await Promise.all([read(), read()]);
    expect(second).toEqual(first);
    clock.advance(15 * MINUTE_MS - 1);
    expect(await read()).toEqual(first);
    expect(pinterest.requestsTo('analytics')).toHaveLength(1);
    expect(await reader.readDays(oak, span, 'none')).not.toEqual(first);
    expect(pinterest.requestsTo('analytics')).toHaveLength(2);
    clock.advance(1);
    await read();
    expect(pinterest.requestsTo('analytics')).toHaveLength(3);
  });

  it('go out once for all servers, at the same time and one after the other', async () => {
    const access = await accessFor('maple');
    const other = startReader();
    const [first, second] = await Promise.all([reader, other].map((one) => one.readDays(access, span, 'none')));
    expect(second).toEqual(first);
    expect([await reader.readPins(access), await other.readPins(access)].map(({ items }) => items[0]?.created_at)).toEqual([
      expect.any(Date),
      expect.any(Date),
    ]);
    expect(['analytics', 'pins'].map((part) => pinterest.requestsTo(part as 'pins').length)).toEqual([1, 1]);
  });

  it('are made by another server when the one that was asking has died', async () => {
    const access = await accessFor('maple');
    const dead = startReader();
    pinterest.respondWith('analytics', () => undefined);
    void dead.readDays(access, span, 'none').catch(() => undefined);
    while (pinterest.requestsTo('analytics').length === 0) await new Promise(setImmediate);
    pinterest.respondWith('analytics');
    clock.advance(MINUTE_MS);
    expect(await reader.readDays(access, span, 'none')).toHaveLength(1);
  });

  it('are made again after a failure that was forgotten with its account', async () => {
    const access = await accessFor('maple');
    pinterest.switches.set('analytics', 'error');
    await expect(reader.readDays(access, span, 'none')).rejects.toMatchObject({ failure: 'unreachable' });
    pinterest.switches.clear();
    reader.forget(access.id);
    expect(await reader.readDays(access, span, 'none')).toHaveLength(1);
  });

  it('are not repeated for a minute after a failure', async () => {
    const access = await accessFor('maple');
    pinterest.respondWith('analytics', jsonResponse(500, { code: 500, message: '' }));
    const read = () => reader.readDays(access, span, 'none');
    await expect(read()).rejects.toMatchObject({ failure: 'unreachable' });
    pinterest.respondWith('analytics');
    await expect(read()).rejects.toMatchObject({ failure: 'unreachable' });
    clock.advance(MINUTE_MS);
    expect(await read()).toHaveLength(1);
    expect(pinterest.requestsTo('analytics')).toHaveLength(2);
  });

  it('stop at the limit that the headers tell, per account and class', async () => {
    const [maple, oak] = [await accessFor('maple'), await accessFor('oak')];
    pinterest.respondWith('analytics', jsonResponse(200, {}, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '30' }));
    await reader.readDays(maple, span, 'none');
    await expect(reader.readTopPins(maple, span, 'saves')).rejects.toMatchObject({ failure: 'limited', retryAfterSeconds: 30 });
    expect(pinterest.requestsTo('top pins')).toEqual([]);
    expect(await reader.readTopPins(oak, span, 'saves')).toHaveLength(10);
    clock.advance(MINUTE_MS);
    expect(await reader.readTopPins(maple, span, 'saves')).toHaveLength(10);
  });

  it('wait as long as a refusal says', async () => {
    const access = await accessFor('maple');
    pinterest.respondWith('analytics', jsonResponse(429, { code: 8, message: 'Too many' }, { 'retry-after': '77' }));
    await expect(reader.readDays(access, span, 'none')).rejects.toMatchObject({ failure: 'limited', retryAfterSeconds: 77 });
  });
});

describe('pins and boards of an account', () => {
  it('come with their figures, boards of others included', async () => {
    const access = await accessFor('maple', basic);
    const { items: pins, isComplete } = await reader.readPins(access);
    expect([pins.length, isComplete]).toEqual([14, true]);
    expect(pins.filter(({ values }) => values.outbound_clicks === null)).toHaveLength(1);
    const { items: boards } = await reader.readBoards(access);
    expect(boards.map(({ owner }) => owner)).toEqual(['maple', 'maple', 'maple', 'north_light_home']);
    expect(new Set(pins.map(({ board_id }) => board_id))).toEqual(new Set(boards.map(({ id }) => id)));
  });

  it('are read page by page, up to a limit, and cached as a whole', async () => {
    const access = await accessFor('maple', basic);
    const asked: string[] = [];
    pinterest.respondWith('pins', (response, { path }) => {
      asked.push(new URL(path, SITE).searchParams.get('bookmark') ?? '');
      jsonResponse(200, { items: [{ id: String(asked.length) }], bookmark: `b${asked.length}` })(response, {} as never);
    });
    const read = await reader.readPins(access);
    expect([read.items.map(({ id }) => id), read.isComplete, asked]).toEqual([['1', '2', '3', '4'], false, ['', 'b1', 'b2', 'b3']]);
    await reader.readPins(access);
    expect(asked).toHaveLength(4);
  });

  it('end where a bookmark repeats', async () => {
    pinterest.respondWith('boards', jsonResponse(200, { items: [], bookmark: 'again' }));
    expect(await reader.readBoards(await accessFor('maple', basic))).toEqual({ items: [], isComplete: true });
    expect(pinterest.requestsTo('boards')).toHaveLength(2);
  });

  it('have days, which begin when a pin was made', async () => {
    const access = await accessFor('maple', basic);
    const newest = (await reader.readPins(access)).items[0]!;
    const days = await reader.readPinDays(access, newest.id, span);
    expect(days).toHaveLength(90);
    const made = newest.created_at!.toISOString().slice(0, 10);
    expect(days.find(({ status }) => status === 'ready')?.day).toBe(made < days[0]!.day ? days[0]!.day : made);
    expect(days.at(-1)).toMatchObject({ status: 'processing', values: { saves: null } });
  });
});

describe('trends', () => {
  it('have growth and a year of weeks that end on Saturdays', async () => {
    const trends = await reader.readTrends(await accessFor('maple', basic), {
      region: 'DE+AT+CH',
      type: 'seasonal',
      interest: 'home_decor',
      age: '65+',
      gender: 'female',
    });
    expect(trends).toHaveLength(12);
    expect(trends[0]).toMatchObject({ year_growth: 10_001, week_growth: expect.any(Number) });
    expect(trends[0]?.weeks).toHaveLength(52);
    expect(trends[0]?.weeks.at(-1)?.day).toBe('2026-11-21');
    expect(pinterest.requestsTo('trends')[0]?.path).toBe(
      '/v5/trends/keywords/DE%2BAT%2BCH/top/seasonal?interests=home_decor&genders=female&ages=65%2B',
    );
  });

  it.each([401, 403])('that Pinterest has not opened to the app are refused with %d, without ending the permission', async (status) => {
    pinterest.respondWith('trends', jsonResponse(status, { code: 29, message: 'You are not permitted to access that resource.' }));
    await expect(reader.readTrends(await accessFor('maple'), { region: 'US', type: 'growing' })).rejects.toMatchObject({
      failure: 'refused',
    });
  });
});

describe('terms and volumes', () => {
  it('need ads:read', async () => {
    const access = await accessFor('maple', basic);
    await expect(reader.readTerms(access, 'nails')).rejects.toMatchObject({ failure: 'refused' });
    await expect(reader.readVolumes(access, 'US', ['nails'])).rejects.toMatchObject({ failure: 'refused' });
  });

  it('return related and suggested terms', async () => {
    const terms = await reader.readTerms(await accessFor('maple'), 'nails');
    expect([terms.related[0], terms.suggested.length]).toEqual(['nails ideas', 10]);
  });

  it('return volumes as Pinterest words them, and none for keywords that it does not know', async () => {
    const keywords = Array.from({ length: 150 }, (_, index) => `keyword number ${index}`);
    const volumes = await reader.readVolumes(await accessFor('maple'), 'DE', keywords);
    expect(volumes.map(({ keyword }) => keyword)).toEqual(keywords);
    expect(new Set(volumes.map(({ volume }) => volume))).toEqual(new Set(['100+', '1K+', '10K+', '250K+', '1M+', '5M+', null]));
    const urls = pinterest.requestsTo('volumes').map(({ path }) => `${pinterest.url.slice(0, -3)}${path}`);
    expect(urls.length).toBeGreaterThan(2);
    expect(Math.max(...urls.map(({ length }) => length))).toBeLessThanOrEqual(MAX_URL_BYTES);
    expect(pinterest.requestsTo('ad accounts')).toHaveLength(1);
  });

  it('say that there is no ad account', async () => {
    await expect(reader.readVolumes(await accessFor('slow_travel_notes'), 'US', ['nails'])).rejects.toBeInstanceOf(NoAdAccount);
  });
});

describe('an answer that Pinterest does not document', () => {
  const calls: Readonly<Partial<Record<PinterestEndpoint, (access: { readonly id: string; readonly token: string }) => Promise<unknown>>>> =
    {
      analytics: (access) =>
        reader.readDays(access, span, 'none').then(([all]) => [all?.days[0]?.status, all?.days[0]?.values.impressions]),
      'top pins': (access) => reader.readTopPins(access, span, 'saves'),
      pin: (access) => reader.readPin(access, '7'),
      pins: (access) =>
        reader.readPins(access).then(({ items }) => items.map(({ id, title, values }) => [id, title, values.outbound_clicks])),
      boards: (access) => reader.readBoards(access).then(({ items }) => items.map(({ id, owner, pin_count }) => [id, owner, pin_count])),
      'pin analytics': (access) => reader.readPinDays(access, '7', span).then((days) => days.map(({ status }) => status)),
      trends: (access) => reader.readTrends(access, { region: 'US', type: 'growing' }),
      'related terms': (access) => reader.readTerms(access, 'nails').then(({ related }) => related),
      'suggested terms': (access) => reader.readTerms(access, 'nails').then(({ suggested }) => suggested),
      'ad accounts': (access) => reader.readVolumes(access, 'US', ['nails']).then(() => 'read'),
      volumes: (access) => reader.readVolumes(access, 'US', ['nails', 'hair']).then((volumes) => volumes.map(({ volume }) => volume)),
    };
  const callWith = async (part: PinterestEndpoint, body: unknown) => {
    const access = await accessFor('maple');
    pinterest.respondWith(part, jsonResponse(200, body));
    return calls[part]!(access);
  };
  const day = (over: object) => ({
    all: { summary_metrics: {}, daily_metrics: [{ date: '2026-11-01', data_status: 'READY', metrics: {}, ...over }] },
  });

  it.each<[string, PinterestEndpoint, unknown]>([
    ...(Object.keys(calls) as PinterestEndpoint[]).map((part) => ['a text', part, 'soon'] as [string, PinterestEndpoint, unknown]),
    ['a list', 'analytics', []],
    ['days that are no list', 'analytics', { all: { daily_metrics: {} } }],
    ['no days', 'analytics', { all: { summary_metrics: {} } }],
    ['a day without a date', 'analytics', { all: { daily_metrics: [{ data_status: 'READY', metrics: {} }] } }],
    ['a date of another form', 'analytics', day({ date: '11/01/2026' })],
    ['no pins', 'top pins', {}],
    ['an id that is no number', 'top pins', { pins: [{ pin_id: '../boards', metrics: {} }] }],
  ])('is refused: %s of %s', async (_, part, body) => {
    const error = { failure: 'unexpected', message: "Pinterest sent an answer that we can't read. Please try again later." };
    await expect(callWith(part, body)).rejects.toMatchObject(error);
  });

  it.each<[string, PinterestEndpoint, unknown, unknown]>([
    ['an unknown status is a gap', 'analytics', day({ data_status: 'SOMETHING_NEW', metrics: { IMPRESSION: 5 } }), ['missing', null]],
    ['a missing status is a gap', 'analytics', day({ data_status: undefined, metrics: { IMPRESSION: 5 } }), ['missing', null]],
    ['a missing metric is unknown', 'analytics', day({ metrics: { SAVE: 1 } }), ['ready', null]],
    ['missing metrics are unknown', 'analytics', day({ metrics: undefined }), ['ready', null]],
    ['a metric of another type is unknown', 'analytics', day({ metrics: { IMPRESSION: 'many' } }), ['ready', null]],
    ['a negative metric is unknown', 'analytics', day({ metrics: { IMPRESSION: -1 } }), ['ready', null]],
    ['an unknown metric is left out', 'analytics', day({ metrics: { IMPRESSION: 5, SOMETHING_NEW: 7 } }), ['ready', 5]],
    ['no number while in processing', 'analytics', day({ data_status: 'PROCESSING', metrics: { IMPRESSION: 0 } }), ['processing', null]],
    [
      'fields of other types',
      'pin',
      { id: '7', title: 7, created_at: 'soon', media: { images: { '400x300': { url: 'javascript:alert(1)' } } } },
      expect.objectContaining({ id: '7', title: null, created_at: null, image: null, board_id: null }),
    ],
    [
      'only what has an id',
      'pins',
      { items: [7, { id: 'x' }, { id: '1', title: 2, pin_metrics: { '90d': { clickthrough: 'many' } }, creative_type: 'NEW' }] },
      [['1', null, null]],
    ],
    [
      'only what has a name',
      'boards',
      { items: [{ id: '1' }, { id: '2', name: 'B', owner: 7, pin_count: -1, privacy: 'NEW' }], bookmark: '' },
      [['2', null, 0]],
    ],
    ['a day without metrics', 'pin analytics', { all: { daily_metrics: [{ date: '2026-11-01', data_status: 'NEW' }] } }, ['missing']],
    [
      'weeks and growth that are none',
      'trends',
      { trends: [{}, { keyword: 'a', pct_growth_yoy: 'much', time_series: { soon: 1, '2026-11-21': 5, '2026-11-14': 'x' } }] },
      [{ keyword: 'a', week_growth: null, month_growth: null, year_growth: null, weeks: [{ day: '2026-11-21', value: 5 }] }],
    ],
    ['no weeks', 'trends', { trends: [{ keyword: 'a', time_series: 7 }], more: 1 }, [expect.objectContaining({ keyword: 'a', weeks: [] })]],
    ['texts only', 'related terms', { related_terms_list: [{ term: 'nails' }, { related_terms: ['nail art', 7, ''] }] }, ['nail art']],
    ['texts only', 'suggested terms', ['nails', {}, null], ['nails']],
    [
      'volumes of any form',
      'volumes',
      { data: [{ keyword: 'nails', metrics: {} }, { keyword: 'hair', metrics: { keyword_query_volume: '9Q+', new: 1 } }, {}] },
      [null, '9Q+'],
    ],
  ])('is read as far as it goes: %s of %s', async (_, part, body, read) => {
    expect(await callWith(part, body)).toEqual(read);
  });

  it('ends the permission when it refuses the token', async () => {
    pinterest.respondWith('analytics', jsonResponse(401, { code: 2, message: 'Authentication failed.' }));
    await expect(reader.readDays(await accessFor('maple'), span, 'none')).rejects.toBeInstanceOf(PermissionEnded);
  });
});
