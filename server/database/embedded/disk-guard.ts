import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { SECOND_MS } from '#domain/durations';
import { freeBytes, isReadOnlyCluster, megabytesText, MIN_FREE_BYTES_TO_RUN, reserveOf } from '#server/database/embedded/full-disk';
import type { EmbeddedPostgres } from '#server/database/embedded-postgres';
import { withConnection } from '#server/database/transaction';

const MEGABYTE_BYTES = 1024 ** 2;

/** When the guard acts. */
interface DiskLimits {
  /** Writes stop when less is free. */
  readonly minFreeBytes: number;
  /** A reserve for the log and the recovery of Postgres when nothing else is free. */
  readonly reserveBytes: number;
  /** Writes resume, and the reserve is made again, when this much is free. */
  readonly resumeBytes: number;
  /** Writes stay stopped at least this long: canceled commands can still read the reason, and a disk that others fill does not flap. */
  readonly minReadOnlyMs: number;
}

const defaultDiskLimits: DiskLimits = {
  minFreeBytes: MIN_FREE_BYTES_TO_RUN,
  reserveBytes: 64 * MEGABYTE_BYTES,
  resumeBytes: 256 * MEGABYTE_BYTES,
  minReadOnlyMs: 10 * SECOND_MS,
};

/** An import writes about 20 MB between two checks. */
const CHECK_INTERVAL_MS = 200;
/** While the cluster is read-only. */
const READ_ONLY_CHECK_INTERVAL_MS = SECOND_MS;

/** Stored settings that make every later transaction a reader, and the log of the server silent about each refused write. */
const STOP_WRITES = ['alter system set log_min_messages = fatal', 'alter system set default_transaction_read_only = on'];
/** Has Postgres read the stored settings, unless it has: on a full disk, the first try may have failed after they were stored. */
const RELOAD_UNLESS_STOPPED = `select pg_reload_conf() where not current_setting('default_transaction_read_only')::bool`;
const RESUME_WRITES = [
  'alter system reset default_transaction_read_only',
  'alter system reset log_min_messages',
  'select pg_reload_conf()',
];
/** Ends the running transactions that have written: their rows would take the last room. */
const CANCEL_WRITERS = `select pg_cancel_backend(pid) from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()`;

/**
 * Keeps an embedded Postgres readable on a full disk. Its log is on the same disk, and without room for it Postgres ends, cannot recover,
 * and stays down. So the guard stops all writes before that, and resumes them when there is room. A file holds a reserve that other
 * programs cannot take. A Postgres that ended anyway is started again. Every process that uses the cluster has a guard.
 */
export class DiskGuard {
  readonly #logger = new Logger('database');
  readonly #reserve: string;
  readonly #stopped = new AbortController();
  #watching: Promise<void> = Promise.resolve();
  #readOnlySinceMs: number | null = null;

  private constructor(
    private readonly postgres: EmbeddedPostgres,
    private readonly limits: DiskLimits,
  ) {
    this.#reserve = reserveOf(postgres.directory);
  }

  /** Starts to watch, after one look, so that what follows finds a cluster that can be written if there is room. */
  static async start(postgres: EmbeddedPostgres, limits = defaultDiskLimits): Promise<DiskGuard> {
    const guard = new DiskGuard(postgres, limits);
    if (await isReadOnlyCluster(postgres.directory)) guard.#readOnlySinceMs = Number.NEGATIVE_INFINITY;
    await guard.#check();
    guard.#watching = guard.#watch();
    return guard;
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      const intervalMs = this.#readOnlySinceMs === null ? CHECK_INTERVAL_MS : READ_ONLY_CHECK_INTERVAL_MS;
      await sleep(intervalMs, undefined, { ref: false, signal }).catch(() => undefined);
      if (!signal.aborted) await this.#check();
    }
  }

  /** The next check repeats whatever fails now, such as a statement while Postgres recovers. */
  async #check(): Promise<void> {
    await this.#followDisk().catch(() => undefined);
    if (this.postgres.isLost()) await this.postgres.rejoin().catch(() => undefined);
  }

  async #followDisk(): Promise<void> {
    const free = await freeBytes(this.postgres.directory);
    if (free < this.limits.minFreeBytes) await this.#stopWrites(free);
    else if (free >= this.limits.resumeBytes) await this.#resumeWrites(free);
    else if (this.#readOnlySinceMs !== null) await this.#run([RELOAD_UNLESS_STOPPED, CANCEL_WRITERS]);
  }

  async #stopWrites(free: number): Promise<void> {
    const isFirst = this.#readOnlySinceMs === null;
    this.#readOnlySinceMs ??= performance.now();
    if (isFirst) {
      const { directory } = this.postgres;
      this.#logger.error(`The disk of ${directory} is full: ${megabytesText(free)} free. The site is read-only until there is room.`);
    }
    await rm(this.#reserve, { force: true });
    if (!(await isReadOnlyCluster(this.postgres.directory))) await this.#run(STOP_WRITES);
    await this.#run([RELOAD_UNLESS_STOPPED, CANCEL_WRITERS]);
    // Removes the log of what is in the tables by now, which may be gigabytes.
    if (isFirst) void this.#run(['checkpoint']).catch(() => undefined);
  }

  async #resumeWrites(free: number): Promise<void> {
    if (this.#readOnlySinceMs !== null) {
      if (performance.now() - this.#readOnlySinceMs < this.limits.minReadOnlyMs) return;
      await this.#run(RESUME_WRITES);
      this.#readOnlySinceMs = null;
      this.#logger.warn(
        `There is room again on the disk of ${this.postgres.directory}: ${megabytesText(free)} free. The site saves again.`,
      );
    }
    if (!(await stat(this.#reserve).catch(() => null))) await this.#makeReserve();
  }

  /** Random bytes, because file systems store others in less. */
  async #makeReserve(): Promise<void> {
    const unfinished = `${this.#reserve}.new`;
    const file = await open(unfinished, 'w', 0o600);
    try {
      for (let size = 0; size < this.limits.reserveBytes; size += MEGABYTE_BYTES) await file.write(randomBytes(MEGABYTE_BYTES));
      await rename(unfinished, this.#reserve);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  }

  async #run(statements: readonly string[]): Promise<void> {
    const connection = { connectionString: this.postgres.url, connectionTimeoutMillis: 2_000, application_name: 'corklight guard' };
    await withConnection(connection, async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  }
}
