import type { Pool } from 'pg';
import { DEFAULT_LEAD_DAYS } from '#domain/keywords/interest/publish-by';
import {
  compareCurves,
  type InterestCurve,
  type InterestImport,
  type InterestSeries,
  type KeywordVolume,
  type SearchInterest,
  type StoredInterest,
} from '#domain/keywords/interest/search-interest';
import { type Day, dayOf } from '#domain/days';
import type { WriterScope } from '#domain/jobs/write-lock';
import type { Postgres } from '#server/database/postgres';
import { ScopedPool } from '#server/database/scoped-pool';
import { inTransaction } from '#server/database/transaction';
import { storeSeries, takeBackSet } from '#server/keywords/postgres/store-interest';
import { refreshAllOutlooks, refreshOutlooks } from '#server/keywords/postgres/keyword-outlook';

type VolumeRow = KeywordVolume & { readonly keyword: string };

interface InterestRow {
  readonly keyword: string;
  readonly day: Day;
  readonly value: number;
  readonly source: string;
  readonly tool: string;
  readonly region: string | null;
  readonly imported_at: Date;
}

const pointsSql = `
  select keyword, day, value, source, tool, nullif(region, '') region, imported_at
  from search_interest where keyword = any($1::text[]) order by keyword, day, region, tool`;
const volumesSql = `
  select keyword, day, volume, source, nullif(region, '') region, notes
  from keyword_volumes where keyword = any($1::text[]) order by keyword, day desc, source, region`;

/** The curve of rows with one region and tool. */
function toCurve(region: string | null, rows: readonly InterestRow[]): InterestCurve {
  const newestBySource = new Map<string, Date>();
  for (const { source, imported_at: importedAt } of rows) {
    const newest = newestBySource.get(source);
    if (newest === undefined || newest < importedAt) newestBySource.set(source, importedAt);
  }
  return {
    region,
    points: rows.map(({ day, value }) => ({ day, value })),
    sources: [...newestBySource].map(([name, importedAt]) => ({ name, importedAt })),
  };
}

/** The curves of a keyword. */
const toCurves = (rows: readonly InterestRow[]): InterestCurve[] =>
  [...Map.groupBy(rows, ({ region, tool }) => JSON.stringify([region, tool])).values()]
    .map((ofCurve) => toCurve(ofCurve[0]!.region, ofCurve))
    .sort(compareCurves);

/** Imported search interest in Postgres: one row per keyword, curve, and day, and one per keyword, tool, region, and day for volumes. */
export class PostgresSearchInterest implements SearchInterest {
  constructor(
    private readonly postgres: Postgres,
    readonly leadDays = DEFAULT_LEAD_DAYS,
  ) {}

  async store(scope: WriterScope, series: readonly InterestSeries[], from: InterestImport): Promise<number> {
    const keywords = await inTransaction(this.postgres.jobPoolIn(scope), (client) => storeSeries(client, series, from));
    await refreshOutlooks(
      this.postgres,
      (keys) => this.#findAll(keys),
      [...new Set(series.map(({ key }) => key))],
      dayOf(from.importedAt),
      this.leadDays,
    );
    return keywords;
  }

  async takeBack(scope: WriterScope, importId: number, today: Day, onProgress: (share: number) => void): Promise<void> {
    const pool = new ScopedPool(this.postgres.jobPool, scope);
    const { rows } = await pool.query<{ left: number }>(
      `select count(*)::int "left" from import_changes where entity = 'keyword' and journal_id in (select id from import_journals where import_id = $1)`,
      [importId],
    );
    const total = rows[0]?.left ?? 0;
    for (let done = 0, taken = 1; taken > 0; onProgress(Math.min(1, done / (total || 1)))) {
      taken = await inTransaction(pool, (client) => takeBackSet(client, importId));
      done += taken;
    }
    await this.refreshOutlooks(today);
  }

  refreshOutlooks(today: Day): Promise<void> {
    return refreshAllOutlooks(this.postgres, (keys) => this.#findAll(keys), today, this.leadDays);
  }

  async find(key: string): Promise<StoredInterest> {
    return (await this.#findAll([key], this.postgres.pool)).get(key) ?? { curves: [], volumes: [] };
  }

  async #findAll(keys: readonly string[], pool: Pool = this.postgres.jobPool): Promise<ReadonlyMap<string, StoredInterest>> {
    const [points, volumes] = await Promise.all([
      pool.query<InterestRow>({ name: 'search-interest', text: pointsSql, values: [keys] }),
      pool.query<VolumeRow>({ name: 'keyword-volumes', text: volumesSql, values: [keys] }),
    ]);
    const pointsOf = Map.groupBy(points.rows, ({ keyword }) => keyword);
    const volumesOf = Map.groupBy(volumes.rows, ({ keyword }) => keyword);
    return new Map(
      [...new Set([...pointsOf.keys(), ...volumesOf.keys()])].map((key) => [
        key,
        { curves: toCurves(pointsOf.get(key) ?? []), volumes: (volumesOf.get(key) ?? []).map(({ keyword: _, ...volume }) => volume) },
      ]),
    );
  }

  async clear(scope: WriterScope): Promise<number> {
    const { rows } = await this.postgres.jobPoolIn(scope).query<{ keywords: number }>(
      `with points as (delete from search_interest returning keyword), volumes as (delete from keyword_volumes returning keyword), outlooks as (delete from keyword_outlook),
         journaled as (delete from import_changes where entity = 'keyword')
       select count(*)::integer keywords from (select keyword from points union select keyword from volumes) removed`,
    );
    return rows[0]?.keywords ?? 0;
  }
}
