import { sparklineHeights, sparklineOf } from '#domain/catalog/rows/sparkline';
import { MINUTES_PER_DAY } from '#domain/days';

const today = 20_000;
/** Readings at noon, by the days before today. */
const series = (readings: readonly (readonly [daysAgo: number, count: number | null])[]) =>
  sparklineOf(
    readings.map(([daysAgo]) => (today - daysAgo + 0.5) * MINUTES_PER_DAY),
    readings.map(([, count]) => count),
    today,
  );
const gaps = (count: number) => ' '.repeat(count);

describe('a sparkline', () => {
  it.each([
    [
      [
        [89, 10],
        [0, 20],
      ],
      `A${gaps(28)}_`,
    ],
    [
      [
        [89, 20],
        [0, 10],
      ],
      `_${gaps(28)}A`,
    ],
    [
      [
        [3, 0],
        [1, 63],
      ],
      `${gaps(28)}A_`,
    ],
    [
      [
        [8, 0],
        [5, 21],
        [2, 63],
      ],
      `${gaps(27)}AV_`,
    ],
    // the last reading of each three days
    [
      [
        [5, 1],
        [4, 2],
        [3, 3],
        [0, 9],
      ],
      `${gaps(28)}A_`,
    ],
    // one without a count is no reading
    [
      [
        [5, 1],
        [2, 9],
        [0, null],
      ],
      `${gaps(28)}A_`,
    ],
    // an unchanged count is in the middle
    [
      [
        [4, 7],
        [0, 7],
      ],
      `${gaps(28)}gg`,
    ],
    // before and after its days
    [
      [
        [90, 999],
        [4, 1],
        [0, 2],
        [-1, 50],
      ],
      `${gaps(28)}A_`,
    ],
  ] as const)('of the readings %j is %j', (readings, text) => {
    expect(series(readings)).toBe(text);
  });

  it.each([
    [[]],
    [[[5, 1]]],
    [
      [
        [4, 1],
        [3, 2],
      ],
    ],
    [
      [
        [95, 1],
        [0, 2],
      ],
    ],
    [
      [
        [5, null],
        [0, 2],
      ],
    ],
  ] as const)('needs two points: %j', (readings) => {
    expect(series(readings)).toBeNull();
  });

  it('is read as heights', () => {
    expect(sparklineHeights('A_ g')).toEqual([0, 63, null, 32]);
  });
});
