import { indexOfDay, fillSeries, ScoredSeries } from '#domain/analytics/growth/momentum-series';

const PRIOR_SAVES = 50;

/** The loaded points of (time in days, count) snapshots. */
function pointsOf(snapshots: readonly (readonly [number, number | null])[], series = new ScoredSeries(), length = snapshots.length) {
  fillSeries(
    series,
    snapshots.map(([time]) => time),
    snapshots.map(([, count]) => count),
    length,
    PRIOR_SAVES,
  );
  return Array.from({ length: series.length }, (_, index) => [series.days[index], series.values[index]]);
}

describe('the points of a series', () => {
  it.each<[string, [number, number | null][], [number, number][]]>([
    ['are one per day', [[1, 10], [2, 11], [3, 12]], [[1, 10], [2, 11], [3, 12]]],
    ['have the last count of a day', [[1.2, 10], [1.7, 8], [2, 12]], [[1, 8], [2, 12]]],
    ['have the last count of a day in any order', [[2, 12], [1.7, 8], [1.2, 10]], [[1, 8], [2, 12]]],
    ['have the larger of two counts at the same time', [[1.5, 10], [1.5, 8], [2, 12]], [[1, 10], [2, 12]]],
    ['have the larger of two counts at the same time, if it comes second', [[1.5, 8], [1.5, 10], [2, 12]], [[1, 10], [2, 12]]],
    ['have the larger of two counts at the same time, after others', [[2, 12], [1.5, 10], [1.5, 8]], [[1, 10], [2, 12]]],
    ['have a count over a zero at the same time', [[1.5, 0], [1.5, 8]], [[1, 8]]],
    ['are in the order of time', [[3, 12], [1, 10], [2, 11]], [[1, 10], [2, 11], [3, 12]]],
    ['leave out unknown counts', [[1, null], [2, NaN], [3, 12]], [[3, 12]]],
    ['leave out unknown counts in any order', [[3, 12], [1, null], [2, 7], [2.5, NaN]], [[2, 7], [3, 12]]],
    ['leave out negative and infinite counts', [[1, -1], [2, Infinity], [3, 0]], [[3, 0]]],
    ['leave out unknown times', [[NaN, 10], [2, 11]], [[2, 11]]],
    ['leave out times that no snapshot can have', [[-1e6, 10], [2, 11], [1e8, 12]], [[2, 11]]],
    ['leave out endless times', [[-Infinity, 10], [2, 11], [Infinity, 12]], [[2, 11]]],
    ['may be before 1970', [[-999_999, 10], [-0.5, 11]], [[-999_999, 10], [-1, 11]]],
  ])('%s', (_, snapshots, points) => expect(pointsOf(snapshots)).toEqual(points)); // prettier-ignore

  it('are those of the first snapshots only, if a number is given', () => {
    expect(pointsOf([[1, 10], [2, 11], [3, 12]], new ScoredSeries(), 2)).toEqual([[1, 10], [2, 11]]); // prettier-ignore
    expect(pointsOf([[2, 10], [1, 11], [3, 12]], new ScoredSeries(), 2)).toEqual([[1, 11], [2, 10]]); // prettier-ignore
  });

  it.each([1, 511, 512, 513, 1025, 3000])('are complete: %i of them, after a shorter series too', (count) => {
    const series = new ScoredSeries();
    pointsOf([[1, 7]], series);
    const snapshots = Array.from({ length: count }, (_, day) => [day, 1000 + day] as const);
    expect(pointsOf(snapshots, series)).toEqual(snapshots);
    expect(Array.from(series.logs.subarray(0, count))).toEqual(snapshots.map(([, value]) => Math.log(value + PRIOR_SAVES)));
  });

  it.each([
    [0, 0],
    [1, 0],
    [2, 1],
    [3, 1],
    [4, 2],
    [9, 3],
  ])('on or after day %i begin at index %i', (day, index) => {
    const series = new ScoredSeries();
    pointsOf([[1, 10], [3, 11], [5, 12]], series); // prettier-ignore
    expect(indexOfDay(series, day)).toBe(index);
  });
});
