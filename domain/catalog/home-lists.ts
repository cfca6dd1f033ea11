import type { Variant } from '#domain/catalog/variants';

export interface HomeList {
  readonly variant: Extract<Variant, 'boards' | 'pinners'>;
  readonly keyword: string;
}

/**
 * The four ranked lists of the home page, in order. Only these, and those in their place, may search for a keyword without Premium, and only
 * these omit the rows whose gain is "One jump" (see `Catalog.search`).
 */
export const homeLists: readonly HomeList[] = [
  { variant: 'boards', keyword: 'etsy' },
  { variant: 'boards', keyword: 'pinterest marketing' },
  { variant: 'pinners', keyword: 'make money' },
  { variant: 'pinners', keyword: 'fashion blogging' },
];

export const HOME_LIST_ROWS = 5;

/** A list with fewer rows is short: another keyword takes the place of its own if the operator has named some, and it says so in the room that is left. */
export const MIN_HOME_LIST_ROWS = 3;

/** How many keywords may be named for a list. */
export const MAX_HOME_KEYWORDS = 3;

/** The keywords that take the place of a short list's own, by its own, in order. */
export type HomeKeywords = Readonly<Record<string, readonly string[]>>;

/** The home lists, with those that may take their place. */
export const homeListsWith = (keywords: HomeKeywords): readonly HomeList[] =>
  homeLists.flatMap((list) => [list, ...(keywords[list.keyword] ?? []).map((keyword) => ({ ...list, keyword }))]);

/** The search of a home list, as the spec defines it. */
export const homeListSearch = (list: HomeList) =>
  ({
    query: list.keyword,
    order_by: 'momentum_score',
    sort: 'desc',
    metric: 'follower_count',
    period: '90_days',
    use_momentum: 'true',
    per_page: HOME_LIST_ROWS,
    page: 1,
  }) as const;
