import { type AppliedFilter, titleColumns, toDayRange } from '#domain/catalog/filters/filters';
import { lowerAscii } from '#domain/catalog/filters/filter-values';
import { scriptCodeOf, scriptNames } from '#domain/catalog/filters/scripts';
import { entityOf, type Variant } from '#domain/catalog/variants';
import { type Day, dayOf } from '#domain/days';

type Row = Readonly<Record<string, unknown>>;

const isBetween = (value: number | null, from: number | null, to: number | null): boolean =>
  value !== null && value >= (from ?? -Infinity) && value <= (to ?? Infinity);

function textsOf(row: Row, variant: Variant, column: string): readonly string[] {
  if (column !== 'script') return [row[column] as string | readonly string[] | null].flatMap((value) => value ?? []);
  const title = titleColumns[entityOf[variant]].map((name) => row[name]).find((text) => typeof text === 'string') ?? '';
  return scriptNames.slice(scriptCodeOf(title)).slice(0, scriptCodeOf(title) < 0 ? 0 : 1);
}

/** Does a row with these columns match a filter? Momentum is in the column `momentum`. */
export function matchesFilter({ kind, filter, value }: AppliedFilter, row: Row, variant: Variant, today: Day): boolean {
  if (kind === 'range') {
    const number = row[filter.reads === 'momentum_score' ? 'momentum' : filter.reads];
    return isBetween(typeof number === 'number' ? number : null, value.min, value.max);
  }
  if (kind === 'days') {
    const time = row[filter.reads];
    const { from, to } = toDayRange(value, today);
    return isBetween(time instanceof Date ? dayOf(time) : typeof time === 'number' ? time : null, from, to);
  }
  if (kind === 'set') return textsOf(row, variant, filter.reads).some((text) => value.includes(lowerAscii(text)));
  if (kind === 'flag') {
    const { has } = filter;
    return 'texts' in has
      ? has.texts.some((column) => typeof row[column] === 'string')
      : row[has.share] != null && Number(row[has.share]) <= has.max && Number(row[has.gain] ?? 0) > 0;
  }
  return row[filter.reads] === value;
}
