import type { Pool } from 'pg';
import type { Sort, Variant } from '#domain/catalog/variants';
import { ToldAgain } from '#domain/told-again';
import { FEW, fewPage, keywordPage, type PageOfIds, plainPage, type Statement, type Terms, walkedPage } from '#server/catalog/live-lists';
import { COUNTED, hasTooMany, rankedFirstPages, rankedKeywordPage, rankedPage } from '#server/catalog/ranked-lists';
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
  /** Changes with every import, recompute and refresh. */
  readonly state: string;
}

/** How long a look at catalog_stats is trusted: a new generation is seen by all within this many milliseconds. */
const FRESH = 1_000;

/** Ids of list pages: from the ordered read model where there is one, else from the tables themselves. */
export class PostgresLists {
  readonly #standings: Readonly<Record<Variant, ToldAgain<Standing>>> = {
    pins: new ToldAgain(FRESH, () => this.#read('pins')),
    boards: new ToldAgain(FRESH, () => this.#read('boards')),
    pinners: new ToldAgain(FRESH, () => this.#read('pinners')),
  };

  constructor(
    private readonly pool: Pool,
    private readonly orderedFrom: number,
  ) {}

  async plain(variant: Variant, page: PageWanted): Promise<PageOfIds> {
    const { total, generation } = await this.#look(variant);
    if (generation !== null) return this.#exact(rankedPage(variant, page.order, page.sort, page.offset, page.rows));
    const ids = await this.#ids(plainPage(variant, page.order, page.sort, page.offset, page.rows));
    return { ids, total, total_is_exact: true, as_of: null };
  }

  async keywords(variant: Variant, page: PageWanted, terms: Terms): Promise<PageOfIds> {
    const { total, generation } = await this.#look(variant);
    const { order, sort, offset, rows } = page;
    if (generation !== null && order.posting !== null) return this.#rankedKeywords(variant, page, terms);
    const whole = keywordPage(variant, order, sort, terms, offset, rows);
    if (total < this.orderedFrom || order.scores) return this.#exact(whole);
    const few = await this.#exact(fewPage(variant, order, sort, terms, offset, rows));
    if (few.total <= FEW) return few;
    const walked = await this.#ids(walkedPage(variant, order, sort, terms, offset, rows));
    const ids = walked.length === rows ? walked : (await this.#exact(whole)).ids;
    return { ids, total: FEW, total_is_exact: false, as_of: null };
  }

  async #rankedKeywords(variant: Variant, { order, sort, offset, rows }: PageWanted, terms: Terms): Promise<PageOfIds> {
    if (!hasTooMany(terms)) return this.#exact(rankedKeywordPage(variant, order, sort, terms, offset, rows));
    const page =
      offset + rows <= COUNTED
        ? rankedFirstPages(variant, order, sort, terms.any ?? [], offset, rows)
        : rankedKeywordPage(variant, order, sort, terms, offset, rows);
    return { ...(await this.#exact(page)), total: COUNTED, total_is_exact: false };
  }

  /** Names the state that the pages of this list are of. */
  async state(variant: Variant): Promise<string> {
    return (await this.#look(variant)).state;
  }

  #look(variant: Variant): Promise<Standing> {
    return this.#standings[variant].at(performance.now());
  }

  async #read(variant: Variant): Promise<Standing> {
    const { rows } = await this.pool.query<Standing>({
      name: 'standing',
      text: `select total, generation, concat_ws(' ', extract(epoch from changed_at), extract(epoch from ordered_at), generation, scored_day, total) state
        from catalog_stats where variant = $1`,
      values: [variant],
    });
    return rows[0] ?? { total: 0, generation: null, state: '' };
  }

  async #ids({ name, text, values }: Statement): Promise<string[]> {
    const { rows } = await this.pool.query<{ _id: string }>({ name, text, values: [...values] });
    return rows.map((row) => row._id);
  }

  async #exact({ name, text, values }: Statement): Promise<PageOfIds> {
    const { rows } = await this.pool.query<{ total: number; ordered_at?: Date | null; ids: string[] }>({ name, text, values: [...values] });
    const [found] = rows;
    return { ids: found?.ids ?? [], total: found?.total ?? 0, total_is_exact: true, as_of: found?.ordered_at?.toISOString() ?? null };
  }
}
