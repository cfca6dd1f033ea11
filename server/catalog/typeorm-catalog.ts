import { Inject, Injectable } from '@nestjs/common';
import { Catalog, type CatalogTotals, type Found, type StoredEntity } from '#domain/catalog/catalog';
import type { CatalogSearch } from '#domain/catalog/search';
import { queryTerms, readBack } from '#domain/catalog/terms';
import { type EntityType, MOMENTUM_ORDER, type Variant } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { PostgresLists } from '#server/catalog/postgres-lists';
import { beginning, nearest } from '#server/catalog/known-words';
import type { PageOfIds, Terms } from '#server/catalog/live-lists';
import { presentRow, type Stored } from '#domain/catalog/stored-rows';
import { storedEntity } from '#server/catalog/stored-entity';
import { listOrder, rowColumns, tablesOf } from '#server/catalog/tables';
import { CONFIG, type Config } from '#server/config/config';
import { Postgres } from '#server/database/postgres';

const WORKS = 10;

/** The catalogue in Postgres: hot reads are plain, named SQL. */
@Injectable()
export class TypeormCatalog extends Catalog {
  readonly #lists: PostgresLists;

  constructor(
    private readonly postgres: Postgres,
    @Inject(CONFIG) config: Config,
  ) {
    super();
    this.#lists = new PostgresLists(postgres.pool, config.ORDERED_LISTS_FROM);
  }

  async search<V extends Variant>(variant: V, search: CatalogSearch): Promise<Found<V>> {
    const order = listOrder(variant, search.order_by, search.metric, search.period);
    const page = { order, sort: search.sort, offset: (search.page - 1) * search.per_page, rows: search.per_page };
    const slot = search.order_by === MOMENTUM_ORDER ? order.slot : null;
    const answer = async ({ ids, ...rest }: PageOfIds) => ({ ...rest, rows: await this.#rows(variant, ids, slot) });
    if (search.query === undefined) return answer(await this.#lists.plain(variant, page));
    const query = queryTerms(search.query);
    if (query.terms.length === 0) return answer({ ids: [], total: 0, total_is_exact: true, as_of: null });
    const find = (terms: Terms) => this.#lists.keywords(variant, page, terms);
    const asWritten = search.query.trim();
    const whole = await find({ all: query.terms, any: null });
    if (whole.total > 0) return { ...(await answer(whole)), match: { how: 'whole', searched_for: asWritten } };
    const begun = await beginning(this.postgres.pool, variant, query);
    const started = begun ? await find(begun) : null;
    if (started && started.total > 0) return { ...(await answer(started)), match: { how: 'beginning', searched_for: asWritten } };
    const near = await nearest(this.postgres.pool, variant, query);
    const close = near ? await find(near.terms) : null;
    if (near && close && close.total > 0) {
      const { ids, ...rest } = close;
      const stored = await this.#stored(variant, ids, slot, textsOf(variant));
      const words = readBack(near.words, (stored[0]?.['texts'] ?? []) as (string | null)[]);
      return { ...rest, rows: stored.map((row) => presentRow(variant, row)), match: { how: 'nearest', searched_for: words.join(' ') } };
    }
    return { ...(await answer(whole)), match: { how: 'whole', searched_for: asWritten } };
  }

  state(variant: Variant): Promise<string> {
    return this.#lists.state(variant);
  }

  async find(entity: EntityType, id: string): Promise<StoredEntity | null> {
    return storedEntity(this.postgres.pool, entity, id);
  }

  async worksOf(pinnerId: string) {
    const works = async <V extends 'boards' | 'pins'>(variant: V, column: string) => {
      const { text, metrics } = tablesOf(variant);
      const { rows } = await this.postgres.pool.query<Stored>({
        name: `works-${variant}`,
        text: `select ${rowColumns[variant]} from ${text} t join ${metrics} m using (_id) where t.pinner_id = $1
          order by m.${column} desc nulls last, t._id limit ${WORKS}`,
        values: [pinnerId],
      });
      return rows.map((row) => presentRow(variant, row));
    };
    const [boards, pins] = await Promise.all([works('boards', 'follower_count'), works('pins', 'saves')]);
    return { boards, pins };
  }

  async totals(): Promise<CatalogTotals> {
    const { rows } = await this.postgres.pool.query<{ variant: Variant; total: number; changed_at: Date | null }>(
      'select variant, total, changed_at from catalog_stats',
    );
    const total = (variant: Variant) => rows.find((row) => row.variant === variant)?.total ?? 0;
    const newest = Math.max(...rows.map((row) => row.changed_at?.getTime() ?? 0));
    return {
      boards: total('boards'),
      pinners: total('pinners'),
      pins: total('pins'),
      as_of: newest > 0 ? new Date(newest).toISOString() : null,
    };
  }

  async scoredDay(): Promise<Day | null> {
    const { rows } = await this.postgres.pool.query<{ day: Day | null }>('select min(scored_day) "day" from catalog_stats');
    return rows[0]?.day ?? null;
  }

  async #rows<V extends Variant>(variant: V, ids: readonly string[], slot: number | null) {
    return (await this.#stored(variant, ids, slot)).map((row) => presentRow(variant, row));
  }

  /** The rows of these ids, in their order, with some more columns; an id that has gone since leaves no gap. */
  async #stored(variant: Variant, ids: readonly string[], slot: number | null, more = ''): Promise<Stored[]> {
    if (ids.length === 0) return [];
    const { text, metrics, scores } = tablesOf(variant);
    const momentum = slot === null ? '' : `, (select s.score[${slot + 1}] from ${scores} s where s._id = t._id) momentum_score`;
    const { rows } = await this.postgres.pool.query<Stored>({
      name: `rows-${variant}-${slot ?? 'plain'}${more ? '-more' : ''}`,
      text: `select ${rowColumns[variant]}${momentum}${more} from ${text} t join ${metrics} m using (_id) where t._id = any($1)`,
      values: [ids],
    });
    const byId = new Map(rows.map((row) => [row._id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}

/** The texts that the words of a row are in, as people write them. */
const textsOf = (variant: Variant): string =>
  `, array[t.name, t.description, t.${variant === 'pinners' ? 'username' : 'pinner_username'}] || t.topics texts`;
