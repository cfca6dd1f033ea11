import { Client, type Pool } from 'pg';
import { SECOND_MS } from '#domain/durations';
import { BoundedPool } from '#server/database/bounded-pool';
import { requestPoolOptions } from '#server/database/postgres';
import { readPosition, type ServerPosition } from '#server/database/replicas/server-position';
import { DatabaseUnreachable } from '#server/database/temporary-failure';

/** How many positions are remembered: beyond that the oldest one alone says how far behind a replica is. */
const MAX_POSITIONS = 1_000;

interface Sample {
  readonly position: number;
  readonly atMs: number;
}

/**
 * How far a replica is behind its primary, in time. The replica's own clock of the last transaction would grow while nothing is written,
 * so this compares positions in the log (WAL): a replica is as late as the oldest position of the primary that it has not replayed.
 */
export class ReplicaLag {
  readonly #missing: Sample[] = [];
  #newestPosition: number | null = null;

  /**
   * Records where both are; the primary is null if it could not be asked. Returns the lag, and whether the replica has replayed what the
   * primary had at the previous call, or has now at the first one.
   */
  observe(primary: number | null, replica: number, nowMs: number): { readonly lagMs: number; readonly isCaughtUp: boolean } {
    const target = this.#newestPosition ?? primary;
    if (primary !== null && primary > (this.#newestPosition ?? -1)) {
      this.#newestPosition = primary;
      if (this.#missing.length < MAX_POSITIONS) this.#missing.push({ position: primary, atMs: nowMs });
    }
    while (this.#missing[0] && this.#missing[0].position <= replica) this.#missing.shift();
    const [oldest] = this.#missing;
    return { lagMs: oldest ? nowMs - oldest.atMs : 0, isCaughtUp: target !== null && replica >= target };
  }
}

/** A replica that does not say within this time where it is, is not read. */
const CHECK_TIMEOUT_MS = SECOND_MS;

/**
 * The longest pause between two checks of a replica that does not answer; the first is a second. Each attempt may leave a session behind on
 * a server whose replay is paused within a swap of tables.
 */
const MAX_RETRY_DELAY_MS = 16 * SECOND_MS;

/** Whether a replica gets what its primary writes, and if not, whether it ever will; null where that is unknown. */
export type Reception = 'receiving' | 'not receiving' | 'lost its WAL';

/** Whether a replica may be read, and why not. */
export type ReplicaState = { readonly reception: Reception | null } & (
  { readonly lagMs: number; readonly problem: null } | { readonly lagMs: number | null; readonly problem: string }
);

const lagText = (milliseconds: number): string => `is ${(milliseconds / SECOND_MS).toFixed(1)} s behind`;

/** A lost slot comes first: a replica without its WAL still connects every few seconds, and receives for a moment. */
function receptionOf(primary: ServerPosition | null, { isReceiving, slot }: ServerPosition): Reception {
  if (slot !== null && primary?.lostSlots.includes(slot)) return 'lost its WAL';
  return isReceiving ? 'receiving' : 'not receiving';
}

/** Why a replica that is behind may not be read. */
const problemOf = (reception: Reception, lagMs: number): string =>
  ({
    receiving: `${lagText(lagMs)} and receiving`,
    'not receiving': `${lagText(lagMs)} and not receiving: no connection to its primary`,
    'lost its WAL': 'has lost its WAL: its primary has removed what it still needs',
  })[reception];

/** The host and the port of an address, without user and password. */
const labelOf = (url: string): string => {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || 5432}`;
};

/** A streaming replica of the database: its connection pool for reads, and what the last check found. */
export class ReadReplica {
  readonly label: string;
  readonly pool: Pool;
  #lag = new ReplicaLag();
  readonly #readers = new Set<(error: Error) => void>();
  #checkClient: Client | null = null;
  #failedChecks = 0;
  #nextCheckMs = 0;
  #state: ReplicaState = { reception: null, lagMs: null, problem: 'has not been checked yet' };

  constructor(
    private readonly url: string,
    maxConnections: number,
  ) {
    this.label = labelOf(url);
    this.pool = new BoundedPool({ ...requestPoolOptions, max: maxConnections, min: 0, connectionString: url });
    this.pool.on('error', () => undefined);
  }

  get state(): ReplicaState {
    return this.#state;
  }

  /** Compares the replica with its primary, which is null if it could not be asked. A replica that was given up must catch up first. */
  async check(primary: ServerPosition | null, maxLagMs: number, nowMs = performance.now()): Promise<ReplicaState> {
    if (nowMs < this.#nextCheckMs) return this.#state;
    try {
      this.#state = this.#judge(primary, await this.#readPosition(), maxLagMs, nowMs);
      this.#failedChecks = 0;
    } catch (error) {
      // What it had before it went away says nothing about what it has when it returns.
      this.#lag = new ReplicaLag();
      this.#state = { reception: null, lagMs: null, problem: `does not answer: ${(error as Error).message}` };
      // Half a second less, so that a timer that is early skips no check.
      this.#nextCheckMs = nowMs + Math.min(MAX_RETRY_DELAY_MS, SECOND_MS * 2 ** this.#failedChecks++) - SECOND_MS / 2;
      for (const giveUp of this.#readers) giveUp(new DatabaseUnreachable(error));
    }
    return this.#state;
  }

  /** The result of a read from the pool; fails as soon as a check finds that the replica does not answer. */
  async whileReachable<T>(read: Promise<T>): Promise<T> {
    const { promise: unreachable, reject } = Promise.withResolvers<never>();
    this.#readers.add(reject);
    try {
      return await Promise.race([read, unreachable]);
    } finally {
      this.#readers.delete(reject);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.#closeCheckClient()]);
  }

  #judge(primary: ServerPosition | null, found: ServerPosition, maxLagMs: number, nowMs: number): ReplicaState {
    if (!found.isReplica) return { reception: null, lagMs: null, problem: 'is no replica: it accepts writes' };
    if (primary && (found.system !== primary.system || found.database !== primary.database))
      return { reception: null, lagMs: null, problem: 'is a replica of another database' };
    const { lagMs, isCaughtUp } = this.#lag.observe(primary?.position ?? null, found.position, nowMs);
    const mayBeRead = this.#state.problem === null ? lagMs <= maxLagMs : isCaughtUp;
    const reception = receptionOf(primary, found);
    return { reception, lagMs, problem: mayBeRead ? null : problemOf(reception, lagMs) };
  }

  /** Uses its own connection, which a busy pool cannot delay. */
  async #readPosition(): Promise<ServerPosition> {
    const client = this.#checkClient ?? (await this.#openCheckClient());
    try {
      return await readPosition(client);
    } catch (error) {
      void this.#closeCheckClient();
      throw error;
    }
  }

  async #openCheckClient(): Promise<Client> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'corklight replica',
      connectionTimeoutMillis: CHECK_TIMEOUT_MS,
      query_timeout: CHECK_TIMEOUT_MS,
    });
    client.on('error', () => undefined);
    client.once('end', () => (this.#checkClient = this.#checkClient === client ? null : this.#checkClient));
    await client.connect();
    this.#checkClient = client;
    return client;
  }

  /** Does not wait for a server that may not respond. */
  async #closeCheckClient(): Promise<void> {
    const client = this.#checkClient;
    this.#checkClient = null;
    void client?.end().catch(() => undefined);
    client?.connection.stream.destroy();
  }
}
