import { LRUCache } from 'lru-cache';
import type { Clock } from '#domain/clock';
import type { CountedQualityScan, IssueCountsByEntity } from '#domain/data-quality/catalog-quality';
import { SECOND_MS } from '#domain/durations';

/** A scan is reused while it is younger than this. */
const SCAN_TTL_MS = 15 * SECOND_MS;

/** Scans the catalog's quality, with a cache of the latest scan. Concurrent callers share one scan. */
export class CachedQualityScans {
  #cache: LRUCache<'scan', CountedQualityScan>;

  constructor(
    private readonly countIssues: (now: Date) => Promise<IssueCountsByEntity>,
    private readonly clock: Clock,
  ) {
    this.#cache = this.#createCache();
  }

  scan(): Promise<CountedQualityScan> {
    return this.#cache.forceFetch('scan', { forceRefresh: true });
  }

  recentOrNew(): Promise<CountedQualityScan> {
    return this.#cache.forceFetch('scan');
  }

  /** A new cache: a scan that is running still reaches its callers, but no one else. */
  invalidate(): void {
    this.#cache = this.#createCache();
  }

  #createCache(): LRUCache<'scan', CountedQualityScan> {
    return new LRUCache({
      max: 1,
      // An entry is valid up to and including its TTL.
      ttl: SCAN_TTL_MS - 1,
      ttlResolution: 0,
      perf: { now: () => this.clock.now().getTime() },
      fetchMethod: async () => {
        const at = this.clock.now();
        return { counted: await this.countIssues(at), at };
      },
    });
  }
}
