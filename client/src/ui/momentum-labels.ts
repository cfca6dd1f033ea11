import type { Confidence, MomentumFlag, Trend } from '#domain/catalog/momentum';
import type { Period } from '#domain/catalog/metrics';
import type { MomentumReading } from '#domain/catalog/detail-contract';
import { formatCount } from './format';

export const periodNames = {
  '7_days': '7 days',
  '15_days': '15 days',
  '30_days': '30 days',
  '90_days': '90 days',
  '365_days': '365 days',
} as const satisfies Record<Period, string>;

export const trendNames = { rising: 'Rising', flat: 'Steady', falling: 'Falling' } as const satisfies Record<Trend, string>;
export const confidenceNames = { high: 'High', medium: 'Medium', low: 'Low' } as const satisfies Record<Confidence, string>;

/** What the reading of a series found, in words. */
export const flagDescriptions = {
  zero_dropout: 'Zeros between real counts were taken for failed crawls and left out.',
  unconfirmed_zero: 'The last count is zero, seen once only: held back until a second day confirms it.',
  outlier: 'A count that fits neither of its neighbours was left out.',
  unconfirmed_jump: 'The last count jumps: held back until a second day confirms it.',
  unconfirmed_start: 'The first count does not fit what followed and was left out.',
  confirmed_step: 'A rise of ten times or more within a week that stayed.',
  insufficient: 'No score: fewer than two days with a count.',
  stale: 'No score: no count inside this period.',
  all_zero: 'No score: every count is zero.',
} as const satisfies Record<MomentumFlag, string>;

const formatCoverage = (coverage: number): string => `${Math.round(coverage * 100)}\u00a0%`;

/** What a score rests on, in short: `90 days, 100 %`. */
export const coverageText = ({ points, coverage }: MomentumReading): string =>
  `${formatCount(points, 'day', 'days')}, ${formatCoverage(coverage)}`;

/** Why a score is what it is: what was set aside, and how well the period was seen. */
export function scoreReasons(reading: MomentumReading): readonly string[] {
  const flagTexts = reading.flags.map((flag) => flagDescriptions[flag]);
  if (reading.score === null) return flagTexts.length > 0 ? flagTexts : ['No score yet.'];
  const coverage = `Rests on ${formatCount(reading.points, 'day', 'days')} with a count, ${formatCoverage(reading.coverage)} of the period seen`;
  const gapText = reading.largest_gap > 1 ? `, longest gap ${formatCount(Math.round(reading.largest_gap), 'day', 'days')}` : '';
  return [...flagTexts, `${coverage}${gapText}.`];
}
