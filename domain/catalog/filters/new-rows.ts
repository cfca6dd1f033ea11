import type { CatalogSearch } from '#domain/catalog/contract';
import type { Variant } from '#domain/catalog/variants';

/** The rows of a search that the catalog did not have before. */
export abstract class NewRows {
  /** Counts the rows of a search that were first stored after a time, and up to another if there is one; exact. Order and page are ignored. */
  abstract countAddedSince(variant: Variant, search: CatalogSearch, since: Date, until?: Date): Promise<number>;
}
