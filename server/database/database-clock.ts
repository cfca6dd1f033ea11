import type { Clock } from '#domain/clock';
import { MINUTE_MS, SECOND_MS } from '#domain/durations';
import type { Postgres } from '#server/database/postgres';
import { RequestDeadline } from '#server/database/request-deadline';

/** How often the offset is measured. */
const OFFSET_INTERVAL_MS = MINUTE_MS;

/** Beyond this, the clock of the process was set, or its machine was suspended: clocks drift by milliseconds a minute. */
const MAX_DRIFT_MS = SECOND_MS;

/** When the process started, and what has passed since: no one sets that, as people and time servers set the clock of the machine. */
const steadyNowMs = () => performance.timeOrigin + performance.now();

/** How far the clock of the machine is ahead of the steady one. */
const machineAheadMs = () => Date.now() - steadyNowMs();

/**
 * The steady clock of the process, corrected by its offset from the database's, so that several instances agree: a clock that jumps on one
 * machine must not end the leases of all others. Only a suspended machine stops the steady clock, so that it is measured again at once.
 */
export class DatabaseClock implements Clock {
  #offsetMs = 0;
  #machineAheadMs = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(private readonly postgres: Pick<Postgres, 'pool'>) {}

  static async start(postgres: Pick<Postgres, 'pool'>): Promise<DatabaseClock> {
    const clock = new DatabaseClock(postgres);
    await clock.#measureOffset();
    clock.#timer = setInterval(() => clock.#measureAgain(), OFFSET_INTERVAL_MS).unref();
    return clock;
  }

  now(): Date {
    if (Math.abs(machineAheadMs() - this.#machineAheadMs) > MAX_DRIFT_MS) this.#measureAgain();
    return new Date(steadyNowMs() + this.#offsetMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #measureAgain(): void {
    void RequestDeadline.ignoreDuring(() => this.#measureOffset()).catch(() => undefined);
  }

  async #measureOffset(): Promise<void> {
    this.#machineAheadMs = machineAheadMs();
    const before = Math.floor(steadyNowMs());
    const { rows } = await this.postgres.pool.query<{ now: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 "now"');
    const after = Math.floor(steadyNowMs());
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
