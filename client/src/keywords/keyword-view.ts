import { comparedKeywordsText } from '#domain/keywords/compared-keywords';
import type { InterestCurve, KeywordPage } from '#domain/keywords/contract';
import { keywordFilterTexts, type KeywordFilterValues, parseKeywordFilters } from '#domain/keywords/keyword-filters';
import { type KeywordOrder, keywordOrderNames } from '#domain/keywords/keyword-orders';
import { MAX_KEYWORD_LENGTH } from '#domain/keywords/keywords';
import { queryString } from '../api/api';
import { paths } from '../site/paths';
import { pageIn } from '../ui/navigation/pagination';

/** The name of a curve among others: where it is from, and who measured it. */
export const curveName = ({ region, sources }: InterestCurve): string => [region, sources[0]?.name].filter(Boolean).join(', ');

/** What the list shows; an order of null is the server's choice for the viewer. */
export interface KeywordsView {
  readonly query: string;
  readonly filters: KeywordFilterValues;
  readonly order: KeywordOrder | null;
  readonly page: number;
  /** True: the user's saved keywords instead. */
  readonly isSaved: boolean;
}

/** Parses the query string of the screen; invalid values are as if they were absent. */
export function parseKeywordsView(search: string): KeywordsView {
  const params = new URLSearchParams(search);
  return {
    query: (params.get('query') ?? '').slice(0, MAX_KEYWORD_LENGTH),
    filters: parseKeywordFilters((name) => params.get(name)),
    order: keywordOrderNames.find((order) => order === params.get('order_by')) ?? null,
    isSaved: params.get('saved') === '1',
    page: pageIn(params),
  };
}

/** What the API lists for a view, without the page. */
export const keywordListQuery = ({ query, filters, order }: KeywordsView) => ({
  query: query || undefined,
  order_by: order ?? undefined,
  ...keywordFilterTexts(filters),
});

/** The address of the saved keywords. */
export const SAVED_KEYWORDS_URL = `${paths.keywords}?saved=1`;

/** The address of a comparison. */
export const comparisonUrl = (keywords: readonly string[]): string =>
  `${paths.keywordComparison}?keywords=${encodeURIComponent(comparedKeywordsText(keywords)).replaceAll('%2C', ',')}`;

/** The address of a view. */
export const keywordsUrl = ({ query, filters, order, page }: Omit<KeywordsView, 'isSaved'>): string => {
  const values = { query: query === '' ? null : query, ...keywordFilterTexts(filters), order_by: order, page };
  // Commas between the values of a filter may stay as they are.
  return `${paths.keywords}${queryString(values, { page: 1 }).replaceAll('%2C', ',')}`;
};

/** Why the keywords stand by their pins, where something else was meant; null if they do not. Those without a value come last. */
export function orderNote({ keywords: [first], order_by: order }: KeywordPage, view: KeywordsView, hasInsights: boolean): string | null {
  if (hasInsights && view.order === null && order === 'pins') return 'By pins, because opportunity needs saves that were read on two days.';
  if (view.page > 1 || first === undefined) return null;
  if (order === 'volume' && first.volume === null) return 'By pins, because none has an imported search volume.';
  if (order === 'publish_by' && first.publish_by === null)
    return 'By pins, because none has a day to publish by: it needs imported search interest.';
  return null;
}
