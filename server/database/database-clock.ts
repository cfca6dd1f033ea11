import type { Clock } from '#domain/clock';
import { MINUTE_MS } from '#domain/durations';
import type { Postgres } from '#server/database/postgres';

/** How often the offset is measured. */
const OFFSET_INTERVAL_MS = MINUTE_MS;

/** The clock of the process, corrected by its offset from the database's, so that several instances agree. */
export class DatabaseClock implements Clock {
  #offsetMs = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(private readonly postgres: Postgres) {}

  static async start(postgres: Postgres): Promise<DatabaseClock> {
    const clock = new DatabaseClock(postgres);
    await clock.#measureOffset();
    clock.#timer = setInterval(() => void clock.#measureOffset().catch(() => undefined), OFFSET_INTERVAL_MS).unref();
    return clock;
  }

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #measureOffset(): Promise<void> {
    const before = Date.now();
    const { rows } = await this.postgres.pool.query<{ now: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 "now"');
    const after = Date.now();
    if (rows[0]) this.#offsetMs = correctOffset(this.#offsetMs, { before, database: rows[0].now, after });
  }
}

/** The database's time and the times of the process before and after asking for it, in milliseconds since 1970. */
interface ClockReading {
  readonly before: number;
  readonly database: number;
  readonly after: number;
}

/**
 * Returns the known offset in milliseconds, moved only as far as a reading requires. The database read its clock at some time between
 * `before` and `after`, which are whole milliseconds. A slow answer therefore leaves a wide range and moves no clock.
 */
export function correctOffset(knownMs: number, { before, database, after }: ClockReading): number {
  const earliest = database - (after + 1);
  const latest = database - before;
  return Math.min(Math.max(knownMs, earliest), latest);
}
