import { type MomentumFlag, momentumFlags } from '#domain/catalog/momentum';

/** The bit of each flag in a stored mask. */
export const flagBit = Object.fromEntries(momentumFlags.map((flag, bit) => [flag, 1 << bit])) as Readonly<Record<MomentumFlag, number>>;

/** The mask of these flags. */
export const flagsMask = (flags: readonly MomentumFlag[]): number => flags.reduce((mask, flag) => mask | flagBit[flag], 0);

const flagNamesByMask = new Map<number, readonly MomentumFlag[]>();

/** The flags of a mask, in the order of `momentumFlags`. */
export function flagNames(mask: number): readonly MomentumFlag[] {
  let names = flagNamesByMask.get(mask);
  if (!names) {
    names = momentumFlags.filter((flag) => mask & flagBit[flag]);
    flagNamesByMask.set(mask, names);
  }
  return names;
}

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
