import { medianOf, wholeNumber, compactNumber } from '#domain/numbers';

/** One of the most saved pins of a keyword. Unknown values are null. */
export interface TopPin {
  readonly saves: number;
  readonly age_days: number | null;
  readonly owner_followers: number | null;
}

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
