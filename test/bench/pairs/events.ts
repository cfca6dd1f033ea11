import type { ClientBase } from 'pg';
import type { SiteEvent } from '#domain/analytics/events';
import { EventQueue } from '#server/analytics/event-queue';
import { PostgresEventMonths } from '#server/analytics/postgres-event-months';
import { PostgresEvents } from '#server/analytics/postgres-events';
import { copyRows } from '#server/database/copy';
import { DatabaseClock } from '#server/database/database-clock';
import { migrate } from '#server/database/migrate';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { withScratch } from '../data/scratch-database.js';
import { reportedEvents } from '../data/traffic.js';
import { finding } from '../finding.js';
import type { Finding } from '../finding.js';
import { interleave } from '../interleave.js';
import type { Bench, Pair } from '../pair.js';

const ROWS = 40_000;
/** Single statements are slow: a part of the rows tells their rate. */
const SINGLE_ROWS = 1_000;
/** Events that are under way at the same time. */
const AT_ONCE = 5_000;
const columns = ['at', 'visitor', 'user_id', 'name', 'path', 'referrer', 'metadata'] as const;

const cells = ({ visitor, user_id, name, path, referrer, metadata }: SiteEvent) =>
  [new Date(), visitor, user_id, name, path, referrer, metadata === null ? null : JSON.stringify(metadata)] as const;

async function insertEach(client: ClientBase, events: readonly SiteEvent[]): Promise<void> {
  const text = `insert into events (${columns.join(', ')}) values ($1, $2, $3, $4, $5, $6, $7)`;
  for (const event of events) await client.query({ name: 'one-event', text, values: [...cells(event)] });
}

/** Every event waits for its own answer; the next one follows. */
async function keepAll(queue: EventQueue, events: readonly SiteEvent[]): Promise<void> {
  const left = events.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const event of left) await queue.keep(event);
    }),
  );
}

async function measure(bench: Bench, url: string): Promise<Finding[]> {
  await migrate(url);
  const postgres = new Postgres(url);
  const clock = await DatabaseClock.of(postgres);
  const one = await postgres.jobPool.connect();
  try {
    await new PostgresEventMonths(postgres, clock, bench.config).make();
    const queue = new EventQueue(new PostgresEvents(postgres, clock));
    const events = reportedEvents(ROWS);
    const sides = [
      { run: () => keepAll(queue, events) },
      { run: () => insertEach(one, events.slice(0, SINGLE_ROWS)) },
      { run: () => inTransaction(postgres.jobPool, (client) => copyRows(client, 'events', columns, events.map(cells))) },
    ];
    const [ours = [], singles = [], copies = []] = await interleave(sides, Math.min(bench.rounds, 7), 1);
    const rates = (rows: number, taken: readonly number[]) => taken.map((ms) => rows / (ms / 1_000));
    const common = { operation: 'acknowledged after storing', unit: 'rows/s', ours: rates(ROWS, ours) } as const;
    return [
      finding({ ...common, other: { name: 'single INSERTs', samples: rates(SINGLE_ROWS, singles) }, goal: { ratioFrom: 10 } }),
      finding({ ...common, other: { name: 'COPY', samples: rates(ROWS, copies) }, goal: { ratioFrom: 0.4 } }),
    ];
  } finally {
    one.release();
    clock.stop();
    await postgres.close();
  }
}

/** Events through the queue, each answered when it is stored. */
export const events: Pair = {
  title: `Events taken in, ${AT_ONCE.toLocaleString('en-US')} at the same time`,
  measure: (bench) => withScratch(bench.url, 'events', false, (url) => measure(bench, url)),
};
