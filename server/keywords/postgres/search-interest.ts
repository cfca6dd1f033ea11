import { Injectable } from '@nestjs/common';
import {
  compareCurves,
  type InterestCurve,
  type InterestSeries,
  type KeywordVolume,
  type SearchInterest,
  type StoredInterest,
  toolOf,
} from '#domain/keywords/interest/search-interest';
import type { Day } from '#domain/days';
import { Postgres } from '#server/database/postgres';

interface InterestRow {
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

/** Imported search interest in Postgres: one row per keyword, curve, and day, and one per keyword, tool, region, and day for volumes. */
@Injectable()
export class PostgresSearchInterest implements SearchInterest {
  constructor(private readonly postgres: Postgres) {}

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
    return result[0]?.keywords ?? 0;
  }

  async find(key: string): Promise<StoredInterest> {
    const [points, volumes] = await Promise.all([
      this.postgres.pool.query<InterestRow>({
        name: 'search-interest',
        text: `select day, value, source, tool, nullif(region, '') region, imported_at from search_interest where keyword = $1 order by day`,
        values: [key],
      }),
      this.postgres.pool.query<KeywordVolume>({
        name: 'keyword-volumes',
        text: `select day, volume, source, nullif(region, '') region, notes from keyword_volumes where keyword = $1 order by day desc, source, region`,
        values: [key],
      }),
    ]);
    const curves = [...Map.groupBy(points.rows, ({ region, tool }) => JSON.stringify([region, tool])).values()];
    return { curves: curves.map((rows) => toCurve(rows[0]!.region, rows)).toSorted(compareCurves), volumes: volumes.rows };
  }

  async clear(): Promise<number> {
    const { rows } = await this.postgres.jobPool.query<{ keywords: number }>(
      `with points as (delete from search_interest returning keyword), volumes as (delete from keyword_volumes returning keyword)
       select count(*)::integer keywords from (select keyword from points union select keyword from volumes) removed`,
    );
    return rows[0]?.keywords ?? 0;
  }
}
