import { keywordKey } from '#domain/catalog/keywords/words';
import type {
  LinkedAccount,
  OwnAnalytics,
  OwnBoards,
  OwnPinAnalytics,
  OwnTopPins,
  ResearchResults,
  Terms,
  Trends,
  Volumes,
} from '#domain/linked-accounts/contract';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { dumpDatabase } from '../../support/app/served-endpoints';
import type { TestUser } from '../../support/app/test-users';
import { createTestDatabase, emptyTables, type TestDatabase } from '../../support/database/test-database';
import { jsonResponse, type PinterestServer, pinterestSettings, startPinterest } from '../../support/servers/pinterest-server';

const ACCOUNTS_URL = '/api/users/me/pinterest_accounts';
const basic = ['user_accounts:read', 'boards:read', 'pins:read'];

let pinterest: PinterestServer;
let database: TestDatabase;
let site: TestApp;
let ana: TestUser;
let ben: TestUser;

beforeAll(async () => {
  [pinterest, database] = await Promise.all([startPinterest(), createTestDatabase()]);
  site = await createTestApp(database.url, { settings: pinterestSettings(pinterest) });
  site.app.useLogger(false);
});
afterAll(async () => {
  await site.close();
  expect(pinterest.faults).toEqual([]);
  await Promise.all([pinterest.close(), database.close()]);
});
beforeEach(async () => {
  await emptyTables(database.pool, 'users, linked_accounts, linking_states, emails');
  [ana, ben] = [await site.createUser('free'), await site.createUser('free')];
  for (const part of ['analytics', 'top pins', 'pin'] as const) pinterest.respondWith(part);
});

async function linkAccount(as: TestUser, username: string, scopes = [...basic, 'ads:read']): Promise<LinkedAccount> {
  const started = await site.request('POST', ACCOUNTS_URL, { as, body: { with_volumes: true } });
  const state = new URL(String(started.body['redirect_uri'])).searchParams.get('state');
  const { body } = await site.request('POST', ACCOUNTS_URL, { as, body: { code: pinterest.codeFor(username, scopes), state } });
  return body as unknown as LinkedAccount;
}
const read = (as: TestUser, id: string, what: string) => site.request('GET', `${ACCOUNTS_URL}/${id}/${what}`, { as });

describe('an account of one’s own', () => {
  it('shows 90 days and the top pins with their titles, privately', async () => {
    const { _id } = await linkAccount(ana, 'maple_marked');
    const analytics = await read(ana, _id, 'analytics');
    expect(analytics).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    const { split, series } = analytics.body as unknown as OwnAnalytics;
    expect([split, series.map(({ name, days }) => [name, days.length])]).toEqual(['none', [['all', 90]]]);
    const { pins } = (await read(ana, _id, 'top_pins?sort_by=saves')).body as unknown as OwnTopPins;
    expect(pins).toHaveLength(10);
    expect(pins.every(({ title }) => title?.startsWith('maple_marked: '))).toBe(true);
  });

  it('is stored nowhere in the database, and forgotten when it is unlinked', async () => {
    const { _id } = await linkAccount(ana, 'maple_marked');
    await read(ana, _id, 'analytics');
    const { pins } = (await read(ana, _id, 'top_pins')).body as unknown as OwnTopPins;
    const marks = pins.flatMap(({ id, title }) => [id, title ?? id]);
    const dump = await dumpDatabase(database.pool, []);
    expect(marks.filter((mark) => dump.includes(mark))).toEqual([]);
    expect((await site.request('DELETE', `${ACCOUNTS_URL}/${_id}`, { as: ana })).status).toBe(204);
    expect((await read(ana, _id, 'analytics')).status).toBe(404);
    const { _id: again } = await linkAccount(ana, 'maple_marked');
    pinterest.requests.length = 0;
    await read(ana, again, 'analytics');
    expect(pinterest.requestsTo('analytics')).toHaveLength(1);
  });

  it('loses one part, with a sentence, when Pinterest sends what it does not document', async () => {
    const { _id } = await linkAccount(ana, 'maple');
    pinterest.respondWith('analytics', jsonResponse(200, { all: { daily_metrics: 'soon' } }));
    expect(await read(ana, _id, 'analytics')).toMatchObject({
      status: 503,
      body: { error: "Pinterest sent an answer that we can't read. Please try again later." },
    });
    expect((await read(ana, _id, 'top_pins')).status).toBe(200);
    expect((await site.request('GET', ACCOUNTS_URL, { as: ana })).status).toBe(200);
  });

  it('keeps its top pins when their titles cannot be read', async () => {
    const { _id } = await linkAccount(ana, 'maple');
    pinterest.respondWith('pin', jsonResponse(404, { code: 50, message: 'Pin not found.' }));
    const { pins } = (await read(ana, _id, 'top_pins')).body as unknown as OwnTopPins;
    expect(pins).toHaveLength(10);
    expect(pins[0]).toMatchObject({ title: null, created_at: null, values: { impressions: expect.any(Number) } });
  });

  it('says that access has ended', async () => {
    const { _id } = await linkAccount(ana, 'maple');
    await database.pool.query('update linked_accounts set needs_reconnect = true');
    expect(await read(ana, _id, 'analytics')).toMatchObject({ status: 422, body: { code: 'permission_ended' } });
  });

  it('is read at once after it was reconnected, whatever Pinterest said to the earlier token', async () => {
    const { _id } = await linkAccount(ana, 'maple');
    pinterest.respondWith('analytics', jsonResponse(401, { code: 2, message: 'Authentication failed.' }));
    expect(await read(ana, _id, 'analytics')).toMatchObject({ status: 422, body: { code: 'permission_ended' } });
    pinterest.respondWith('analytics');
    expect((await linkAccount(ana, 'maple'))._id).toBe(_id);
    expect((await read(ana, _id, 'analytics')).status).toBe(200);
  });

  it('delays neither Today nor a list while Pinterest is silent', async () => {
    const { _id } = await linkAccount(ana, 'maple');
    for (const part of ['account', 'analytics', 'top pins'] as const) pinterest.respondWith(part, () => undefined);
    pinterest.requests.length = 0;
    let hasEnded = false;
    const waiting = read(ana, _id, 'analytics').finally(() => (hasEnded = true));
    for (const path of ['/api/users/me/today', '/api/boards', '/api/pins', '/api/keywords'])
      expect([path, (await site.request('GET', path, { as: ana })).status, hasEnded]).toEqual([path, 200, false]);
    expect((await waiting).status).toBe(503);
    expect(pinterest.requests.map(({ path }) => path.split('?')[0])).toEqual(['/v5/user_account/analytics']);
    pinterest.respondWith('account');
  });
});

/** Saves a keyword of ana's, as if some days ago. */
const save = (keyword: string, ageDays: number) =>
  database.pool.query(
    `insert into saved_keywords (user_id, keyword, name, saved_at) values ($1, $2, $3, now() - make_interval(days => $4))
     on conflict (user_id, keyword) do update set saved_at = excluded.saved_at`,
    [ana.id, keywordKey(keyword), keyword, ageDays],
  );

const everything =
  'analytics top_pins boards pins/7/analytics results results?keyword=outfits trends terms?term=nails volumes?keywords=nails'.split(' ');

const readOwn = async <T>(id: string, what: string): Promise<T> => {
  const { status, body } = await read(ana, id, what);
  expect([what, status, body['error']]).toEqual([what, 200, undefined]);
  return body as unknown as T;
};

describe('numbers that Pinterest has for an account', () => {
  it('tell which board brings the outbound clicks, and of how many pins', async () => {
    const { _id } = await linkAccount(ana, 'maple_boards');
    const { boards, pins_read, pins } = await readOwn<OwnBoards>(_id, 'boards');
    expect([boards.length, pins_read, pins]).toEqual([4, 13, 14]);
    expect(boards.reduce((total, { outbound_share }) => total + (outbound_share ?? 0), 0)).toBeCloseTo(1);
    expect(boards.find(({ name }) => name.endsWith('Group: Home & craft'))).toMatchObject({ owner: 'north_light_home', own_pins: 3 });
  });

  it('show what came of saved keywords: of all in one call that reads the pins once, or of one', async () => {
    const { _id } = await linkAccount(ana, 'maple_results');
    await Promise.all([save('fall outfits', 1_000), save('fall', 1_000), save('nothing like it', 1_000), save('outfits', 0)]);
    const all = await readOwn<ResearchResults>(_id, 'results');
    expect(all.keywords.map(({ keyword }) => keyword).toSorted()).toEqual(['fall', 'fall outfits']);
    expect(all).toMatchObject({ pins_read: 14, pins_unread: 0, is_complete: true });
    const one = await readOwn<ResearchResults>(_id, 'results?keyword=Fall%20outfit');
    expect(one.keywords).toEqual(all.keywords.filter(({ keyword }) => keyword === 'fall outfits'));
    const { pins, total } = one.keywords[0]!;
    expect([pins.length, total]).toEqual([2, 2]);
    for (const { id, title, created_at, saves } of pins) {
      expect(title).toMatch(/^maple_results: Fall outfits/);
      const isInReach = Date.now() - Date.parse(created_at) < 90 * 86_400_000;
      expect([id, saves]).toEqual([id, isInReach ? expect.any(Number) : null]);
      expect((await readOwn<OwnPinAnalytics>(_id, `pins/${id}/analytics`)).days).toHaveLength(90);
    }
    expect((await readOwn<ResearchResults>(_id, 'results?keyword=not%20saved')).keywords).toEqual([]);
  });

  it('are trends, terms, and volumes', async () => {
    const { _id } = await linkAccount(ana, 'maple_volumes');
    const { trends } = await readOwn<Trends>(_id, 'trends?region=GB%2BIE&type=monthly&interest=travel&gender=male&age=18-24');
    expect(trends).toHaveLength(12);
    expect((await readOwn<Terms>(_id, 'terms?term=fall%20nails')).related).toContain('fall nails ideas');
    const { volumes, day } = await readOwn<Volumes>(_id, 'volumes?country=DE&keywords=fall%20nails,%20hair%20,fall%20nails,');
    expect(volumes.map(({ keyword }) => keyword)).toEqual(['fall nails', 'hair']);
    expect(day).toBe(new Date().toISOString().slice(0, 10));
  });

  it('are not shown to others', async () => {
    const { _id } = await linkAccount(ana, 'maple_volumes');
    for (const what of everything) expect([what, (await read(ben, _id, what)).status]).toEqual([what, 404]);
  });

  it('need the second consent for volumes and terms, and ask Pinterest nothing before', async () => {
    const { _id } = await linkAccount(ana, 'maple_volumes', basic);
    pinterest.requests.length = 0;
    for (const what of ['terms?term=nails', 'volumes?keywords=nails'])
      expect(await read(ana, _id, what)).toMatchObject({
        status: 422,
        body: { code: 'volumes_not_allowed', error: 'Allow search volumes on the page of your account first.' },
      });
    expect(pinterest.requests).toEqual([]);
  });

  it('need an ad account for volumes', async () => {
    const { _id } = await linkAccount(ana, 'slow_travel_notes');
    expect(await read(ana, _id, 'volumes?keywords=nails')).toMatchObject({
      status: 422,
      body: { code: 'no_ad_account' },
    });
  });

  it.each([
    ['pins/x/analytics', /^pin_id must be the id of a pin/],
    ['terms', /^term /],
    ['terms?term=a,b', /^term must not have a comma/],
    ['volumes?keywords=', /^keywords must not be empty/],
    ['volumes?keywords=a&country=usa', /^country must be a country code/],
    ['results?keyword=', /^keyword must not be empty/],
  ])('name a wrong parameter: %s', async (what, error) => {
    const id = '00000000-0000-4000-8000-000000000000';
    const { status, body } = await read(ana, id, what);
    expect([status, body['error']]).toEqual([400, expect.stringMatching(error)]);
  });
});
