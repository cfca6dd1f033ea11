import type { TestDatabase } from '../support/database';
import { freshDatabase } from '../support/database';
import { openBrowser } from '../support/browser';
import { endServers, type RunningServer, startServer } from '../support/running-server';
import { describeInBrowser } from '../support/site';

const HEADING = 'Corklight is being rebuilt';

describeInBrowser('the maintenance page', () => {
  let database: TestDatabase;
  let open: RunningServer;
  let closed: RunningServer;
  beforeAll(async () => {
    database = await freshDatabase();
    const environment = { DATABASE_URL: database.url, DEMO: 'false' };
    [open, closed] = await Promise.all([startServer(environment), startServer({ ...environment, MAINTENANCE: 'true' })]);
  });
  afterAll(async () => {
    await Promise.all([open.stop(), closed.stop()]);
    endServers();
    await database.close();
  });

  it('can be looked at any time', async () => {
    const answer = await fetch(`${open.address}/maintenance`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(HEADING);
  });

  it.each(['/', '/maintenance', '/boards', '/board/1/'])('is what %s answers during maintenance, with 503', async (path) => {
    const answer = await fetch(`${closed.address}${path}`);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.text()).toContain(HEADING);
  });

  it('needs no script and asks for nothing', async () => {
    const browser = await openBrowser();
    try {
      const context = await browser.newContext({ baseURL: closed.address, javaScriptEnabled: false });
      const asked: string[] = [];
      context.on('request', (request) => asked.push(new URL(request.url()).pathname));
      const page = await context.newPage();
      await page.goto('/boards', { waitUntil: 'networkidle' });
      expect(await page.locator('h1').innerText()).toBe(HEADING);
      expect(asked.filter((path) => path !== '/favicon.svg')).toEqual(['/boards']);
    } finally {
      await browser.close();
    }
  });
});
