import { Logger } from '@nestjs/common';
import { dayOf } from '#domain/days';
import { MINUTE_MS } from '#domain/durations';
import { PermissionEnded } from '#domain/linked-accounts/errors';
import { PinterestAccountReader } from '#server/linked-accounts/pinterest/account-reader';
import { PinterestPlatform } from '#server/linked-accounts/pinterest/platform';
import { MemoryAnswers } from '../../../support/fakes/shared-answers';
import { FixedClock } from '../../../support/fixed-clock';
import { jsonResponse, pinterestApp, type PinterestServer, startPinterest } from '../../../support/servers/pinterest-server';

const SITE = 'https://pins.example.com';
const now = new Date('2026-11-21T12:00:00Z');
const span = { firstDay: dayOf(now) - 89, lastDay: dayOf(now) };

let clock: FixedClock;
let pinterest: PinterestServer;
let answers: MemoryAnswers;
let reader: PinterestAccountReader;
/** A server of the site. */
const startReader = () => new PinterestAccountReader({ apiUrl: pinterest.url, maxUrlBytes: 8_192 }, answers, clock);

const accessFor = async (username: string, scopes?: readonly string[]) => {
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
    const access = await accessFor('maple', ['user_accounts:read', 'boards:read', 'pins:read']);
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

describe('an answer that Pinterest does not document', () => {
  const day = (over: object) => ({
    all: { summary_metrics: {}, daily_metrics: [{ date: '2026-11-01', data_status: 'READY', metrics: {}, ...over }] },
  });

  it.each<[string, unknown]>([
    ['a list', []],
    ['a text', 'all'],
    ['days that are no list', { all: { daily_metrics: {} } }],
    ['no days', { all: { summary_metrics: {} } }],
    ['a day without a date', { all: { daily_metrics: [{ data_status: 'READY', metrics: {} }] } }],
    ['a date of another form', day({ date: '11/01/2026' })],
  ])('is refused: %s', async (_, body) => {
    pinterest.respondWith('analytics', jsonResponse(200, body));
    const error = { failure: 'unexpected', message: "Pinterest sent an answer that we can't read. Please try again later." };
    await expect(reader.readDays(await accessFor('maple'), span, 'none')).rejects.toMatchObject(error);
  });

  it.each<[string, object, string, number | null]>([
    ['an unknown status is a gap', { data_status: 'BEFORE_SOMETHING_NEW', metrics: { IMPRESSION: 5 } }, 'missing', null],
    ['a missing status is a gap', { data_status: undefined, metrics: { IMPRESSION: 5 } }, 'missing', null],
    ['a missing metric is unknown', { metrics: { SAVE: 1 } }, 'ready', null],
    ['missing metrics are unknown', { metrics: undefined }, 'ready', null],
    ['a metric of another type is unknown', { metrics: { IMPRESSION: 'many' } }, 'ready', null],
    ['a negative metric is unknown', { metrics: { IMPRESSION: -1 } }, 'ready', null],
    ['an unknown metric is left out', { metrics: { IMPRESSION: 5, SOMETHING_NEW: 7 } }, 'ready', 5],
    ['a number for a day in processing is left out', { data_status: 'PROCESSING', metrics: { IMPRESSION: 0 } }, 'processing', null],
  ])('is read as far as it goes: %s', async (_, over, status, impressions) => {
    pinterest.respondWith('analytics', jsonResponse(200, day(over)));
    const [all] = await reader.readDays(await accessFor('maple'), span, 'none');
    expect([all?.days[0]?.status, all?.days[0]?.values.impressions]).toEqual([status, impressions]);
  });

  it.each<[string, unknown]>([
    ['no pins', {}],
    ['an id that is no number', { pins: [{ pin_id: '../boards', metrics: {} }] }],
  ])('is refused for top pins: %s', async (_, body) => {
    pinterest.respondWith('top pins', jsonResponse(200, body));
    await expect(reader.readTopPins(await accessFor('maple'), span, 'saves')).rejects.toMatchObject({ failure: 'unexpected' });
  });

  it('is read as far as it goes for a pin', async () => {
    const access = await accessFor('maple');
    pinterest.respondWith(
      'pin',
      jsonResponse(200, { id: '7', title: 7, created_at: 'soon', media: { images: { '400x300': { url: 'javascript:alert(1)' } } } }),
    );
    expect(await reader.readPin(access, '7')).toMatchObject({ id: '7', title: null, created_at: null, image: null, board_id: null });
  });

  it('ends the permission when it refuses the token', async () => {
    pinterest.respondWith('analytics', jsonResponse(401, { code: 2, message: 'Authentication failed.' }));
    await expect(reader.readDays(await accessFor('maple'), span, 'none')).rejects.toBeInstanceOf(PermissionEnded);
  });
});
