import fc from 'fast-check';
import type { Pool } from 'pg';
import { countsOf } from '#domain/catalog/metrics';
import { scoreColumnCount } from '#domain/analytics/growth/scores';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import type { InspectedRow } from '#domain/data-quality/issues';
import { insertEntity } from './insert-entity';

const DAY_MS = 86_400_000;

/** Rows with every mixture of unknown, zero, and other values; crawl times cluster around the staleness limit. */
export function arbitraryInspectedRow(entity: EntityType, now: Date): fc.Arbitrary<InspectedRow> {
  const count = fc.option(fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 2_000_000_000 })), { freq: 3 });
  const age = fc.oneof(
    fc.integer({ min: 89 * DAY_MS, max: 91 * DAY_MS }),
    fc.constant(90 * DAY_MS),
    fc.integer({ min: 0, max: 900 * DAY_MS }),
  );
  const scoreColumns = scoreColumnCount(entity);
  const mask = fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 511 }));
  return fc.record({
    crawled_at: fc.option(
      age.map((ms) => new Date(now.getTime() - ms)),
      { freq: 3 },
    ),
    searchable: fc.boolean(),
    counts: fc.tuple(...countsOf[entity].map(() => count)),
    flags: fc.oneof(fc.constant([]), fc.array(mask, { minLength: scoreColumns, maxLength: scoreColumns })),
  });
}

/** Inserts an inspected row and returns its id. */
export async function insertInspectedRow(
  pool: Pool,
  entity: EntityType,
  { crawled_at, searchable, counts, flags }: InspectedRow,
): Promise<string> {
  const metricCounts = Object.fromEntries(countsOf[entity].map((metric, index) => [metric, counts[index] ?? null]));
  const momentum = flags.length > 0 ? { momentum: 1 } : {};
  const id = await insertEntity(pool, variantOf[entity], { last_crawled_at: crawled_at, searchable, ...metricCounts, ...momentum });
  if (flags.length > 0) await pool.query(`update ${entity}_scores set flags = $2 where _id = $1`, [id, flags]);
  return id;
}
