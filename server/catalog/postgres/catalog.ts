import { Inject, Injectable } from '@nestjs/common';
import { Catalog, type CatalogPage, type StoredEntity } from '#domain/catalog/catalog';
import type { CatalogTotals } from '#domain/catalog/detail-contract';
import type { CatalogSearch } from '#domain/catalog/contract';
import { queryTerms, termsToWords } from '#domain/catalog/search-terms';
import { type EntityType, MOMENTUM_ORDER, type Variant } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { PostgresListPages } from '#server/catalog/postgres/list-pages';
import { findPrefixMatches, findFuzzyMatches } from '#server/catalog/postgres/known-terms';
import type { PageOfIds, KeywordTerms } from '#server/catalog/postgres/live-page-sql';
import { toListRow, type StoredRow } from '#domain/catalog/list-rows';
import { findStoredEntity } from '#server/catalog/postgres/stored-entity';
import { resolveListOrder, listRowColumns, tablesOf } from '#server/database/catalog-tables';
import { CONFIG, type Config } from '#server/config/config';
import { Postgres } from '#server/database/postgres';

const MAX_TOP_WORKS = 10;

/** The catalogue in Postgres: hot reads are plain, named SQL. */
@Injectable()
export class PostgresCatalog extends Catalog {
  readonly #listPages: PostgresListPages;

  constructor(
    private readonly postgres: Postgres,
    @Inject(CONFIG) config: Config,
  ) {
    super();
    this.#listPages = new PostgresListPages(postgres.pool, config.ORDERED_LISTS_FROM);
  }

  async search<V extends Variant>(variant: V, search: CatalogSearch): Promise<CatalogPage<V>> {
    const order = resolveListOrder(variant, search.order_by, search.metric, search.period);
    const pageRequest = { order, sort: search.sort, offset: (search.page - 1) * search.per_page, limit: search.per_page };
    const scoreColumn = search.order_by === MOMENTUM_ORDER ? order.scoreColumn : null;
    const toPage = async ({ ids, ...rest }: PageOfIds) => ({ ...rest, rows: await this.#listRows(variant, ids, scoreColumn) });
    if (search.query === undefined) return toPage(await this.#listPages.plainPage(variant, pageRequest));
    const parsedQuery = queryTerms(search.query);
    if (parsedQuery.terms.length === 0) return toPage({ ids: [], total: 0, total_is_exact: true, as_of: null });
    const findPage = (terms: KeywordTerms) => this.#listPages.keywordPage(variant, pageRequest, terms);
    const queryText = search.query.trim();
    const exactPage = await findPage({ all: parsedQuery.terms, any: null });
    if (exactPage.total > 0) return { ...(await toPage(exactPage)), match: { how: 'whole', searched_for: queryText } };
    const prefixTerms = await findPrefixMatches(this.postgres.pool, variant, parsedQuery);
    const prefixPage = prefixTerms ? await findPage(prefixTerms) : null;
    if (prefixPage && prefixPage.total > 0) return { ...(await toPage(prefixPage)), match: { how: 'beginning', searched_for: queryText } };
    const correctedQuery = await findFuzzyMatches(this.postgres.pool, variant, parsedQuery);
    const fuzzyPage = correctedQuery ? await findPage(correctedQuery.terms) : null;
    if (correctedQuery && fuzzyPage && fuzzyPage.total > 0) {
      const { ids, ...rest } = fuzzyPage;
      const stored = await this.#storedRows(variant, ids, scoreColumn, sourceTextsSql(variant));
      const words = termsToWords(correctedQuery.words, (stored[0]?.['texts'] ?? []) as (string | null)[]);
      return { ...rest, rows: stored.map((row) => toListRow(variant, row)), match: { how: 'nearest', searched_for: words.join(' ') } };
    }
    return { ...(await toPage(exactPage)), match: { how: 'whole', searched_for: queryText } };
  }

  listVersion(variant: Variant): Promise<string> {
    return this.#listPages.listVersion(variant);
  }

  async find(entity: EntityType, id: string): Promise<StoredEntity | null> {
    return findStoredEntity(this.postgres.pool, entity, id);
  }

  async findTopWorks(pinnerId: string) {
    const topWorks = async <V extends 'boards' | 'pins'>(variant: V, column: string) => {
      const { text, metrics } = tablesOf(variant);
      const { rows } = await this.postgres.pool.query<StoredRow>({
        name: `works-${variant}`,
        text: `select ${listRowColumns[variant]} from ${text} t join ${metrics} m using (_id) where t.pinner_id = $1
          order by m.${column} desc nulls last, t._id limit ${MAX_TOP_WORKS}`,
        values: [pinnerId],
      });
      return rows.map((row) => toListRow(variant, row));
    };
    const [boards, pins] = await Promise.all([topWorks('boards', 'follower_count'), topWorks('pins', 'saves')]);
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

  async findScoredDay(): Promise<Day | null> {
    const { rows } = await this.postgres.pool.query<{ day: Day | null }>('select min(scored_day) "day" from catalog_stats');
    return rows[0]?.day ?? null;
  }

  async #listRows<V extends Variant>(variant: V, ids: readonly string[], scoreColumn: number | null) {
    return (await this.#storedRows(variant, ids, scoreColumn)).map((row) => toListRow(variant, row));
  }

  /** The rows of these ids, in their order, with some more columns; an id that has gone since leaves no gap. */
  async #storedRows(variant: Variant, ids: readonly string[], scoreColumn: number | null, extraColumns = ''): Promise<StoredRow[]> {
    if (ids.length === 0) return [];
    const { text, metrics, scores } = tablesOf(variant);
    const momentum =
      scoreColumn === null ? '' : `, (select s.score[${scoreColumn + 1}] from ${scores} s where s._id = t._id) momentum_score`;
    const { rows } = await this.postgres.pool.query<StoredRow>({
      name: `rows-${variant}-${scoreColumn ?? 'plain'}${extraColumns ? '-more' : ''}`,
      text: `select ${listRowColumns[variant]}${momentum}${extraColumns} from ${text} t join ${metrics} m using (_id) where t._id = any($1)`,
      values: [ids],
    });
    const byId = new Map(rows.map((row) => [row._id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}

/** The texts that the words of a row are in, as people write them. */
const sourceTextsSql = (variant: Variant): string =>
  `, array[t.name, t.description, t.${variant === 'pinners' ? 'username' : 'pinner_username'}] || t.topics texts`;
