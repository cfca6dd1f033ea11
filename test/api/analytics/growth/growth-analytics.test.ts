import { scoreColumnOf } from '#domain/catalog/metrics';
import { type TestApp, createTestApp } from '../../../support/app/test-app';
import { useTestDatabase } from '../../../support/database/test-database';
import { rebuildTopLists } from '../../../support/database/top-lists';
import { updateCatalogStats, insertEntity } from '../../../support/database/insert-entity';

const PICTURE = 'https://i.pinimg.com/moss.jpg';

const database = useTestDatabase();
let app: TestApp;

beforeAll(async () => {
  for (let index = 1; index <= 25; index++) {
    await insertEntity(database.pool, 'boards', {
      _id: `b${index}`,
      name: `Board ${index}`,
      follower_count: index * 10,
      collaborator_count: index % 2,
      momentum: index,
    });
  }
  await insertEntity(database.pool, 'pinners', { _id: 'p1', follower_count: 77, momentum: 9 });
  await insertEntity(database.pool, 'pins', {
    _id: 'x1',
    name: 'Pin',
    saves: 5,
    pinner_id: 'p1',
    pinner_username: 'mira_makes',
    momentum: 3.04,
    board_id: 'b25',
    image_url: PICTURE,
  });
  await updateCatalogStats(database.pool);
  for (const entity of ['board', 'pinner', 'pin'] as const) {
    await database.pool.query(
      `update ${entity}_scores s set rank = array_fill(r.place::int, array[cardinality(s.raw)]), previous_rank = array_fill(null::int, array[cardinality(s.raw)])
       from (select _id, row_number() over (order by raw[1] desc) place from ${entity}_scores) r where r._id = s._id`,
    );
  }
  await rebuildTopLists(database.pool);
  await database.pool.query('update catalog_stats set scored_day = 20688');
  app = await createTestApp(database.url, { as: 'admin' });
});

describe('growth analytics', () => {
  it('are of boards by followers over 30 days without parameters, up to 100', async () => {
    const { status, body } = await app.get('/api/admin/analytics');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      total_entities: 27,
      database_stats: { boards: { total: 25, collaborative: 13 }, pinners: { total: 1 }, pins: { total: 1 } },
      as_of: '2026-08-23',
    });
    const insights = body['momentum_insights'] as { average_momentum: number; top_performers: unknown[] };
    expect(insights.average_momentum).toBe(13);
    expect(insights.top_performers).toHaveLength(25);
    expect(insights.top_performers[0]).toEqual({
      _id: 'b25',
      title: 'Board 25',
      name: 'Board 25',
      pinner_username: null,
      image_url: null,
      pictures: [PICTURE],
      current_value: 250,
      momentum_score: 25,
      growth_percent: 25,
      jump_share: null,
      jumped_on: null,
      current_rank: 1,
      previous_rank: null,
      confidence: 'high',
    });
  });

  it('take a pin’s followers from its owner', async () => {
    expect(scoreColumnOf('pin', 'follower_count', '7_days')).toBe(10);
    const { body } = await app.get('/api/admin/analytics?entity_type=pin&metric=follower_count&period=7_days&limit=10');
    expect(body['momentum_insights']).toMatchObject({
      average_momentum: 3,
      top_performers: [{ name: 'Pin', current_value: 77, pinner_username: 'mira_makes' }],
    });
  });

  it.each(['10', '20'])('list no more than limit=%s', async (limit) => {
    const { body } = await app.get(`/api/admin/analytics?limit=${limit}`);
    expect((body['momentum_insights'] as { top_performers: unknown[] }).top_performers).toHaveLength(Number(limit));
  });

  it.each([
    ['limit=10&limit=20', 'limit must be 10, 20, 50 or 100'],
    ['entity_type=pin&metric=pin_count', 'metric must be one of saves, repin_count, follower_count for pin'],
    ['entity_type=pinner&metric=pin_count', 'metric must be one of follower_count, profile_views for pinner'],
    ['entity_type=board&metric=saves', 'metric must be one of follower_count, collaborator_count, pin_count for board'],
  ])('reject %s and name the field', async (query, error) => {
    const { status, body } = await app.get(`/api/admin/analytics?${query}`);
    expect([status, body['error']]).toEqual([400, error]);
  });
});
