import type { Variant } from '#domain/catalog/variants';
import type { WriterScope } from '#domain/catalog/write-lock';

/** The read model that large lists are answered from: every order of every list, made in one go and shown at once. */
export abstract class ReadModel {
  /** Makes the next generation of these lists from the present metrics and scores, or from the next ones that are not shown yet. */
  abstract prepareNext(scope: WriterScope, lists: readonly Variant[], generation: 'current' | 'next'): Promise<void>;

  /** The lists in whose read model rows are missing, or are as they were before the last changes. */
  abstract listStale(): Promise<readonly Variant[]>;

  /** Makes the next generation of these lists (all by default) from what is shown, and shows it; small catalogues need none. */
  abstract rebuild(scope: WriterScope, lists?: readonly Variant[]): Promise<void>;
}
