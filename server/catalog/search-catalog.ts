import { Injectable } from '@nestjs/common';
import { anonymous, type Viewer } from '#domain/auth/viewer';
import { Catalog } from '#domain/catalog/catalog';
import { type ReadyList, ReadyLists } from '#domain/catalog/ready-lists';
import type { CatalogSearch } from '#domain/catalog/search';
import type { Variant } from '#domain/catalog/variants';
import { PremiumRequired } from '#domain/errors';
import { searchRefusal, showsMomentum } from '#domain/subscriptions/search-rights';

/** A page of a list, and whether everybody gets the same one. */
export interface ListAnswer extends ReadyList {
  readonly forEverybody: boolean;
}

/** Answers a page of a list to those who may read it. */
@Injectable()
export class SearchCatalog {
  constructor(
    private readonly catalog: Catalog,
    private readonly ready: ReadyLists,
  ) {}

  async page(viewer: Viewer, variant: Variant, search: CatalogSearch): Promise<ListAnswer> {
    const refusal = searchRefusal(viewer, variant, search);
    if (refusal) throw new PremiumRequired(refusal);
    const shown = showsMomentum(viewer, variant, search);
    const state = await this.catalog.state(variant);
    const { bytes, tag } = await this.ready.get(keyOf(variant, shown, search), state, () => this.#answer(variant, shown, search));
    const forEverybody = searchRefusal(anonymous, variant, search) === null && shown === showsMomentum(anonymous, variant, search);
    return { bytes, tag, forEverybody };
  }

  async #answer(variant: Variant, shown: boolean, search: CatalogSearch): Promise<unknown> {
    const { rows, ...rest } = await this.catalog.search(variant, search);
    return { [variant]: shown ? rows : rows.map(withoutMomentum), page: search.page, ...rest };
  }
}

/** All that an answer depends on, who asks excepted but for what he is shown. */
const keyOf = (variant: Variant, shown: boolean, search: CatalogSearch): string =>
  [variant, shown, search.order_by, search.sort, search.per_page, search.page, search.metric, search.period, search.query].join(' ');

function withoutMomentum<R extends { readonly momentum_score?: number | null }>(row: R): R {
  const { momentum_score: _hidden, ...rest } = row;
  return rest as R;
}
