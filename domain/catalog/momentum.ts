import type { MomentumReading } from '#domain/catalog/detail-contract';

export const trends = ['rising', 'flat', 'falling'] as const;
export type Trend = (typeof trends)[number];

/** From least to most confident; the index is what is stored. */
export const confidences = ['low', 'medium', 'high'] as const;
export type Confidence = (typeof confidences)[number];

/**
 * What the momentum calculation noticed about a series. The first five name points that were set aside, `confirmed_step` marks a rise of
 * ten times or more within a week that lasted, and the last three say why there is no score. The index is the bit in a stored mask:
 * append only.
 */
export const momentumFlags = [
  'zero_dropout',
  'unconfirmed_zero',
  'outlier',
  'unconfirmed_jump',
  'unconfirmed_start',
  'confirmed_step',
  'insufficient',
  'stale',
  'all_zero',
] as const;
export type MomentumFlag = (typeof momentumFlags)[number];

/** The momentum of one metric over one period. Without a score, the flags say why. */
export interface Momentum extends Omit<MomentumReading, 'metric' | 'period' | 'rank' | 'previous_rank'> {
  /** The spec's growth between the cleaned ends of the window. */
  readonly growth_percent: number | null;
}

/** A gain of which more than this share came on its three largest days is called "One jump". */
export const MAX_STEADY_SHARE = 0.5;

/** Whether more than half of a gain came on its three largest days. */
export const isOneJump = (share: number | null): boolean => share !== null && share > MAX_STEADY_SHARE;

/**
 * What growth over 90 days is called: steady is a gain that is known not to be "One jump". Null without a word, since the growth or its share
 * is unknown.
 */
export function growthWord(growthPercent: number | null, share: number | null): 'One jump' | 'Steady' | 'Falling' | 'Unchanged' | null {
  if (isOneJump(share)) return 'One jump';
  if (growthPercent === null) return null;
  if (growthPercent < 0) return 'Falling';
  if (growthPercent === 0) return 'Unchanged';
  return share === null ? null : 'Steady';
}
