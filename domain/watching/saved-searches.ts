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
