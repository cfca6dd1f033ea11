import type { Pool } from 'pg';
import type { Clock } from '#domain/clock';
import type { AnalyticsDays } from '#domain/analytics/visitors/contract';
import { type Day, dayOf } from '#domain/days';
import { LockScope } from '#domain/jobs/lock-scope';
import { PostgresEventAggregation } from '#server/analytics/visitors/postgres/event-aggregation';
import { PostgresEventPartitions } from '#server/analytics/visitors/postgres/event-partitions';
import { PostgresVisitorEventStore } from '#server/analytics/visitors/postgres/visitor-event-store';
import { ViewSiteAnalytics } from '#server/analytics/visitors/view-site-analytics';
import { migrate } from '#server/database/migrate';
import { Postgres } from '#server/database/postgres';
import { withScratchDatabase } from '../data/scratch-database.js';
import { queryRawEvents, duckDbSql, fillEvents, postgresSql, EVENT_DAYS } from '../data/visitor-events.js';
import { singleSample } from '../sample-stats.js';
import { notMeasured, type Finding, toFinding } from '../finding.js';
import { interleave } from '../interleave.js';
import type { BenchContext, Benchmark } from '../benchmark.js';
import { DuckDbPeer } from '../peers/duckdb.js';

/** Each raw query takes seconds. */
const RAW_ROUNDS = 3;
const MIN_AGGREGATED_ROWS_PER_SECOND = 100_000;

interface AnalyticsSide {
  readonly pool: Pool;
  readonly site: ViewSiteAnalytics;
  readonly today: Day;
}

interface Comparison {
  readonly name: string;
  readonly query: () => Promise<{ events: number; visitors: number }>;
  readonly goal: number;
  readonly rounds: number;
}

async function compareWith({ site }: AnalyticsSide, { name, query: ask, goal, rounds }: Comparison): Promise<Finding> {
  const { summary } = await site.forLastDays(90);
  const raw = await ask();
  const isEqual = raw.events === summary.total_events && raw.visitors === summary.unique_visitors;
  const [ours = [], other = []] = await interleave([{ run: () => site.forLastDays(90) }, { run: ask }], rounds, 1);
  const found = toFinding({
    operation: '90 days',
    unit: 'ms',
    ours,
    other: { name, samples: other },
    goal: { ratio: goal },
    note: isEqual ? 'figures are equal' : `figures differ: ${JSON.stringify({ raw, summary })}`,
  });
  return isEqual ? found : { ...found, met: false };
}

function compareWithRawEvents(side: AnalyticsSide): Promise<Finding> {
  const ask = () => queryRawEvents(async (sql) => (await side.pool.query(sql)).rows, postgresSql, 90, side.today);
  return compareWith(side, { name: 'the same queries on raw events', query: ask, goal: 0.001, rounds: RAW_ROUNDS });
}

async function compareWithDuckDb(side: AnalyticsSide, { peers, rounds }: BenchContext): Promise<Finding> {
  if (!peers) return notMeasured('90 days', 'ms', '≤ 1/20', 'DuckDB: --peers was not given');
  try {
    const peer = await DuckDbPeer.load(side.pool);
    const ask = () => queryRawEvents((sql) => peer.query(sql), duckDbSql, 90, side.today);
    const found = await compareWith(side, { name: 'DuckDB, the same queries', query: ask, goal: 0.05, rounds });
    peer.close();
    return found;
  } catch (error) {
    return notMeasured('90 days', 'ms', '≤ 1/20', `DuckDB: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function compareWithWeek({ site }: AnalyticsSide, rounds: number): Promise<Finding> {
  const sideFor = (days: AnalyticsDays) => ({ run: () => site.forLastDays(days) });
  const [ours = [], other = []] = await interleave([sideFor(90), sideFor(7)], 10 * rounds, 10);
  return toFinding({ operation: '90 days', unit: 'ms', ours, other: { name: '7 days', samples: other }, goal: { ratio: 3 } });
}

async function measure(bench: BenchContext, url: string): Promise<Finding[]> {
  await migrate(url);
  const postgres = new Postgres(url);
  const now = new Date();
  const clock: Clock = { now: () => now };
  try {
    await new PostgresEventPartitions(postgres, clock, bench.config).createMissing(new LockScope(), dayOf(now) - EVENT_DAYS);
    await fillEvents(postgres.jobPool, bench.events, dayOf(now));
    const aggregation = new PostgresEventAggregation(postgres, clock);
    const startedAt = performance.now();
    const aggregatedRows = await aggregation.aggregateStored();
    const rate = aggregatedRows / ((performance.now() - startedAt) / 1_000);
    const side = {
      pool: postgres.jobPool,
      site: new ViewSiteAnalytics(new PostgresVisitorEventStore(postgres, clock, bench.config)),
      today: dayOf(now),
    };
    return [
      await compareWithRawEvents(side),
      await compareWithWeek(side, bench.rounds),
      await compareWithDuckDb(side, bench),
      {
        operation: `counting ${aggregatedRows.toLocaleString('en-US')} events of ${EVENT_DAYS} days`,
        unit: 'rows/s',
        ours: singleSample(rate),
        other: null,
        ratio: null,
        goal: `≥ ${MIN_AGGREGATED_ROWS_PER_SECOND.toLocaleString('en-US')} rows/s`,
        met: rate >= MIN_AGGREGATED_ROWS_PER_SECOND,
      },
    ];
  } finally {
    await postgres.close();
  }
}

/** The dashboard's figures, compared with queries on raw events. */
export const siteAnalytics: Benchmark = {
  title: 'Site analytics, through its use case, including the newest events',
  measure: (bench) => withScratchDatabase(bench.url, 'traffic', false, (url) => measure(bench, url)),
};
