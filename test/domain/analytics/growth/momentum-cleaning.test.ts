import fc from 'fast-check';
import { removeOutliers, removeZeroDropouts, fillSeries, ScoredSeries } from '#domain/analytics/growth/momentum-series';
import { flagNames } from '#domain/analytics/growth/momentum-flags';

const PRIOR_SAVES = 0;
const LARGE_FACTOR = 1.2;

type Point = readonly [day: number, count: number];

function seriesOf(points: readonly Point[]): ScoredSeries {
  const series = new ScoredSeries();
  fillSeries(
    series,
    points.map(([day]) => day),
    points.map(([, count]) => count),
    points.length,
    PRIOR_SAVES,
  );
  return series;
}
const pointsOf = ({ days, values, length }: ScoredSeries): Point[] =>
  Array.from({ length }, (_, index) => [days[index] ?? NaN, values[index] ?? NaN]);
const daily = (counts: readonly number[]): Point[] => counts.map((count, day) => [day, count]);
const countsOf = (series: ScoredSeries): number[] => pointsOf(series).map(([, count]) => count);

describe('zeros of failed crawls', () => {
  it.each<[string, number[], number[], string[]]>([
    ['are left out between counts', [5, 0, 6, 0, 0, 7], [5, 6, 7], ['zero_dropout']],
    ['are left out at the end, if they are one', [5, 6, 0], [5, 6], ['unconfirmed_zero']],
    ['stay at the end, if a second day confirms them', [5, 6, 0, 0], [5, 6, 0, 0], []],
    ['stay before the first count', [0, 0, 5], [0, 0, 5], []],
    ['stay in a series of zeros', [0, 0, 0], [0, 0, 0], []],
    ['are left out between and after counts', [0, 5, 0, 6, 0], [0, 5, 6], ['zero_dropout', 'unconfirmed_zero']],
  ])('%s', (_, counts, kept, flags) => {
    const target = new ScoredSeries();
    const mask = removeZeroDropouts(seriesOf(daily(counts)), 0, counts.length, target);
    expect(countsOf(target)).toEqual(kept);
    expect(target).toHaveLength(kept.length);
    expect(flagNames(mask)).toEqual(flags);
  });

  it.each([
    ['a count', [0, 9, 0, 0, 9], 1, 4, [9, 0, 0]],
    ['zeros', [9, 0, 0, 9, 9], 1, 3, [0, 0]],
  ])('are judged by the readings of a range of %s only', (_, counts, from, to, kept) => {
    const target = new ScoredSeries();
    expect(removeZeroDropouts(seriesOf(daily(counts)), from, to, target)).toBe(0);
    expect(countsOf(target)).toEqual(kept);
    expect(target).toHaveLength(kept.length);
  });
});

describe('counts of failed crawls', () => {
  const base = [1000, 1000, 1000, 1000];
  const spikes = (count: number) => [...base, ...Array.from({ length: count }, () => [9000, ...base]).flat()];

  it.each<[string, number, number[], number[], string[]]>([
    ['one that returns is left out', 30, [...base, 9000, ...base], [...base, ...base], ['outlier']],
    ['two that return are left out', 30, [...base, 9000, 9100, ...base], [...base, ...base], ['outlier']],
    ['three that return stay', 30, [...base, 9000, 9000, 9000, ...base], [...base, 9000, 9000, 9000, ...base], []],
    ['two steps in a row stay', 30, [...base, 5000, 20_000, 20_000], [...base, 5000, 20_000, 20_000], []],
    ['a last one is left out', 30, [...base, 9000], base, ['unconfirmed_jump']],
    ['a first one is left out', 30, [9000, ...base], base, ['unconfirmed_start']],
    ['two readings stay', 30, [1000, 9000], [1000, 9000], []],
    ['four are left out', 30, spikes(4), Array<number>(20).fill(1000), ['outlier']],
    ['a fifth stays', 30, spikes(5), [...Array<number>(20).fill(1000), 9000, ...base], ['outlier']],
    ['a tenth more stays in 30 days', 30, [...base, 1100, ...base], [...base, 1100, ...base], []],
    ['a tenth more is left out in 7 days', 7, [...base, 1100, ...base], [...base, ...base], ['outlier']],
    ['a third more is left out in 90 days', 90, [...base, 1330, ...base], [...base, ...base], ['outlier']],
    ['a sixth more stays in 90 days', 90, [...base, 1160, ...base], [...base, 1160, ...base], []],
  ])('%s', (_, periodDays, counts, kept, flags) => {
    const series = seriesOf(daily(counts));
    expect(flagNames(removeOutliers(series, periodDays))).toEqual(flags);
    expect(countsOf(series)).toEqual(kept);
    expect(series).toHaveLength(kept.length);
  });

  /** Cleans by sorting all slopes, pass by pass. */
  function cleanedSlowly(points: readonly Point[]): readonly Point[] {
    let kept = points;
    for (let pass = 0; pass < 4 && kept.length >= 3; pass++) {
      const next = withoutOneRun(kept);
      if (next === kept) break;
      kept = next;
    }
    return kept;
  }

  function withoutOneRun(points: readonly Point[]): readonly Point[] {
    const change = ([, a]: Point, [, b]: Point) => Math.abs(Math.log(b) - Math.log(a));
    const slope = (a: Point, b: Point) => change(a, b) / (b[0] - a[0]);
    const slopes = points.slice(1).map((point, index) => slope(points[index]!, point));
    const median = slopes.toSorted((a, b) => a - b)[Math.ceil(slopes.length / 2) - 1]!;
    const usual = Math.min(median, slope(points[0]!, points.at(-1)!));
    const isLarge = (a: Point, b: Point) => change(a, b) > Math.max(Math.log(LARGE_FACTOR), 3 * usual * (b[0] - a[0]));
    const steps = points.map((_, index) => index).filter((index) => index > 0 && isLarge(points[index - 1]!, points[index]!));
    for (const [position, end] of steps.entries()) {
      const start = steps[position - 1];
      if (start !== undefined && end - start <= 2 && !isLarge(points[start - 1]!, points[end]!))
        return [...points.slice(0, start), ...points.slice(end)];
    }
    if (steps.at(-1) === points.length - 1) return points.slice(0, -1);
    return steps[0] === 1 ? points.slice(1) : points;
  }

  /** Points with these steps: days to the point before, and log growth. */
  const walk = (steps: readonly (readonly [number, number])[]): Point[] => {
    let [day, log] = [0, 10];
    return steps.map(([gap, growth]) => [(day += gap), Math.round(Math.exp((log = Math.min(16, Math.max(6, log + growth)))))]);
  };
  const step = fc.tuple(
    fc.integer({ min: 1, max: 4 }),
    fc.oneof(
      fc.double({ min: -0.02, max: 0.08, noNaN: true }),
      fc.double({ min: 0.1, max: 0.3, noNaN: true }),
      fc.double({ min: -0.6, max: 0.6, noNaN: true }),
    ),
  );

  it('are those that a slow cleaning finds', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 3, maxLength: 25 }).map(walk), (points) => {
        const series = seriesOf(points);
        removeOutliers(series, 90);
        expect(pointsOf(series)).toEqual(cleanedSlowly(points));
      }),
      { seed: 1, numRuns: 1000 },
    );
  });

  it('are found in a long history', () => {
    const points = Array.from({ length: 1300 }, (_, day): Point => [
      2 * day,
      Math.round(1000 * 1.08 ** (day / 20) * (day % 2 === 0 ? 1 : 1.3)),
    ]);
    const series = seriesOf(points);
    removeOutliers(series, 90);
    expect(pointsOf(series)).toEqual(cleanedSlowly(points));
  });
});
