import { Injectable } from '@nestjs/common';
import { compareRegions, type InterestSeries, type SearchInterest, type StoredInterest } from '#domain/keywords/interest/search-interest';
import type { Day } from '#domain/days';
import { Postgres } from '#server/database/postgres';

interface InterestRow {
  readonly day: Day;
  readonly value: number;
  readonly source: string;
  readonly region: string | null;
  readonly imported_at: Date;
}

const storeSql = `
  with stored as (
    insert into search_interest as known (keyword, day, value, name, source, region, imported_at)
    select distinct on (keyword, day) keyword, day, value, name, source, region, $7
    from unnest($1::text[], $2::integer[], $3::integer[], $4::text[], $5::text[], $6::text[]) with ordinality
      point(keyword, day, value, name, source, region, position)
    order by keyword, day, position desc
    on conflict (keyword, day) do update
    set value = excluded.value, name = excluded.name, source = excluded.source, region = excluded.region,
      imported_at = excluded.imported_at
    where (known.value, known.name, known.source, known.region)
      is distinct from (excluded.value, excluded.name, excluded.source, excluded.region)
    returning keyword
  )
  select count(distinct keyword)::integer keywords from stored`;

/** Imported search interest in Postgres: one row per keyword and day. */
@Injectable()
export class PostgresSearchInterest implements SearchInterest {
  constructor(private readonly postgres: Postgres) {}

  async store(series: readonly InterestSeries[], importedAt: Date): Promise<number> {
    const rows = series.flatMap(({ points, ...one }) => points.map((point) => ({ ...one, ...point })));
    const { rows: result } = await this.postgres.jobPool.query<{ keywords: number }>(storeSql, [
      rows.map(({ key }) => key),
      rows.map(({ day }) => day),
      rows.map(({ value }) => value),
      rows.map(({ keyword }) => keyword),
      rows.map(({ source }) => source),
      rows.map(({ region }) => region),
      importedAt,
    ]);
    return result[0]?.keywords ?? 0;
  }

  async find(key: string): Promise<StoredInterest> {
    const { rows } = await this.postgres.pool.query<InterestRow>({
      name: 'search-interest',
      text: 'select day, value, source, region, imported_at from search_interest where keyword = $1 order by day',
      values: [key],
    });
    const byRegion = [...Map.groupBy(rows, (row) => row.region)].map(([region, points]) => ({ region, points }));
    const { region, points } = byRegion.toSorted(compareRegions)[0] ?? { region: null, points: [] };
    const newestBySource = new Map<string, Date>();
    for (const { source, imported_at: importedAt } of points) {
      const newest = newestBySource.get(source);
      if (newest === undefined || newest < importedAt) newestBySource.set(source, importedAt);
    }
    return {
      region,
      points: points.map(({ day, value }) => ({ day, value })),
      sources: [...newestBySource].map(([name, importedAt]) => ({ name, importedAt })),
    };
  }

  async clear(): Promise<number> {
    const { rows } = await this.postgres.jobPool.query<{ keywords: number }>(
      'with removed as (delete from search_interest returning keyword) select count(distinct keyword)::integer keywords from removed',
    );
    return rows[0]?.keywords ?? 0;
  }
}
