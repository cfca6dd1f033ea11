import type { Pool } from 'pg';
import type { StoredStats } from '#domain/catalog/rows/stored-entity';
import { orderings } from '#domain/catalog/orders';
import { perVariant, type Variant } from '#domain/catalog/variants';
import type { Day } from '#domain/days';

interface StatsRow {
  readonly variant: Variant;
  readonly total: number;
  readonly changed_at: Date | null;
  readonly known: Readonly<Record<string, number>>;
  readonly has_group_boards: boolean;
  readonly newest_reading_at: Date | null;
}

/** Reads the size of the catalog and its counts of known values, which imports and recomputes keep; group boards by one index entry. */
export async function readCatalogStats(pool: Pool): Promise<StoredStats> {
  const { rows } = await pool.query<StatsRow>(
    `select variant, total, changed_at, known, exists (select 1 from board_metrics where collaborator_count > 0) has_group_boards,
       case variant when 'boards' then (select max(last_crawled_at) from board_metrics) when 'pinners' then (select max(last_crawled_at) from pinner_metrics)
         else (select max(last_crawled_at) from pin_metrics) end newest_reading_at
     from catalog_stats`,
  );
  const rowOf = (variant: Variant) => rows.find((row) => row.variant === variant);
  const newest = Math.max(...rows.map((row) => row.changed_at?.getTime() ?? 0));
  return {
    ...perVariant((variant) => rowOf(variant)?.total ?? 0),
    as_of: newest > 0 ? new Date(newest).toISOString() : null,
    known: perVariant((variant) => ({
      ...Object.fromEntries(orderings[variant].map(({ value }) => [value, 0])),
      ...rowOf(variant)?.known,
    })),
    newest_reading_at: perVariant((variant) => rowOf(variant)?.newest_reading_at ?? null),
    has_group_boards: rows[0]?.has_group_boards ?? false,
  };
}

/** Reads the day of the last recompute; null before the first. */
export async function readScoredDay(pool: Pool): Promise<Day | null> {
  const { rows } = await pool.query<{ day: Day | null }>('select min(scored_day) "day" from catalog_stats');
  return rows[0]?.day ?? null;
}
