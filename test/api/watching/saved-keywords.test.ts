import type { SavedKeywordList } from '#domain/watching/contract';
import { freeWatchLimits, keywordLimitSentence, premiumWatchLimits } from '#domain/watching/watch-limits';
import { RecomputeKeywords } from '#server/keywords/recompute-keywords';
import { useTestApp } from '../../support/app/test-app';
import type { TestUser } from '../../support/app/test-users';
import { insertEntity } from '../../support/database/insert-entity';

const URL = '/api/users/me/keywords';
const fruits = ['apple', 'banana', 'cherry', 'damson', 'fig', 'grape', 'kiwi', 'lemon', 'mango', 'olive', 'plum', 'quince'];

describe('saved keywords', () => {
  const site = useTestApp({ settings: { DEMO: 'false' } });
  let ana: TestUser;
  let ben: TestUser;
  let paul: TestUser;

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

  it('stay without figures when the catalog no longer has them', async () => {
    await save(ana, 'plum');
    await site.database.pool.query(`update saved_keywords set keyword = 'gone', name = 'gone' where user_id = $1`, [ana.id]);
    expect((await list(ana)).keywords).toMatchObject([{ keyword: 'gone', figures: null }]);
    expect((await remove(ana, 'gone')).status).toBe(204);
  });

  it.each<[unknown, number, RegExp]>([
    [{ keywords: ['durian'] }, 404, /We don’t know one of these keywords/],
    [{ keywords: ['plum', '!!!'] }, 404, /We don’t know one of these keywords/],
    [{ keywords: [] }, 400, /^keywords must name a keyword/],
    [{ keywords: 'plum' }, 400, /^keywords must be a list/],
    [{ keywords: ['x'.repeat(81)] }, 400, /^keywords.*must be at most 80/],
    [{ keywords: Array.from({ length: 101 }, () => 'plum') }, 400, /^keywords must be at most 100/],
    [{}, 400, /^keywords must be/],
  ])('refuse %j', async (body, status, message) => {
    const response = await site.request('POST', URL, { as: ana, body });
    expect([response.status, response.body['error']]).toEqual([status, expect.stringMatching(message)]);
    expect(await namesOf(ana)).toEqual([]);
  });

  it('are for signed-in users', async () => {
    expect((await site.request('GET', URL)).status).toBe(401);
    expect((await site.request('POST', URL, { body: { keywords: ['plum'] } })).status).toBe(401);
  });
});
