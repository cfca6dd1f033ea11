import type { Catalog, CatalogPage, FoundRow, ListIds, ListRow } from '#domain/catalog/catalog';
import type { StoredEntity, StoredStats } from '#domain/catalog/rows/stored-entity';
import type { CatalogSearch } from '#domain/catalog/contract';
import type { PinRow } from '#domain/catalog/list-contract';
import type { EntityType, Variant } from '#domain/catalog/variants';
import type { Clock } from '#domain/clock';
import type { Day } from '#domain/days';
import { PostgresCatalog } from '#server/catalog/postgres/catalog';
import type { Config } from '#server/config/config';
import { AdapterPerPool, type CatalogReads } from '#server/database/replicas/catalog-reads';

/** The catalog, read from a replica where there is one. */
export class ReplicatedCatalog implements Catalog {
  readonly #catalogs: AdapterPerPool<PostgresCatalog>;

  constructor(
    private readonly reads: CatalogReads,
    config: Pick<Config, 'HOME_KEYWORDS'>,
    clock: Clock,
  ) {
    this.#catalogs = new AdapterPerPool(reads, (pool) => new PostgresCatalog({ pool }, config, clock));
  }

  search<V extends Variant>(variant: V, search: CatalogSearch): Promise<CatalogPage<V>> {
    return this.#catalogs.read((catalog) => catalog.search(variant, search));
  }

  listIds(variant: Variant, search: CatalogSearch, maxIds: number): Promise<ListIds> {
    return this.#catalogs.read((catalog) => catalog.listIds(variant, search, maxIds));
  }

  listRows<V extends Variant>(variant: V, search: CatalogSearch, ids: readonly string[]): Promise<readonly ListRow[V][]> {
    return this.#catalogs.read((catalog) => catalog.listRows(variant, search, ids));
  }

  findRows<V extends Variant>(variant: V, ids: readonly string[]): Promise<readonly FoundRow<V>[]> {
    return this.#catalogs.read((catalog) => catalog.findRows(variant, ids));
  }

  /** Another one after each change of the source: a page from a replica is never taken for one of a primary's version. */
  async listVersion(variant: Variant): Promise<string> {
    const { sourceChanges } = this.reads;
    const version = await this.#catalogs.read((catalog) => catalog.listVersion(variant));
    return `${sourceChanges} ${version}`;
  }

  find<E extends EntityType>(entity: E, id: string): Promise<StoredEntity<E> | null> {
    return this.#catalogs.read((catalog) => catalog.find(entity, id));
  }

  findTopWorks(pinnerId: string): ReturnType<Catalog['findTopWorks']> {
    return this.#catalogs.read((catalog) => catalog.findTopWorks(pinnerId));
  }

  findTopPins(boardId: string): Promise<readonly PinRow[]> {
    return this.#catalogs.read((catalog) => catalog.findTopPins(boardId));
  }

  findSimilar<V extends Variant>(variant: V, id: string): Promise<readonly ListRow[V][]> {
    return this.#catalogs.read((catalog) => catalog.findSimilar(variant, id));
  }

  stats(): Promise<StoredStats> {
    return this.#catalogs.read((catalog) => catalog.stats());
  }

  findScoredDay(): Promise<Day | null> {
    return this.#catalogs.read((catalog) => catalog.findScoredDay());
  }
}
