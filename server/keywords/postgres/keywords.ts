import type { Pool } from 'pg';
import type { KeywordBuild, Keywords, KeywordSelection, PublishedBuild, StoredKeyword, StoredKeywordPage } from '#domain/keywords/keywords';
import { confidences } from '#domain/catalog/momentum';
import type { Day } from '#domain/days';
import { SECOND_MS } from '#domain/durations';
import type { WriterScope } from '#domain/jobs/write-lock';
import {
  isWhole,
  keywordBuildSql,
  keywordKeysStatement,
  keywordPageStatement,
  keywordsByKeyStatement,
  keywordStatement,
  selectedKeysStatement,
} from '#server/keywords/postgres/keyword-sql';
import { timedCache } from '#server/cache/timed-cache';
import type { Postgres } from '#server/database/postgres';
import { buildKeywords, keywordTables } from '#server/keywords/postgres/build-keywords';
import type { KeywordWorkerData } from '#server/keywords/postgres/keyword-worker';
import { inTransactionWithLockRetries, swapTables } from '#server/database/table-swap';
import { withClient } from '#server/database/transaction';
import { runInWorker } from '#server/jobs/worker-threads';

/** The keywords of fewer pins are counted faster than a worker starts. */
const MIN_PINS_FOR_WORKER = 5_000;

/** Counts keywords in memory, writes them into the next table, and swaps it in (docs/decisions/0024). */
async function rebuildKeywords(postgres: Postgres, scope: WriterScope, day: Day): Promise<KeywordBuild> {
  const build = await buildNext(postgres, scope, day);
  await withClient(postgres.jobPoolIn(scope), (client) =>
    inTransactionWithLockRetries(client, keywordTables, async () => {
      await client.query(`lock table ${keywordTables.join(', ')} in access exclusive mode`);
      await swapTables(client, keywordTables);
      await client.query(
        `insert into keyword_build (id, day, built_at, keywords, pins) values (1, $1, now(), $2, $3)
         on conflict (id) do update
         set day = excluded.day, built_at = excluded.built_at, keywords = excluded.keywords, pins = excluded.pins`,
        [day, build.keywords, build.pins],
      );
    }),
  );
  return build;
}

async function buildNext(postgres: Postgres, scope: WriterScope, day: Day): Promise<KeywordBuild> {
  const pool = postgres.jobPoolIn(scope);
  const { rows } = await pool.query<{ many: boolean }>(`select exists (select 1 from pins offset ${MIN_PINS_FOR_WORKER}) many`);
  if (rows[0]?.many === true) {
    const workerData: KeywordWorkerData = { url: postgres.url, day };
    return runInWorker<KeywordBuild>(scope, 'keyword-worker', import.meta.url, { workerData });
  }
  return withClient(pool, (reader) => withClient(pool, (writer) => buildKeywords(reader, writer, day)));
}

const BUILD_TTL_MS = 2 * SECOND_MS;

type KeywordRecord = Omit<StoredKeyword, 'confidence'> & { readonly confidence: number };

type PageRecord = Omit<StoredKeywordPage, 'confidence' | 'competitors' | 'related'> & {
  readonly confidence: number;
  readonly top_saves: readonly number[];
  readonly top_ages: readonly (number | null)[];
  readonly top_owners: readonly (number | null)[];
  readonly related: readonly string[];
  readonly related_common: readonly number[];
};

const toStored = <R extends { readonly confidence: number }>(record: R): Omit<R, 'confidence'> & Pick<StoredKeyword, 'confidence'> => ({
  ...record,
  confidence: confidences[record.confidence] ?? 'low',
});

/** The published keywords in Postgres: one row each. They are read from `pool`, and counted on the primary. */
export class PostgresKeywords implements Keywords {
  readonly #cachedBuild = timedCache(BUILD_TTL_MS, async () => ({
    build: (await this.pool.query<PublishedBuild>(keywordBuildSql)).rows[0] ?? null,
  }));

  constructor(
    private readonly postgres: Postgres,
    private readonly pool: Pool = postgres.pool,
  ) {}

  async findBuild(): Promise<PublishedBuild | null> {
    return (await this.#cachedBuild('build')).build;
  }

  async findPage(selection: KeywordSelection, offset: number, limit: number) {
    if (isWhole(selection)) {
      const { rows } = await this.pool.query<KeywordRecord>(keywordPageStatement(selection.order, offset, limit));
      return { rows: rows.map(toStored), total: (await this.findBuild())?.keywords ?? 0 };
    }
    const statement = selectedKeysStatement(selection, offset, limit);
    const { rows } = await this.pool.query<{ readonly total: number; readonly keys: readonly string[] }>(statement);
    const { total, keys } = rows[0]!;
    return { rows: keys.length === 0 ? [] : await this.listByKeys(keys), total };
  }

  async listKeys(selection: KeywordSelection): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ _id: string }>(keywordKeysStatement(selection));
    return rows.map(({ _id }) => _id);
  }

  async listByKeys(keys: readonly string[]): Promise<readonly StoredKeyword[]> {
    const { rows } = await this.pool.query<KeywordRecord>(keywordsByKeyStatement(keys));
    return rows.map(toStored);
  }

  async find(key: string): Promise<StoredKeywordPage | null> {
    const { rows } = await this.pool.query<PageRecord>(keywordStatement(key));
    if (!rows[0]) return null;
    const { top_saves, top_ages, top_owners, related, related_common, ...record } = rows[0];
    return {
      ...toStored(record),
      competitors: top_saves.map((saves, index) => ({
        saves,
        age_days: top_ages[index] ?? null,
        owner_followers: top_owners[index] ?? null,
      })),
      related: related.map((relatedKey, index) => ({ key: relatedKey, common: related_common[index] ?? 0 })),
    };
  }
  rebuild(scope: WriterScope, day: Day): Promise<KeywordBuild> {
    return rebuildKeywords(this.postgres, scope, day);
  }
}
