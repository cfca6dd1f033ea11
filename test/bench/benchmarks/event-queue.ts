import type { ClientBase } from 'pg';
import type { VisitorEvent } from '#domain/analytics/visitors/visitor-events';
import { LockScope } from '#domain/jobs/lock-scope';
import { EventQueue } from '#server/analytics/visitors/event-queue';
import { PostgresEventPartitions } from '#server/analytics/visitors/postgres/event-partitions';
import { PostgresVisitorEventStore } from '#server/analytics/visitors/postgres/visitor-event-store';
import { copyRows } from '#server/database/copy/text-copy';
import { DatabaseClock } from '#server/database/database-clock';
import { migrate } from '#server/database/migrate';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { withScratchDatabase } from '../data/scratch-database.js';
import { sampleEvents } from '../data/visitor-events.js';
import { toFinding } from '../finding.js';
import type { Finding } from '../finding.js';
import { interleave } from '../interleave.js';
import type { BenchContext, Benchmark } from '../benchmark.js';

const EVENT_COUNT = 40_000;
/** Single statements are slow, so fewer rows determine their rate. */
const SINGLE_INSERT_COUNT = 1_000;
/** Number of concurrent events. */
const CONCURRENT_EVENTS = 5_000;
const eventColumns = ['at', 'visitor', 'user_id', 'name', 'path', 'referrer', 'metadata'] as const;

const eventCells = ({ visitor, user_id, name, path, referrer, metadata }: VisitorEvent) =>
  [new Date(), visitor, user_id, name, path, referrer, metadata === null ? null : JSON.stringify(metadata)] as const;

async function insertOneByOne(client: ClientBase, events: readonly VisitorEvent[]): Promise<void> {
  const text = `insert into events (${eventColumns.join(', ')}) values ($1, $2, $3, $4, $5, $6, $7)`;
  for (const event of events) await client.query({ name: 'one-event', text, values: [...eventCells(event)] });
}

/** Each sender waits for its event's response before it sends the next one. */
async function storeThroughQueue(queue: EventQueue, events: readonly VisitorEvent[]): Promise<void> {
  const remaining = events.values();
  await Promise.all(
    Array.from({ length: CONCURRENT_EVENTS }, async () => {
      for (const event of remaining) await queue.record(event);
    }),
  );
}

async function measure(bench: BenchContext, url: string): Promise<Finding[]> {
  await migrate(url);
  const postgres = new Postgres(url);
  const clock = await DatabaseClock.start(postgres);
  const client = await postgres.jobPool.connect();
  try {
    await new PostgresEventPartitions(postgres, clock, bench.config).createMissing(new LockScope());
    const queue = new EventQueue(new PostgresVisitorEventStore(postgres, clock, { EVENTS_STORED_PER_DAY: 1_000_000 }), {
      explains: async () => false,
    });
    const events = sampleEvents(EVENT_COUNT);
    const sides = [
      { run: () => storeThroughQueue(queue, events) },
      { run: () => insertOneByOne(client, events.slice(0, SINGLE_INSERT_COUNT)) },
      { run: () => inTransaction(postgres.jobPool, (client) => copyRows(client, 'events', eventColumns, events.map(eventCells))) },
    ];
    const [ours = [], singleInserts = [], copies = []] = await interleave(sides, Math.min(bench.rounds, 7), 1);
    const rowsPerSecond = (rows: number, taken: readonly number[]) => taken.map((ms) => rows / (ms / 1_000));
    const common = { operation: 'acknowledged after storing', unit: 'rows/s', ours: rowsPerSecond(EVENT_COUNT, ours) } as const;
    return [
      toFinding({
        ...common,
        other: { name: 'single INSERTs', samples: rowsPerSecond(SINGLE_INSERT_COUNT, singleInserts) },
        goal: { ratioFrom: 10 },
      }),
      toFinding({ ...common, other: { name: 'COPY', samples: rowsPerSecond(EVENT_COUNT, copies) }, goal: { ratioFrom: 0.4 } }),
    ];
  } finally {
    client.release();
    clock.stop();
    await postgres.close();
  }
}

/** Events through the queue, each acknowledged when stored. */
export const events: Benchmark = {
  title: `Events received, ${CONCURRENT_EVENTS.toLocaleString('en-US')} at a time`,
  measure: (bench) => withScratchDatabase(bench.url, 'events', false, (url) => measure(bench, url)),
};
