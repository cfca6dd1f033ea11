import type { Pool } from 'pg';
import { countsOf } from '#domain/catalog/metrics';
import { entityTypes, variantOf } from '#domain/catalog/variants';
import { tablesOf } from '#server/database/catalog-tables';
import { writeSeries } from './stored-history';
import { type Cell, copyRows } from '#server/database/copy/text-copy';

/** A small random number generator (0 to 1) that repeats for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function randomSeries(random: () => number, today: number, points: number, metrics: number): (readonly (number | null)[])[] {
  const crawlIntervalDays = 1 + Math.floor(random() * 12);
  const daysSinceLastCrawl = Math.floor(random() ** 4 * 200);
  const length = Math.ceil(random() * points);
  const at = Array.from(
    { length },
    (_, index) => (today - daysSinceLastCrawl - crawlIntervalDays * (length - 1 - index)) * 1440 + Math.floor(random() * 1440),
  );
  const counts = Array.from({ length: metrics }, () => {
    let size = Math.exp(random() * 14);
    const growthRate = (random() - 0.4) / 200;
    return at.map(() => {
      size *= Math.exp(growthRate * crawlIntervalDays + (random() - 0.5) / 100);
      const chance = random();
      return chance < 0.03 ? null : chance < 0.04 ? 0 : Math.round(chance < 0.05 ? size * 10 : size);
    });
  });
  return [at, ...counts];
}

function* entityRows(entity: (typeof entityTypes)[number], count: number, make: (id: string) => readonly Cell[] | null) {
  for (let number = 0; number < count; number++) {
    const row = make(`${entity}-${(number * 7919) % count}`);
    if (row) yield row;
  }
}

/** Fills a catalog with this many entities of each kind, with random but repeatable histories; one in ten was never crawled. */
export async function fillWithRandomSeries(pool: Pool, count: number, today: number, points: number, seed = 1): Promise<void> {
  const random = seededRandom(seed);
  const client = await pool.connect();
  try {
    for (const entity of entityTypes) {
      const { text, metrics } = tablesOf(variantOf[entity]);
      const ownerColumns = entity === 'pinner' ? [] : ['pinner_id'];
      const randomOwner = (): string | null => (random() < 0.1 ? null : `pinner-${Math.floor(random() * count * 1.05)}`);
      const base = ['_id', 'name', 'imported_at', 'source'];
      await copyRows(
        client,
        text,
        [...base, ...ownerColumns],
        entityRows(entity, count, (id) => [id, id, new Date(0), 'test', ...ownerColumns.map(randomOwner)]),
      );
      await copyRows(
        client,
        metrics,
        ['_id', 'created_at'],
        entityRows(entity, count, (id) => [id, new Date(0)]),
      );
      const countColumns = countsOf[entity];
      const rows = entityRows(entity, count, (id) =>
        random() < 0.1 ? null : [id, ...randomSeries(random, today, points, countColumns.length)],
      );
      const series = Array.from(rows, ([_id, at, ...counts]) => ({
        _id: _id as string,
        at: at as number[],
        ...Object.fromEntries(countColumns.map((column, index) => [column, counts[index] as number[]])),
      }));
      await writeSeries(pool, entity, series);
      await client.query(`analyze ${text}; analyze ${metrics}; analyze ${entity}_histories`);
    }
    await client.query('update catalog_stats set changed_at = now(), total = $1', [count]);
  } finally {
    client.release();
  }
}
