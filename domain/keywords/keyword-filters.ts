import { competitionLevels } from '#domain/keywords/competition';
import { MONTHS_PER_YEAR } from '#domain/keywords/season';
import { formatFilterValue, parseFilterValue } from '#domain/catalog/filters/filter-values';
import { countRange } from '#domain/catalog/filters/filters';
import type { Filter, FilterValue, FilterValueOf } from '#domain/catalog/filters/filter-kinds';
import { scriptNames } from '#domain/catalog/filters/scripts';

const months = Array.from({ length: MONTHS_PER_YEAR }, (_, month) => String(month + 1));

/** How soon pins are to be published. */
const publishWindows = ['now', '30_days', '90_days'] as const;

/** Every filter of the list of keywords, by the name that it has in addresses and in the API. All of them are free. */
export const keywordFilters = {
  competition: { kind: 'set', reads: 'competition', values: competitionLevels, label: 'Competition' },
  pins: { ...countRange, reads: 'pins', label: 'Pins' },
  season: { kind: 'flag', has: { texts: ['peak'] }, label: 'Season', description: 'A month stands out: `peak_month` is known.' },
  peak_month: { kind: 'set', reads: 'peak', values: months, label: 'Peak month', description: '1 for January.' },
  volume: { ...countRange, reads: 'volume', label: 'Search volume', description: 'Of the newest imported volume.' },
  publish_by: {
    kind: 'set',
    reads: 'publish_by',
    values: publishWindows,
    label: 'Publish by',
    description: '`now`: the day to publish by is here, and the rise is not over; else within as many days.',
  },
  script: { kind: 'set', reads: 'script', values: scriptNames, label: 'Language and script', description: 'That of its first letter.' },
} as const satisfies Readonly<Record<string, Filter>>;

type Filters = typeof keywordFilters;
export type KeywordFilterName = keyof Filters;

/** The filters of a selection of keywords, by name. */
export type KeywordFilterValues = { readonly [N in KeywordFilterName]?: FilterValueOf[Filters[N]['kind']] | undefined };

/** The filters with their names, in the order of the table. */
export const namedKeywordFilters = Object.entries<Filter>(keywordFilters) as [KeywordFilterName, Filter][];

/** Parses the filters of an address; values that are not valid are as if they were absent. */
export function parseKeywordFilters(textOf: (name: KeywordFilterName) => string | null): KeywordFilterValues {
  const values: Partial<Record<KeywordFilterName, FilterValue>> = {};
  for (const [name, filter] of namedKeywordFilters) {
    const text = textOf(name);
    const parsed = text === null ? null : parseFilterValue(filter, text);
    if (parsed && 'value' in parsed && parsed.value !== undefined) values[name] = parsed.value;
  }
  return values as KeywordFilterValues;
}

/** The filters among the parameters of a query. */
export const keywordFilterValues = (query: KeywordFilterValues): KeywordFilterValues =>
  Object.fromEntries(namedKeywordFilters.flatMap(([name]) => (query[name] === undefined ? [] : [[name, query[name]]])));

/** The filters as parameters of an address: equal ones have equal texts. */
export const keywordFilterTexts = (values: KeywordFilterValues): Readonly<Partial<Record<KeywordFilterName, string>>> =>
  Object.fromEntries(
    namedKeywordFilters.flatMap(([name]) => (values[name] === undefined ? [] : [[name, formatFilterValue(values[name])]])),
  );
