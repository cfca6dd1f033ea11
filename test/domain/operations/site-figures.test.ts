import { DAY_MS } from '#domain/durations';
import { dailyGrowthOf, daysLeftOf, compareSchemas } from '#domain/operations/site-figures';

const now = new Date('2026-11-24T02:50:00Z');

/** One size a day, the last one of today. */
const daily = (...sizes: readonly number[]) =>
  sizes.map((bytes, index) => ({ at: new Date(now.getTime() - (sizes.length - 1 - index) * DAY_MS), bytes }));

describe('the growth of a size', () => {
  it.each<[string, number[], number | null]>([
    ['is unknown without measurements', [], null],
    ['is unknown after two days', [100, 200], null],
    ['is known after three days', [100, 200, 300], 100],
    ['is that of most days, not of one large import', [100, 110, 120, 9130, 9140, 9150, 9160, 9170, 9180, 9190, 9200], 10],
    ['counts imports once a week', [100, 100, 100, 100, 100, 100, 100, 800, 800, 800, 800, 800, 800, 800, 1500], 78],
    ['is none if it stays', [500, 500, 500, 500], 0],
    ['is none if it shrinks', [900, 800, 700], 0],
    ['forgets what is older than 14 days', [0, 5000, ...Array.from({ length: 15 }, () => 7000)], 0],
    ['is the middle of an even number of pairs', [0, 10, 30, 60], 20],
  ])('%s', (_, sizes, expected) => {
    expect(dailyGrowthOf(daily(...sizes), now)).toBe(expected);
  });

  it('counts days without a measurement', () => {
    const [first, second, third] = daily(0, 30, 60, 90, 120).filter((_, index) => index % 2 === 0);
    expect(dailyGrowthOf([first!, second!, third!], now)).toBe(30);
  });
});

describe('the days that the room on a disk lasts', () => {
  it.each<[number, (number | null)[], number | null]>([
    [1000, [100], 10],
    [1000, [100, 60], 6],
    [1000, [100, null], null],
    [1000, [0, 0], null],
    [1000, [], null],
    [0, [5], 0],
  ])('with %s bytes free and growths of %j are %s', (freeBytes, growths, expected) => {
    expect(daysLeftOf(freeBytes, growths)).toBe(expected);
  });
});

describe('the schema of a database', () => {
  it.each([
    ['current', ['a', 'b'], ['b', 'a']],
    ['older', ['a', 'b'], ['a']],
    ['older', ['a'], []],
    ['newer', ['a'], ['a', 'b']],
    ['older', ['a', 'b'], ['a', 'c']],
  ])('is %s if a release knows %j and %j were applied', (expected, known, applied) => {
    expect(compareSchemas(known, applied)).toBe(expected);
  });
});
