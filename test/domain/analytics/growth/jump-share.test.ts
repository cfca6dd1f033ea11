import { growthWord } from '#domain/catalog/momentum';
import { measureGainSteps, newGainSteps } from '#domain/analytics/growth/jump-share';
import { keptReadings, measure, newMeasurement } from '#domain/analytics/growth/momentum';
import { fillSeries, ScoredSeries } from '#domain/analytics/growth/momentum-series';

const TODAY_DAY = 20_688;
const PERIOD_DAYS = 90;
const PRIOR_FOLLOWERS = 500;

/** Measures readings of (days ago, count), cleaned as for momentum. */
function stepsOf(readings: readonly (readonly [number, number])[]) {
  const series = new ScoredSeries();
  const days = readings.map(([age]) => TODAY_DAY - age);
  fillSeries(
    series,
    days,
    readings.map(([, count]) => count),
    readings.length,
    PRIOR_FOLLOWERS,
  );
  const measurement = newMeasurement();
  measure(series, TODAY_DAY, PERIOD_DAYS, PRIOR_FOLLOWERS, measurement);
  const steps = newGainSteps();
  measureGainSteps(keptReadings(), TODAY_DAY, PERIOD_DAYS, PRIOR_FOLLOWERS, steps);
  return steps;
}

/** A reading every `interval` days from `firstAge` days ago until today, whose count depends on its age. */
const every = (interval: number, firstAge: number, count: (age: number) => number): [number, number][] =>
  Array.from({ length: Math.floor(firstAge / interval) + 1 }, (_, index) => {
    const age = firstAge - index * interval;
    return [age, count(age)];
  });

const since = (day: number, age: number): number => (age <= day ? 1 : 0);

describe('the share of a gain that came on its three largest days', () => {
  it.each<[string, [number, number][], number]>([
    ['steady daily growth', every(1, 90, (age) => 10_000 + 10 * (90 - age)), 0.033],
    ['everything on one day', every(1, 90, (age) => 10_000 + 2000 * since(8, age)), 1],
    ['everything on three days in a row', every(1, 90, (age) => 10_000 + 500 * (since(8, age) + since(7, age) + since(6, age))), 1],
    [
      'everything on four days',
      every(1, 90, (age) => 10_000 + 500 * (since(70, age) + since(50, age) + since(30, age) + since(10, age))),
      0.75,
    ],
    ['exactly half', every(1, 90, (age) => 10_000 + 840 * since(40, age) + 10 * (90 - age)), 0.5],
    ['everything within one gap of a week: its days share it', every(7, 84, (age) => 10_000 + 1400 * since(28, age)), 0.429],
    ['everything within one gap of two days', every(2, 90, (age) => 10_000 + 1400 * since(28, age)), 1],
    [
      'a loss before a larger gain, which is limited to the whole',
      every(1, 90, (age) => 10_000 - 900 * since(60, age) + 1800 * since(30, age)),
      1,
    ],
    ['too small a gain in percent', every(1, 90, (age) => 10_000 + 499 * since(8, age)), 0],
    ['just enough of a gain in percent', every(1, 90, (age) => 10_000 + 500 * since(8, age)), 1],
    ['too small a gain for its prior', every(1, 90, (age) => 100 + 49 * since(8, age)), 0],
    ['just enough of a gain for its prior', every(1, 90, (age) => 100 + 50 * since(8, age)), 1],
    ['a count that falls', every(1, 90, (age) => 10_000 - 2000 * since(8, age)), 0],
    ['a count of zero', every(1, 90, () => 0), 0],
    ['one failed crawl', every(1, 90, (age) => (age === 40 ? 90_000 : 10_000 + 10 * (90 - age))), 0.033],
    ['a jump before the period', every(1, 150, (age) => 10_000 + 9000 * since(100, age) + 20 * (150 - age)), 0.033],
    [
      'a gap over the first day of the period, which counts from there',
      [[96, 10_000], ...every(6, 84, (age) => 10_000 + 100 * (96 - age))],
      0.033,
    ],
    [
      'a gap over the first day of the period with the largest step, which counts from there',
      [
        ...every(1, 39, () => 10_000).map(([age, count]): [number, number] => [age + 91, count]),
        ...every(1, 88, (age) => 13_000 + 10 * (88 - age)),
      ],
      0.698,
    ],
    ['eight readings', every(12, 84, (age) => 10_000 + 100 * (84 - age)), 0.036],
    ['half of the period seen', every(5, 45, (age) => 10_000 + 100 * (45 - age)), 0.067],
  ])('%s', (_, readings, share) => {
    expect(stepsOf(readings).share).toBe(share);
  });

  it.each<[string, [number, number][]]>([
    ['seven readings', every(14, 84, (age) => 10_000 + 100 * (84 - age))],
    ['seven readings since the first day, and one before', every(15, 105, (age) => 10_000 + 100 * (105 - age))],
    ['less than half of the period seen', every(4, 44, (age) => 10_000 + 100 * (44 - age))],
    ['no reading', []],
    ['one reading', [[3, 1000]]],
    ['readings from before the period only', every(1, 20, (age) => 1000 + age).map(([age, count]) => [age + 95, count])],
  ])('is unknown with %s', (_, readings) => {
    expect(stepsOf(readings).share).toBeNaN();
  });

  it('is not that of the series measured before when nothing is left to measure', () => {
    const measurement = newMeasurement();
    const steps = newGainSteps();
    for (const firstAge of [90, 600]) {
      const series = new ScoredSeries();
      const ages = every(1, 90, (age) => 1000 + 1000 * since(8, age)).map(([age, count]) => [age + firstAge - 90, count] as const);
      fillSeries(
        series,
        ages.map(([age]) => TODAY_DAY - age),
        ages.map(([, count]) => count),
        ages.length,
        PRIOR_FOLLOWERS,
      );
      measure(series, TODAY_DAY, PERIOD_DAYS, PRIOR_FOLLOWERS, measurement);
      measureGainSteps(keptReadings(), TODAY_DAY, PERIOD_DAYS, PRIOR_FOLLOWERS, steps);
    }
    expect(steps.share).toBeNaN();
  });
});

describe('the largest jump', () => {
  it.each<[string, [number, number][], { jumpDay: number; jumpSize: number; jumpDays: number }]>([
    [
      'is the day of the largest step, with its change',
      every(1, 90, (age) => 10_000 + 972 * since(8, age) + 300 * since(30, age)),
      { jumpDay: TODAY_DAY - 8, jumpSize: 972, jumpDays: 1 },
    ],
    [
      'is the day of the reading after a gap, with the change over it',
      every(2, 90, (age) => 10_000 + 972 * since(8, age)),
      { jumpDay: TODAY_DAY - 8, jumpSize: 972, jumpDays: 2 },
    ],
    [
      'is the first of two that are equal',
      every(1, 90, (age) => 10_000 + 800 * since(60, age) + 800 * since(8, age)),
      { jumpDay: TODAY_DAY - 60, jumpSize: 800, jumpDays: 1 },
    ],
  ])('%s', (_, readings, jump) => {
    expect(stepsOf(readings)).toMatchObject(jump);
  });
});

describe('the word for growth', () => {
  it.each([
    [9, null, null],
    [9, 0, 'Steady'],
    [0.1, 0.5, 'Steady'],
    [9, 0.501, 'One jump'],
    [0, 1, 'One jump'],
    [0, 0, 'Unchanged'],
    [0, null, 'Unchanged'],
    [-0.1, 0, 'Falling'],
    [-8.6, null, 'Falling'],
    [null, 0, null],
    [null, null, null],
  ] as const)('of %s %% with a share of %s on three days is %s', (growth, share, word) => {
    expect(growthWord(growth, share)).toBe(word);
  });
});
