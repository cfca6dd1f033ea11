import { type ListFilters, toDayRange } from '#domain/catalog/filters/applied-filters';
import { scriptNames, scriptPattern, SCRIPT_PREFIX_LENGTH, titleColumns } from '#domain/catalog/filters/scripts';
import type { FlagFilter } from '#domain/catalog/filters/filter-kinds';
import { MOMENTUM_ORDER } from '#domain/catalog/orders';
import { entityOf, type Variant } from '#domain/catalog/variants';

/** Conditions on the rows `m` (metrics), `t` (texts), and `s` (scores) of a list. */
interface FilterConditions {
  readonly conditions: readonly string[];
  readonly values: readonly unknown[];
  readonly readsScores: boolean;
}

/** The text whose first letter gives a row its script. */
export const scriptTextSql = (variant: Variant): string =>
  `left(coalesce(${titleColumns[entityOf[variant]].map((column) => `t.${column}`).join(', ')}), ${SCRIPT_PREFIX_LENGTH})`;

/** The condition of a flag. */
export const flagSql = ({ has }: FlagFilter): string =>
  'texts' in has
    ? `coalesce(${has.texts.map((column) => `t.${column}`).join(', ')}) is not null`
    : `(m.${has.share} <= ${has.max} and m.${has.gain} > 0)`;

/** Returns the SQL of filters, of which there may be none. Values are parameters from `$firstParameter` on; column names come from the table of filters. */
export function filterConditions(variant: Variant, filters: ListFilters | undefined, firstParameter: number): FilterConditions {
  if (!filters) return { conditions: [], values: [], readsScores: false };
  const conditions: string[] = [];
  const values: unknown[] = [];
  const parameter = (value: unknown): string => `$${firstParameter - 1 + values.push(value)}`;
  const compare = (expression: string, operator: string, value: number | null, toSql: (parameter: string) => string) => {
    if (value !== null) conditions.push(`${expression} ${operator} ${toSql(parameter(value))}`);
  };
  const startOfDay = (day: string) => `to_timestamp(${day}::float8 * 86400)`;
  for (const { kind, filter, value } of filters.applied) {
    if (kind === 'range') {
      const isMomentum = filter.reads === MOMENTUM_ORDER;
      const expression = isMomentum ? `s.score[${filters.scoreColumn + 1}]` : `m.${filter.reads}`;
      const type = isMomentum ? 'real' : filter.decimals === 0 ? 'integer' : 'float8';
      compare(expression, '>=', value.min, (bound) => `${bound}::${type}`);
      compare(expression, '<=', value.max, (bound) => `${bound}::${type}`);
    } else if (kind === 'days') {
      const { from, to } = toDayRange(value, filters.today);
      const toSql = filter.isOfOrder ? (day: string) => `${day}::integer` : startOfDay;
      compare(`m.${filter.reads}`, '>=', from, toSql);
      compare(`m.${filter.reads}`, '<', to === null ? null : to + 1, toSql);
    } else if (kind === 'set' && filter.reads === 'script') {
      const scripts = scriptNames.filter((name) => value.includes(name));
      conditions.push(`${scriptTextSql(variant)} ~ ${parameter(scriptPattern(scripts))}`);
    } else if (kind === 'set') {
      const texts = filter.reads === 'topics' ? `lower_ascii(t.topics) && $::text[]` : `lower(t.${filter.reads} collate "C") = any($)`;
      conditions.push(texts.replace('$', parameter(value)));
    } else if (kind === 'flag') conditions.push(flagSql(filter));
    else conditions.push(`t.${filter.reads} = ${parameter(value)}`);
  }
  return {
    conditions,
    values,
    readsScores: filters.applied.some(({ kind, filter }) => kind === 'range' && filter.reads === MOMENTUM_ORDER),
  };
}
