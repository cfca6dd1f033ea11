import { dayOf } from '#domain/days';
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

const daysAgo = (days: number) => new Date(now().getTime() - days * 86_400_000);
const last91Days = Array.from({ length: 91 }, (_, index) => newest - (90 - index) * 1_440);
const judged: SeedEntity[] = [
  {
    variant: 'boards',
    fields: {
      _id: 'judged',
      pinner_id: 'judge',
      known_pins: 5,
      median_saves: 30,
      collaborator_count: 4,
      board_order_modified_at: daysAgo(3),
      // The day of the jump is 20 days ago; 30 pins a week.
      series: {
        at: last91Days,
        follower_count: last91Days.map((_, index) => (index < 70 ? 1000 : 1500)),
        pin_count: last91Days.map((_, index) => Math.round((index * 30) / 7)),
      },
    },
  },
  {
    variant: 'pinners',
    fields: {
      _id: 'judge',
      known_pins: 5,
      median_saves: 30,
      last_activity_on: dayOf(daysAgo(3)),
      last_seen_on: 0,
      series: { at: last91Days, follower_count: last91Days.map(() => 900) },
    },
  },
  ...[10, 20, 30, 40, 50].map((saves, index): SeedEntity => ({
    variant: 'pins',
    fields: {
      _id: `pin${index}`,
      saves,
      board_id: 'judged',
      pinner_id: 'judge',
      created_at: daysAgo(20 * (index + 1)),
      ...(index === 1 ? { queries: ['Plums', 'easy baking', 'unknown'], counted_searches: 2, median_competition: 65 } : {}),
      series: { at: [30, 15, 0].map((days) => newest - days * 1_440), saves: [saves - 9, saves - 4, saves] },
    },
  })),
];
const viewJudged = new ViewEntity(new FakeCatalog(judged), { now });

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

  it('judges a board by published rules, for everyone', async () => {
    const { verdict } = await viewJudged.board(anonymous, 'judged');
    expect(verdict.map(({ rule, mark, value }) => [rule, mark, value])).toEqual([
      ['active', 'pass', 3],
      ['growing', 'pass', 50],
      ['steady', 'warn', 1],
      ['reach', 'pass', 30],
      ['crowded', 'warn', 7.5],
    ]);
    expect(verdict[0]?.text).toBe('Last activity 3 days ago, 30 pins a week.');
    expect(verdict[2]?.text).toMatch(/^100% of the gain in 90 days came on three days, \+500 on \w+ \d+\.$/);
  });

  it('judges a pinner by their pins, boards, and growth', async () => {
    const { verdict } = await viewJudged.pinner(anonymous, 'judge');
    expect(verdict.map(({ rule, mark, value }) => [rule, mark, value])).toEqual([
      ['posts', 'pass', 3],
      ['growing', 'warn', 0],
      ['steady', 'unknown', null],
      ['saves_per_pin', 'pass', 30],
    ]);
  });

  it('judges a pin by its new saves, its age, and its owner', async () => {
    const { verdict } = await viewJudged.pin(anonymous, 'pin2');
    expect(verdict.map(({ rule, mark, value }) => [rule, mark, value])).toEqual([
      ['still_saved', 'pass', 9],
      ['age', 'pass', 60],
      ['competition', 'unknown', null],
      ['owner_size', 'unknown', null],
    ]);
  });

  it('judges the competition of a pin by the counted searches that it was found in', async () => {
    const { verdict } = await viewJudged.pin(anonymous, 'pin1');
    expect(verdict.find(({ rule }) => rule === 'competition')).toEqual({
      rule: 'competition',
      mark: 'pass',
      value: 65,
      text: 'Contested (65 of 100) in 2 searches it was found in.',
    });
  });

  it('with Premium judges growth over every other period, and whether it was steady where that can be told', async () => {
    const { verdict_by_period: lines } = await viewJudged.board(premium, 'judged');
    expect(Object.entries(lines).map(([period, rules]) => [period, rules?.map(({ rule }) => rule)])).toEqual([
      ['7_days', ['growing']],
      ['15_days', ['growing']],
      ['30_days', ['growing', 'steady']],
      ['365_days', ['growing', 'steady']],
    ]);
    expect(lines['30_days']?.[0]?.text).toMatch(/ in 30 days\.$/);
    expect((await viewJudged.board(anonymous, 'judged')).verdict_by_period).toEqual({});
    expect((await viewJudged.pin(premium, 'pin2')).verdict_by_period).toEqual({});
  });

  it('leaves open what it does not know', async () => {
    const views = [
      await viewEntity.board(anonymous, 'b3'),
      await viewEntity.pinner(anonymous, 'ada'),
      await viewEntity.pin(anonymous, 'p1'),
    ];
    for (const { verdict } of views) expect(new Set(verdict.map(({ mark }) => mark))).toEqual(new Set(['unknown']));
  });

  it('does not find what is not in the catalog', async () => {
    await expect(viewEntity.pin(premium, 'b1')).rejects.toThrow(new NotFound('This pin is not in our index any more.'));
  });
});
