import { momentum, trendOf } from '#domain/analytics/growth/momentum-of-counts';
import type { MomentumFlag } from '#domain/catalog/momentum';
import { hasConfirmedStep } from '#domain/analytics/growth/momentum';
import { fillSeries, ScoredSeries } from '#domain/analytics/growth/momentum-series';

const TODAY_DAY = 20_688;

const momentumOf = (snapshots: Readonly<Record<number, number | null>>, period = 30) => {
  const ages = Object.keys(snapshots).map(Number);
  return momentum(
    ages.map((age) => TODAY_DAY - age),
    ages.map((age) => snapshots[age] ?? null),
    ages.length,
    TODAY_DAY,
    period,
    500,
  );
};

describe('a momentum measurement', () => {
  it.each<[string, Record<number, number | null>, MomentumFlag[]]>([
    ['without any snapshot', {}, ['stale']],
    ['with unknown counts only', { 3: null, 0: null }, ['stale']],
    ['with everything before the look-back of 90 days', { 200: 10, 91: 20 }, ['stale']],
    ['with one snapshot', { 0: 10 }, ['insufficient']],
    ['with one snapshot and a zero that nothing confirms', { 1: 1000, 0: 0 }, ['unconfirmed_zero', 'insufficient']],
    ['with nothing after the first day of the period', { 45: 10_000, 30: 10_500 }, ['stale']],
    ['with nothing kept after the first day of the period', { 60: 1000, 30: 1010, 0: 50_000 }, ['unconfirmed_jump', 'stale']],
    ['with zeros only', { 20: 0, 0: 0 }, ['all_zero']],
    ['whose only recent count is not confirmed', { 60: 1000, 45: 1010, 0: 50_000 }, ['unconfirmed_jump', 'stale']],
  ])('%s has no score and says why', (_, snapshots, flags) => {
    const found = momentumOf(snapshots);
    expect(found).toMatchObject({ score: null, raw: null, trend: null, growth_percent: null, confidence: 'low', points: 0, coverage: 0 });
    expect(found.flags).toEqual(flags);
  });

  it.each([
    ['rising', 10_200],
    ['flat', 10_099],
    ['flat', 9_920],
    ['falling', 9_890],
  ])('is %s at %d after 10,000', (trend, count) => {
    expect(momentumOf({ 30: 10_000, 0: count }).trend).toBe(trend);
  });

  it.each([
    ['high', { 30: 1000, 24: 1010, 17: 1020, 10: 1030, 3: 1040 }],
    ['medium', { 30: 1000, 20: 1010, 3: 1040 }],
    ['medium', { 18: 1000, 10: 1010, 3: 1020, 2: 1040 }],
    ['low', { 30: 1000, 0: 1040 }],
    ['low', { 10: 1000, 8: 1010, 4: 1020, 0: 1040 }],
    ['medium', { 30: 1000, 29: 1010, 28: 1020, 10: 1030, 0: 1040 }],
    ['medium', { 15: 1000, 8: 1010, 0: 1040 }],
    ['low', { 14: 1000, 8: 1010, 0: 1040 }],
  ])('is of %s confidence with %j', (confidence, snapshots) => {
    expect(momentumOf(snapshots).confidence).toBe(confidence);
  });

  it.each([
    ['high', 7, { 7: 1000, 5: 1010, 3: 1020, 1: 1030 }],
    ['medium', 7, { 7: 1000, 4: 1010, 1: 1030 }],
    ['high', 7, { 7: 1000, 4: 1010, 1: 1020, 0: 1030 }],
    ['medium', 7, { 7: 1000, 3: 1010, 1: 1020, 0: 1030 }],
    ['high', 15, { 12: 1000, 9: 1010, 6: 1020, 3: 1030, 0: 1040 }],
    ['medium', 15, { 11: 1000, 9: 1010, 6: 1020, 3: 1030, 0: 1040 }],
  ])('is of %s confidence over %d days with %j', (confidence, period, snapshots) => {
    expect(momentumOf(snapshots, period).confidence).toBe(confidence);
  });

  it('returns the observed share of the period and its longest gap', () => {
    expect(momentumOf({ 40: 9000, 28: 10_000, 10: 11_000 })).toMatchObject({ coverage: 20 / 30, largest_gap: 18, points: 3 });
    expect(momentumOf({ 10: 2000, 0: 2200 })).toMatchObject({ coverage: 10 / 30, largest_gap: 20, points: 2 });
  });

  it('returns the growth between the cleaned ends', () => {
    expect(momentumOf({ 30: 10_000, 15: 0, 1: 11_000, 0: 0 }).growth_percent).toBe(10);
    expect(momentumOf({ 30: 0, 0: 50 }).growth_percent).toBe(0);
    expect(momentumOf({ 50: 8000, 0: 10_000 }).growth_percent).toBe(14.3);
    expect(momentumOf({ 50: 8000, 10: 8000, 0: 9000 }).growth_percent).toBe(12.5);
    expect(momentumOf({ 50: 0, 20: 0, 0: 50 }).growth_percent).toBe(0);
  });

  it.each<[string, Record<number, number>, boolean]>([
    ['a rise of ten times within a week that stayed', { 30: 1000, 10: 1000, 5: 12_000, 4: 12_100, 0: 12_200 }, true],
    ['a rise of exactly ten times from exactly a hundred', { 30: 100, 10: 100, 5: 1000, 4: 1000, 0: 1000 }, true],
    ['a rise of ten times in seven days', { 30: 1000, 12: 1000, 5: 12_000, 4: 12_100, 0: 12_200 }, true],
    ['a rise in steps within seven days', { 30: 1000, 12: 1000, 9: 3000, 5: 12_000, 4: 12_100, 0: 12_200 }, true],
    ['a step on the first day of the period', { 60: 1000, 35: 1000, 30: 12_000, 20: 12_000, 0: 12_200 }, true],
    ['a rise of nine times', { 30: 1000, 10: 1000, 5: 9000, 4: 9000, 0: 9000 }, false],
    ['a rise of ten times from less than a hundred', { 30: 90, 10: 90, 5: 12_000, 4: 12_100, 0: 12_200 }, false],
    ['a rise of ten times in eight days', { 30: 1000, 13: 1000, 5: 12_000, 4: 12_100, 0: 12_200 }, false],
    ['a rise that no later day confirms', { 30: 1000, 15: 1000, 7: 1000, 1: 1000, 0: 50_000 }, false],
    ['a return from zero', { 30: 0, 10: 0, 5: 12_000, 4: 12_100, 0: 12_200 }, false],
    ['a step before the period', { 60: 1000, 50: 1000, 45: 12_000, 20: 12_000, 0: 12_200 }, false],
  ])('of %s: is it a confirmed step?', (_, snapshots, isStep) => {
    expect(momentumOf(snapshots).flags.includes('confirmed_step')).toBe(isStep);
  });

  it('ignores an unconfirmed start', () => {
    const clean = momentumOf({ 20: 10_000, 10: 10_100, 0: 10_200 });
    const unconfirmed = momentumOf({ 30: 100, 20: 10_000, 10: 10_100, 0: 10_200 });
    expect(unconfirmed.flags).toEqual(['unconfirmed_start']);
    expect(unconfirmed.raw).toBe(clean.raw);
  });

  it('accepts the largest possible counts', () => {
    const found = momentumOf({ 30: 2_147_483_647, 0: 2_147_483_647 * 1.1 });
    expect(found.score).toBe(50);
    expect(momentumOf({ 30: 1, 0: Number.MAX_SAFE_INTEGER }).score).toBe(100);
  });
});

const PRIOR_SAVES = 50;

describe('a step to ten times a count', () => {
  it.each<[string, [number, number][], boolean]>([
    ['is one when a later day confirms it', [[3, 100], [2, 1000], [1, 1000]], true],
    ['is one when a later day has more', [[3, 100], [2, 1000], [1, 5000]], true],
    ['is none without a later day', [[3, 90], [2, 100], [1, 1000]], false],
    ['is none when the later day has less than ten times', [[3, 110], [2, 1100], [1, 1050]], false],
    ['is none from a count below 100', [[3, 99], [2, 1000], [1, 1000]], false],
    ['may take seven days', [[9, 100], [2, 1000], [1, 1000]], true],
    ['takes no longer', [[10, 100], [2, 1000], [1, 1000]], false],
    ['is none when a drop is made up weeks later', [[50, 4000], [49, 5000], [48, 400], [20, 5000], [19, 5000]], false],
    ['is none before the period', [[95, 100], [91, 1000], [1, 1000]], false],
    ['is one on the first day of the period', [[95, 100], [90, 1000], [1, 1000]], true],
  ])('%s', (_, readings, isStep) => {
    const series = new ScoredSeries();
    fillSeries(series, readings.map(([age]) => TODAY_DAY - age), readings.map(([, count]) => count), readings.length, PRIOR_SAVES);
    expect(hasConfirmedStep(series, TODAY_DAY - 90)).toBe(isStep);
  }); // prettier-ignore
});

describe('the trend of a pace', () => {
  it.each([
    [Math.log(1.01), 'rising'],
    [Math.log(1.0099), 'flat'],
    [-Math.log(1.0099), 'flat'],
    [-Math.log(1.01), 'falling'],
  ])('of %d is %s', (raw, trend) => expect(trendOf(raw)).toBe(trend));
});

describe('the confidence of a momentum', () => {
  const confidenceOf = (...ages: readonly number[]) =>
    momentum(ages.map((age) => TODAY_DAY - age), ages.map((age) => 1000 - age), ages.length, TODAY_DAY, 90, PRIOR_SAVES).confidence; // prettier-ignore

  it.each<[string, number[], string]>([
    ['high with readings over 80% of the period', [72, 54, 36, 18, 0], 'high'],
    ['medium with readings over less of it', [80, 60, 40, 20, 10], 'medium'],
  ])('is %s', (_, ages, confidence) => expect(confidenceOf(...ages)).toBe(confidence));
});

describe('a count of zero', () => {
  it('is one after any other count', () => {
    const days = Array.from({ length: 91 }, (_, day) => TODAY_DAY - 90 + day);
    const measured = (counts: readonly number[]) => momentum(days.slice(-counts.length), counts, counts.length, TODAY_DAY, 90, PRIOR_SAVES);
    expect(measured(days.map((_, day) => 500 + day)).flags).toEqual([]);
    expect(measured(Array<number>(50).fill(0)).flags).toEqual(['all_zero']);
  });
});
