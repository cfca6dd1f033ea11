import { Logger } from '@nestjs/common';
import { dayOf } from '#domain/days';
import { NoAdAccount } from '#domain/linked-accounts/errors';
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
const now = new Date('2026-11-21T12:00:00Z');
const span = { firstDay: dayOf(now) - 89, lastDay: dayOf(now) };
const basic = ['user_accounts:read', 'boards:read', 'pins:read'];

let pinterest: PinterestServer;
let reader: PinterestAccountReader;

const accessFor = async (username: string, scopes: readonly string[] = [...basic, 'ads:read']) => {
  const app = { name: 'pinterest', ...pinterestApp, apiUrl: pinterest.url, oauthUrl: '', origin: () => SITE } as const;
  const platform = new PinterestPlatform(app, new FixedClock(now));
  const { tokens } = await platform.exchangeCode(pinterest.codeFor(username, scopes, `${SITE}/oauth2/pinterest`));
  return { id: `id of ${username}`, token: tokens.access };
};

beforeAll(() => Logger.overrideLogger(false));
beforeEach(async () => {
  const clock = new FixedClock(now);
  pinterest = await startPinterest(clock);
  reader = new PinterestAccountReader({ apiUrl: pinterest.url, maxUrlBytes: MAX_URL_BYTES }, new MemoryAnswers(), clock);
});
afterEach(async () => {
  expect(pinterest.faults).toEqual([]);
  await pinterest.close();
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

  it.each(Object.keys(calls) as PinterestEndpoint[])('is refused without what the part is made of: %s', async (part) => {
    const access = await accessFor('maple');
    pinterest.respondWith(part, jsonResponse(200, 'soon'));
    await expect(calls[part]!(access)).rejects.toMatchObject({ failure: 'unexpected' });
  });

  it.each<[PinterestEndpoint, unknown, unknown]>([
    [
      'pins',
      { items: [7, { id: 'x' }, { id: '1', title: 2, pin_metrics: { '90d': { clickthrough: 'many' } }, creative_type: 'NEW' }] },
      [['1', null, null]],
    ],
    ['boards', { items: [{ id: '1' }, { id: '2', name: 'B', owner: 7, pin_count: -1, privacy: 'NEW' }], bookmark: '' }, [['2', null, 0]]],
    ['pin analytics', { all: { daily_metrics: [{ date: '2026-11-01', data_status: 'NEW' }] } }, ['missing']],
    [
      'trends',
      { trends: [{}, { keyword: 'a', pct_growth_yoy: 'much', time_series: { soon: 1, '2026-11-21': 5, '2026-11-14': 'x' } }] },
      [{ keyword: 'a', week_growth: null, month_growth: null, year_growth: null, weeks: [{ day: '2026-11-21', value: 5 }] }],
    ],
    ['trends', { trends: [{ keyword: 'a', time_series: 7 }], more: 1 }, [expect.objectContaining({ keyword: 'a', weeks: [] })]],
    ['related terms', { related_terms_list: [{ term: 'nails' }, { related_terms: ['nail art', 7, ''] }] }, ['nail art']],
    ['suggested terms', ['nails', {}, null], ['nails']],
    [
      'volumes',
      { data: [{ keyword: 'nails', metrics: {} }, { keyword: 'hair', metrics: { keyword_query_volume: '9Q+', new: 1 } }, {}] },
      [null, '9Q+'],
    ],
  ])('is read as far as it goes: %s', async (part, body, read) => {
    const access = await accessFor('maple');
    pinterest.respondWith(part, jsonResponse(200, body));
    expect(await calls[part]!(access)).toEqual(read);
  });
});
