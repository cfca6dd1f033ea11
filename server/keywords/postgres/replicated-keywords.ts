import type { Keywords, KeywordSelection, PublishedBuild, StoredKeyword, StoredKeywordPage } from '#domain/keywords/keywords';
import { PostgresKeywords } from '#server/keywords/postgres/keywords';
import { AdapterPerPool, type CatalogReads } from '#server/database/replicas/catalog-reads';

/** The published keywords, read from a replica where there is one. */
export class ReplicatedKeywords implements Keywords {
  readonly #keywords: AdapterPerPool<PostgresKeywords>;

  constructor(reads: CatalogReads) {
    this.#keywords = new AdapterPerPool(reads, (pool) => new PostgresKeywords({ pool }));
  }

  findBuild(): Promise<PublishedBuild | null> {
    return this.#keywords.read((keywords) => keywords.findBuild());
  }

  findPage(selection: KeywordSelection, offset: number, limit: number): ReturnType<Keywords['findPage']> {
    return this.#keywords.read((keywords) => keywords.findPage(selection, offset, limit));
  }

  listKeys(selection: KeywordSelection): Promise<readonly string[]> {
    return this.#keywords.read((keywords) => keywords.listKeys(selection));
  }

  listByKeys(keys: readonly string[]): Promise<readonly StoredKeyword[]> {
    return this.#keywords.read((keywords) => keywords.listByKeys(keys));
  }

  find(key: string): Promise<StoredKeywordPage | null> {
    return this.#keywords.read((keywords) => keywords.find(key));
  }
}
