import type { TestDatabase } from '../support/database/test-database';
import { createTestDatabase } from '../support/database/test-database';
import { launchBrowser } from '../support/browser/chromium';
import { killLeftoverProcesses, type ServerProcess, startServer } from '../support/process/server-process';
import { describeInBrowser } from '../support/browser/test-site';

const HEADING = 'Corklight is being rebuilt';

describeInBrowser('the maintenance page', () => {
  let database: TestDatabase;
  let server: ServerProcess;
  beforeAll(async () => {
    database = await createTestDatabase();
    server = await startServer({ DATABASE_URL: database.url, DEMO: 'false', MAINTENANCE: 'true' });
  });
  afterAll(async () => {
    await server.stop();
    killLeftoverProcesses();
    await database.close();
  });

  it.each(['/', '/maintenance', '/boards', '/board/1/'])('replaces %s during maintenance, with 503', async (path) => {
    const response = await fetch(`${server.origin}${path}`);
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.text()).toContain(HEADING);
  });

  it('needs no script and no other request', async () => {
    const browser = await launchBrowser();
    try {
      const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false });
      const requestedPaths: string[] = [];
      context.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
      const page = await context.newPage();
      // The load event comes after every image, style sheet and frame of the page.
      await page.goto('/boards', { waitUntil: 'load' });
      expect(await page.locator('h1').innerText()).toBe(HEADING);
      expect(requestedPaths.filter((path) => path !== '/favicon.svg')).toEqual(['/boards']);
    } finally {
      await browser.close();
    }
  });
});
