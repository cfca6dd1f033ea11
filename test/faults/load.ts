import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { BrowserHeaders } from './http-client.js';
import type { Site } from './site.js';

export interface Call {
  readonly kind: Kind;
  readonly sentAt: number;
  readonly status: number;
  readonly firstByteMs: number;
}

const kinds = ['list', 'detail', 'list', 'session', 'list', 'detail', 'page', 'list', 'detail', 'write'] as const;
type Kind = (typeof kinds)[number] | 'register';

export const REQUESTS_PER_SECOND = 50;
/** A browser writes again only after its last write has ended one way or the other. */
const WRITING_BROWSERS = 100;
/** One registration a second, in browsers of their own, because it replaces the session. */
const REGISTER_EVERY = 50;
const REGISTERING_BROWSERS = 20;

/** Sends 50 requests a second whether or not they are answered: lists, details, sessions, pages, and two kinds of writes. */
export class Load {
  readonly calls: Call[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #acknowledgedSequence = new Map<number, number>();
  readonly #registered: string[] = [];
  readonly #browsers: BrowserHeaders[] = [];
  #pinIds: readonly string[] = [];
  #isStopped = false;
  #ended: Promise<void> = Promise.resolve();

  private constructor(
    private readonly site: Site,
    private readonly name: string,
  ) {}

  static async start(site: Site, name: string): Promise<Load> {
    const load = new Load(site, name.replace(/\W/g, '-').toLowerCase());
    const { body } = await site.client.send('GET', '/api/pins?per_page=10');
    load.#pinIds = (JSON.parse(body) as { pins: { _id: string }[] }).pins.map(({ _id }) => _id);
    // A long name makes rows of sessions large, so that they need new pages.
    const userAgent = { 'user-agent': 'Mozilla/5.0 '.padEnd(300, 'x') };
    while (load.#browsers.length < WRITING_BROWSERS + REGISTERING_BROWSERS)
      load.#browsers.push({ ...userAgent, ...(await site.client.openBrowser()) });
    load.#ended = load.#run();
    return load;
  }

  get acknowledgedWrites(): number {
    return this.#acknowledgedSequence.size + this.#registered.length;
  }

  /** Stops and waits for the last responses. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#ended;
    await Promise.all(this.#running);
  }

  /** How many acknowledged writes the database does not hold. */
  async countLostWrites(): Promise<number> {
    const client = new Client({ connectionString: this.site.source.databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ sscid: string }>('select sscid from sessions where sscid like $1', [`${this.name}-%`]);
    const stored = new Map<number, number>();
    for (const { sscid } of rows) {
      const [browser = -1, sequence = -1] = sscid.split('-').slice(-2).map(Number);
      stored.set(browser, Math.max(sequence, stored.get(browser) ?? -1));
    }
    const lostValues = [...this.#acknowledgedSequence].filter(([browser, sequence]) => (stored.get(browser) ?? -1) < sequence);
    const { rows: users } = await client.query<{ email: string }>('select email from users where email = any($1)', [this.#registered]);
    await client.end();
    return lostValues.length + this.#registered.length - users.length;
  }

  async #run(): Promise<void> {
    const startedAt = performance.now();
    for (let sequence = 0; !this.#isStopped; sequence++) {
      await sleep(Math.max(0, startedAt + (sequence * 1_000) / REQUESTS_PER_SECOND - performance.now()));
      const running = this.#send(sequence).finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
  }

  async #send(sequence: number): Promise<void> {
    const isRegistration = sequence % REGISTER_EVERY === 0;
    const kind: Kind = isRegistration ? 'register' : (kinds[sequence % kinds.length] ?? 'list');
    const sentAt = performance.now();
    const { status, firstByteMs } = await this.#call(kind, sequence);
    this.calls.push({ kind, sentAt, status, firstByteMs });
  }

  #call(kind: Kind, sequence: number): Promise<{ readonly status: number; readonly firstByteMs: number }> {
    const { client } = this.site;
    if (kind === 'list') return client.send('GET', `/api/pins?page=${1 + (sequence % 3)}`);
    if (kind === 'detail') return client.send('GET', `/api/pins/${this.#pinIds[sequence % this.#pinIds.length]}`);
    if (kind === 'page') return client.send('GET', '/');
    const browser = Math.floor(sequence / kinds.length) % WRITING_BROWSERS;
    const headers = this.#browsers[browser] ?? {};
    if (kind === 'session') return client.send('GET', '/api/sessions', headers);
    return kind === 'write' ? this.#write(browser, headers, sequence) : this.#register(sequence);
  }

  async #write(browser: number, headers: BrowserHeaders, sequence: number) {
    const response = await this.site.client.send('PATCH', '/api/sessions', headers, { sscid: `${this.name}-${browser}-${sequence}` });
    if (response.status === 200) this.#acknowledgedSequence.set(browser, sequence);
    return response;
  }

  async #register(sequence: number) {
    const email = `${this.name}-${sequence}@people.test`;
    const headers = this.#browsers[WRITING_BROWSERS + (sequence % REGISTERING_BROWSERS)] ?? {};
    const response = await this.site.client.send('POST', '/api/auth/register', headers, { email, password: 'plum orchard in the rain' });
    if (response.status === 200) this.#registered.push(email);
    return response;
  }
}
