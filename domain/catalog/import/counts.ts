import { isMissing } from '#domain/catalog/import/text';

/** The largest count that can be stored: Postgres's `integer`. */
const MAX_COUNT = 2_147_483_647;

/** A parsed value, or the reason why it is invalid. */
export type ParseResult<T> = { readonly value: T } | { readonly reason: string };

const suffixExponents: Readonly<Record<string, number>> = { '': 0, k: 3, m: 6, mio: 6, b: 9 };

/** Parses `1,234`, `1 234`, `124k`, `1.2M`, `12+`; null for other texts. */
function parseNumber(text: string): number | null {
  const normalized = text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replace(/[\s\u00a0\u202f_']/g, '')
    .replace(/\+$/, '')
    .toLowerCase();
  const match = /^(-?)(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?:e\+?(\d{1,3}))?([a-z]*)$/.exec(normalized);
  if (!match) return null;
  const [, sign, whole = '', fraction = '', exponent = '0', suffix = ''] = match;
  const power = suffixExponents[suffix];
  if (power === undefined) return null;
  // Scaled as text, without rounding errors.
  const magnitude = Number(`${whole.replaceAll(',', '')}${fraction}e${Number(exponent) + power}`);
  return sign === '-' ? -magnitude : magnitude;
}

const quoteValue = (value: unknown): string => {
  const text = typeof value === 'number' ? String(value) : typeof value === 'object' ? 'a list or an object' : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
};

const unwrapMongoNumber = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const number = ['$numberLong', '$numberInt', '$numberDouble'].find((key) => Object.hasOwn(value, key));
  return number === undefined ? value : (value as Readonly<Record<string, unknown>>)[number];
};

/** Parses a count: a whole number from 0 to `MAX_COUNT`, null if the source has none. Fractions are rejected, or rounded half up with `round`. */
export function parseCount(raw: unknown, round = false): ParseResult<number | null> {
  const value = unwrapMongoNumber(raw);
  if (isMissing(value)) return { value: null };
  const number = typeof value === 'number' ? value : typeof value === 'string' ? parseNumber(value) : null;
  if (number === null || Number.isNaN(number)) return { reason: `${quoteValue(value)} is not a number` };
  if (number < 0) return { reason: `${quoteValue(value)} is negative` };
  if (number > MAX_COUNT) return { reason: `${quoteValue(value)} is greater than ${MAX_COUNT}` };
  if (Number.isInteger(number)) return { value: number === 0 ? 0 : number };
  return round ? { value: Math.floor(number + 0.5) } : { reason: `${quoteValue(value)} is not a whole number` };
}
