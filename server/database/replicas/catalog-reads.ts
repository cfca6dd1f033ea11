import { Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { SECOND_MS } from '#domain/durations';
import { DomainError } from '#domain/errors';
import { LockScope } from '#domain/jobs/lock-scope';
import type { Postgres } from '#server/database/postgres';
import { ReadReplica } from '#server/database/replicas/read-replica';
import { readPosition } from '#server/database/replicas/server-position';
import { DeadlineExpired } from '#server/database/request-deadline';

const CHECK_INTERVAL_MS = SECOND_MS;

export interface ReplicaSettings {
  readonly urls: readonly string[];
  /** A replica that is further behind is not read. */
  readonly maxLagMs: number;
  readonly maxConnections: number;
}

/** Reads that the primary would refuse as well: by a rule, or because the request is over. */
const isFinal = (error: unknown): boolean => error instanceof DomainError || error instanceof DeadlineExpired;

/**
 * Where the catalog is read: from one replica per process while it is up to date, else from the primary. A read that fails on the replica
 * is repeated on the primary (docs/decisions/0034).
 */
export class CatalogReads {
  readonly replicas: readonly ReadReplica[];
  readonly #logger = new Logger('database');
  #current: ReadReplica | null = null;
  #sourceChanges = 0;
  #repeatedReads = 0;
  #checking: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  private constructor(
    private readonly postgres: Pick<Postgres, 'pool'>,
    private readonly settings: ReplicaSettings,
  ) {
    // Each process begins elsewhere, so that the replicas share the load.
    const first = Math.floor(Math.random() * settings.urls.length);
    const urls = [...settings.urls.slice(first), ...settings.urls.slice(0, first)];
    this.replicas = urls.map((url) => new ReadReplica(url, settings.maxConnections));
  }

  /** Checks the replicas, now and every second. Without replicas, all reads are from the primary. */
  static async start(postgres: Pick<Postgres, 'pool'>, settings: ReplicaSettings): Promise<CatalogReads> {
    const reads = new CatalogReads(postgres, settings);
    if (reads.replicas.length === 0) return reads;
    await reads.check();
    for (const { label, state } of reads.replicas) if (state.problem) reads.#logger.warn(`The replica ${label} ${state.problem}.`);
    reads.#timer = setInterval(() => void reads.check(), CHECK_INTERVAL_MS).unref();
    return reads;
  }

  /** The replica that is read; null while that is the primary. */
  get current(): ReadReplica | null {
    return this.#current;
  }

  /** The connections to the primary. */
  get primary(): Pool {
    return this.postgres.pool;
  }

  /** How often the source has changed: versions of data from different sources must not be compared. */
  get sourceChanges(): number {
    return this.#sourceChanges;
  }

  /** How many reads failed on a replica and were repeated on the primary. */
  get repeatedReads(): number {
    return this.#repeatedReads;
  }

  /** Runs a read with the pool of the replica, or of the primary. */
  async read<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
    const replica = this.#current;
    if (!replica) return work(this.postgres.pool);
    try {
      return await replica.whileReachable(work(replica.pool));
    } catch (error) {
      if (isFinal(error)) throw error;
      this.#repeatedReads++;
      void this.check();
      return work(this.postgres.pool);
    }
  }

  /** Checks all replicas and chooses the one to read. */
  check(): Promise<void> {
    this.#checking ??= this.#checkAll().finally(() => (this.#checking = null));
    return this.#checking;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#current = null;
    await this.#checking;
    await Promise.all(this.replicas.map((replica) => replica.close()));
  }

  async #checkAll(): Promise<void> {
    const primary = await readPosition(this.postgres.pool).catch(() => null);
    await Promise.all(this.replicas.map((replica) => replica.check(primary, this.settings.maxLagMs)));
    const usable = this.replicas.filter(({ state }) => state.problem === null);
    this.#choose(usable.find((replica) => replica === this.#current) ?? usable[0] ?? null);
  }

  #choose(chosen: ReadReplica | null): void {
    const previous = this.#current;
    if (chosen === previous) return;
    this.#current = chosen;
    this.#sourceChanges++;
    if (previous?.state.problem) this.#logger.warn(`The replica ${previous.label} ${previous.state.problem}.`);
    this.#logger.log(chosen ? `The catalog is read from the replica ${chosen.label}.` : 'The catalog is read from the primary.');
  }
}

type Read = (...args: unknown[]) => Promise<unknown>;

/** The methods of a port that are not simply answered by the server that is read. */
interface ReadRoutes<Port> {
  /** What the primary answers, because a row that a replica does not have yet would be missed. So are writes, which take the scope of a lock. */
  readonly onPrimary?: readonly (keyof Port)[];
  /** What returns versions: another one after each change of the source, so that a page from a replica is never taken for one of a primary's version. */
  readonly versions?: readonly (keyof Port)[];
}

/** A port with one adapter per server. Each call stays with one of them, so that what it reads first and last is from one server. */
export function routeReads<Port extends { readonly [Method in keyof Port]: (...args: never[]) => Promise<unknown> }>(
  reads: CatalogReads,
  create: (pool: Pool) => Port,
  { onPrimary = [], versions = [] }: ReadRoutes<Port> = {},
): Port {
  const adapters = new WeakMap<Pool, Port>();
  const adapterOn = (pool: Pool): Port => {
    const adapter = adapters.get(pool) ?? create(pool);
    adapters.set(pool, adapter);
    return adapter;
  };
  const route =
    (name: keyof Port): Read =>
    async (...args) => {
      const readOn = (pool: Pool) => {
        const adapter = adapterOn(pool);
        return Reflect.apply(adapter[name] as unknown as Read, adapter, args);
      };
      if (args[0] instanceof LockScope || onPrimary.includes(name)) return readOn(reads.primary);
      const { sourceChanges } = reads;
      const result = await reads.read(readOn);
      return versions.includes(name) ? `${sourceChanges} ${String(result)}` : result;
    };
  const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(adapterOn(reads.primary))).filter((name) => name !== 'constructor');
  return Object.fromEntries(methods.map((name) => [name, route(name as keyof Port)])) as unknown as Port;
}
