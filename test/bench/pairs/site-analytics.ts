import type { Pool } from 'pg';
import type { Clock } from '#domain/clock';
import type { AnalyticsDays } from '#domain/analytics/contract';
import { type Day, dayOf } from '#domain/days';
import { PostgresEventFold } from '#server/analytics/postgres-event-fold';
import { PostgresEventMonths } from '#server/analytics/postgres-event-months';
import { PostgresTrafficLedger } from '#server/analytics/postgres-traffic-ledger';
import { ViewSiteAnalytics } from '#server/analytics/site-analytics';
import { migrate } from '#server/database/migrate';
import { Postgres } from '#server/database/postgres';
import { withScratch } from '../data/scratch-database.js';
import { askRaw, duckDbSql, fillTraffic, postgresSql, TRAFFIC_DAYS } from '../data/traffic.js';
import { single } from '../figures.js';
import { absent, type Finding, finding } from '../finding.js';
import { interleave } from '../interleave.js';
import type { Bench, Pair } from '../pair.js';
import { DuckDbPeer } from '../peers/duckdb.js';

/** The raw questions take seconds each. */
const RAW_ROUNDS = 3;
const FOLD_GOAL = 100_000;

interface Side {
  readonly pool: Pool;
  readonly site: ViewSiteAnalytics;
  readonly today: Day;
}

interface Other {
  readonly name: string;
  readonly ask: () => Promise<{ events: number; visitors: number }>;
  readonly goal: number;
  readonly rounds: number;
}

async function against({ site }: Side, { name, ask, goal, rounds }: Other): Promise<Finding> {
  const { summary } = await site.of(90);
  const raw = await ask();
  const isEqual = raw.events === summary.total_events && raw.visitors === summary.unique_visitors;
  const [ours = [], other = []] = await interleave([{ run: () => site.of(90) }, { run: ask }], rounds, 1);
  const found = finding({
    operation: '90 days',
    unit: 'ms',
    ours,
    other: { name, samples: other },
    goal: { ratio: goal },
    note: isEqual ? 'figures are equal' : `figures differ: ${JSON.stringify({ raw, summary })}`,
  });
  return isEqual ? found : { ...found, met: false };
}

function againstRaw(side: Side): Promise<Finding> {
  const ask = () => askRaw(async (sql) => (await side.pool.query(sql)).rows, postgresSql, 90, side.today);
  return against(side, { name: 'the same questions on raw events', ask, goal: 0.001, rounds: RAW_ROUNDS });
}

async function againstDuckDb(side: Side, { peers, rounds }: Bench): Promise<Finding> {
  if (!peers) return absent('90 days', 'ms', '≤ 1/20', 'DuckDB: --peers was not given');
  try {
    const peer = await DuckDbPeer.of(side.pool);
    const ask = () => askRaw((sql) => peer.ask(sql), duckDbSql, 90, side.today);
    const found = await against(side, { name: 'DuckDB, the same questions', ask, goal: 0.05, rounds });
    peer.close();
    return found;
  } catch (error) {
    return absent('90 days', 'ms', '≤ 1/20', `DuckDB: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function againstWeek({ site }: Side, rounds: number): Promise<Finding> {
  const of = (days: AnalyticsDays) => ({ run: () => site.of(days) });
  const [ours = [], other = []] = await interleave([of(90), of(7)], 10 * rounds, 10);
  return finding({ operation: '90 days', unit: 'ms', ours, other: { name: '7 days', samples: other }, goal: { ratio: 3 } });
}

async function measure(bench: Bench, url: string): Promise<Finding[]> {
  await migrate(url);
  const postgres = new Postgres(url);
  const now = new Date();
  const clock: Clock = { now: () => now };
  try {
    await new PostgresEventMonths(postgres, clock, bench.config).make(dayOf(now) - TRAFFIC_DAYS);
    await fillTraffic(postgres.jobPool, bench.events, dayOf(now));
    const fold = new PostgresEventFold(postgres, clock);
    const began = performance.now();
    const counted = await fold.run();
    const rate = counted / ((performance.now() - began) / 1_000);
    const side = {
      pool: postgres.jobPool,
      site: new ViewSiteAnalytics(new PostgresTrafficLedger(postgres, fold, clock)),
      today: dayOf(now),
    };
    return [
      await againstRaw(side),
      await againstWeek(side, bench.rounds),
      await againstDuckDb(side, bench),
      {
        operation: `counting ${counted.toLocaleString('en-US')} events of ${TRAFFIC_DAYS} days`,
        unit: 'rows/s',
        ours: single(rate),
        other: null,
        ratio: null,
        goal: `≥ ${FOLD_GOAL.toLocaleString('en-US')} rows/s`,
        met: rate >= FOLD_GOAL,
      },
    ];
  } finally {
    await postgres.close();
  }
}

/** The dashboard's figures against the questions themselves. */
export const siteAnalytics: Pair = {
  title: 'Site analytics, through its use case, the newest events among them',
  measure: (bench) => withScratch(bench.url, 'traffic', false, (url) => measure(bench, url)),
};
