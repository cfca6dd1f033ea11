import type { TopPerformers } from '#domain/analytics/growth/top-performers';
import type { ScoredEntity } from '../fakes/top-performers';

export const scoredEntities: readonly ScoredEntity[] = [
  { entity: 'board', _id: 'b1', name: 'Ferns', score: 20, follower_count: 500 },
  { entity: 'board', _id: 'b2', name: 'Kilns', score: 60, follower_count: 900, collaborator_count: 4 },
  { entity: 'board', _id: 'b3', name: 'Looms', score: 20, follower_count: 700 },
  { entity: 'board', _id: 'b4', name: 'Never scored', score: null, follower_count: 0 },
  { entity: 'pinner', _id: 'p1', name: 'Mira', score: null, follower_count: 3 },
];

/** What every source of top performers does; it holds `scoredEntities`. */
export function describeTopPerformers(open: () => Promise<TopPerformers>): void {
  let top: TopPerformers;
  beforeEach(async () => (top = await open()));

  it('lists scored entities by rank, ties by id', async () => {
    const listed = await top.listTop('board', 'follower_count', '30_days', 10);
    expect(listed.map(({ _id, current_rank }) => [_id, current_rank])).toEqual([
      ['b2', 1],
      ['b1', 2],
      ['b3', 3],
    ]);
    expect(listed[0]).toEqual({
      _id: 'b2',
      name: 'Kilns',
      title: 'Kilns',
      image_url: null,
      pictures: [],
      current_value: 900,
      momentum_score: 60,
      growth_percent: 60,
      current_rank: 1,
      previous_rank: null,
      confidence: 'high',
      jump_share: null,
      jumped_on: null,
    });
  });

  it('lists no more than the limit', async () => {
    expect((await top.listTop('board', 'pin_count', '7_days', 1)).map(({ _id }) => _id)).toEqual(['b2']);
  });

  it('averages the scores of an entity type, or has no average without scores', async () => {
    expect(await top.averageScore('board', 'follower_count', '30_days')).toBeCloseTo(33.33, 2);
    expect(await top.averageScore('pinner', 'follower_count', '30_days')).toBeNull();
  });

  it('counts the catalog', async () => {
    expect(await top.catalogStats()).toEqual({ boards: 4, collaborative: 1, pinners: 1, pins: 0, scored_day: null });
  });
}
