import type { Catalog, CatalogPage, FoundRow, KeyedEntity, ListIds, ListRow } from '#domain/catalog/catalog';
import type { CountedChoices } from '#domain/catalog/filters/choice-counts';
import type { AppliedFilter, RangeFilter } from '#domain/catalog/filters/filters';
import type { EntitySummary } from '#domain/catalog/pages/entity-summaries';
import type { StoredEntity, StoredStats } from '#domain/catalog/rows/stored-entity';
import type { PinRow } from '#domain/catalog/list-contract';
import type { CatalogSearch } from '#domain/catalog/contract';
import type { StoredListRow } from '#domain/catalog/columns';
import { orderOfSearch } from '#domain/catalog/orders';
import { type HomeList, homeListsWith } from '#domain/catalog/home-lists';
import { isHomeList } from '#domain/subscriptions/search-rights';
import { toListRow } from '#domain/catalog/rows/list-rows';
import { snippetOf } from '#domain/catalog/keywords/snippet';
import { termsToWords } from '#domain/catalog/keywords/search-terms';
import { MOMENTUM_ORDER } from '#domain/catalog/orders';
import { type EntityOf, type EntityType, type Variant, entityOf } from '#domain/catalog/variants';
import type { Clock } from '#domain/clock';
import { type Day, dayOf } from '#domain/days';
import { MINUTE_MS } from '#domain/durations';
import { timedCache } from '#server/cache/timed-cache';
import { countChoices } from '#server/catalog/postgres/choice-counts';
import { findChunkStarts, listAfter } from '#server/catalog/postgres/entity-keys';
import { findSummary } from '#server/catalog/postgres/entity-summaries';
import { countNewRows } from '#server/catalog/postgres/new-rows';
import { readCatalogStats } from '#server/catalog/postgres/read-catalog-stats';
import { type FoundPage, searchKeywords } from '#server/catalog/postgres/lists/keyword-search';
import { filtersOfSearch, type ListFilters } from '#server/catalog/postgres/lists/filter-sql';
import { readAllIds } from '#server/catalog/postgres/lists/list-ids';
import { resolveListOrder } from '#server/catalog/postgres/lists/list-order';
import { ListEngine } from '#server/catalog/postgres/lists/list-engine';
import type { KeywordTerms, PageRequest, Statement } from '#server/catalog/postgres/lists/list-statement';
import {
  type FetchedRow,
  fetchListRows,
  listRowColumns,
  type SearchedTexts,
  selectListRows,
} from '#server/catalog/postgres/rows/list-rows';
import { findSimilar, findTopPins } from '#server/catalog/postgres/similar';
import { fetchRowExtras } from '#server/catalog/postgres/rows/row-extras';
import { findStoredEntity } from '#server/catalog/postgres/stored-entity';
import type { Config } from '#server/config/config';
import { boardPicturesSql, tablesOf } from '#server/database/catalog-tables';
import type { Postgres } from '#server/database/postgres';
import type { Pool } from 'pg';
import { DEFAULT_LIST_PERIOD, defaultMetric, scoreColumnOf } from '#domain/catalog/metrics';

/** The rows from each edge ($1) to below the next one, by the position of the edge: one pass over the numbers of a list. */
function histogramStatement(variant: Variant, { reads }: RangeFilter, edges: readonly number[]): Statement {
  const { metrics, scores } = tablesOf(variant);
  const entity = entityOf[variant];
  const isMomentum = reads === MOMENTUM_ORDER;
  const value = isMomentum ? `m.score[${scoreColumnOf(entity, defaultMetric[entity], DEFAULT_LIST_PERIOD) + 1}]` : `m.${reads}`;
  const text = `select width_bucket(${value}::float8, $1::float8[]) position, count(*)::int total
    from ${isMomentum ? scores : metrics} m where ${value} is not null group by 1`;
  return { text, values: [edges] };
}

/** Counts in the tables themselves. */
async function countBins(pool: Pool, variant: Variant, filter: RangeFilter, edges: readonly number[]): Promise<readonly number[]> {
  const { text, values } = histogramStatement(variant, filter, edges);
  const { rows } = await pool.query<{ position: number; total: number }>(text, [...values]);
  const totals = new Map(rows.map(({ position, total }) => [position, total]));
  return edges.map((_, index) => totals.get(index + 1) ?? 0);
}

const MAX_TOP_WORKS = 10;
const STATS_TTL_MS = MINUTE_MS;

const listOrderOf = (variant: Variant, search: CatalogSearch) =>
  resolveListOrder(variant, orderOfSearch(variant, search), search.metric, search.period);

/** The filters of a search on a day; undefined if it has none. */
function appliedFiltersOf(variant: Variant, search: CatalogSearch, today: Day): ListFilters | undefined {
  const filters = filtersOfSearch(variant, search, today);
  return filters.applied.length === 0 ? undefined : filters;
}

/** The score column that the rows of a search show; null unless they are ordered by momentum, or it is asked for. */
function scoreColumnOfSearch(variant: Variant, search: CatalogSearch): number | null {
  const isShown = search.order_by === MOMENTUM_ORDER || search.with?.includes('momentum_score');
  return isShown ? resolveListOrder(variant, MOMENTUM_ORDER, search.metric, search.period).scoreColumn : null;
}

/** The words of a row that have these terms. */
function wordsOf(terms: readonly string[], title: string | undefined, texts: SearchedTexts | undefined): string[] {
  const { description = [], owner = [], topics = [] } = texts ?? {};
  return termsToWords(terms, [title, ...description, ...owner, ...topics]);
}

/** The catalog in Postgres. Pages are found as ids first (`ListEngine`); their rows are then fetched by id. */
export class PostgresCatalog implements Catalog {
  readonly #engine: ListEngine;
  readonly #homeLists: readonly HomeList[];
  readonly #cachedStats = timedCache(STATS_TTL_MS, () => readCatalogStats(this.postgres.pool));

  constructor(
    private readonly postgres: Pick<Postgres, 'pool'>,
    config: Pick<Config, 'HOME_KEYWORDS'>,
    private readonly clock: Clock,
  ) {
    this.#engine = new ListEngine(postgres.pool);
    this.#homeLists = homeListsWith(config.HOME_KEYWORDS);
  }

  async search<V extends Variant>(variant: V, search: CatalogSearch): Promise<CatalogPage<V>> {
    const offset = (search.page - 1) * search.per_page;
    const scoreColumn = scoreColumnOfSearch(variant, search);
    const omitsJumps = search.query !== undefined && isHomeList(variant, search, this.#homeLists);
    const selection = selectListRows(variant, scoreColumn, { withPictures: true });
    const found = await this.#findPage(variant, search, { offset, limit: search.per_page, omitsJumps, rows: selection });
    const { ids, rows: foundRows, ...totals } = found.page;
    const { terms, correctedTerms } = found;
    const withSnippet = terms !== undefined && search.with?.includes('snippet') === true;
    const parts = { withTexts: correctedTerms !== undefined || withSnippet, withPictures: true };
    const [fetched, extrasOf] = await Promise.all([
      (foundRows as FetchedRow<V>[] | undefined) ?? fetchListRows(this.postgres.pool, variant, ids, scoreColumn, parts),
      fetchRowExtras(this.postgres.pool, variant, ids, search.with ?? [], dayOf(this.clock.now())),
    ]);
    const rows = fetched.map((row): ListRow[V] => {
      const listRow = toListRow(variant, row);
      const snippet = withSnippet && row.texts ? { snippet: snippetOf({ title: listRow.title, fields: row.texts }, terms) } : {};
      return { ...listRow, ...extrasOf(row._id), ...snippet };
    });
    if (search.query === undefined || found.how === null) return { ...totals, rows };
    const searchedFor = correctedTerms ? wordsOf(correctedTerms, rows[0]?.title, fetched[0]?.texts).join(' ') : search.query.trim();
    return { ...totals, rows, match: { how: found.how, searched_for: searchedFor } };
  }

  async #findPage(
    variant: Variant,
    search: CatalogSearch,
    { rows, omitsJumps = false, ...range }: Pick<PageRequest, 'offset' | 'limit' | 'omitsJumps' | 'rows'>,
  ): Promise<FoundPage> {
    const filters = appliedFiltersOf(variant, search, dayOf(this.clock.now()));
    const request = { order: listOrderOf(variant, search), sort: search.sort, filters, ...range };
    if (search.query === undefined) return { page: await this.#engine.findPage(variant, { ...request, rows }), how: null };
    const findPage = (terms: KeywordTerms) => this.#engine.findPage(variant, { ...request, terms, omitsJumps });
    // What filters leave out and a home list omits must not make a word that exists look like a typo.
    const keywordsOnly = { ...request, filters: undefined, offset: 0, limit: 1 };
    const hasMatches = async (terms: KeywordTerms) =>
      (omitsJumps || filters !== undefined) && (await this.#engine.findPage(variant, { ...keywordsOnly, terms })).total > 0;
    return searchKeywords(this.postgres.pool, variant, search.query, findPage, hasMatches);
  }

  listIds(variant: Variant, search: CatalogSearch, maxIds: number): Promise<ListIds> {
    const findPage = async (offset: number, limit: number) => (await this.#findPage(variant, search, { offset, limit })).page;
    return readAllIds(findPage, () => this.#engine.currentVersion(variant), maxIds);
  }

  async listRows<V extends Variant>(variant: V, search: CatalogSearch, ids: readonly string[]): Promise<readonly ListRow[V][]> {
    const rows = await fetchListRows(this.postgres.pool, variant, ids, scoreColumnOfSearch(variant, search));
    return rows.map((row) => toListRow(variant, row));
  }

  async findRows<V extends Variant>(variant: V, ids: readonly string[]): Promise<readonly FoundRow<V>[]> {
    const { scoreColumn } = resolveListOrder(variant, MOMENTUM_ORDER);
    const [rows, extrasOf] = await Promise.all([
      fetchListRows(this.postgres.pool, variant, ids, scoreColumn, { withPictures: true, withSearchable: true }),
      fetchRowExtras(this.postgres.pool, variant, ids, ['sparkline'], dayOf(this.clock.now())),
    ]);
    return rows.map((row) => ({ ...toListRow(variant, row), ...extrasOf(row._id), is_gone: row.searchable === false }));
  }

  listVersion(variant: Variant): Promise<string> {
    return this.#engine.listVersion(variant);
  }

  countAddedSince(variant: Variant, search: CatalogSearch, since: Date, until?: Date): Promise<number> {
    const filters = filtersOfSearch(variant, search, dayOf(this.clock.now()));
    return countNewRows(this.postgres.pool, variant, filters, { since, until, query: search.query });
  }

  countChoices(variant: Variant, choices: readonly AppliedFilter[], today: Day): Promise<CountedChoices> {
    return countChoices(this.postgres.pool, variant, choices, today);
  }

  countBins(variant: Variant, filter: RangeFilter, edges: readonly number[]): Promise<readonly number[]> {
    return countBins(this.postgres.pool, variant, filter, edges);
  }

  find<E extends EntityType>(entity: E, id: string): Promise<StoredEntity<E> | null> {
    return findStoredEntity(this.postgres.pool, entity, id);
  }

  findSummary(entity: EntityType, id: string): Promise<EntitySummary | null> {
    return findSummary(this.postgres.pool, entity, id);
  }

  findChunkStarts(entity: EntityType, chunkSize: number): Promise<readonly string[]> {
    return findChunkStarts(this.postgres.pool, entity, chunkSize);
  }

  listAfter(entity: EntityType, id: string, limit: number): Promise<readonly KeyedEntity[]> {
    return listAfter(this.postgres.pool, entity, id, limit);
  }

  async findTopWorks(pinnerId: string) {
    const [boards, pins] = await Promise.all([
      this.#topWorks('boards', 'follower_count', pinnerId),
      this.#topWorks('pins', 'saves', pinnerId),
    ]);
    return { boards, pins };
  }

  async findTopPins(boardId: string): Promise<readonly PinRow[]> {
    return (await findTopPins(this.postgres.pool, boardId)).map((row) => toListRow('pins', row));
  }

  async findSimilar<V extends Variant>(variant: V, id: string): Promise<readonly ListRow[V][]> {
    return (await findSimilar(this.postgres.pool, variant, id)).map((row) => toListRow(variant, row));
  }

  async #topWorks<V extends Variant>(variant: V, column: string, pinnerId: string) {
    const { text, metrics } = tablesOf(variant);
    const { rows } = await this.postgres.pool.query<StoredListRow<EntityOf<V>>>({
      name: `top-works-${variant}`,
      text: `select ${listRowColumns[variant]}${variant === 'boards' ? `, ${boardPicturesSql}` : ''} from ${text} t join ${metrics} m using (_id) where t.pinner_id = $1
        order by m.${column} desc nulls last, t._id limit ${MAX_TOP_WORKS}`,
      values: [pinnerId],
    });
    return rows.map((row) => toListRow(variant, row));
  }

  stats(): Promise<StoredStats> {
    return this.#cachedStats('stats');
  }

  async findScoredDay(): Promise<Day | null> {
    const { rows } = await this.postgres.pool.query<{ day: Day | null }>('select min(scored_day) "day" from catalog_stats');
    return rows[0]?.day ?? null;
  }
}
