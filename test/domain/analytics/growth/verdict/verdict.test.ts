import { boardVerdict, pinnerVerdict, pinVerdict, type VerdictContext, verdictByPeriod } from '#domain/analytics/growth/verdict/verdict';
import type { StoredEntity } from '#domain/catalog/rows/stored-entity';
import type { EntityType } from '#domain/catalog/variants';
import type { VerdictLine } from '#domain/catalog/detail-contract';
import { dayLabel, MINUTES_PER_DAY, parseDay } from '#domain/days';
import { keptReadingsOf } from '#domain/analytics/growth/momentum-of-counts';
import { recentChange } from '#domain/analytics/growth/verdict/recent-change';
import { RECENT_DAYS } from '#domain/analytics/growth/verdict/thresholds';
import { verdictAnswer } from '#domain/analytics/growth/verdict/summary';
import { countPassed, passedText } from '#domain/catalog/rows/checks';

const TODAY = parseDay('2026-11-22') ?? NaN;
const CRAWL_AGES = Array.from({ length: 91 }, (_, index) => 90 - index);

/** Noon of the day this many days before today. */
const daysAgo = (age: number) => new Date(`${dayLabel(TODAY - age)}T12:00:00Z`);
const crawlsAt = (ages: readonly number[]) => ages.map((age) => (TODAY - age) * MINUTES_PER_DAY + 600);
/** A count that changes by this much on each of the 90 days. */
const daily = (start: number, change: number) => CRAWL_AGES.map((age) => start + change * (90 - age));

/** An entity that was crawled on each of the last 91 days. */
const entity = <E extends EntityType>(
  fields: Record<string, unknown>,
  counts: StoredEntity['counts'],
  more: Partial<StoredEntity> = {},
): StoredEntity<E> =>
  ({
    fields: { _id: '1', ...fields },
    at: crawlsAt(CRAWL_AGES),
    counts,
    last_crawled_at: daysAgo(0),
    searchable: true,
    ...more,
  }) as unknown as StoredEntity<E>;

const context = (growth: VerdictContext['growth'] = { '90_days': 9 }): VerdictContext => ({ asOf: TODAY, growth });
const dayOfAge = (age: number) => TODAY - age;
/** What a recompute stores of other rows. */
interface KnownFacts {
  readonly known_pins?: number;
  readonly median_saves?: number | null;
  readonly last_activity_on?: number | null;
  readonly last_seen_on?: number | null;
}
const knownPins = (more: KnownFacts = {}) => ({
  known_pins: 12,
  median_saves: 40,
  last_activity_on: dayOfAge(3),
  last_seen_on: dayOfAge(1),
  ...more,
});
const withKnown = <E extends EntityType>(stored: StoredEntity<E>, facts: object): StoredEntity<E> => ({
  ...stored,
  fields: { ...stored.fields, ...facts },
});
const textOf = (lines: readonly VerdictLine[], rule: VerdictLine['rule']) => lines.find((line) => line.rule === rule)?.text;

describe('whether a board is worth joining', () => {
  const counts = { follower_count: daily(10_000, 10), pin_count: daily(100, 1) };
  const fields = { board_order_modified_at: daysAgo(2), collaborator_count: 2 };

  it('is answered by its activity, its growth, its reach, and its crowd, in this order', () => {
    expect(boardVerdict(withKnown(entity(fields, counts), knownPins()), context())).toEqual([
      { rule: 'active', mark: 'pass', value: 2, text: 'Last activity 2 days ago, 7 pins a week.' },
      { rule: 'growing', mark: 'pass', value: 9, text: `Followers +9.0% in 90 days.` },
      { rule: 'steady', mark: 'pass', value: 0.033, text: `3% of the gain in 90 days came on its three best days.` },
      { rule: 'reach', mark: 'pass', value: 40, text: 'Median of 40 saves (12 pins).' },
      { rule: 'crowded', mark: 'pass', value: 3.5, text: '3.5 pins a week per collaborator.' },
    ]);
  });

  it.each<[string, Parameters<typeof entity>, VerdictLine['rule'], string]>([
    ['of unknown activity', [{ ...fields, board_order_modified_at: null }, counts], 'active', 'We don’t know when it last changed.'],
    [
      'that was not crawled since',
      [{ ...fields, board_order_modified_at: daysAgo(40) }, counts, { last_crawled_at: null }],
      'active',
      'Last activity 40 days ago, but we haven’t looked since.',
    ],
    [
      'that was seen lately without a change',
      [{ ...fields, board_order_modified_at: daysAgo(40) }, counts],
      'active',
      'Last activity 40 days ago, 7 pins a week.',
    ],
    [
      'that loses pins, which counts as no new ones',
      [fields, { ...counts, pin_count: daily(1000, -1) }],
      'active',
      'Last activity 2 days ago, 0 pins a week.',
    ],
    [
      'seen over a part of the month: its pins a week are of that part',
      [fields, { pin_count: [1000, 1040] }, { at: crawlsAt([20, 0]) }],
      'active',
      'Last activity 2 days ago, 14 pins a week.',
    ],
    ['without counted pins', [fields, {}], 'active', 'Last activity 2 days ago.'],
    ['without counted pins', [fields, {}], 'crowded', 'We don’t know how many pins are added a week.'],
    ['without counted followers', [fields, {}], 'steady', 'Too few readings in the last 90 days.'],
    [
      'whose followers came on one day',
      [fields, { follower_count: CRAWL_AGES.map((age) => (age > 8 ? 10_000 : 12_000)) }],
      'steady',
      `100% of the gain in 90 days came on three days, +2,000 on Nov 14.`,
    ],
  ])('%s (%#)', (_, board, rule, text) => {
    expect(textOf(boardVerdict(withKnown(entity(...board), knownPins()), context()), rule)).toBe(text);
  });

  it.each<[string, Parameters<typeof entity>, string]>([
    ['that is gone has no check of its activity and its crowd', [fields, counts, { searchable: false }], 'growing steady reach'],
    [
      'without activity has none of its crowd',
      [{ ...fields, board_order_modified_at: daysAgo(40) }, counts],
      'active growing steady reach',
    ],
    ['of unknown activity has all', [{ ...fields, board_order_modified_at: null }, counts], 'active growing steady reach crowded'],
  ])('%s', (_, board, rules) => {
    const lines = boardVerdict(withKnown(entity(...board), knownPins()), context());
    expect(lines.map(({ rule }) => rule).join(' ')).toBe(rules);
  });

  it('says of which day growth is that ended before the period, and judges it over the periods that hold the reading only', () => {
    const old = entity<'board'>(fields, { follower_count: [1000, 1100] }, { at: crawlsAt([200, 120]) });
    const growth = { '30_days': 4, '90_days': 10, '365_days': 14 };
    const stored = withKnown(old, knownPins());
    expect(boardVerdict(stored, context(growth)).find(({ rule }) => rule === 'growing')).toEqual({
      rule: 'growing',
      mark: 'unknown',
      value: 10,
      text: 'Followers +10.0% in 90 days as of Jul 25, with no reading since.',
    });
    const marks = Object.entries(verdictByPeriod('board', stored, context(growth))).map(([period, lines]) => [period, lines[0]?.mark]);
    expect(marks).toEqual([
      ['30_days', 'unknown'],
      ['365_days', 'pass'],
    ]);
  });

  it('says that its growth is unknown without a reading to compare with', () => {
    expect(textOf(boardVerdict(withKnown(entity(fields, counts), knownPins()), context({})), 'growing')).toBe(
      'There is no reading from 90 days ago to compare with.',
    );
  });
});

describe('whether an influencer is worth following', () => {
  const pinner = entity<'pinner'>({}, { follower_count: daily(10_000, 10) }, { last_crawled_at: null });

  it('is answered by the posts, the growth, and the saves per pin, in this order', () => {
    expect(pinnerVerdict(withKnown(pinner, knownPins()), context())).toEqual([
      { rule: 'posts', mark: 'pass', value: 3, text: 'Last activity 3 days ago.' },
      { rule: 'growing', mark: 'pass', value: 9, text: `Followers +9.0% in 90 days.` },
      { rule: 'steady', mark: 'pass', value: 0.033, text: `3% of the gain in 90 days came on its three best days.` },
      { rule: 'saves_per_pin', mark: 'pass', value: 40, text: 'Median of 40 saves (12 pins).' },
    ]);
  });

  it('has no check of the posts of one that is gone', () => {
    expect(pinnerVerdict(withKnown({ ...pinner, searchable: false }, knownPins()), context()).map(({ rule }) => rule)).not.toContain(
      'posts',
    );
  });

  it.each<[string, KnownFacts, string]>([
    ['of no known pin', { last_activity_on: null }, 'We don’t know when it last changed.'],
    ['whose pins were seen lately without a change', { last_activity_on: dayOfAge(20) }, 'Last activity 20 days ago.'],
    [
      'whose pins were never crawled',
      { last_activity_on: dayOfAge(20), last_seen_on: null },
      'Last activity 20 days ago, but we haven’t looked since.',
    ],
  ])('%s', (_, known, text) => {
    expect(textOf(pinnerVerdict(withKnown(pinner, knownPins(known)), context()), 'posts')).toBe(text);
  });
});

describe('whether a pin is worth making one like it', () => {
  const pinWith = (fields: Record<string, unknown>, more: Partial<StoredEntity> = {}) =>
    entity<'pin'>(
      { created_at: daysAgo(50), queries: ['bread', 'soup'], owner_follower_count: 300, saves: 800, ...fields },
      { saves: daily(100, 2) },
      more,
    );

  it('is answered by its new saves, its age, its competition, and its owner’s size, in this order', () => {
    expect(pinVerdict(pinWith({ counted_searches: 2, median_competition: 50 }), context())).toEqual([
      { rule: 'still_saved', mark: 'pass', value: 60, text: '+60 saves in 30 days.' },
      { rule: 'age', mark: 'pass', value: 50, text: 'Created 50 days ago.' },
      { rule: 'competition', mark: 'pass', value: 50, text: 'Contested (50 of 100) in 2 searches it was found in.' },
      { rule: 'owner_size', mark: 'pass', value: 300, text: 'An account with 300 followers did this.' },
    ]);
  });

  it.each<[string, StoredEntity<'pin'>, VerdictLine['rule'], string]>([
    ['without counted saves', pinWith({}, { counts: {} }), 'still_saved', 'Too few readings in the last 30 days.'],
    ['that gained none', pinWith({}, { counts: { saves: daily(100, 0) } }), 'still_saved', 'No new saves in 30 days.'],
    ['of unknown age', pinWith({ created_at: null }), 'age', 'We don’t know when it was created.'],
    ['in searches without counted competition', pinWith({}), 'competition', 'The searches it was found in have too few pins to judge.'],
    ['in no known search', pinWith({ queries: [] }), 'competition', 'We don’t know which searches it was found in.'],
    ['without a count', pinWith({ saves: null, repin_count: null }), 'owner_size', 'We don’t know how often it was saved.'],
    ['with repins alone', pinWith({ saves: null, repin_count: 3 }), 'owner_size', 'An account with 300 followers did this.'],
    ['of an unknown owner', pinWith({ owner_follower_count: null }), 'owner_size', 'We don’t know how many followers its owner has.'],
  ])('%s', (_, pin, rule, text) => {
    expect(textOf(pinVerdict(withKnown(pin, { median_competition: pin.fields.median_competition ?? null }), context()), rule)).toBe(text);
  });
});

describe('the growth in a verdict over other periods', () => {
  const rulesBy = (growth: VerdictContext['growth'], type: 'board' | 'pinner' = 'board') =>
    verdictByPeriod(type, entity({}, { follower_count: daily(10_000, 10), pin_count: daily(100, 0) }), context(growth));

  it('has the periods that the viewer may see, except that of the verdict, and asks from 30 days on whether it is steady', () => {
    const byPeriod = rulesBy({ '7_days': 1, '30_days': 2, '90_days': 9, '365_days': null });
    expect(Object.fromEntries(Object.entries(byPeriod).map(([period, lines]) => [period, lines.map(({ rule }) => rule)]))).toStrictEqual({
      '7_days': ['growing'],
      '30_days': ['growing', 'steady'],
      '365_days': ['growing', 'steady'],
    });
  });

  it.each(['board', 'pinner'] as const)('is that of the followers of a %s', (type) => {
    expect(rulesBy({ '30_days': 2 }, type)).toEqual({
      '30_days': [
        { rule: 'growing', mark: 'pass', value: 2, text: `Followers +2.0% in 30 days.` },
        { rule: 'steady', mark: 'pass', value: 0, text: 'No gain in 30 days that could be a jump.' },
      ],
    });
  });

  it('is none without a period that the viewer may see', () => {
    expect(rulesBy({ '90_days': 9 })).toEqual({});
  });
});

const TODAY_DAY = 20_688;

describe('the recent change of a count', () => {
  it.each<[string, Record<number, number | null>, { change: number; observedDays: number } | null]>([
    ['from the first to the last reading of the period', { 60: 5, 30: 100, 20: 110, 2: 140 }, { change: 40, observedDays: 28 }],
    ['without failed crawls', { 30: 1000, 20: 1010, 10: 0, 5: 9000, 1: 1040 }, { change: 40, observedDays: 29 }],
    ['of a count that falls', { 30: 1000, 15: 990, 0: 980 }, { change: -20, observedDays: 30 }],
    ['of a count that stays zero', { 30: 0, 15: 0, 0: 0 }, { change: 0, observedDays: 30 }],
    ['without later readings', { 30: 10, 0: 20, [-5]: 900 }, { change: 10, observedDays: 30 }],
    ['is known from half of the period on', { 16: 10, 8: 15, 1: 20 }, { change: 10, observedDays: 15 }],
    ['is unknown below', { 15: 10, 8: 15, 1: 20 }, null],
    ['is unknown with one reading', { 3: 10 }, null],
    ['is unknown without readings', {}, null],
    ['is unknown if all readings are older', { 60: 10, 50: 20, 40: 30 }, null],
  ])('%s', (_, readings, expected) => {
    const ages = Object.keys(readings)
      .map(Number)
      .toSorted((a, b) => b - a);
    const days = ages.map((age) => TODAY_DAY - age);
    const counts = ages.map((age) => readings[age] ?? null);
    expect(recentChange(keptReadingsOf(days, counts, TODAY_DAY, RECENT_DAYS, 50), TODAY_DAY)).toEqual(expected);
  });
});

const marks = { p: 'pass', w: 'warn', u: 'unknown' } as const;

describe('the answer of a verdict', () => {
  it.each([
    ['ppppp', '5 of 5', 'Probably'],
    ['ppppw', '4 of 5', 'Probably'],
    ['pppw', '3 of 4', 'Probably'],
    ['pppww', '3 of 5', 'Maybe'],
    ['ppwu', '2 of 3', 'Maybe'],
    ['ppwwu', '2 of 4', 'Probably not'],
    ['ww', '0 of 2', 'Probably not'],
    ['pp', '2 of 2', 'Probably'],
    ['puuuu', '1 of 1', 'Too little is known'],
    ['uuuu', '0 of 0', 'Too little is known'],
    ['', '0 of 0', 'Too little is known'],
  ] as const)('with the checks %s is %s: %s', (letters, text, answer) => {
    const passed = countPassed(Array.from(letters, (letter) => ({ mark: marks[letter as keyof typeof marks] })));
    expect([passedText(passed), verdictAnswer(passed)]).toEqual([text, answer]);
  });
});
