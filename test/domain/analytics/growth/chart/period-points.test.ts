import { pointsOfPeriod, pointsOfPreviousPeriod } from '#domain/analytics/growth/chart/period-points';

const points = [0, 60, 89, 95, 100].map((day) => ({ day, value: day * 10 }));
const daysOf = (some: readonly { readonly day: number }[]) => some.map(({ day }) => day);

describe('the readings of a period', () => {
  it.each([
    [null, [0, 60, 89, 95, 100]],
    [200, [0, 60, 89, 95, 100]],
    [11, [89, 95, 100]],
    [10, [89, 95, 100]],
    [5, [95, 100]],
    [4, [95, 100]],
  ])('over %s days start with the newest reading that is old enough', (days, expected) => {
    expect(daysOf(pointsOfPeriod(points, days))).toEqual(expected);
  });

  it('are none without readings', () => {
    expect(pointsOfPeriod([], 30)).toEqual([]);
    expect(pointsOfPreviousPeriod([], 30)).toEqual([]);
  });
});

describe('the readings of the period before', () => {
  it.each([
    [5, [{ day: 100, value: 950 }]],
    [11, [{ day: 100, value: 890 }]],
    [40, [{ day: 100, value: 600 }]],
    [100, [{ day: 100, value: 0 }]],
  ])('over %s days lie on the days of the last one', (days, expected) => {
    expect(pointsOfPreviousPeriod(points, days)).toEqual(expected);
  });

  it('leave out older and newer ones', () => {
    const daily = Array.from({ length: 10 }, (_, day) => ({ day, value: day }));
    expect(daysOf(pointsOfPreviousPeriod(daily, 3))).toEqual([6, 7, 8, 9]);
  });
});
