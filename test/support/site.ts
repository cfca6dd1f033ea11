import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { noBrowser, openBrowser } from './browser';
import type { TestDatabase } from './database';
import { demoDatabase } from './demo-database';
import { endServers, type RunningServer, startServer } from './running-server';

export type Who = 'visitor' | 'premium';

if (noBrowser !== null) console.warn(noBrowser);

/** `describe` where a browser is at hand; elsewhere its tests are left out. */
export const describeInBrowser = noBrowser === null ? describe : describe.skip;

/** The browser's own line about a refused call; whether it was right to refuse is for the test to say. */
const isRefusal = (text: string): boolean => /^Failed to load resource: the server responded with a status of (403|404|503)/.test(text);

/** The product as people meet it: the built server with the demo catalogue, once for visitors and once for Premium, and a browser. */
export class Site {
  readonly #contexts: BrowserContext[] = [];
  #faults: string[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly servers: Readonly<Record<Who, RunningServer>>,
    readonly browser: Browser,
  ) {}

  static async open(): Promise<Site> {
    const database = await demoDatabase();
    const [visitor, premium, browser] = await Promise.all([
      startServer({ DATABASE_URL: database.url }),
      startServer({ DATABASE_URL: database.url, DEV_VIEWER: 'premium' }),
      openBrowser(),
    ]);
    return new Site(database, { visitor, premium }, browser);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await Promise.all([this.servers.visitor.stop(), this.servers.premium.stop()]);
    endServers();
    await this.database.close();
  }

  /** A fresh browser profile with one empty page; relative addresses lead to the server of this viewer. */
  async page(who: Who, options: BrowserContextOptions = {}): Promise<Page> {
    const { address } = this.servers[who];
    const context = await this.browser.newContext({ baseURL: address, viewport: { width: 1280, height: 800 }, ...options });
    this.#contexts.push(context);
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
    return (await (await fetch(`${this.servers[who].address}/api${path}`)).json()) as T;
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
