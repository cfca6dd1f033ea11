import { clearDemo, loadDemo } from '#server/demo/postgres/load-demo';
import { createTestApp } from '../../support/app/test-app';
import { useTestDatabase } from '../../support/database/test-database';

const NOW = new Date('2026-04-15T16:20:00Z');

describe('the page on loading your own data', () => {
  const database = useTestDatabase();

  /** The response of a server that has just been started. */
  async function getPage() {
    const site = await createTestApp(database.url);
    const response = await site.get('/demo/own-data');
    await site.close();
    return response;
  }

  it('is there as long as the demo is, and runs and loads nothing', async () => {
    expect((await getPage()).status).toBe(404);
    await loadDemo(database.pool, NOW);
    const { status, headers, text } = await getPage();
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; form-action 'none'/);
    expect(text).toContain('npm run corklight -- demo clear');
    await clearDemo(database.pool, NOW);
    expect((await getPage()).status).toBe(404);
  });
});
