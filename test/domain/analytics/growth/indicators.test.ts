import { type IndicatorInput, indicatorsOf } from '#domain/analytics/growth/indicators';

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
