import { RecomputeGrowth } from '#server/analytics/recompute-growth';
import { TypeormGrowthLedger } from '#server/analytics/typeorm-growth-ledger';
import { TypeormOrderedLists } from '#server/catalog/typeorm-ordered-lists';
import { readConfig } from '#server/config/config';
import { DatabaseClock } from '#server/database/database-clock';
import { Postgres } from '#server/database/postgres';
import { TypeormJobs } from '#server/jobs/typeorm-jobs';
import { LAST_DAY } from '../data/histories.js';

export interface Recomputed {
  readonly rows: number;
  /** Seconds of the whole, of which `scoring` until every entity was scored. */
  readonly seconds: number;
  readonly scoring: number;
  /** The most memory this process had at once, in MB. */
  readonly memory: number;
}

const postgres = new Postgres(process.env['BENCH_DATABASE_URL'] ?? '');
const clock = await DatabaseClock.of(postgres);
const lists = new TypeormOrderedLists(postgres, readConfig({ ORDERED_LISTS_FROM: process.env['BENCH_ORDERED_FROM'] }));
const recompute = new RecomputeGrowth(new TypeormGrowthLedger(postgres), lists, new TypeormJobs(postgres), clock);

const began = performance.now();
let scored = began;
const rows = await recompute.asOf(LAST_DAY, () => {
  scored = performance.now();
});
const result: Recomputed = {
  rows,
  seconds: (performance.now() - began) / 1_000,
  scoring: (scored - began) / 1_000,
  memory: process.resourceUsage().maxRSS / 1_024,
};
clock.stop();
await postgres.close();
process.send?.(result, undefined, undefined, () => process.exit(0));
