import type { Variant } from '#domain/catalog/variants';

export interface HomeList {
  readonly variant: Extract<Variant, 'boards' | 'pinners'>;
  readonly keyword: string;
}

/**
 * The four ranked lists of the home page, in order. Only these may search for a keyword without Premium, and only these omit the rows whose
 * gain is "One jump" (see `Catalog.search`).
 */
export const homeLists: readonly HomeList[] = [
  { variant: 'boards', keyword: 'etsy' },
  { variant: 'boards', keyword: 'pinterest marketing' },
  { variant: 'pinners', keyword: 'make money' },
  { variant: 'pinners', keyword: 'fashion blogging' },
];

export const HOME_LIST_ROWS = 5;

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
