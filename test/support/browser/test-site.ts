import { createHash, randomBytes } from 'node:crypto';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { signCookieValue } from '#server/http/guards/cookies';
import { waitForTable } from './list-page';
import { recordLoading } from './loaded-page';
import { noBrowserReason, launchBrowser, PAGE_TIMEOUT_MS } from './chromium';
import type { TestDatabase } from '../database/test-database';
import { copyDemoDatabase } from '../database/demo-database';
import { testSecrets } from '../process/test-secrets';
import { type Environment, killLeftoverProcesses, type ServerProcess, startServer } from '../process/server-process';

export type ViewerKind = 'visitor' | 'free' | 'premium' | 'admin';

if (noBrowserReason !== null) console.warn(noBrowserReason);

/** `describe` if a browser is available; otherwise `describe.skip`. */
export const describeInBrowser = noBrowserReason === null ? describe : describe.skip;

/**
 * What the browser and the app say of a failed request, for which the test itself checks what is shown: a busy machine may need longer for a
 * statement than a request may take.
 */
const isExpectedRefusal = (text: string): boolean =>
  /^Failed to load resource: the server responded with a status of (401|403|404|409|422|429|503)|: This took too long\./.test(text);

const sessionCookieValue = (token: string): string => signCookieValue(testSecrets, 'session', token);

interface SiteOptions {
  readonly settings?: Environment;
  readonly otherOrigins?: readonly string[];
}

/** The product as users see it: the built server and a browser. */
export class TestSite {
  readonly #contexts: BrowserContext[] = [];
  readonly #tokens = new Map<ViewerKind, string>();
  #problems: string[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly server: ServerProcess,
    readonly browser: Browser,
    /** Other origins that pages may ask. */
    private readonly otherOrigins: readonly string[],
  ) {}

  /** Starts with the demo catalog, or with another database and no demo. Pages may ask only the site and `otherOrigins`. */
  static async open(
    givenDatabase?: TestDatabase,
    { settings: givenSettings = {}, otherOrigins = [] }: SiteOptions = {},
  ): Promise<TestSite> {
    const database = givenDatabase ?? (await copyDemoDatabase());
    const settings = {
      DATABASE_URL: database.url,
      DEMO: String(givenDatabase === undefined),
      // What a screen shows is tested, not how soon: a busy machine may need longer than the default.
      DATABASE_DEADLINE_MS: '60000',
      ...givenSettings,
    };
    const [server, browser] = await Promise.all([startServer(settings), launchBrowser()]);
    return new TestSite(database, server, browser, otherOrigins);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.stop();
    killLeftoverProcesses();
    await this.database.close();
  }

  /** A new browser profile with one empty page, signed in as a user of this kind; relative URLs lead to the server. */
  async openPage(viewer: ViewerKind, options: BrowserContextOptions = {}): Promise<Page> {
    const { origin } = this.server;
    const context = await this.browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 }, ...options });
    context.setDefaultTimeout(PAGE_TIMEOUT_MS);
    this.#contexts.push(context);
    const token = await this.#sessionTokenFor(viewer);
    if (token)
      await context.addCookies([{ name: 'session', value: sessionCookieValue(token), url: origin, httpOnly: true, sameSite: 'Lax' }]);
    // Sets the cookie of this machine.
    await context.request.get(this.server.printedAddress, { maxRedirects: 0 });
    context.on('request', (request) => {
      const isExpected = [origin, ...this.otherOrigins].some((known) => request.url().startsWith(`${known}/`));
      if (!isExpected && !request.url().startsWith('data:')) this.#problems.push(`asked ${request.url()}`);
    });
    context.on('console', (message) => {
      if (message.type() === 'error' && !isExpectedRefusal(message.text())) this.#problems.push(message.text());
    });
    context.on('weberror', (error) => this.#problems.push(String(error.error())));
    const page = await context.newPage();
    recordLoading(page);
    return page;
  }

  /** The same, with the page at a path. */
  async openAt(path: string, ...as: Parameters<TestSite['openPage']>): Promise<Page> {
    const page = await this.openPage(...as);
    await page.goto(path);
    return page;
  }

  /** The same, with the table of a list. */
  async openList(path: string, ...as: Parameters<TestSite['openPage']>): Promise<Page> {
    const page = await this.openAt(path, ...as);
    await waitForTable(page);
    return page;
  }

  /** Closes all pages and returns their problems. */
  async closePages(): Promise<string[]> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
    return this.takeProblems();
  }

  /** The problems of all pages since they were last asked for: errors, content policy violations, and requests to other origins. */
  takeProblems(): string[] {
    const problems = this.#problems;
    this.#problems = [];
    return problems;
  }

  /** The API's response to this viewer. */
  async fetchJson<T>(viewer: ViewerKind, path: string): Promise<T> {
    const token = await this.#sessionTokenFor(viewer);
    const response = await fetch(
      `${this.server.origin}/api${path}`,
      token ? { headers: { cookie: `session=${sessionCookieValue(token)}` } } : {},
    );
    return (await response.json()) as T;
  }

  /** The session of a user of this kind, created on first use. */
  async #sessionTokenFor(viewer: ViewerKind): Promise<string | undefined> {
    if (viewer === 'visitor') return undefined;
    const known = this.#tokens.get(viewer);
    if (known) return known;
    const token = randomBytes(32).toString('base64url');
    this.#tokens.set(viewer, token);
    const { rows } = await this.database.pool.query<{ id: string }>(
      'insert into users (email, role_id, is_confirmed, created_at) values ($1, $2, true, now()) returning id',
      [`${viewer}@site.test`, viewer === 'admin' ? 1 : 2],
    );
    const id = rows[0]?.id;
    await this.database.pool.query(
      `insert into sessions (token_hash, user_id, created_at, seen_at, expires_at) values ($1, $2, now(), now(), now() + interval '1 day')`,
      [createHash('sha256').update(token).digest('base64url'), id],
    );
    if (viewer === 'premium') {
      await this.database.pool.query(
        `insert into subscriptions (provider, id, user_id, status, started_at, period_ends_at, changed_at)
         values ('sandbox', $1, $2, 'active', now(), now() + interval '30 days', now())`,
        [`sub_${id}`, id],
      );
    }
    return token;
  }
}

/** Records the query strings of a page's requests to one API path from now on. */
export function recordRequests(page: Page, path: string): URLSearchParams[] {
  const queries: URLSearchParams[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === `/api${path}`) queries.push(url.searchParams);
  });
  return queries;
}
