import { DAY_MS } from '#domain/durations';
import {
  changeOf,
  comparePeriods,
  type DayStatus,
  type OwnDay,
  type OwnMetric,
  ownMetrics,
  type OwnValues,
  rateOf,
  boardResults,
} from '#domain/linked-accounts/own-analytics';

const none = Object.fromEntries(ownMetrics.map((metric) => [metric, null])) as OwnValues;
const values = (impressions: number | null, over: Partial<OwnValues> = {}): OwnValues => ({ ...none, impressions, ...over });
const labelOf = (index: number) => new Date(Date.parse('2026-11-01') + index * DAY_MS).toISOString().slice(0, 10);

/** One day per character: a digit is a ready day with so many impressions, `e` an estimate of 5, `p` processing, `-` missing. */
const daysFrom = (text: string): readonly OwnDay[] =>
  text.split('').map((character, index) => {
    const statuses: Readonly<Record<string, DayStatus>> = { e: 'estimate', p: 'processing', '-': 'missing' };
    const status = statuses[character] ?? 'ready';
    const impressions = status === 'ready' ? Number(character) : status === 'estimate' ? 5 : null;
    return { day: labelOf(index), status, values: values(impressions) };
  });

describe('a period and the one before', () => {
  it.each<[name: string, days: string, periodDays: number, current: number | null, previous: number | null]>([
    ['compares as many days', '123456', 3, 15, 6],
    ['leaves days in processing out of both', '123456pp', 3, 15, 6],
    ['counts an estimate', '12345epp', 3, 14, 6],
    ['has no previous period where Pinterest does not reach back', '12345', 3, 12, null],
    ['has no previous period for all days', '123456', 6, 21, null],
    ['is shorter where there are fewer days', '12', 30, 3, null],
    ['has no previous period without any counted day in it', '---456', 3, 15, null],
    ['counts a gap as nothing, not as zero days', '1-34-6', 3, 10, 4],
    ['counts zeros', '000000', 3, 0, 0],
  ])('%s', (_, days, periodDays, current, previous) => {
    const compared = comparePeriods(daysFrom(days), periodDays);
    expect([compared?.current.totals.impressions, compared?.previous?.totals.impressions ?? null]).toEqual([current, previous]);
  });

  it('names its days and how many have no figures', () => {
    expect(comparePeriods(daysFrom('12-456pp'), 4)).toMatchObject({
      current: { firstDay: '2026-11-03', lastDay: '2026-11-06', daysWithout: 1 },
      previous: null,
    });
    expect(comparePeriods(daysFrom('1234-6'), 3)).toMatchObject({
      current: { firstDay: '2026-11-04', lastDay: '2026-11-06', daysWithout: 1 },
      previous: { firstDay: '2026-11-01', lastDay: '2026-11-03', daysWithout: 0 },
    });
  });

  it.each(['', 'pp', '--', '--pp'])('is unknown without a counted day: %j', (days) => {
    expect(comparePeriods(daysFrom(days), 7)).toBeNull();
  });

  it('knows nothing of a metric that no day has', () => {
    expect(comparePeriods(daysFrom('123'), 3)?.current.totals).toEqual(values(6));
  });
});

describe('a rate', () => {
  it.each<[OwnMetric, OwnValues, number | null]>([
    ['saves', values(200, { saves: 5 }), 0.025],
    ['saves', values(200, { saves: 0 }), 0],
    ['saves', values(0, { saves: 0 }), null],
    ['saves', values(null, { saves: 5 }), null],
    ['saves', values(200), null],
    ['impressions', values(200), null],
  ])('of %s in %j is %p', (metric, of, rate) => expect(rateOf(of, metric)).toBe(rate));
});

it.each([
  [110, 100, 0.1],
  [50, 100, -0.5],
  [5, 0, null],
  [null, 100, null],
  [5, null, null],
  [5, undefined, null],
])('the change to %p from %p is %p', (now, before, change) => expect(changeOf(now, before)).toBe(change));

const board = (id: string, pin_count = 0) => ({
  id,
  name: `Board ${id}`,
  owner: 'maple',
  pin_count,
  follower_count: null,
  collaborator_count: null,
});
const pin = (id: string, board_id: string | null, outbound_clicks: number | null) => ({
  id,
  title: null,
  created_at: null,
  image: null,
  board_id,
  values: { impressions: null, saves: null, pin_clicks: null, outbound_clicks, engagements: null },
});

describe('what one’s own pins do on a board', () => {
  it('is the sum of its pins, and its share of all pins that were read', () => {
    const results = boardResults(
      [board('a'), board('b'), board('c', 2), board('d', 9)],
      [pin('1', 'a', 4), pin('2', 'b', 30), pin('3', 'b', 6), pin('4', null, 60), pin('5', 'c', null)],
    );
    expect(results.map(({ id, own_pins, outbound_clicks, outbound_share }) => [id, own_pins, outbound_clicks, outbound_share])).toEqual([
      ['b', 2, 36, 0.36],
      ['a', 1, 4, 0.04],
      ['d', 0, null, null],
      ['c', 0, null, null],
    ]);
  });

  it('has no share where there are no clicks', () => {
    expect(boardResults([board('a')], [pin('1', 'a', 0)])[0]).toMatchObject({ own_pins: 1, outbound_clicks: 0, outbound_share: null });
  });
});
