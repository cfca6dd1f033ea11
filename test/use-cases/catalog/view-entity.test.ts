import { anonymous, type Viewer } from '#domain/auth/viewer';
import { NotFound } from '#domain/errors';
import { ViewEntity } from '#server/catalog/view-entity';
import { FakeCatalog, type SeedEntity } from '../../support/fakes/catalog';
import { catalogSeeds } from '../../support/suites/catalog';

const premium: Viewer = { kind: 'user', user: { role_id: 2, is_premium: true, is_confirmed: true } };
const newest = 29_500_000;
const grown: SeedEntity = {
  variant: 'boards',
  fields: {
    _id: 'grown',
    description: 'All of it',
    topics: ['home'],
    series: { at: [120, 60, 30, 0].map((days) => newest - days * 1_440), follower_count: [100, 150, 200, 300] },
  },
};
const now = () => new Date(newest * 60_000);
const viewEntity = new ViewEntity(new FakeCatalog([...catalogSeeds, grown]), { now });

describe('viewing an entity', () => {
  it('shows everyone the text, the current counts and 90 days', async () => {
    const board = await viewEntity.board(anonymous, 'grown');
    expect(board).toMatchObject({ _id: 'grown', description: 'All of it', topics: ['home'], source: 'test', history_limited: true });
    expect(board.time_series.followers.y.filter((value) => value !== null)).toEqual([150, 200, 300]);
    expect(Object.keys(board.growth['follower_count'] ?? {})).toEqual(['90_days']);
    expect(board).not.toHaveProperty('momentum');
  });

  it('adds the whole history, every period and momentum with Premium', async () => {
    const board = await viewEntity.board(premium, 'grown');
    expect(board.time_series.followers.y.filter((value) => value !== null)).toEqual([100, 150, 200, 300]);
    expect(Object.keys(board.growth['follower_count'] ?? {})).toHaveLength(5);
    expect(board.momentum).toHaveLength(15);
    expect(board.history_limited).toBe(false);
  });

  it('shows a pinner with their works, and a pin with its link', async () => {
    const pinner = await viewEntity.pinner(anonymous, 'ada');
    expect(pinner).toMatchObject({ username: 'ada', follower_count: 12, domain_url: null, profile_reach: null });
    expect([pinner.boards.map(({ _id }) => _id), pinner.pins.map(({ _id }) => _id)]).toEqual([['b1'], ['p1']]);
    expect(await viewEntity.pin(anonymous, 'p1')).toMatchObject({
      saves: 5,
      link: 'https://shop.example/',
      board: { _id: 'b1', title: 'Garden ideas', name: 'Garden ideas' },
      queries: [],
    });
  });

  it('does not find what is not in the catalog', async () => {
    await expect(viewEntity.pin(premium, 'b1')).rejects.toThrow(new NotFound('This pin is not in our index any more.'));
  });
});
