import { ReadModel } from '#domain/catalog/read-model';
import { WriterScope } from '#domain/jobs/write-lock';
import { type TestApp, createTestApp } from '../../support/app/test-app';
import { useTestDatabase } from '../../support/database/test-database';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';

const pins = [
  { _id: 'a', name: 'Handmade earrings on Etsy', saves: 9, topics: ['jewellery'], pinner_username: 'mira_makes' },
  { _id: 'b', name: 'Etsy shop checklist', saves: 8, description: 'For sellers who sell on weekends', queries: ['small business'] },
  { _id: 'c', name: 'Café crème', saves: 7 },
  { _id: 'd', name: '家庭料理レシピ', saves: 6 },
  { _id: 'e', name: 'อาหารไทยง่ายๆ', saves: 5 },
  { _id: 'f', name: '旅行攻略大全 🌿', saves: 4 },
  { _id: 'g', name: '100 % wool_socks \\ warm', saves: 3 },
];

describe.each([
  ['the tables themselves', '1000000'],
  ['the tables of a long list', '7'],
  ['the ordered read model', '1'],
])('keyword searches in %s', (_, from) => {
  const database = useTestDatabase();
  let server: TestApp;

  beforeAll(async () => {
    for (const pin of pins) await insertEntity(database.pool, 'pins', pin);
    await updateCatalogStats(database.pool);
    server = await createTestApp(database.url, { settings: { ORDERED_LISTS_FROM: from }, as: 'premium' });
    await server.app.get(ReadModel).rebuild(new WriterScope());
    // From this size on a list is long; without a read model its tables are searched.
    if (from === '7') await database.pool.query('update catalog_stats set generation = null');
  });

  const search = async (query: string) => {
    const { status, body } = await server.get(`/api/pins?query=${encodeURIComponent(query)}`);
    expect(status).toBe(200);
    return { ids: (body['pins'] as { _id: string }[]).map((pin) => pin._id).join(''), total: body['total'], match: body['match'] };
  };

  it.each([
    ['name', 'etsy', 'ab'],
    ['description', 'weekend', 'b'],
    ['topic words', 'jewellery', 'a'],
    ['the searches it was found in', 'small business', 'b'],
    ['owner', 'mira_makes', 'a'],
    ['several words, all of which must match', 'etsy earrings', 'a'],
    ['words of which one is missing', 'etsy croissant zzzzzz', ''],
    ['accents and case folded', 'CAFE CREME', 'c'],
    ['Japanese', '料理', 'd'],
    ['Thai', 'อาหาร', 'e'],
    ['Chinese', '攻略', 'f'],
    ['an emoji', '🌿', 'f'],
    ['an emoji that no row has', '🪴', ''],
    ['a wildcard as itself', '%', ''],
    ['an underscore as itself', '_', ''],
    ['a backslash as itself', '\\', ''],
    ['operators as words', 'etsy & | ! :* <-> \' " --', 'ab'],
  ])('searches %s', async (_what, query, ids) => expect((await search(query)).ids).toBe(ids));

  it('searches for the last word as a prefix when nothing matches exactly, and reports it', async () => {
    expect(await search('etsy chec')).toEqual({ ids: 'b', total: 1, match: { how: 'beginning', searched_for: 'etsy chec' } });
  });

  it.each([
    ['w', 'bg'],
    ['wo', 'g'],
    ['етs', ''],
  ])('searches for prefixes of one or two characters: %s', async (query, ids) => expect((await search(query)).ids).toBe(ids));

  it.each([
    ['esty', 'ab', 'etsy'],
    ['etsy checklsit', 'b', 'etsy checklist'],
    ['esty checklsit', 'b', 'etsy checklist'],
    ['esty checklis', 'b', 'etsy checklist'],
    ['caffe creme', 'c', 'cafe creme'],
  ])('takes the nearest known words for %j, and says which', async (query, ids, words) => {
    expect(await search(query)).toMatchObject({ ids, match: { how: 'nearest', searched_for: words } });
  });

  it('reports that every word matched exactly', async () => {
    expect((await search('etsy')).match).toEqual({ how: 'whole', searched_for: 'etsy' });
  });
});
