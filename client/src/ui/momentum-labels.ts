import { formatCount } from '#domain/numbers';
import type { MomentumReading } from '#domain/catalog/detail-contract';
import type { Confidence, MomentumFlag, Trend } from '#domain/catalog/momentum';
import type { CheckRule } from '#domain/catalog/rows/checks';
import type { Period } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { formatShare } from './format';

export const periodNames = {
  '7_days': '7 days',
  '15_days': '15 days',
  '30_days': '30 days',
  '90_days': '90 days',
  '365_days': '365 days',
} as const satisfies Record<Period, string>;

/** The question that the verdict on an entity answers. */
export const verdictQuestions = {
  board: 'Worth joining?',
  pinner: 'Worth following?',
  pin: 'Worth making one like it?',
} as const satisfies Record<EntityType, string>;

const trendNames = { rising: 'Rising', flat: 'Steady', falling: 'Falling' } as const satisfies Record<Trend, string>;

/** The word for a trend. A pace within one percent in 30 days is flat, but a count that shrinks is never called steady. */
export const trendName = (trend: Trend, change: number | null): string => trendNames[shownTrend(trend, change)];

/** The trend that is shown: falling wherever the count shrinks. `change` is its growth or its pace. */
export const shownTrend = (trend: Trend, change: number | null): Trend =>
  trend === 'flat' && change !== null && change < 0 ? 'falling' : trend;
export const confidenceNames = { high: 'High', medium: 'Medium', low: 'Low' } as const satisfies Record<Confidence, string>;

/** What each rule is called: when it passes or is unknown, and when it warns. */
export const ruleNames = {
  active: ['Active', 'Not active'],
  growing: ['Growing', 'Little or no growth'],
  steady: ['Steady', 'Not steady'],
  reach: ['Reach', 'Little reach'],
  crowded: ['Not crowded', 'Crowded'],
  posts: ['Posts', 'Not posting'],
  saves_per_pin: ['Saves per pin', 'Few saves per pin'],
  still_saved: ['Still saved', 'No longer saved'],
  age: ['Recent', 'Old'],
  competition: ['Competition', 'Strong competition'],
  owner_size: ['Owner’s size', 'Large owner'],
} as const satisfies Record<CheckRule, readonly [string, string]>;

/** What the scoring found in a series. */
export const flagDescriptions = {
  zero_dropout: 'Ignored zeros between real readings (failed crawls).',
  unconfirmed_zero: 'The latest reading is zero; we wait for a second day.',
  outlier: 'Ignored one reading that fits neither the day before nor after.',
  unconfirmed_jump: 'The latest reading jumps; we wait for a second day.',
  unconfirmed_start: "Ignored the first reading: it doesn't fit what followed.",
  confirmed_step: 'Grew tenfold within a week, and stayed there.',
  insufficient: 'No score: readings on fewer than two days.',
  stale: 'No score: no readings in this period.',
  all_zero: 'No score: every reading is zero.',
} as const satisfies Record<MomentumFlag, string>;

/** The readings behind a score: `87 readings in 90 days`. Not `of 90 days`: one a week covers them as well. */
export const coverageText = ({ points, period }: MomentumReading): string =>
  `${formatCount(points, 'reading', 'readings')} in ${periodNames[period]}`;

/** Explains a score: ignored readings, and how well the readings cover the period. */
export function scoreReasons(reading: MomentumReading): readonly string[] {
  const flagTexts = reading.flags.map((flag) => flagDescriptions[flag]);
  if (reading.score === null) return flagTexts.length > 0 ? flagTexts : ['No score yet.'];
  const coverage = `Based on ${formatCount(reading.points, 'day', 'days')} of readings (${formatShare(reading.coverage)} of the period`;
  const gapText = reading.largest_gap > 1 ? `, longest gap ${formatCount(Math.round(reading.largest_gap), 'day', 'days')}` : '';
  return [...flagTexts, `${coverage}${gapText}).`];
}
