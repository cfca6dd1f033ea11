import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { SECOND_MS } from '#domain/durations';
import { Unavailable } from '#domain/errors';
import type { DatabaseOutages } from '#domain/operations/database-outages';
import { Postgres } from '#server/database/postgres';
import { isTemporaryFailure } from '#server/database/temporary-failure';

/** How often a database that is out of reach is asked again. */
const PROBE_INTERVAL_MS = SECOND_MS;

/** The failures of jobs have one cause while nothing can be written. */
const PROBE_SQL = `select current_setting('transaction_read_only')::bool "isReadOnly"`;

/** Asks the database after a failure whether it is out of reach or read-only, and then every second until it works. */
@Injectable()
export class ProbedDatabaseOutages implements DatabaseOutages, OnModuleDestroy {
  readonly #logger = new Logger('database');
  #outSinceMs: number | null = null;
  #probing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(private readonly postgres: Postgres) {}

  async explains(error: unknown): Promise<boolean> {
    if (!isTemporaryFailure(error)) return false;
    if (this.#outSinceMs === null) await this.#probe();
    return this.#outSinceMs !== null;
  }

  onModuleDestroy(): void {
    this.#isStopping = true;
    clearTimeout(this.#timer);
  }

  #probe(): Promise<void> {
    this.#probing ??= this.#ask().finally(() => (this.#probing = null));
    return this.#probing;
  }

  async #ask(): Promise<void> {
    const reason = await this.postgres.pool.query<{ isReadOnly: boolean }>(PROBE_SQL).then(
      ({ rows }) => (rows[0]?.isReadOnly ? 'is read-only, and saves nothing' : null),
      // Our own queue is full: the database is slow, not out of reach.
      (error: unknown) => (error instanceof Unavailable ? null : `is out of reach: ${(error as Error).message}`),
    );
    if (this.#isStopping) return;
    if (reason === null) this.#end();
    else this.#begin(reason);
  }

  #begin(reason: string): void {
    if (this.#outSinceMs === null) this.#logger.error(`The database ${reason}`);
    this.#outSinceMs ??= performance.now();
    this.#timer = setTimeout(() => void this.#probe(), PROBE_INTERVAL_MS).unref();
  }

  #end(): void {
    if (this.#outSinceMs === null) return;
    const seconds = Math.round((performance.now() - this.#outSinceMs) / SECOND_MS);
    this.#outSinceMs = null;
    this.#logger.warn(`The database works again, after ${seconds} s.`);
  }
}
