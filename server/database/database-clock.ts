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
    this.#offsetMs = (rows[0]?.now ?? after) - (before + after) / 2;
  }
}
