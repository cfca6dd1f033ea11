import { perLocale } from '#domain/site/reader';

/** Rounds half away from zero on the decimal value, never to `-0`. 2.25 with one digit is 2.3, -2.25 is -2.3. */
export function roundHalfAway(value: number, digits: number): number {
  if (!Number.isFinite(value)) return value;
  // Shifting the exponent of the shortest decimal representation avoids binary rounding errors (1.005 → 1.01).
  const [mantissa = '0', exponent = '0'] = Math.abs(value).toString().split('e');
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  const [whole = '0', power = '0'] = shifted.toString().split('e');
  const rounded = Number(`${whole}e${Number(power) - digits}`);
  return rounded === 0 ? 0 : Math.sign(value) * rounded;
}

/** One decimal, half away from zero. */
export const oneDecimal = (value: number): number => roundHalfAway(value, 1);

/** By the number of decimals; 0 stands for as many as a number has, up to three. Digits are in groups. */
const formatsOf = perLocale((locale) =>
  [undefined, 1, 2].map(
    (digits) =>
      new Intl.NumberFormat(locale, {
        numberingSystem: 'latn',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        signDisplay: 'negative',
      }),
  ),
);

/** A number with exactly this many decimals: 12.5, 12,900.0. */
export const fixedNumber = (value: number, decimals: 1 | 2, locale?: string): string => formatsOf(locale)[decimals]!.format(value);

/** A short count: 999, 1.2K, 3.4M. The unit is chosen after rounding: 999,950 is 1.0M. */
export function compactNumber(count: number | null | undefined, locale?: string): string {
  const value = count ?? NaN;
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size < 1000) return wholeNumber(roundHalfAway(value, Number.isInteger(value) ? 0 : 1), locale);
  const inUnit = (unit: number) => fixedNumber(oneDecimal(value / unit), 1, locale);
  return size < 999_950 ? `${inUnit(1000)}K` : `${inUnit(1_000_000)}M`;
}

/** A whole number with thousands separators: 12,480. */
export const wholeNumber = (value: number | null | undefined, locale?: string): string =>
  value === null || value === undefined ? '–' : formatsOf(locale)[0]!.format(value);

/** A whole number with its sign: `+1,204`, `-57`, `0`. */
export const signedNumber = (value: number, locale?: string): string => `${value > 0 ? '+' : ''}${wholeNumber(value, locale)}`;

/** A growth percentage: `+12.3%`, `-4.0%`, `0.0%`, `–` when unknown. */
export function percentLabel(percent: number | null | undefined, locale?: string): string {
  if (percent === null || percent === undefined) return '–';
  const rounded = oneDecimal(percent);
  return `${rounded > 0 ? '+' : ''}${fixedNumber(rounded, 1, locale)}%`;
}

const pluralRules = /* @__PURE__ */ new Intl.PluralRules('en');

/** `1 board`, `12,480 boards`. */
export const formatCount = (count: number, one: string, many: string, locale?: string): string =>
  `${wholeNumber(count, locale)} ${pluralRules.select(count) === 'one' ? one : many}`;

/** The median of numbers that are sorted in either direction; null of none. */
export function medianOfSorted(sorted: ArrayLike<number>): number | null {
  const { length } = sorted;
  if (length === 0) return null;
  const middle = length >> 1;
  return length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The median of numbers in any order; null of none. */
export const medianOf = (numbers: readonly number[]): number | null => medianOfSorted(numbers.toSorted((a, b) => a - b));
