import type { SavedKeywordList } from '#domain/watching/contract';
import { freeWatchLimits, keywordLimitSentence, premiumWatchLimits } from '#domain/watching/watch-limits';
import { RecomputeKeywords } from '#server/keywords/recompute-keywords';
import { useTestApp } from '../../support/app/test-app';
import type { TestUser } from '../../support/app/test-users';
import { insertEntity } from '../../support/database/insert-entity';
import { emptyTables } from '../../support/database/test-database';

const site = useTestApp({ settings: { DEMO: 'false' } });
let ana: TestUser;
let ben: TestUser;
let paul: TestUser;

describe('saved keywords', () => {
  const URL = '/api/users/me/keywords';
  const fruits = ['apple', 'banana', 'cherry', 'damson', 'fig', 'grape', 'kiwi', 'lemon', 'mango', 'olive', 'plum', 'quince'];

  beforeAll(async () => {
    for (let copy = 0; copy < 7; copy++)
      await insertEntity(site.database.pool, 'pins', { topics: [...fruits, ...(copy < 5 ? ['Easy plum cakes'] : [])], saves: 10 });
    await site.app.get(RecomputeKeywords).recompute();
  });
  beforeEach(async () => {
    [ana, ben, paul] = [await site.createUser('free'), await site.createUser('free'), await site.createUser('premium')];
  });

  const save = (as: TestUser, ...keywords: readonly string[]) => site.request('POST', URL, { as, body: { keywords } });
  const remove = (as: TestUser, keyword: string) => site.request('DELETE', `${URL}/${encodeURIComponent(keyword)}`, { as });
  const list = async (as: TestUser) => JSON.parse((await site.request('GET', URL, { as })).text) as SavedKeywordList;
  const namesOf = async (as: TestUser) => (await list(as)).keywords.map(({ keyword }) => keyword).toSorted();

  it('have their figures, in one list per user, whatever their spelling', async () => {
    expect((await save(ana, 'PLUMS', 'easy plum cake', 'plum')).status).toBe(204);
    await save(ben, 'fig');
    const { keywords, limit } = await list(ana);
    expect(limit).toBe(freeWatchLimits.savedKeywords);
    expect(keywords.map(({ keyword, figures }) => [keyword, figures?.pins])).toEqual([
      ['easy plum cakes', 5],
      ['plum', 7],
    ]);
    expect(keywords[0]?.figures).not.toHaveProperty('opportunity');
    await save(paul, 'plum');
    expect((await list(paul)).keywords[0]?.figures).toHaveProperty('opportunity');
  });

  it('are removed by their owner only', async () => {
    await save(ana, 'plum', 'fig');
    expect((await remove(ben, 'plum')).status).toBe(404);
    expect((await remove(ana, 'Plums')).status).toBe(204);
    expect((await remove(ana, 'plum')).status).toBe(404);
    expect(await namesOf(ana)).toEqual(['fig']);
  });

  it('are all saved or none, up to the limit of the plan', async () => {
    const limit = freeWatchLimits.savedKeywords;
    await save(ana, ...fruits.slice(0, limit - 1));
    const refused = await save(ana, ...fruits.slice(0, limit + 1));
    expect([refused.status, refused.body['error']]).toEqual([422, keywordLimitSentence(limit)]);
    expect(await namesOf(ana)).toHaveLength(limit - 1);
    expect((await save(ana, ...fruits.slice(0, limit))).status).toBe(204);
    expect((await save(ana, ...fruits.slice(0, limit))).status).toBe(204);
    expect((await save(paul, ...fruits)).status).toBe(204);
    expect((await list(paul)).limit).toBe(premiumWatchLimits.savedKeywords);
  });

  it('never exceed the limit by concurrent requests', async () => {
    const statuses = await Promise.all(fruits.map(async (fruit) => (await save(ana, fruit)).status));
    expect(statuses.filter((status) => status === 204)).toHaveLength(freeWatchLimits.savedKeywords);
    expect(await namesOf(ana)).toHaveLength(freeWatchLimits.savedKeywords);
  });

  it('may be ones that too few pins have, as they were typed', async () => {
    expect((await save(ana, 'Durian Cake')).status).toBe(204);
    expect((await list(ana)).keywords).toMatchObject([{ keyword: 'durian cake', figures: null }]);
  });

  it.each<[unknown, number, RegExp]>([
    [{ keywords: ['plum', '!!!'] }, 404, /One of these is no keyword/],
    [{ keywords: [] }, 400, /^keywords must name a keyword/],
    [{ keywords: Array.from({ length: 101 }, () => 'plum') }, 400, /^keywords must be at most 100/],
  ])('refuse %j', async (body, status, message) => {
    const response = await site.request('POST', URL, { as: ana, body });
    expect([response.status, response.body['error']]).toEqual([status, expect.stringMatching(message)]);
    expect(await namesOf(ana)).toEqual([]);
  });
});

describe('a saved search', () => {
  const SEARCHES_URL = '/api/users/me/saved-searches';

  beforeEach(async () => {
    await emptyTables(site.database.pool, 'users, boards, board_metrics, board_histories, board_months, board_readings, board_scores');
    [ana, ben, paul] = [await site.createUser('free'), await site.createUser('free'), await site.createUser('premium')];
    await insertBoards('old', 6);
    // Before any search is saved, also by a clock that counts milliseconds only.
    await site.database.pool.query(`update boards set added_at = now() - interval '1 hour'`);
  });

  /** Boards with followers 0, 10, 20 …, every second one about Etsy with a topic. */
  async function insertBoards(prefix: string, count: number): Promise<void> {
    for (let index = 0; index < count; index++) {
      const etsy = index % 2 === 0 ? { name: `Etsy ${prefix} ${index}`, topics: ['Gifts'] } : { name: `Garden ${prefix} ${index}` };
      await insertEntity(site.database.pool, 'boards', { _id: `${prefix}-${index}`, follower_count: index * 10, ...etsy });
    }
  }

  const save = (as: TestUser, name: string, query: string, variant = 'boards') =>
    site.request('POST', SEARCHES_URL, { as, body: { name, variant, query } });
  const list = async (as: TestUser) =>
    JSON.parse((await site.request('GET', SEARCHES_URL, { as })).text) as {
      _id: string;
      name: string;
      query: string;
      new_count: number | null;
    }[];
  const newCounts = async (as: TestUser) => Object.fromEntries((await list(as)).map(({ name, new_count }) => [name, new_count]));

  it('counts the rows that were added since its owner last opened it, as counted by hand', async () => {
    await save(paul, 'all', '');
    await save(paul, 'topic', 'topic=gifts');
    await save(paul, 'followers', 'followers=20..&order_by=follower_count');
    await save(paul, 'keyword', 'query=etsy');
    await save(paul, 'keyword and filter', 'query=etsy&followers=..15');
    expect(new Set(Object.values(await newCounts(paul)))).toEqual(new Set([0]));
    await insertBoards('new', 5);
    expect(await newCounts(paul)).toEqual({ all: 5, topic: 3, followers: 3, keyword: 3, 'keyword and filter': 1 });
    const [all] = await list(paul);
    expect((await site.request('POST', `${SEARCHES_URL}/${all?._id}/seen`, { as: paul })).status).toBe(204);
    expect(await newCounts(paul)).toMatchObject({ all: 0, topic: 3 });
  });

  it('does not count rows again that an import changes', async () => {
    await save(ana, 'all', '');
    await site.database.pool.query(`update boards set imported_at = now() + interval '1 day', name = 'Renamed'`);
    expect(await newCounts(ana)).toEqual({ all: 0 });
  });

  it('is stored in one form, without the page', async () => {
    const saved = await save(ana, 'Gifts', 'page=3&unknown=1&topic=Gifts,recipes&sort=desc&per_page=10');
    expect(saved).toMatchObject({ status: 200, body: { name: 'Gifts', variant: 'boards', new_count: 0 } });
    expect(new URLSearchParams(String(saved.body['query'])).get('page')).toBeNull();
    const again = await save(ben, 'Gifts', String(saved.body['query']));
    expect(again.body['query']).toBe(saved.body['query']);
  });

  it('is one without Premium, and only of what the plan includes', async () => {
    await save(ana, 'Gifts', 'topic=gifts');
    expect(await save(ana, 'More', 'topic=gifts')).toMatchObject({
      status: 422,
      body: { error: 'You can save 1 search. Premium saves up to 50.', code: 'watch_limit' },
    });
    expect(await save(ben, 'Big', 'followers=20..')).toMatchObject({
      status: 403,
      body: { error: 'Filtering by followers is part of Premium.' },
    });
    expect(await save(ben, 'Etsy', 'query=etsy')).toMatchObject({ status: 403, body: { code: 'premium_required' } });
  });

  it('has no count when the plan no longer includes it', async () => {
    await save(paul, 'Etsy', 'query=etsy');
    await site.database.pool.query(`update subscriptions set ended_at = now() - interval '1 minute' where user_id = $1`, [paul.id]);
    expect(await newCounts(paul)).toEqual({ Etsy: null });
  });

  it('ends at fifty with Premium, also under concurrent calls', async () => {
    const saved = await Promise.all(Array.from({ length: 53 }, (_, index) => save(paul, `Search ${index}`, '')));
    expect(saved.filter(({ status }) => status === 422)).toHaveLength(3);
    expect(await list(paul)).toHaveLength(50);
  });

  it('refuses a name that another one has, and bad input with the name of the field', async () => {
    await save(paul, 'Gifts', '');
    expect(await save(paul, 'Gifts', 'topic=gifts')).toMatchObject({
      status: 409,
      body: { error: 'You have a saved search with this name.' },
    });
    expect(await save(paul, 'Bad', 'followers=many')).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^query has a followers/) },
    });
    expect(await save(paul, ' ', '')).toMatchObject({ status: 400, body: { error: 'name must not be empty' } });
  });

  it('is missing for another user, and can be deleted', async () => {
    const { body } = await save(ana, 'Gifts', 'topic=gifts');
    const url = `${SEARCHES_URL}/${String(body['_id'])}`;
    expect((await site.request('DELETE', url, { as: ben })).status).toBe(404);
    expect((await site.request('POST', `${url}/seen`, { as: ben })).status).toBe(404);
    expect(await list(ben)).toEqual([]);
    expect((await site.request('DELETE', url, { as: ana })).status).toBe(204);
    expect(await list(ana)).toEqual([]);
  });
});
