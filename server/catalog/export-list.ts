import { Injectable } from '@nestjs/common';
import type { Viewer } from '#domain/auth/viewer';
import { Catalog, type RowOf } from '#domain/catalog/catalog';
import type { CatalogSearch } from '#domain/catalog/search';
import { MAX_PER_PAGE, type Variant } from '#domain/catalog/variants';
import { PremiumRequired } from '#domain/errors';
import { allows, premiumOnly } from '#domain/subscriptions/entitlements';

/** Rows of a list that one export holds at most. */
export const MOST_ROWS = 10_000;

/** A list on its way out: how many rows the search has, and the rows, set by set, in its order. */
export interface ListExport<V extends Variant> {
  readonly total: number;
  readonly sets: AsyncIterable<readonly RowOf[V][]>;
}

/** Hands out a whole list, from its first row, to those whose plan has it. */
@Injectable()
export class ExportList {
  constructor(private readonly catalog: Catalog) {}

  /** The first rows are read before this answers, so that what goes wrong with the search is told in an answer. */
  async of<V extends Variant>(viewer: Viewer, variant: V, search: CatalogSearch): Promise<ListExport<V>> {
    if (!allows(viewer, 'csv_export')) throw new PremiumRequired(premiumOnly.csv_export);
    const page = (number: number) => this.catalog.search(variant, { ...search, page: number, per_page: MAX_PER_PAGE });
    const first = await page(1);
    return { total: first.total, sets: setsFrom(first.rows, page) };
  }
}

type PageOf<V extends Variant> = (number: number) => Promise<{ readonly rows: readonly RowOf[V][] }>;

/** Page after page; a row that moves from one page to the next meanwhile is there once. */
async function* setsFrom<V extends Variant>(first: readonly RowOf[V][], page: PageOf<V>): AsyncGenerator<readonly RowOf[V][]> {
  const seen = new Set<string>();
  const unseen = (rows: readonly RowOf[V][]) => rows.filter(({ _id }) => !seen.has(_id) && seen.add(_id));
  let rows = first;
  for (let number = 1; rows.length > 0; rows = (await page(++number)).rows) {
    const set = unseen(rows);
    if (set.length > 0) yield set;
    if (number * MAX_PER_PAGE >= MOST_ROWS) return;
  }
}
