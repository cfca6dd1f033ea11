import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser/chromium';
import { describeInBrowser } from '../support/browser/test-site';
import { copyDemoDatabase } from '../support/database/demo-database';
import type { TestDatabase } from '../support/database/test-database';
import { killLeftoverProcesses, type ServerProcess, startServer } from '../support/process/server-process';

const ATTACKERS_NAME = 'rebind.test';
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
const closing = { 'content-type': 'text/html', connection: 'close' };

const demoSignIn = { method: 'POST', body: JSON.stringify({ role: 'admin' }), headers: { 'content-type': 'application/json' } };

/** What the script of a page reads from a URL: status and body, or the browser's refusal. */
const readFrom = (page: Page, url: string, request: Partial<typeof demoSignIn> = {}) =>
  page.evaluate(
    async ([address, init]) => {
      const response = await fetch(address, { cache: 'no-store', ...init }).catch(() => null);
      return response ? { status: response.status, body: await response.text() } : 'refused by the browser';
    },
    [url, request] as const,
  );

describeInBrowser('a web page whose name moves to this machine', () => {
  let database: TestDatabase;
  let product: ServerProcess;
  let attacker: Server;
  let browser: Browser;
  /** The port behind the attacker's name: first the attacker's own server, then the product. */
  let portBehindName: number;
  const name = createTcpServer((socket) => {
    const target = connect(portBehindName, '127.0.0.1');
    for (const [from, to] of [[socket, target] as const, [target, socket] as const]) from.on('error', () => to.destroy()).pipe(to);
  });

  beforeAll(async () => {
    database = await copyDemoDatabase();
    attacker = createServer((_, response) => response.writeHead(200, closing).end('<title>Free recipes</title>')).listen(0, '127.0.0.1');
    name.listen(0, '127.0.0.1');
    const started = Promise.all([once(attacker, 'listening'), once(name, 'listening')]);
    [product, browser] = await Promise.all([
      startServer({ DATABASE_URL: database.url, DEMO: 'true' }),
      launchBrowser([`--host-resolver-rules=MAP ${ATTACKERS_NAME} 127.0.0.1`]),
      started,
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await product.stop();
    killLeftoverProcesses();
    name.close();
    attacker.close();
    await database.close();
  });

  it('reads nothing, and signs no one in, neither by its own name nor by the address of this machine', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    portBehindName = portOf(attacker);
    await page.goto(`http://${ATTACKERS_NAME}:${portOf(name)}/`);
    expect(await page.title()).toBe('Free recipes');

    portBehindName = Number(new URL(product.origin).port);
    const byAddress = await fetch(`http://127.0.0.1:${portOf(name)}/api/settings`);
    expect(byAddress.status).toBe(200);
    const refusal = { status: 421, body: expect.stringContaining('"code":"wrong_host"') };
    for (const path of ['/api/settings', '/api/boards', '/dev/mail', '/'])
      expect([path, await readFrom(page, path)]).toEqual([path, refusal]);
    expect(await readFrom(page, '/api/auth/demo', demoSignIn)).toEqual(refusal);
    expect(await readFrom(page, `${product.origin}/api/boards`)).toBe('refused by the browser');
    expect(await readFrom(page, `${product.origin}/api/auth/demo`, demoSignIn)).toBe('refused by the browser');
    expect(await context.cookies()).toEqual([]);
    const { rows } = await database.pool.query('select 1 from sessions');
    expect(rows).toEqual([]);
  });
});
