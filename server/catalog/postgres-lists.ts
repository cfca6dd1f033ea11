import type { Pool } from 'pg';
import type { Sort, Variant } from '#domain/catalog/variants';
import {
  boundedCount,
  COUNTED,
  keywordPage,
  type PageOfIds,
  plainPage,
  type Statement,
  type Terms,
  walkedPage,
} from '#server/catalog/live-lists';
import { rankedKeywordPage, rankedPage } from '#server/catalog/ranked-lists';
import type { ListOrder } from '#server/catalog/tables';

/** Which part of which order. */
export interface PageWanted {
  readonly order: ListOrder;
  readonly sort: Sort;
  readonly offset: number;
  readonly rows: number;
}

interface Standing {
  readonly total: number;
  readonly generation: number | null;
  readonly read: number;
}

/** How long a look at catalog_stats is trusted: a new generation is seen by all within this many milliseconds. */
const FRESH = 1_000;

/** Ids of list pages: from the ordered read model where there is one, else from the tables themselves. */
export class PostgresLists {
  readonly #standing = new Map<Variant, Standing>();

  constructor(
    private readonly pool: Pool,
    private readonly orderedFrom: number,
  ) {}

  async plain(variant: Variant, page: PageWanted): Promise<PageOfIds> {
    const { total, generation } = await this.#look(variant);
    if (generation !== null) return this.#ranked(rankedPage(variant, page.order, page.sort, page.offset, page.rows));
    const ids = await this.#ids(plainPage(variant, page.order, page.sort, page.offset, page.rows));
    return { ids, total, total_is_exact: true, as_of: null };
  }

  async keywords(variant: Variant, page: PageWanted, terms: Terms): Promise<PageOfIds> {
    const { total, generation } = await this.#look(variant);
    const { order, sort, offset, rows } = page;
    if (generation !== null && order.posting !== null) return this.#ranked(rankedKeywordPage(variant, order, sort, terms, offset, rows));
    if (total >= this.orderedFrom && !order.scores) {
      const walked = await this.#ids(walkedPage(variant, order, sort, terms, offset, rows));
      if (walked.length === rows) return { ids: walked, ...(await this.#count(variant, terms)), as_of: null };
    }
    const { text, values, name } = keywordPage(variant, order, sort, terms, offset, rows);
    const found = await this.pool.query<{ _id: string; total: number }>({ name, text, values: [...values] });
    const first = found.rows[0];
    // Past the last page there is no row to carry the total.
    const counted = first
      ? { total: first.total, total_is_exact: true }
      : offset > 0
        ? await this.#count(variant, terms)
        : { total: 0, total_is_exact: true };
    return { ids: found.rows.map((row) => row._id), ...counted, as_of: null };
  }

  async #look(variant: Variant): Promise<Standing> {
    const known = this.#standing.get(variant);
    if (known && performance.now() - known.read < FRESH) return known;
    const { rows } = await this.pool.query<{ total: number; generation: number | null }>({
      name: 'standing',
      text: 'select total, generation from catalog_stats where variant = $1',
      values: [variant],
    });
    const standing = { total: rows[0]?.total ?? 0, generation: rows[0]?.generation ?? null, read: performance.now() };
    this.#standing.set(variant, standing);
    return standing;
  }

  async #ids({ name, text, values }: Statement): Promise<string[]> {
    const { rows } = await this.pool.query<{ _id: string }>({ name, text, values: [...values] });
    return rows.map((row) => row._id);
  }

  async #ranked({ name, text, values }: Statement): Promise<PageOfIds> {
    const { rows } = await this.pool.query<{ total: number; ordered_at: Date | null; ids: string[] }>({ name, text, values: [...values] });
    const [found] = rows;
    return { ids: found?.ids ?? [], total: found?.total ?? 0, total_is_exact: true, as_of: found?.ordered_at?.toISOString() ?? null };
  }

  async #count(variant: Variant, terms: Terms) {
    const { name, text, values } = boundedCount(variant, terms);
    const { rows } = await this.pool.query<{ total: number }>({ name, text, values: [...values] });
    const total = rows[0]?.total ?? 0;
    return { total: Math.min(total, COUNTED), total_is_exact: total <= COUNTED };
  }
}
