import fc from 'fast-check';
import type { Pool } from 'pg';
import { countsOf } from '#domain/analytics/metrics';
import { slotsOf } from '#domain/analytics/scores';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import type { JudgedRow } from '#domain/data-quality/issues';
import { stored } from './factories';

const DAY = 86_400_000;

/** Rows with every mixture of unknown, zero and other values; times crowd around the limit of staleness. */
export function judgedRows(entity: EntityType, now: Date): fc.Arbitrary<JudgedRow> {
  const count = fc.option(fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 2_000_000_000 })), { freq: 3 });
  const age = fc.oneof(fc.integer({ min: 89 * DAY, max: 91 * DAY }), fc.constant(90 * DAY), fc.integer({ min: 0, max: 900 * DAY }));
  const slots = slotsOf(entity);
  const mask = fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 511 }));
  return fc.record({
    crawled_at: fc.option(
      age.map((ms) => new Date(now.getTime() - ms)),
      { freq: 3 },
    ),
    searchable: fc.boolean(),
    counts: fc.tuple(...countsOf[entity].map(() => count)),
    flags: fc.oneof(fc.constant([]), fc.array(mask, { minLength: slots, maxLength: slots })),
  });
}

/** Stores a judged row; answers its id. */
export async function storedJudged(pool: Pool, entity: EntityType, { crawled_at, searchable, counts, flags }: JudgedRow): Promise<string> {
  const known = Object.fromEntries(countsOf[entity].map((metric, place) => [metric, counts[place] ?? null]));
  const momentum = flags.length > 0 ? { momentum: 1 } : {};
  const id = await stored(pool, variantOf[entity], { last_crawled_at: crawled_at, searchable, ...known, ...momentum });
  if (flags.length > 0) await pool.query(`update ${entity}_scores set flags = $2 where _id = $1`, [id, flags]);
  return id;
}
