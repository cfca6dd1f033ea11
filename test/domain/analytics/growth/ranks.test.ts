import fc from 'fast-check';
import { ranksOf } from '#domain/analytics/growth/ranks';
import { type IndicatorInput, indicatorsOf } from '#domain/analytics/growth/indicators';

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

const performer = (over: Partial<IndicatorInput>): IndicatorInput => ({
  momentum_score: 60,
  growth_percent: 5,
  current_rank: 3,
  previous_rank: 3,
  confidence: 'high',
  ...over,
});

describe('the indicators of a performer', () => {
  it.each([
    [100, 'High'],
    [50, 'High'],
    [49.9, 'Moderate'],
    [20, 'Moderate'],
    [19.9, 'Low'],
    [0, 'Low'],
    [null, null],
  ] as const)('call the growth of score %s %s', (momentumScore, word) => {
    expect(indicatorsOf(performer({ momentum_score: momentumScore })).growth).toBe(word);
  });

  it.each([
    [1, 4, 9, 'Accelerating'],
    [4, 1, 9, 'Slowing'],
    [2, 2, 9, 'Steady'],
    [1, null, 0.1, 'Accelerating'],
    [1, null, -0.1, 'Falling'],
    [1, 4, -9, 'Falling'],
    [4, 1, null, 'Slowing'],
    [1, null, 0, 'Steady'],
    [1, null, null, null],
  ] as const)('call the pace of rank %s, before %s, growth %s %s', (currentRank, previousRank, growthPercent, word) => {
    expect(indicatorsOf(performer({ current_rank: currentRank, previous_rank: previousRank, growth_percent: growthPercent })).pace).toBe(
      word,
    );
  });

  it.each([
    ['high', 'Excellent'],
    ['medium', 'Good'],
    ['low', 'Fair'],
  ] as const)('call the quality at %s confidence %s', (confidence, word) => {
    expect(indicatorsOf(performer({ confidence })).quality).toBe(word);
  });
});
