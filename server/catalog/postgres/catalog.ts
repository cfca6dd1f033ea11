import type { Catalog, CatalogPage, FoundRow, KeyedEntity, ListIds, ListRow } from '#domain/catalog/catalog';
import type { CatalogSearch } from '#domain/catalog/contract';
import { type AppliedFilter, filtersOfSearch } from '#domain/catalog/filters/applied-filters';
import type { CountedChoices } from '#domain/catalog/filters/choice-counts';
import type { RangeFilter } from '#domain/catalog/filters/filter-kinds';
import { type HomeList, homeListsWith } from '#domain/catalog/home-lists';
import type { PinRow } from '#domain/catalog/list-contract';
import { MOMENTUM_ORDER, orderOfSearch } from '#domain/catalog/orders';
import type { EntitySummary } from '#domain/catalog/pages/entity-summaries';
import { toListRow } from '#domain/catalog/rows/list-rows';
import type { StoredEntity, StoredStats } from '#domain/catalog/rows/stored-entity';
import type { EntityType, Variant } from '#domain/catalog/variants';
import type { Clock } from '#domain/clock';
import { type Day, dayOf } from '#domain/days';
import { MINUTE_MS } from '#domain/durations';
import { isHomeList } from '#domain/subscriptions/search-rights';
import { timedCache } from '#server/cache/timed-cache';
import { findChunkStarts, listAfter, findSummary } from '#server/catalog/postgres/page-entities';
import { countBins, countChoices } from '#server/catalog/postgres/filter-counts';
import { type FoundPage, readsTexts, searchKeywords, withMatches } from '#server/catalog/postgres/lists/keyword-search';
import { ListEngine } from '#server/catalog/postgres/lists/list-engine';
import { readAllIds } from '#server/catalog/postgres/lists/list-ids';
import { resolveListOrder } from '#server/catalog/postgres/lists/list-order';
import type { KeywordTerms, PageRequest } from '#server/catalog/postgres/lists/list-statement';
import { countNewRows } from '#server/catalog/postgres/new-rows';
import { readCatalogStats, readScoredDay } from '#server/catalog/postgres/read-catalog-stats';
import { findSimilar, findTopPins, findTopWorks } from '#server/catalog/postgres/related-rows';
import { type FetchedRow, fetchListRows, selectListRows, fetchRowExtras } from '#server/catalog/postgres/list-rows';
import { findStoredEntity } from '#server/catalog/postgres/stored-entity';
import type { Config } from '#server/config/config';
import type { Postgres } from '#server/database/postgres';

/** The score column that the rows of a search show; null unless they are ordered by momentum, or it is asked for. */
function scoreColumnOfSearch(variant: Variant, search: CatalogSearch): number | null {
  const isShown = search.order_by === MOMENTUM_ORDER || search.with?.includes('momentum_score');
  return isShown ? resolveListOrder(variant, MOMENTUM_ORDER, search.metric, search.period).scoreColumn : null;
}

/** The catalog in Postgres. Pages are found as ids first (`ListEngine`); their rows are then fetched by id. */
export class PostgresCatalog implements Catalog {
  readonly #engine: ListEngine;
  readonly #homeLists: readonly HomeList[];
  readonly #cachedStats = timedCache(MINUTE_MS, () => readCatalogStats(this.postgres.pool));

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
    const selection = selectListRows(variant, scoreColumn, { forScreen: true });
    const found = await this.#findPage(variant, search, { offset, limit: search.per_page, omitsJumps, rows: selection });
    const { ids, rows: foundRows, ...totals } = found.page;
    const parts = { withTexts: search.query !== undefined && readsTexts(found, search.with), forScreen: true };
    const [fetched, extrasOf] = await Promise.all([
      (foundRows as FetchedRow<V>[] | undefined) ?? fetchListRows(this.postgres.pool, variant, ids, scoreColumn, parts),
      search.with && fetchRowExtras(this.postgres.pool, variant, ids, search.with, dayOf(this.clock.now())),
    ]);
    const rows = fetched.map((row): ListRow[V] => ({ ...toListRow(variant, row), ...extrasOf?.(row._id) }));
    return search.query === undefined
      ? { ...totals, rows }
      : { ...totals, ...withMatches(search.query, found, { rows, fetched }, search.with) };
  }

  async #findPage(
    variant: Variant,
    search: CatalogSearch,
    { rows, omitsJumps = false, ...range }: Pick<PageRequest, 'offset' | 'limit' | 'omitsJumps' | 'rows'>,
  ): Promise<FoundPage> {
    const filters = filtersOfSearch(variant, search, dayOf(this.clock.now()));
    const order = resolveListOrder(variant, orderOfSearch(variant, search), search.metric, search.period);
    const request = { order, sort: search.sort, filters, ...range };
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
      fetchListRows(this.postgres.pool, variant, ids, scoreColumn, { forScreen: true }),
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

  findTopWorks(pinnerId: string) {
    return findTopWorks(this.postgres.pool, pinnerId);
  }

  findTopPins(boardId: string): Promise<readonly PinRow[]> {
    return findTopPins(this.postgres.pool, boardId);
  }

  findSimilar<V extends Variant>(variant: V, id: string): Promise<readonly ListRow[V][]> {
    return findSimilar(this.postgres.pool, variant, id);
  }

  stats(): Promise<StoredStats> {
    return this.#cachedStats('stats');
  }

  findScoredDay(): Promise<Day | null> {
    return readScoredDay(this.postgres.pool);
  }
}
