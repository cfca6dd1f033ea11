import type { Variant } from '#domain/catalog/variants';

/** The read model that large lists are answered from: every order of every list, made in one go and shown at once. */
export abstract class OrderedLists {
  /** Makes the next generation of these lists from the present metrics and scores, or from the next ones that are not shown yet. */
  abstract prepare(which: readonly Variant[], from: 'present' | 'next'): Promise<void>;

  /** The lists in whose read model rows are missing, or are as they were before the last changes. */
  abstract behind(): Promise<readonly Variant[]>;

  /** Makes the next generation of these lists (all by default) from what is shown, and shows it; small catalogues need none. */
  abstract rebuild(which?: readonly Variant[]): Promise<void>;
}
