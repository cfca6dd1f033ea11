import type { FilterValues } from '#domain/catalog/filters/filters';
import type { DaysFilter, Filter, FilterValue, FilterValueOf, RangeFilter, SetFilter } from '#domain/catalog/filters/filter-kinds';
import { appliedFilters } from '#domain/catalog/filters/applied-filters';
import { MAX_ID_LENGTH, type Variant } from '#domain/catalog/variants';
import { type Day, dayLabel, parseDay } from '#domain/days';

/** How many texts a set may have. */
const MAX_SET_VALUES = 20;
const MAX_SET_VALUE_LENGTH = 200;

/** A parsed value, undefined if it excludes nothing; or what the text must be. */
type ParsedFilter<V extends FilterValue = FilterValue> = { readonly value: V | undefined } | { readonly reason: string };

const RANGE_SEPARATOR = '..';

/** Lowers the case of ASCII letters only: Postgres and JavaScript agree on these. */
export const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Splits `1..5` into its ends; null for an open end. */
function splitRange<T>(text: string, parseEnd: (text: string) => T | null): readonly [T | null, T | null] | null {
  const [start = '', end = '', ...rest] = text.split(RANGE_SEPARATOR);
  if (rest.length > 0 || !text.includes(RANGE_SEPARATOR)) return null;
  const [from, to] = [start === '' ? null : parseEnd(start), end === '' ? null : parseEnd(end)];
  const isParsed = (from !== null || start === '') && (to !== null || end === '') && start + end !== '';
  return isParsed ? [from, to] : null;
}

const isBackwards = (from: number | null, to: number | null): boolean => from !== null && to !== null && from > to;
const backwards = { reason: 'must have its smaller end first' } as const;

const rangeExample = ({ decimals }: RangeFilter) => (decimals === 0 ? '1000..50000 or 5..' : '10..50 or 2.5..');

function parseRange(filter: RangeFilter, text: string): ParsedFilter<FilterValueOf['range']> {
  const pattern = filter.decimals === 0 ? /^\d{1,15}$/ : /^-?\d{1,15}(\.\d)?$/;
  const ends = splitRange(text, (end) => (pattern.test(end) ? Number(end) : null));
  if (!ends) return { reason: `must be a range such as ${rangeExample(filter)}` };
  const [min, max] = ends;
  if (ends.some((end) => end !== null && (end < filter.min || end > filter.max)))
    return { reason: `must be between ${filter.min} and ${filter.max}` };
  return isBackwards(min, max) ? backwards : { value: { min, max } };
}

const daysExample = ({ windows, acceptsDays }: DaysFilter) =>
  [...windows.map((count) => `${count}d`), ...(acceptsDays ? ['a range of days such as 2025-01-01..'] : [])].join(', ');

function parseDays(filter: DaysFilter, text: string): ParsedFilter<FilterValueOf['days']> {
  const withinDays = filter.windows.find((count) => `${count}d` === text);
  if (withinDays !== undefined) return { value: { withinDays } };
  const ends = filter.acceptsDays ? splitRange(text, parseDay) : null;
  if (!ends) return { reason: `must be one of ${daysExample(filter)}` };
  const [from, to] = ends;
  return isBackwards(from, to) ? backwards : { value: { from, to } };
}

/** Splits at commas; `\,` is a comma within a value. */
const splitSet = (text: string): string[] =>
  (text.match(/(?:\\.|[^\\,])+/gsu) ?? []).map((item) => lowerAscii(item.replace(/\\(.)/gsu, '$1').trim()));

/** Why a text cannot be stored. */
export const NOT_STORABLE = 'has a character that is not text';

/** Postgres stores neither NUL nor lone surrogates. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

function parseSet({ values }: SetFilter, text: string): ParsedFilter<FilterValueOf['set']> {
  if (!isStorable(text)) return { reason: NOT_STORABLE };
  const items = [...new Set(splitSet(text))].sort();
  if (items.length === 0 || items.includes('')) return { reason: 'must be values with commas between them' };
  if (items.length > MAX_SET_VALUES) return { reason: `must be at most ${MAX_SET_VALUES} values` };
  if (items.some((item) => item.length > MAX_SET_VALUE_LENGTH))
    return { reason: `must have values of at most ${MAX_SET_VALUE_LENGTH} characters` };
  const unknown = values && items.find((item) => !values.some((value) => value === item));
  return unknown === undefined ? { value: items } : { reason: `must be one or more of ${values?.join(', ')}` };
}

function parseFlag(text: string): ParsedFilter<FilterValueOf['flag']> {
  return text === '1' ? { value: true } : { reason: 'must be 1' };
}

function parseId(text: string): ParsedFilter<FilterValueOf['id']> {
  const isId = text.length <= MAX_ID_LENGTH && text.isWellFormed() && /^[^\s\p{C}]+$/u.test(text);
  return isId ? { value: text } : { reason: 'must be an id' };
}

/** Parses the value of a filter as it is in addresses. */
export function parseFilterValue(filter: Filter, text: string): ParsedFilter {
  if (text === filter.anyText) return { value: undefined };
  switch (filter.kind) {
    case 'range':
      return parseRange(filter, text);
    case 'days':
      return parseDays(filter, text);
    case 'set':
      return parseSet(filter, text);
    case 'flag':
      return parseFlag(text);
    default:
      return parseId(text);
  }
}

/** The format of a value, for the API documentation. */
export const describeFilterValue = (filter: Filter): string =>
  filter.anyText === undefined ? describeValue(filter) : `${describeValue(filter)} \`${filter.anyText}\` is no filter.`;

function describeValue(filter: Filter): string {
  switch (filter.kind) {
    case 'range':
      return `A range such as ${rangeExample(filter)}; unknown values are in no range.`;
    case 'days':
      return `One of ${daysExample(filter)}.`;
    case 'set':
      return filter.values
        ? `One or more of ${filter.values.join(', ')}, with commas between them.`
        : 'One or more, with commas between them (`\\,` for a comma in one); any of them matches, in upper or lower case.';
    case 'flag':
      return 'has' in filter && 'texts' in filter.has ? '1 for rows that have one.' : '1 for these rows only.';
    default:
      return '';
  }
}

const formatRange = (from: string | number | null, to: string | number | null): string => `${from ?? ''}${RANGE_SEPARATOR}${to ?? ''}`;

const labelOf = (day: Day | null): string => (day === null ? '' : dayLabel(day));

/** Returns the text of a value as it is in addresses; `parseFilterValue` reads it. Equal values have equal texts. */
export function formatFilterValue(value: FilterValue): string {
  if (value === true) return '1';
  if (typeof value === 'string') return value;
  if ('withinDays' in value) return `${value.withinDays}d`;
  if ('min' in value) return formatRange(value.min, value.max);
  if ('from' in value) return formatRange(labelOf(value.from), labelOf(value.to));
  return value.map((item) => item.replace(/[\\,]/g, '\\$&')).join(',');
}

/** The filters of a search as parameters of an address. */
export const filterParameters = (variant: Variant, values: FilterValues): [string, string][] =>
  appliedFilters(variant, values).map(({ name, value }) => [name, formatFilterValue(value)]);
