import type { Pool } from 'pg';
import { DEFAULT_LEAD_DAYS } from '#domain/keywords/interest/publish-by';
import {
  compareCurves,
  type InterestCurve,
  type InterestSeries,
  type KeywordVolume,
  type SearchInterest,
  type StoredInterest,
  toolOf,
} from '#domain/keywords/interest/search-interest';
import { type Day, dayOf } from '#domain/days';
import type { Postgres } from '#server/database/postgres';
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

/** $1 to $7: points. $8 to $14: figures. $15 and $16: the time and the number of the import. */
const storeSql = `
  with points as (
    insert into search_interest as known (keyword, day, value, name, source, region, tool, imported_at, import_id)
    select distinct on (keyword, region, tool, day) keyword, day, value, name, source, region, tool, $15, $16
    from unnest($1::text[], $2::integer[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[]) with ordinality
      point(keyword, day, value, name, source, region, tool, position)
    order by keyword, region, tool, day, position desc
    on conflict (keyword, region, tool, day) do update
    set value = excluded.value, name = excluded.name, source = excluded.source, imported_at = excluded.imported_at, import_id = excluded.import_id
    where (known.value, known.name, known.source) is distinct from (excluded.value, excluded.name, excluded.source)
    returning keyword
  ), volumes as (
    insert into keyword_volumes as known (keyword, day, volume, name, source, region, notes, imported_at, import_id)
    select distinct on (keyword, region, source, day) keyword, day, volume, name, source, region, notes, $15, $16
    from unnest($8::text[], $9::integer[], $10::integer[], $11::text[], $12::text[], $13::text[], $14::jsonb[]) with ordinality
      figures(keyword, day, volume, name, source, region, notes, position)
    order by keyword, region, source, day, position desc
    on conflict (keyword, region, source, day) do update
    set volume = excluded.volume, name = excluded.name, notes = excluded.notes, imported_at = excluded.imported_at, import_id = excluded.import_id
    where (known.volume, known.name, known.notes) is distinct from (excluded.volume, excluded.name, excluded.notes)
    returning keyword
  )
  select count(*)::integer keywords from (select keyword from points union select keyword from volumes) changed`;

const pointsSql = `
  select keyword, day, value, source, tool, nullif(region, '') region, imported_at
  from search_interest where keyword = any($1::text[]) order by keyword, day`;
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

  async store(series: readonly InterestSeries[], importedAt: Date, importId: number): Promise<number> {
    const points = series.flatMap(({ points: ofSeries, ...one }) => ofSeries.map((point) => ({ ...one, ...point })));
    const figures = series.flatMap(({ figures: ofSeries, ...one }) => (ofSeries ? [{ ...one, ...ofSeries }] : []));
    const { rows: result } = await this.postgres.jobPool.query<{ keywords: number }>(storeSql, [
      points.map(({ key }) => key),
      points.map(({ day }) => day),
      points.map(({ value }) => value),
      points.map(({ keyword }) => keyword),
      points.map(({ source }) => source),
      points.map(({ region }) => region ?? ''),
      points.map(({ source }) => toolOf(source)),
      figures.map(({ key }) => key),
      figures.map(({ day }) => day),
      figures.map(({ volume }) => volume),
      figures.map(({ keyword }) => keyword),
      figures.map(({ source }) => source),
      figures.map(({ region }) => region ?? ''),
      figures.map(({ notes }) => notes && JSON.stringify(notes)),
      importedAt,
      importId,
    ]);
    await refreshOutlooks(
      this.postgres,
      (keys) => this.#findAll(keys),
      [...new Set(series.map(({ key }) => key))],
      dayOf(importedAt),
      this.leadDays,
    );
    return result[0]?.keywords ?? 0;
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

  async clear(): Promise<number> {
    const { rows } = await this.postgres.jobPool.query<{ keywords: number }>(
      `with points as (delete from search_interest returning keyword), volumes as (delete from keyword_volumes returning keyword), outlooks as (delete from keyword_outlook)
       select count(*)::integer keywords from (select keyword from points union select keyword from volumes) removed`,
    );
    return rows[0]?.keywords ?? 0;
  }
}
