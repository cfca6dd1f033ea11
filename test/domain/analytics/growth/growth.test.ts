import fc from 'fast-check';
import { growthOverPeriod, growthPercent, roundToTenth } from '#domain/analytics/growth/growth';
import { oneDecimal } from '#domain/numbers';

describe('growth in percent', () => {
  it.each([
    [110, 100, 10],
    [100, 100, 0],
    [90, 100, -10],
    [5, 0, 0],
    [0, 0, 0],
    [0, 7, -100],
    [1, 3, -66.7],
    [2_000_000_000, 1, 199_999_999_900],
    [2045, 2000, 2.3],
    [1955, 2000, -2.3],
    [99_999, 100_000, 0],
    // Exact halves: 7.25, 63.75, 51.25.
    [429, 400, 7.3],
    [131, 80, 63.8],
    [121, 80, 51.3],
    [371, 400, -7.3],
  ])('to %d from %d', (current, previous, percent) => {
    expect(growthPercent(current, previous)).toBe(percent);
    expect(Object.is(growthPercent(current, previous), -0)).toBe(false);
  });

  it('rounds the exact quotient half away from zero', () => {
    const count = fc.integer({ min: 1, max: 2_147_483_647 });
    // Whole numbers decide: twice the thousandfold quotient, half away from zero.
    const exact = (current: number, previous: number) => {
      const [change, base] = [BigInt(Math.abs(current - previous)) * 1000n, BigInt(previous)];
      const tenths = Number((2n * change + base) / (2n * base));
      return tenths === 0 ? 0 : (Math.sign(current - previous) * tenths) / 10;
    };
    fc.assert(
      fc.property(count, fc.oneof(count, fc.integer({ min: 1, max: 4_000 })), (current, previous) =>
        expect(growthPercent(current, previous)).toBe(exact(current, previous)),
      ),
      { numRuns: 2_000, seed: 1 },
    );
  });

  it('rounds like oneDecimal', () => {
    const tie = fc.integer({ min: -1e6, max: 1e6 }).map((number) => number / 20);
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.double({ min: -1e4, max: 1e4 }), tie), (value) =>
        expect(roundToTenth(value)).toBe(oneDecimal(value)),
      ),
      {
        numRuns: 1_000,
        seed: 1,
      },
    );
  });
});

describe('growth over a period', () => {
  const days = [100, 130, 160, 189, 190];
  it.each<[string, (number | null)[], number, number | null]>([
    ['takes the newest snapshot at least a period older', [1000, 1100, 1200, 1250, 1300], 90, 30],
    ['takes an older one when that day is missing', [1000, 1100, 1200, 1250, 1300], 45, 18.2],
    ['takes yesterday for a day', [1000, 1100, 1200, 1250, 1300], 1, 4],
    ['is unknown without an older snapshot', [1000, 1100, 1200, 1250, 1300], 365, null],
    ['is 0.0 when the previous count is 0', [0, 1100, 1200, 1250, 1300], 90, 0],
    ['skips unknown counts at the new end', [1000, 1100, 1200, 1250, null], 30, 13.6],
    ['skips unknown counts at the old end', [1000, null, 1200, 1250, 1300], 45, 30],
    ['is unknown when all are unknown', [null, null, null, null, null], 30, null],
    ['is unknown with one known count', [null, null, 7, null, null], 30, null],
  ])('%s', (_, counts, period, percent) => {
    expect(growthOverPeriod(days, counts, period)).toBe(percent);
    expect(
      growthOverPeriod(
        Int32Array.from(days),
        Float64Array.from(counts, (count) => count ?? NaN),
        period,
      ),
    ).toBe(percent);
  });

  it('is unknown for an empty series', () => expect(growthOverPeriod([], [], 7)).toBeNull());

  it('reads no more counts than the given length', () => expect(growthOverPeriod(days, [1000, 1100, 1200, 1250, 1300], 30, 2)).toBe(10));
});
