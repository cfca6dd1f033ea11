import fc from 'fast-check';
import { ranksOf } from '#domain/analytics/growth/ranks';

const byComparison = (values: Float64Array): number[] => {
  const order = [...values.keys()].filter((index) => !Number.isNaN(values[index]));
  order.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b);
  const ranks = Array.from(values, () => 0);
  for (const [rank, index] of order.entries()) ranks[index] = rank + 1;
  return ranks;
};

describe('ranks', () => {
  it('begin with the largest value, keep the order of equal values and leave out NaN', () => {
    expect([...ranksOf(Float64Array.of(0.5, NaN, -2, 7, 0.5, 0, -0, 1e-300))]).toEqual([2, 0, 7, 1, 3, 5, 6, 4]);
    expect([...ranksOf(new Float64Array(0))]).toEqual([]);
  });

  const values = fc
    .array(fc.oneof(fc.double(), fc.integer({ min: -3, max: 3 })), { maxLength: 300 })
    .map((list) => Float64Array.from(list));

  it('equal those of a comparison sort', () => {
    fc.assert(
      fc.property(values, (list) => expect([...ranksOf(list)]).toEqual(byComparison(list))),
      { seed: 1, numRuns: 200 },
    );
  });

  it.each<[string, (index: number) => number]>([
    ['that differ in their last digits', (index) => 1 + ((index * 7919) % 4000) * Number.EPSILON],
    ['below zero that differ in their last digits', (index) => -1 - ((index * 7919) % 4000) * Number.EPSILON],
    ['of zero with either sign', (index) => (index % 3 === 0 ? -0 : index % 3 === 1 ? 0 : index)],
    ['of which some are unknown', (index) => (index % 5 === 0 ? NaN : (index * 7919) % 4000)],
  ])('equal those of a comparison sort for many values %s', (_, valueOf) => {
    const list = Float64Array.from({ length: 4_000 }, (__, index) => valueOf(index));
    expect(ranksOf(list)).toEqual(Int32Array.from(byComparison(list)));
  });

  it('equal those of a comparison sort for many values', () => {
    const counts = fc
      .array(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 1, maxLength: 300 })
      .map((list) => Float64Array.from(list));
    const many = fc.tuple(fc.oneof(values, counts), fc.nat()).map(([list, turn]) => {
      const factor = 1 + (turn % 3);
      return Float64Array.from({ length: 4_000 }, (_, index) => (list[index % list.length] ?? NaN) * (index % 2 === 0 ? factor : 1));
    });
    fc.assert(
      fc.property(many, (list) => expect(ranksOf(list)).toEqual(Int32Array.from(byComparison(list)))),
      { seed: 2, numRuns: 20 },
    );
  });
});
