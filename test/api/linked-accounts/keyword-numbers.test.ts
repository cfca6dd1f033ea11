import type { LinkedAccount, OwnBoards, OwnPinAnalytics, ResearchResults, Terms, Trends, Volumes } from '#domain/linked-accounts/contract';
import { keywordKey } from '#domain/catalog/keywords/words';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import type { TestUser } from '../../support/app/test-users';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { type PinterestServer, pinterestSettings, startPinterest } from '../../support/servers/pinterest-server';

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
  [ana, ben] = [await site.createUser('free'), await site.createUser('free')];
});
afterAll(async () => {
  await site.close();
  expect(pinterest.faults).toEqual([]);
  await Promise.all([pinterest.close(), database.close()]);
});

async function linkAccount(username: string, scopes = [...basic, 'ads:read']): Promise<LinkedAccount> {
  const started = await site.request('POST', ACCOUNTS_URL, { as: ana, body: { with_volumes: true } });
  const state = new URL(String(started.body['redirect_uri'])).searchParams.get('state');
  const { body } = await site.request('POST', ACCOUNTS_URL, { as: ana, body: { code: pinterest.codeFor(username, scopes), state } });
  return body as unknown as LinkedAccount;
}
const read = async <T>(id: string, what: string): Promise<T> => {
  const { status, body } = await site.request('GET', `${ACCOUNTS_URL}/${id}/${what}`, { as: ana });
  expect([what, status, body['error']]).toEqual([what, 200, undefined]);
  return body as unknown as T;
};
/** Saves a keyword of ana's, as if some days ago. */
const save = (keyword: string, ageDays: number) =>
  database.pool.query(
    `insert into saved_keywords (user_id, keyword, name, saved_at) values ($1, $2, $3, now() - make_interval(days => $4))
     on conflict (user_id, keyword) do update set saved_at = excluded.saved_at`,
    [ana.id, keywordKey(keyword), keyword, ageDays],
  );

const everything = 'boards pins/7/analytics results results?keyword=outfits trends terms?term=nails volumes?keywords=nails'.split(' ');

describe('numbers that Pinterest has for an account', () => {
  it('tell which board brings the outbound clicks, and of how many pins', async () => {
    const { _id } = await linkAccount('maple_boards');
    const { boards, pins_read, pins } = await read<OwnBoards>(_id, 'boards');
    expect([boards.length, pins_read, pins]).toEqual([4, 13, 14]);
    expect(boards.reduce((total, { outbound_share }) => total + (outbound_share ?? 0), 0)).toBeCloseTo(1);
    expect(boards.find(({ name }) => name.endsWith('Group: Home & craft'))).toMatchObject({ owner: 'north_light_home', own_pins: 3 });
  });

  it('show what came of saved keywords: of all in one call that reads the pins once, or of one', async () => {
    const { _id } = await linkAccount('maple_results');
    await Promise.all([save('fall outfits', 1_000), save('fall', 1_000), save('nothing like it', 1_000), save('outfits', 0)]);
    const all = await read<ResearchResults>(_id, 'results');
    expect(all.keywords.map(({ keyword }) => keyword).toSorted()).toEqual(['fall', 'fall outfits']);
    expect(all).toMatchObject({ pins_read: 14, pins_unread: 0, is_complete: true });
    const one = await read<ResearchResults>(_id, 'results?keyword=Fall%20outfit');
    expect(one.keywords).toEqual(all.keywords.filter(({ keyword }) => keyword === 'fall outfits'));
    const { pins, total } = one.keywords[0]!;
    expect([pins.length, total]).toEqual([2, 2]);
    for (const { id, title, created_at, saves } of pins) {
      expect(title).toMatch(/^maple_results: Fall outfits/);
      const isInReach = Date.now() - Date.parse(created_at) < 90 * 86_400_000;
      expect([id, saves]).toEqual([id, isInReach ? expect.any(Number) : null]);
      expect((await read<OwnPinAnalytics>(_id, `pins/${id}/analytics`)).days).toHaveLength(90);
    }
    expect((await read<ResearchResults>(_id, 'results?keyword=not%20saved')).keywords).toEqual([]);
  });

  it('are trends, terms, and volumes', async () => {
    const { _id } = await linkAccount('maple_volumes');
    const { trends } = await read<Trends>(_id, 'trends?region=GB%2BIE&type=monthly&interest=travel&gender=male&age=18-24');
    expect(trends).toHaveLength(12);
    expect((await read<Terms>(_id, 'terms?term=fall%20nails')).related).toContain('fall nails ideas');
    const { volumes, day } = await read<Volumes>(_id, 'volumes?country=DE&keywords=fall%20nails,%20hair%20,fall%20nails,');
    expect(volumes.map(({ keyword }) => keyword)).toEqual(['fall nails', 'hair']);
    expect(day).toBe(new Date().toISOString().slice(0, 10));
  });

  it('are not shown to others', async () => {
    const { _id } = await linkAccount('maple_volumes');
    for (const what of everything)
      expect([what, (await site.request('GET', `${ACCOUNTS_URL}/${_id}/${what}`, { as: ben })).status]).toEqual([what, 404]);
  });

  it('need the second consent for volumes and terms, and ask Pinterest nothing before', async () => {
    const { _id } = await linkAccount('maple_volumes', basic);
    pinterest.requests.length = 0;
    for (const what of ['terms?term=nails', 'volumes?keywords=nails'])
      expect(await site.request('GET', `${ACCOUNTS_URL}/${_id}/${what}`, { as: ana })).toMatchObject({
        status: 422,
        body: { code: 'volumes_not_allowed', error: 'Allow search volumes on the page of your account first.' },
      });
    expect(pinterest.requests).toEqual([]);
  });

  it('need an ad account for volumes', async () => {
    const { _id } = await linkAccount('slow_travel_notes');
    expect(await site.request('GET', `${ACCOUNTS_URL}/${_id}/volumes?keywords=nails`, { as: ana })).toMatchObject({
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
    const { status, body } = await site.request('GET', `${ACCOUNTS_URL}/${id}/${what}`, { as: ana });
    expect([status, body['error']]).toEqual([400, expect.stringMatching(error)]);
  });
});
