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
