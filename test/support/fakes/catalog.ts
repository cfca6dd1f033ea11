import { Catalog, type CatalogPage, type FoundRow, type ListIds, type ListRow, MAX_SIMILAR, MAX_TOP_PINS } from '#domain/catalog/catalog';
import type { StoredEntity, StoredStats } from '#domain/catalog/rows/stored-entity';
import { isOneJump } from '#domain/catalog/momentum';
import { type Column, columns, type StoredColumns } from '#domain/catalog/columns';
import type { CatalogSearch } from '#domain/catalog/contract';
import { appliedFilters } from '#domain/catalog/filters/filters';
import { orderOfSearch } from '#domain/catalog/default-order';
import { isHomeList } from '#domain/subscriptions/search-rights';
import { MAX_BOARD_PICTURES } from '#domain/catalog/picture';
import { toListRow } from '#domain/catalog/rows/list-rows';
import { defaultMetric, countsOf, type Metric } from '#domain/catalog/metrics';
import { describedSparkline } from '#domain/analytics/growth/chart/described-sparkline';
import { matchScore, type Occurrence } from '#domain/catalog/keywords/best-match';
import { phraseOf, queryTerms } from '#domain/catalog/keywords/search-terms';
import {
  BEST_MATCH_ORDER,
  type EntityOf,
  type EntityType,
  entityOf,
  MOMENTUM_ORDER,
  orderings,
  type Variant,
  variantOf,
} from '#domain/catalog/variants';
import type { Clock } from '#domain/clock';
import { type Day, dayOf } from '#domain/days';
import { termsOfFields } from '#server/catalog/import/postgres/staging-tables';
import type { EntityFields } from '../database/insert-entity';
import { FixedClock } from '../fixed-clock';
import { matchesFilter } from './filter-matches';

export interface SeedEntity {
  readonly variant: Variant;
  readonly fields: EntityFields & { readonly _id: string };
}

type AnyColumns = Readonly<Record<string, unknown>> & { readonly _id: string };

const emptyValue = ({ kind }: Column) => (kind === 'texts' ? [] : kind === 'boolean' ? true : null);

/** Every column of a seed, with the defaults of `insertEntity`. */
function storedColumns({ variant, fields }: SeedEntity): AnyColumns {
  const defaults = Object.entries<Column>(columns[entityOf[variant]]).map(([name, column]) => [name, emptyValue(column)]);
  return { ...Object.fromEntries(defaults), name: `Row ${fields._id}`, last_crawled_at: new Date(0), ...fields };
}

const sortValue = (value: unknown): number | null => (value instanceof Date ? value.getTime() : typeof value === 'number' ? value : null);

const notInMemory = (): Promise<never> => Promise.reject(new Error('The catalog in memory does not answer this.'));

/** A catalog in memory: pages by exact keywords, in any order. */
export class FakeCatalog extends Catalog {
  version = 1;
  scoredDay: Day | null = null;
  searches = 0;

  constructor(
    private readonly seeds: readonly SeedEntity[],
    private readonly clock: Clock = new FixedClock(new Date(0)),
  ) {
    super();
  }

  async search<V extends Variant>(variant: V, search: CatalogSearch): Promise<CatalogPage<V>> {
    this.searches++;
    const isMomentum = search.order_by === MOMENTUM_ORDER;
    const { terms, typedTerms } = queryTerms(search.query ?? '');
    const phrase = phraseOf(typedTerms, (term) => terms.indexOf(term));
    const order = orderOfSearch(variant, search);
    const isMatch = order === BEST_MATCH_ORDER;
    const column = isMomentum || isMatch ? 'momentum' : (orderings[variant].find(({ value }) => value === order)?.column ?? order);
    const filters = appliedFilters(variant, search);
    const today = dayOf(this.clock.now());
    const found = this.#columnsOf(variant).filter(
      (row) =>
        terms.every((term) => this.#terms(variant, row).has(term)) &&
        filters.every((applied) => matchesFilter(applied, row, variant, today)) &&
        !(isHomeList(variant, search) && isOneJump(row['jump_share'] as number | null)),
    );
    const sign = search.sort === 'desc' || isMatch ? 1 : -1;
    const scoreOf = (row: AnyColumns) =>
      isMatch
        ? matchScore(
            terms.map((term) => this.#terms(variant, row).get(term) ?? 0),
            phrase,
          )
        : 0;
    const ordered = found.toSorted((a, b) => {
      const difference = scoreOf(b) - scoreOf(a);
      if (difference !== 0) return difference;
      const [left, right] = [sortValue(a[column]), sortValue(b[column])];
      if (left === right) return sign * (a._id < b._id ? -1 : 1);
      if (left === null || right === null) return left === null ? 1 : -1;
      return sign * (right - left);
    });
    const page = ordered.slice((search.page - 1) * search.per_page, search.page * search.per_page);
    const match = search.query === undefined ? {} : { match: { how: 'whole', searched_for: search.query.trim() } as const };
    return {
      rows: page.map((row) => ({
        ...this.#listRow(variant, row, isMomentum || search.with?.includes('momentum_score')),
        ...this.#extras(variant, row, search),
      })),
      total: found.length,
      as_of: null,
      ...match,
    };
  }

  async listIds(variant: Variant, search: CatalogSearch, maxIds: number): Promise<ListIds> {
    const { rows, total } = await this.search(variant, { ...search, page: 1, per_page: maxIds });
    return { ids: rows.map(({ _id }) => _id), total };
  }

  async listRows<V extends Variant>(variant: V, search: CatalogSearch, ids: readonly string[]): Promise<readonly ListRow[V][]> {
    const { rows } = await this.search(variant, { ...search, page: 1, per_page: Infinity });
    return ids.flatMap((id) => rows.find(({ _id }) => _id === id) ?? []);
  }

  async findRows<V extends Variant>(variant: V, ids: readonly string[]): Promise<readonly FoundRow<V>[]> {
    const rows = await this.listRows(variant, { order_by: MOMENTUM_ORDER, sort: 'desc', page: 1, per_page: 1, with: ['sparkline'] }, ids);
    const isGone = (id: string) => this.#columnsOf(variant).some((row) => row._id === id && row['searchable'] === false);
    return rows.map((row) => ({ ...row, is_gone: isGone(row._id) }));
  }

  listVersion(): Promise<string> {
    return Promise.resolve(String(this.version));
  }

  countAddedSince = notInMemory;
  countChoices: Catalog['countChoices'] = notInMemory;
  countBins: Catalog['countBins'] = notInMemory;
  findSummary = notInMemory;
  findChunkStarts = notInMemory;
  listAfter = notInMemory;

  find<E extends EntityType>(entity: E, id: string): Promise<StoredEntity<E> | null> {
    const row = this.#columnsOf(variantOf[entity]).find(({ _id }) => _id === id);
    if (!row) return Promise.resolve(null);
    const series = row['series'] as EntityFields['series'];
    const metrics: readonly Metric[] = countsOf[entity];
    return Promise.resolve({
      fields: row as unknown as StoredColumns<E> & { readonly _id: string },
      source: 'test',
      last_crawled_at: new Date(0).toISOString(),
      searchable: true,
      at: series?.at ?? [],
      counts: Object.fromEntries(metrics.map((metric) => [metric, series ? (series[metric] ?? series.at.map(() => null)) : []])),
      ranks: [],
      previous_ranks: [],
      board: this.#boardOf(row),
      pictures: this.#picturesOf(row),
      owner_at: [],
      owner_followers: [],
    });
  }

  async findTopWorks(pinnerId: string) {
    const boards = await this.search('boards', { order_by: 'follower_count', sort: 'desc', page: 1, per_page: 1_000 });
    const pins = await this.search('pins', { order_by: 'saves', sort: 'desc', page: 1, per_page: 1_000 });
    const isOwn = ({ pinner }: { readonly pinner: { readonly _id: string | null } }) => pinner._id === pinnerId;
    return { boards: boards.rows.filter(isOwn).slice(0, 10), pins: pins.rows.filter(isOwn).slice(0, 10) };
  }

  async findTopPins(boardId: string) {
    const pins = await this.search('pins', { order_by: 'saves', sort: 'desc', page: 1, per_page: 1_000 });
    const own = new Set(this.#columnsOf('pins').flatMap((row) => (row['board_id'] === boardId ? [row['_id']] : [])));
    return pins.rows.filter(({ _id }) => own.has(_id)).slice(0, MAX_TOP_PINS);
  }

  async findSimilar<V extends Variant>(variant: V, id: string) {
    const sizeColumn = defaultMetric[entityOf[variant]];
    const rows = this.#columnsOf(variant);
    const own = rows.find((row) => row['_id'] === id);
    const sizeOf = (row: (typeof rows)[number]) => (row[sizeColumn] as number | null | undefined) ?? null;
    const ownSize = own ? sizeOf(own) : null;
    if (!own || ownSize === null) return [];
    const topicsOf = (row: (typeof rows)[number]) => new Set(row['topics'] as readonly string[] | undefined);
    const candidates = rows.flatMap((row) => {
      const size = sizeOf(row);
      const shared = [...topicsOf(own)].filter((topic) => topicsOf(row).has(topic)).length;
      return size === null || row === own || shared === 0
        ? []
        : [{ id: row['_id'], shared, distance: Math.abs(Math.log((size + 1) / (ownSize + 1))) }];
    });
    const best = candidates
      .toSorted((a, b) => b.shared - a.shared || a.distance - b.distance || (a.id < b.id ? -1 : 1))
      .slice(0, MAX_SIMILAR)
      .map((candidate) => candidate.id);
    return this.listRows(variant, { order_by: 'created_at', sort: 'desc', page: 1, per_page: 10 }, best);
  }

  stats(): Promise<StoredStats> {
    const total = (variant: Variant) => this.#columnsOf(variant).length;
    const known = (variant: Variant) => {
      const countKnown = (column: string) => this.#columnsOf(variant).filter((row) => (row[column] ?? null) !== null).length;
      return Object.fromEntries(orderings[variant].map(({ value }) => [value, countKnown(value)]));
    };
    return Promise.resolve({
      boards: total('boards'),
      pinners: total('pinners'),
      pins: total('pins'),
      as_of: null,
      known: { boards: known('boards'), pinners: known('pinners'), pins: known('pins') },
      has_group_boards: this.#columnsOf('boards').some((row) => Number(row['collaborator_count'] ?? 0) > 0),
    });
  }

  findScoredDay(): Promise<Day | null> {
    return Promise.resolve(this.scoredDay);
  }

  #columnsOf(variant: Variant): AnyColumns[] {
    return this.seeds.filter((seed) => seed.variant === variant).map(storedColumns);
  }

  #boardOf(row: AnyColumns): StoredEntity['board'] {
    const board = this.#columnsOf('boards').find(({ _id }) => _id === row['board_id']);
    if (!board) return null;
    const text = (column: string) => board[column] as string | null;
    return { _id: board._id, name: text('name'), description: text('description'), pinner_username: text('pinner_username') };
  }

  /** Pictures of the pins on a board without a cover, the most saved first. */
  #picturesOf(board: AnyColumns): string[] {
    if (board['image_url'] !== null) return [];
    const count = (pin: AnyColumns, column: string) => (pin[column] as number | null) ?? -1;
    return this.#columnsOf('pins')
      .filter((pin) => pin['board_id'] === board._id && pin['image_url'] !== null)
      .toSorted(
        (a, b) => count(b, 'saves') - count(a, 'saves') || count(b, 'repin_count') - count(a, 'repin_count') || (a._id < b._id ? -1 : 1),
      )
      .slice(0, MAX_BOARD_PICTURES)
      .map((pin) => pin['image_url'] as string);
  }

  #terms(variant: Variant, row: AnyColumns): Map<string, Occurrence> {
    return termsOfFields(entityOf[variant], row);
  }

  #extras(variant: Variant, row: AnyColumns, search: CatalogSearch) {
    if (!search.with?.includes('sparkline')) return {};
    const series = row['series'] as EntityFields['series'];
    const metric = defaultMetric[entityOf[variant]];
    return describedSparkline(series?.at ?? [], series?.[metric] ?? [], dayOf(this.clock.now()), metric);
  }

  #listRow<V extends Variant>(variant: V, row: AnyColumns, withMomentum = false) {
    const pictures = variant === 'boards' ? { pictures: this.#picturesOf(row) } : {};
    const momentum = withMomentum ? { momentum_score: (row['momentum'] ?? null) as number | null } : {};
    return toListRow(variant, { ...(row as unknown as StoredColumns<EntityOf<V>>), _id: row._id, ...pictures, ...momentum });
  }
}
