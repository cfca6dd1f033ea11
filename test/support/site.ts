import { createHash, randomBytes } from 'node:crypto';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { noBrowser, openBrowser } from './browser';
import type { TestDatabase } from './database';
import { demoDatabase } from './demo-database';
import { endServers, type RunningServer, startServer } from './running-server';

export type Who = 'visitor' | 'free' | 'premium' | 'admin';

if (noBrowser !== null) console.warn(noBrowser);

/** `describe` where a browser is at hand; elsewhere its tests are left out. */
export const describeInBrowser = noBrowser === null ? describe : describe.skip;

/** The browser's own line about a refused call; whether it was right to refuse is for the test to say. */
const isRefusal = (text: string): boolean =>
  /^Failed to load resource: the server responded with a status of (401|403|404|409|422|429|503)/.test(text);

/** The product as people meet it: the built server and a browser. */
export class Site {
  readonly #contexts: BrowserContext[] = [];
  readonly #tokens = new Map<Who, string>();
  #faults: string[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly server: RunningServer,
    readonly browser: Browser,
  ) {}

  /** With the demo catalogue, or with what another database holds and no demo. */
  static async open(own?: TestDatabase): Promise<Site> {
    const database = own ?? (await demoDatabase());
    const settings = { DATABASE_URL: database.url, DEMO: String(own === undefined) };
    const [server, browser] = await Promise.all([startServer(settings), openBrowser()]);
    return new Site(database, server, browser);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.stop();
    endServers();
    await this.database.close();
  }

  /** A fresh browser profile with one empty page, signed in as somebody of this kind; relative addresses lead to the server. */
  async page(who: Who, options: BrowserContextOptions = {}): Promise<Page> {
    const { address } = this.server;
    const context = await this.browser.newContext({ baseURL: address, viewport: { width: 1280, height: 800 }, ...options });
    this.#contexts.push(context);
    const token = await this.#tokenOf(who);
    if (token) await context.addCookies([{ name: 'session', value: token, url: address, httpOnly: true, sameSite: 'Lax' }]);
    context.on('request', (request) => {
      if (!request.url().startsWith(`${address}/`) && !request.url().startsWith('data:')) this.#faults.push(`asked ${request.url()}`);
    });
    context.on('console', (message) => {
      if (message.type() === 'error' && !isRefusal(message.text())) this.#faults.push(message.text());
    });
    context.on('weberror', (error) => this.#faults.push(String(error.error())));
    return context.newPage();
  }

  /** Closes all pages; answers what went wrong in them: errors, breaches of the content policy, requests that left our origin. */
  async leave(): Promise<string[]> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
    const faults = this.#faults;
    this.#faults = [];
    return faults;
  }

  /** What the API answers to this viewer. */
  async get<T>(who: Who, path: string): Promise<T> {
    const token = await this.#tokenOf(who);
    const answer = await fetch(`${this.server.address}/api${path}`, token ? { headers: { cookie: `session=${token}` } } : {});
    return (await answer.json()) as T;
  }

  /** The session of a person of this kind; one is made when it is asked for first. */
  async #tokenOf(who: Who): Promise<string | undefined> {
    if (who === 'visitor') return undefined;
    const known = this.#tokens.get(who);
    if (known) return known;
    const token = randomBytes(32).toString('base64url');
    this.#tokens.set(who, token);
    const { rows } = await this.database.pool.query<{ id: string }>(
      'insert into users (email, role_id, is_confirmed, created_at) values ($1, $2, true, now()) returning id',
      [`${who}@site.test`, who === 'admin' ? 1 : 2],
    );
    const id = rows[0]?.id;
    await this.database.pool.query(
      `insert into sessions (token_hash, user_id, created_at, seen_at, expires_at) values ($1, $2, now(), now(), now() + interval '1 day')`,
      [createHash('sha256').update(token).digest('base64url'), id],
    );
    if (who === 'premium') {
      await this.database.pool.query(
        `insert into subscriptions (provider, id, user_id, status, started_at, period_ends_at, changed_at)
         values ('sandbox', $1, $2, 'active', now(), now() + interval '30 days', now())`,
        [`sub_${id}`, id],
      );
    }
    return token;
  }
}

/** The calls that a page makes to one path of the API from now on, as their query strings. */
export function callsTo(page: Page, path: string): URLSearchParams[] {
  const calls: URLSearchParams[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === `/api${path}`) calls.push(url.searchParams);
  });
  return calls;
}
