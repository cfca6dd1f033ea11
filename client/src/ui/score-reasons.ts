import { formatCount } from '#domain/numbers';
import type { MomentumReading } from '#domain/catalog/detail-contract';
import type { MomentumFlag } from '#domain/catalog/momentum';
import { formatShare } from './format';
import { periodNames } from './momentum-labels';

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
