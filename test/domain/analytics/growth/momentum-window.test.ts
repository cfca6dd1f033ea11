import { hasConfirmedStep } from '#domain/analytics/growth/momentum';
import { momentum, trendOf } from '#domain/analytics/growth/momentum-of-counts';
import { fillSeries, ScoredSeries } from '#domain/analytics/growth/momentum-series';

const TODAY_DAY = 20_688;
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
