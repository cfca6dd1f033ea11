import { filtersOf } from '#domain/catalog/filters/filters';
import type { Variant } from '#domain/catalog/variants';

/** A stored search. */
export interface StoredSearch {
  readonly _id: string;
  readonly name: string;
  readonly variant: Variant;
  /** The parameters of the list. */
  readonly query: string;
  /** When its owner last opened it. */
  readonly seen_at: Date;
}

export const MAX_SEARCH_LENGTH = 2_000;

/**
 * The path of a list with exactly these parameters, as `filterParameters` writes them: filters that a list may have by default are named as
 * removed where the parameters lack them.
 */
export function savedSearchPath({ variant, query }: Pick<StoredSearch, 'variant' | 'query'>): string {
  const isNamed = (name: string) => `&${query}`.includes(`&${name}=`);
  const removed = filtersOf(variant).flatMap(([name, { anyText }]) =>
    anyText === undefined || isNamed(name) ? [] : [`${name}=${anyText}`],
  );
  return `/${variant}?${[query, ...removed].filter((part) => part !== '').join('&')}`;
}
