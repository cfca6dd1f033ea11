import type { TopPerformer } from '#domain/analytics/growth/contract';

/** The fields of a performer that decide its indicators. */
export type IndicatorInput = Pick<TopPerformer, 'momentum_score' | 'growth_percent' | 'current_rank' | 'previous_rank' | 'confidence'>;

/** How an entity performs, in one word each; null when unknown. */
export interface Indicators {
  readonly growth: 'High' | 'Moderate' | 'Low' | null;
  readonly pace: 'Accelerating' | 'Steady' | 'Slowing' | 'Falling' | null;
  readonly quality: 'Excellent' | 'Good' | 'Fair';
}

/** The lowest score of each label: 50 is a pace of +10% in 30 days, 20 one of about +3%. */
const growthThresholds = [
  [50, 'High'],
  [20, 'Moderate'],
  [0, 'Low'],
] as const;

const qualityByConfidence = { high: 'Excellent', medium: 'Good', low: 'Fair' } as const;

/** A count that shrinks is falling, whatever its rank. A better rank than one period earlier means accelerating; without one, growth decides. */
function paceOf({ current_rank, previous_rank, growth_percent }: IndicatorInput): Indicators['pace'] {
  if (growth_percent !== null && growth_percent < 0) return 'Falling';
  const gain = previous_rank === null ? growth_percent : previous_rank - current_rank;
  if (gain === null) return null;
  if (gain === 0) return 'Steady';
  return gain > 0 ? 'Accelerating' : 'Slowing';
}

/** The three indicators of a performer. */
export function indicatorsOf(performer: IndicatorInput): Indicators {
  const score = performer.momentum_score;
  return {
    growth: score === null ? null : (growthThresholds.find(([from]) => score >= from)?.[1] ?? 'Low'),
    pace: paceOf(performer),
    quality: qualityByConfidence[performer.confidence],
  };
}
