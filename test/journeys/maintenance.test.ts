import type { TestDatabase } from '../support/database/test-database';
import { createTestDatabase } from '../support/database/test-database';
import { launchBrowser } from '../support/browser/chromium';
import { killLeftoverProcesses, type ServerProcess, startServer } from '../support/process/server-process';
import { describeInBrowser } from '../support/browser/test-site';

const HEADING = 'Corklight is being rebuilt';

describeInBrowser('the maintenance page', () => {
  let database: TestDatabase;
  let open: ServerProcess;
  let closed: ServerProcess;
  beforeAll(async () => {
    database = await createTestDatabase();
    const environment = { DATABASE_URL: database.url, DEMO: 'false' };
    [open, closed] = await Promise.all([startServer(environment), startServer({ ...environment, MAINTENANCE: 'true' })]);
  });
  afterAll(async () => {
    await Promise.all([open.stop(), closed.stop()]);
    killLeftoverProcesses();
    await database.close();
  });

  it('can be looked at any time', async () => {
    const answer = await fetch(`${open.origin}/maintenance`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(HEADING);
  });

  it.each(['/', '/maintenance', '/boards', '/board/1/'])('is what %s answers during maintenance, with 503', async (path) => {
    const answer = await fetch(`${closed.origin}${path}`);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.text()).toContain(HEADING);
  });

  it('needs no script and asks for nothing', async () => {
    const browser = await launchBrowser();
    try {
      const context = await browser.newContext({ baseURL: closed.origin, javaScriptEnabled: false });
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
