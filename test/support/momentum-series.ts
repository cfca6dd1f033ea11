import fc from 'fast-check';
import { momentum } from '#domain/analytics/growth/momentum-of-counts';

export const TODAY_DAY = 20_688;
export const PRIOR_COUNT = 500;
export const periods = [7, 15, 30, 90, 365];

export interface Series {
  readonly days: readonly number[];
  readonly counts: readonly number[];
}

/** Measures a series over a period. */
export const scoreOf = ({ days, counts }: Series, period: number) => momentum(days, counts, days.length, TODAY_DAY, period, PRIOR_COUNT);

const numberBetween = (min: number, max: number) => fc.noBias(fc.double({ min, max, noNaN: true }));

/** A growing or falling account with one percent of noise, crawled today and on six or more other days of a period. */
export const noisy = fc.constantFrom(...periods).chain((period) =>
  fc
    .record({
      size: numberBetween(Math.log(1000), Math.log(1e6)),
      pace: numberBetween(-0.004, 0.004),
      ages: fc.noBias(
        fc.shuffledSubarray(
          [...Array(period).keys()].map((age) => age + 1),
          { minLength: 6, maxLength: Math.min(period, 40) },
        ),
      ),
      noise: fc.array(numberBetween(-0.01, 0.01), { minLength: 41, maxLength: 41 }),
      fault: fc.record({ index: fc.nat(40), factor: fc.oneof(numberBetween(0, 0.3), numberBetween(3, 23)) }),
    })
    .map(({ size, pace, ages, noise, fault }) => {
      const days = [...ages.map((age) => TODAY_DAY - age), TODAY_DAY].sort((a, b) => a - b);
      const counts = days.map((day, index) => Math.max(1000, Math.round(Math.exp(size + pace * (day - TODAY_DAY) + (noise[index] ?? 0)))));
      return { period, days, counts, fault };
    }),
);
