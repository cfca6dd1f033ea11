import { type MomentumFlag, momentumFlags } from '#domain/catalog/momentum';
import { memoize } from '#domain/memoize';

/** The bit of each flag in a stored mask. */
export const flagBit = Object.fromEntries(momentumFlags.map((flag, bit) => [flag, 1 << bit])) as Readonly<Record<MomentumFlag, number>>;

/** The mask of these flags. */
export const flagsMask = (flags: readonly MomentumFlag[]): number => flags.reduce((mask, flag) => mask | flagBit[flag], 0);

/** The flags of a mask, in the order of `momentumFlags`. */
export const flagNames = memoize(
  (mask: number): readonly MomentumFlag[] => momentumFlags.filter((flag) => mask & flagBit[flag]),
  1 << momentumFlags.length,
);

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
