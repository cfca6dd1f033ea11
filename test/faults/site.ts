import { type ChildProcess, execFile, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '#server/database/embedded-postgres';
import { FaultProxy } from '../support/database/fault-proxy.js';
import { withClient } from './database/postgres-processes.js';
import { HttpClient } from './http-client.js';

/** A busy machine takes minutes for the demo. */
const START_TIMEOUT_MS = 300_000;
const POLL_INTERVAL_MS = 100;

/** What a site is started from. */
export interface SiteSource {
  /** The folder of the built product, this one or another commit's. */
  readonly checkout: string;
  /** The URL of a database, and the folder of its Postgres. */
  readonly databaseUrl: string;
  readonly postgresFolder: string;
  /** A folder for generated keys. */
  readonly dataFolder: string;
}

/** Starts the process of a server, which migrates its database before it serves. */
export const spawnServer = (
  source: SiteSource,
  port: number,
  settings: Readonly<Record<string, string>> = {},
  output: StdioOptions = 'ignore',
): ChildProcess =>
  spawn(process.execPath, [join(source.checkout, 'dist/server/main.js')], {
    cwd: source.checkout,
    env: {
      ...process.env,
      DATABASE_URL: source.databaseUrl,
      DATA_DIR: source.dataFolder,
      PORT: String(port),
      RATE_LIMITS: 'off',
      ARGON2_MEMORY: '1024',
      ...settings,
    },
    stdio: output,
  });

/** Reads the path of the address that a server prints, whose opening makes a browser one of this machine; null until it is printed. */
function readPrintedPath({ stdout }: ChildProcess): () => string | null {
  let output = '';
  let path: string | null = null;
  stdout?.on('data', (data: Buffer) => {
    if (path !== null) return;
    output += data.toString();
    const printed = /Open {2}https?:\/\/[^/\s]+(\S*)\s/.exec(output);
    path = printed ? printed[1] || '/' : null;
  });
  return () => path;
}

/** What a server prints that ends by itself, such as one that refuses to start. */
export async function outputOfServer(source: SiteSource, port: number): Promise<string> {
  const child = spawnServer(source, port, {}, 'pipe');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (output += data.toString()));
  const giveUp = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  await once(child, 'close');
  clearTimeout(giveUp);
  return output;
}

/** Runs a command of the product on the database of a site; on an embedded one if its URL is empty. */
export const corklight = ({ checkout, databaseUrl, dataFolder }: SiteSource, ...args: readonly string[]): Promise<unknown> =>
  promisify(execFile)(process.execPath, [join(checkout, 'dist/server/cli/corklight.js'), ...args], {
    cwd: checkout,
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataFolder },
  });

/** What `corklight doctor` says of an installation with these settings. */
export const doctor = (checkout: string, settings: Readonly<Record<string, string>>): Promise<string> =>
  new Promise((resolve) => {
    const options = { cwd: checkout, env: { ...process.env, ...settings } };
    execFile(process.execPath, [join(checkout, 'dist/server/cli/corklight.js'), 'doctor'], options, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });

/** Waits until a condition holds; says at the end of the patience that it does not. */
export async function until(what: string, isMet: () => Promise<boolean>, patienceMs = START_TIMEOUT_MS): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (!(await isMet())) {
    if (performance.now() > giveUpAt) throw new Error(`${what}: not within ${patienceMs / 1_000} s`);
    await sleep(POLL_INTERVAL_MS);
  }
}

/** Creates an empty database on the Postgres of a source, or one with the demo, which is made once. */
export async function createDatabase(
  source: SiteSource,
  name: string,
  content: 'empty' | 'demo',
  tablespace = 'pg_default',
): Promise<SiteSource> {
  const template = content === 'demo' ? 'demo' : 'template1';
  await withClient(source.databaseUrl, (client) => client.query(`create database ${name} template ${template} tablespace ${tablespace}`));
  const url = new URL(source.databaseUrl);
  url.pathname = `/${name}`;
  return { ...source, databaseUrl: url.toString() };
}

/** The built product with the demo catalog, whose only way to its database is a fault proxy. */
export class Site {
  private constructor(
    readonly source: SiteSource,
    readonly proxy: FaultProxy,
    readonly client: HttpClient,
    private readonly child: ChildProcess,
  ) {}

  static async start(source: SiteSource, settings: Readonly<Record<string, string>> = {}): Promise<Site> {
    const proxy = await FaultProxy.start(source.databaseUrl);
    const port = Number(settings['PORT'] ?? (await freePort()));
    const child = spawnServer({ ...source, databaseUrl: proxy.url }, port, settings, ['ignore', 'pipe', 'ignore']);
    const client = new HttpClient(port, readPrintedPath(child));
    const site = new Site(source, proxy, client, child);
    const giveUpAt = performance.now() + START_TIMEOUT_MS;
    while (client.printedPath() === null || (await client.send('GET', '/readyz')).status !== 200) {
      if (child.exitCode !== null || performance.now() > giveUpAt) throw new Error(`the server of ${source.checkout} does not start`);
      await sleep(POLL_INTERVAL_MS);
    }
    return site;
  }

  /** Runs work on a site with a database of its own, which no other server's jobs touch. */
  static async onOwnDatabase<T>(
    { source }: Site,
    name: string,
    settings: Readonly<Record<string, string>>,
    work: (site: Site) => Promise<T>,
  ): Promise<T> {
    const site = await Site.start(await createDatabase(source, name, 'demo'), settings);
    try {
      return await work(site);
    } finally {
      await site.stop();
    }
  }

  /** The memory of the server's process. */
  async memoryMegabytes(): Promise<number> {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(this.child.pid)]);
    return Math.round(Number(stdout) / 1024);
  }

  async stop(): Promise<void> {
    this.client.close();
    if (this.child.exitCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await ended;
    }
    await this.proxy.close();
  }
}
