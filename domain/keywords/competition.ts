import { compactNumber, medianOf, roundHalfAway, wholeNumber } from '#domain/numbers';

/** How many of a keyword's most saved pins its competition is computed from. */
export const COMPETITION_PINS = 10;

export const competitionLevels = ['open', 'contested', 'locked'] as const;
export type CompetitionLevel = (typeof competitionLevels)[number];

/** The names of the levels on screen. */
export const competitionNames = { open: 'Open', contested: 'Contested', locked: 'Locked' } as const satisfies Record<
  CompetitionLevel,
  string
>;

/** From these scores on, a keyword is contested, and locked. */
export const MIN_CONTESTED_SCORE = 50;
export const MIN_LOCKED_SCORE = 75;

/** The power of ten of the median saves that score 100. */
const FULL_SCORE_EXPONENT = 4;

/** One of the most saved pins of a keyword. Unknown values are null. */
export interface TopPin {
  readonly saves: number;
  readonly age_days: number | null;
  readonly owner_followers: number | null;
}

/** The competition of a keyword, 0 to 100, from the saves of its most saved pins: 25 at a median of 10, 50 at 100, 75 at 1,000. Null without any. */
export function competitionScore(topSaves: readonly number[]): number | null {
  const median = medianOf(topSaves.toSorted((a, b) => b - a).slice(0, COMPETITION_PINS));
  return median === null ? null : roundHalfAway(100 * Math.min(1, Math.log10(1 + median) / FULL_SCORE_EXPONENT), 1);
}

/** Returns the level of a competition score. */
export const competitionLevel = (score: number): CompetitionLevel =>
  score < MIN_CONTESTED_SCORE ? 'open' : score < MIN_LOCKED_SCORE ? 'contested' : 'locked';

const FEW_SAVES = 100;
const MANY_SAVES = 1_000;
const SMALL_OWNER_FOLLOWERS = 10_000;
const OLD_AGE_DAYS = 548;

/** Says what the competition score comes from: the saves, ages, and owners' sizes of the most saved pins. */
export function competitionReason(pins: readonly TopPin[]): string {
  const median = medianOf(pins.map(({ saves }) => saves));
  if (median === null) return 'We don’t know the saves of any of its pins.';
  if (pins.length === 1) return `Its only pin with known saves has ${wholeNumber(median)}.`;
  const counted = (count: number, total: number, one: string, many: string) =>
    `${count === total && total > 1 ? `all ${total}` : `${count} of ${total}`} ${count === 1 ? one : many}`;
  const few = pins.filter(({ saves }) => saves < FEW_SAVES).length;
  const many = pins.filter(({ saves }) => saves >= MANY_SAVES).length;
  const saves =
    many > few
      ? `${counted(many, pins.length, 'has', 'have')} 1,000 saves or more`
      : `${counted(few, pins.length, 'has', 'have')} under 100 saves`;
  const ages = pins.flatMap(({ age_days }) => age_days ?? []);
  const old = ages.filter((age) => age > OLD_AGE_DAYS).length;
  const sizes = pins.flatMap(({ owner_followers }) => owner_followers ?? []);
  const small = sizes.filter((size) => size <= SMALL_OWNER_FOLLOWERS).length;
  const facts = [
    saves,
    ...(ages.length > 0 ? [`${counted(old, ages.length, 'is', 'are')} older than 18 months`] : []),
    ...(sizes.length > 0 ? [`${counted(small, sizes.length, 'is', 'are')} by accounts with up to 10K followers`] : []),
  ];
  return `The median of its ${pins.length} most saved pins is ${compactNumber(median)} ${median === 1 ? 'save' : 'saves'}: ${facts.join(', ')}.`;
}
