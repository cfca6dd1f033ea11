import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { PostgresGrowthLedger } from '#server/analytics/growth/postgres/growth-ledger';
import { PostgresReadModel } from '#server/catalog/read-model/postgres/read-model';
import { readConfig } from '#server/config/config';
import { DatabaseClock } from '#server/database/database-clock';
import { Postgres } from '#server/database/postgres';
import { PostgresWriteLock } from '#server/jobs/postgres/advisory-locks';
import { LAST_DAY } from '../data/random-series.js';

export interface RecomputeResult {
  readonly rows: number;
  /** Seconds in total, and until every entity was scored. */
  readonly seconds: number;
  readonly scoringSeconds: number;
  /** Processor time of this process with its threads, without Postgres. */
  readonly cpuSeconds: number;
  /** Peak memory of this process, in MB. */
  readonly memoryMb: number;
}

const postgres = new Postgres(process.env['BENCH_DATABASE_URL'] ?? '');
const clock = await DatabaseClock.start(postgres);
const readModel = new PostgresReadModel(postgres, readConfig({ ORDERED_LISTS_FROM: process.env['BENCH_ORDERED_FROM'] }));
const recompute = new RecomputeGrowth(new PostgresGrowthLedger(postgres), readModel, new PostgresWriteLock(postgres), clock);

const startedAt = performance.now();
let scoredAt = startedAt;
const rows = await recompute.recomputeAll({
  day: LAST_DAY,
  onProgress: () => {
    scoredAt = performance.now();
  },
});
const { user, system } = process.cpuUsage();
const result: RecomputeResult = {
  rows,
  seconds: (performance.now() - startedAt) / 1_000,
  scoringSeconds: (scoredAt - startedAt) / 1_000,
  cpuSeconds: (user + system) / 1_000_000,
  memoryMb: process.resourceUsage().maxRSS / 1_024,
};
clock.stop();
await postgres.close();
process.send?.(result, undefined, undefined, () => process.exit(0));
