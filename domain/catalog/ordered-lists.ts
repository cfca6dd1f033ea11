import type { Variant } from '#domain/catalog/variants';

/** The read model that large lists are answered from: every order of every list, made in one go and shown at once. */
export abstract class OrderedLists {
  /** Makes the next generation of these lists (all of them by default) and lets readers see it; small catalogues need none. */
  abstract rebuild(which?: readonly Variant[]): Promise<void>;
}
