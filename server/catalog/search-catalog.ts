import { Injectable } from '@nestjs/common';
import type { Viewer } from '#domain/auth/viewer';
import { Catalog, type Found } from '#domain/catalog/catalog';
import type { CatalogSearch } from '#domain/catalog/search';
import type { Variant } from '#domain/catalog/variants';
import { PremiumRequired } from '#domain/errors';
import { searchRefusal, showsMomentum } from '#domain/subscriptions/search-rights';

/** Answers a page of a list to those who may read it. */
@Injectable()
export class SearchCatalog {
  constructor(private readonly catalog: Catalog) {}

  async page<V extends Variant>(viewer: Viewer, variant: V, search: CatalogSearch): Promise<Found<V>> {
    const refusal = searchRefusal(viewer, variant, search);
    if (refusal) throw new PremiumRequired(refusal);
    const found = await this.catalog.search(variant, search);
    return showsMomentum(viewer, variant, search) ? found : { ...found, rows: found.rows.map(withoutMomentum) };
  }
}

function withoutMomentum<R extends { readonly momentum_score?: number | null }>(row: R): R {
  const { momentum_score: _hidden, ...rest } = row;
  return rest as R;
}
