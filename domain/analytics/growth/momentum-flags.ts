/**
 * What the reading of a series found. The first five say what was set aside, `confirmed_step` marks a rise of ten times or more
 * within a week that stayed, the last three say why there is no score. The place in the list is the bit in a stored mask: append only.
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

/** The bit of each flag in a stored mask. */
export const flagBit = Object.fromEntries(momentumFlags.map((flag, bit) => [flag, 1 << bit])) as Readonly<Record<MomentumFlag, number>>;

/** The mask of some flags. */
export const flagsMask = (flags: readonly MomentumFlag[]): number => flags.reduce((mask, flag) => mask | flagBit[flag], 0);

const flagNamesByMask = new Map<number, readonly MomentumFlag[]>();

/** The flags of a mask, in their order. */
export function flagNames(mask: number): readonly MomentumFlag[] {
  let names = flagNamesByMask.get(mask);
  if (!names) {
    names = momentumFlags.filter((flag) => mask & flagBit[flag]);
    flagNamesByMask.set(mask, names);
  }
  return names;
}
