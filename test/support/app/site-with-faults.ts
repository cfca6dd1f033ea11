import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { doctorOn } from '#server/cli/commands/doctor.command';
import type { SettingTexts } from '#server/config/config';
import type { Machine } from '#server/operations/doctor/machine-checks';
import { operator } from '../fakes/audit';
import { testKeys } from './test-keys';
import { FakePooler } from '../database/fake-pooler';
import { FaultProxy } from '../database/fault-proxy';
import { insertEntity } from '../database/insert-entity';
import { createTestDatabase, type TestDatabase } from '../database/test-database';

const GIGABYTE_BYTES = 1024 ** 3;

/** A line of the doctor about a fault, with the way to mend it. */
const FAULT_LINE = /^([✘!]) (.{17}) (.*)\n +→ (.*)$/gm;

/** A site in order, in which a test causes faults. `close` ends all that they needed. */
export class SiteWithFaults {
  environment: SettingTexts;
  machine: Omit<Machine, 'environment'> = { nodeVersion: process.versions.node, freeBytesAt: async () => 100 * GIGABYTE_BYTES };
  readonly #closers: (() => unknown)[] = [];

  private constructor(
    private readonly database: TestDatabase,
    private readonly proxy: FaultProxy,
  ) {
    this.environment = { ENV_FILE: '', NODE_ENV: 'test', ...testKeys, DATABASE_URL: proxy.url, PORT: '0' };
  }

  static async open(): Promise<SiteWithFaults> {
    const database = await createTestDatabase();
    await insertEntity(database.pool, 'boards', { last_crawled_at: new Date() });
    // Its database is on this machine, also where that of the tests is in a container.
    return new SiteWithFaults(database, await FaultProxy.start(database.url));
  }

  async close(): Promise<void> {
    for (const close of this.#closers.toReversed()) await close();
    await this.proxy.close();
    await this.database.close();
  }

  set(environment: SettingTexts): void {
    this.environment = { ...this.environment, ...environment };
  }

  async change(sql: string): Promise<void> {
    await this.database.pool.query(sql);
  }

  /** Runs `corklight doctor` and returns its lines about faults, as `✘ Node: too old → install another`, and the exit code. */
  async runDoctor(): Promise<{ readonly faults: readonly string[]; readonly exitCode: number }> {
    let output = '';
    const write = (text: string) => (output += text);
    const doctor = doctorOn({ ...this.machine, environment: this.environment });
    const io = { stdin: process.stdin, stdout: { write }, stderr: { write }, folder: '.', isJson: false, by: operator };
    const exitCode = await doctor([], io, async () => ({}));
    const faults = [...output.matchAll(FAULT_LINE)].map(
      ([, mark, subject, message, fix]) => `${mark} ${subject?.trim()}: ${message} → ${fix}`,
    );
    return { faults, exitCode };
  }

  /** Lets the site use a plain role with these options, such as a limit of connections. Each `%` of the grants is its name, and `OWNER` the tables' owner. */
  async useRole(options: string, ...grants: readonly string[]): Promise<void> {
    const role = `doctor_${randomBytes(4).toString('hex')}`;
    await this.change(`create role ${role} login password 'plain' ${options}`);
    this.#closers.push(() => this.change(`drop owned by ${role}; drop role ${role}`));
    const owner = new URL(this.proxy.url).username;
    for (const grant of grants) await this.change(grant.replaceAll('%', role).replace('OWNER', owner));
    const url = new URL(this.proxy.url);
    Object.assign(url, { username: role, password: 'plain' });
    this.set({ DATABASE_URL: url.toString() });
  }

  /** Lets functions of Postgres return something else: SQL that creates them in the schema `invented`, which is searched first. */
  async inventAnswers(sql: string): Promise<void> {
    await this.change(`create schema invented; set search_path = invented; ${sql}; reset search_path`);
    const url = new URL(this.proxy.url);
    url.searchParams.set('options', '-c search_path=invented,pg_catalog,public');
    this.set({ DATABASE_URL: url.toString() });
  }

  /** Puts a pooler in transaction mode before the database. */
  async poolTransactions(): Promise<void> {
    const pooler = await FakePooler.start(this.database.url, 'transaction');
    this.#closers.push(() => pooler.close());
    this.set({ DATABASE_URL: pooler.url });
  }

  /** Starts an HTTP server on a free port, and returns the port. */
  async serve(answer: RequestListener): Promise<number> {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.#closers.push(() => new Promise((resolve) => server.close(resolve)));
    return (server.address() as AddressInfo).port;
  }

  /** Starts a mail server that accepts no password, and returns its address. */
  async startSmtpServerWithoutUsers(): Promise<string> {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('Invalid username or password')),
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#closers.push(() => new Promise<void>((resolve) => server.close(resolve)));
    return `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  }
}
