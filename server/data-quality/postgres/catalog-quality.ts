import { Injectable } from '@nestjs/common';
import { pinterestUrl } from '#domain/catalog/pages/pinterest-url';
import { titleOf, type TitleSource } from '#domain/catalog/title';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import { Clock } from '#domain/clock';
import type { CatalogQuality, CountedQualityScan, IssueCountsByEntity } from '#domain/data-quality/catalog-quality';
import type { CleanupIssue, IssueRow } from '#domain/data-quality/contract';
import type { IssueSlice, IssueTotals } from '#domain/data-quality/issue-pages';
import { issueByCleanupType, type IssueName, issues } from '#domain/data-quality/issues';
import { MINUTE_MS, SECOND_MS } from '#domain/durations';
import { issueCountSql, issueRowsSql } from '#server/data-quality/postgres/issue-sql';
import { readingCountSql } from '#server/database/history/history-sql';
import { tablesOf, titleSourceSql } from '#server/database/catalog-tables';
import { Postgres } from '#server/database/postgres';
import { inTransaction, slowQuery } from '#server/database/transaction';
import { LRUCache } from 'lru-cache';

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

const SCAN_TIMEOUT_MS = MINUTE_MS;

/** `suspicious` and `all_zero_metrics` are the same count. */
const countedIssues = issues.map(({ name }) => name).filter((name) => name !== 'suspicious');

/** All counts in one statement, so that they share a snapshot and a timeout. $1 is the current time. */
const issueCountsQuery: string = entityTypes
  .map(
    (entity) =>
      `select '${entity}' entity, ${countedIssues.map((issue) => `${issueCountSql(issue, entity, '$1')}::int ${issue}`).join(', ')}`,
  )
  .join(' union all ');

type IssueCountRow = Record<Exclude<IssueName, 'suspicious'>, number> & { readonly entity: EntityType };

const ROWS_PER_BATCH = 500;

/** The count that says most about an entity. */
const mainCounts = { board: 'follower_count', pinner: 'follower_count', pin: 'saves' } as const satisfies Record<EntityType, string>;

type StoredIssueRow = Omit<IssueRow, 'entity_type' | 'title' | 'last_crawled_at'> & TitleSource & { readonly last_crawled_at: Date | null };

/** Reads the rows of an issue after the id $1, which its partial index finds in order. */
function rowsSql(issue: CleanupIssue, entity: EntityType): string {
  const { metrics } = tablesOf(variantOf[entity]);
  const { from, where, lead } = issueRowsSql(issueByCleanupType[issue], entity);
  return `select t._id, t.name, ${titleSourceSql[entity]}, ${entity === 'pinner' ? 't.username' : 't.pinner_username'} pinner_username, t.url, t.source,
      (select c.${mainCounts[entity]} from ${metrics} c where c._id = t._id) count,
      ${readingCountSql(entity, 't._id')} readings, m.last_crawled_at
    from ${from} where ${lead}._id > $1 and ${where} order by ${lead}._id limit $2 offset $3`;
}

/** The entities with an issue, counted and read along partial indexes. */
@Injectable()
export class PostgresCatalogQuality implements CatalogQuality {
  readonly #scans: CachedQualityScans;

  constructor(
    private readonly postgres: Postgres,
    clock: Clock,
  ) {
    this.#scans = new CachedQualityScans((now) => this.countIssues(now), clock);
  }

  scan(): Promise<CountedQualityScan> {
    return this.#scans.scan();
  }

  recentOrNewScan(): Promise<CountedQualityScan> {
    return this.#scans.recentOrNew();
  }

  invalidateScans(): void {
    this.#scans.invalidate();
  }

  /** Counts every issue as of a time, in one snapshot. */
  async countIssues(now: Date): Promise<IssueCountsByEntity> {
    const rows = await inTransaction(this.postgres.jobPool, async (client) => {
      await client.query('set local transaction_read_only = on');
      return slowQuery<IssueCountRow>(client, SCAN_TIMEOUT_MS, issueCountsQuery, [now]);
    });
    const byEntity = rows.map(({ entity, ...counts }) => [entity, { ...counts, suspicious: counts.all_zero_metrics }] as const);
    return Object.fromEntries(byEntity) as unknown as IssueCountsByEntity;
  }

  async countByType(issue: CleanupIssue): Promise<IssueTotals> {
    const counts = entityTypes.map((entity) => `${issueCountSql(issueByCleanupType[issue], entity, 'null')}::int "${entity}"`);
    const { rows } = await this.postgres.jobPool.query<IssueTotals>(`select ${counts.join(', ')}`);
    return rows[0] ?? { board: 0, pinner: 0, pin: 0 };
  }

  listRows(issue: CleanupIssue, { entity, offset, limit }: IssueSlice): Promise<readonly IssueRow[]> {
    return this.#read(issue, entity, '', limit, offset);
  }

  async *readAll(issue: CleanupIssue): AsyncGenerator<readonly IssueRow[]> {
    for (const entity of entityTypes) {
      for (let afterId: string | undefined = ''; afterId !== undefined;) {
        const rows: readonly IssueRow[] = await this.#read(issue, entity, afterId, ROWS_PER_BATCH, 0);
        yield rows;
        afterId = rows.length < ROWS_PER_BATCH ? undefined : rows.at(-1)?._id;
      }
    }
  }

  async #read(issue: CleanupIssue, entity: EntityType, afterId: string, limit: number, offset: number): Promise<IssueRow[]> {
    const { rows } = await this.postgres.jobPool.query<StoredIssueRow>(rowsSql(issue, entity), [afterId, limit, offset]);
    return rows.map((row) => {
      const { _id, pinner_username, url, source, count, readings, last_crawled_at } = row;
      const username = entity === 'pinner' ? pinner_username : null;
      const title = titleOf(entity, { ...row, username: pinner_username });
      return {
        entity_type: entity,
        _id,
        title,
        pinner_username,
        url: pinterestUrl(entity, { _id, url, username }),
        source,
        count,
        readings,
        last_crawled_at: last_crawled_at?.toISOString() ?? null,
      };
    });
  }
}
