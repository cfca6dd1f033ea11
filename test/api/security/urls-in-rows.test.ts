import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { type TestAppWithDatabase, createTestAppWithDatabase } from '../../support/app/test-app';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';
import type { TestUser } from '../../support/app/test-users';

describe('URLs in crawled or linked data', () => {
  let site: TestAppWithDatabase;
  let canary: Server;
  let origin: string;
  const requestedUrls: string[] = [];

  beforeAll(async () => {
    canary = createServer((request, response) => {
      requestedUrls.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
    site = await createTestAppWithDatabase();
  });
  afterAll(async () => {
    await site.close();
    canary.closeAllConnections();
    await new Promise((resolve) => canary.close(resolve));
  });

  const insertLinkedAccount = async (user: TestUser) =>
    site.database.pool.query(
      `insert into linked_accounts (user_id, platform, external_id, username, profile_image, website_url, access_token, key_id, access_expires_at, linked_at, read_at, renewed_at)
       values ($1, 'sandbox', 'ext', 'ada', $2, $3, 'x', 't1', now() + interval '1 year', now(), now(), now())`,
      [user.id, `${origin}/profile`, `${origin}/site`],
    );

  it('are never requested by the server', async () => {
    const { pool } = site.database;
    await insertEntity(pool, 'pinners', {
      _id: 'p',
      username: 'ada',
      image_url: `${origin}/pinner`,
      website_url: `${origin}/website`,
      domain_url: origin,
      url: origin,
    });
    await insertEntity(pool, 'boards', { _id: 'b', pinner_id: 'p', image_url: `${origin}/board`, url: origin });
    await insertEntity(pool, 'pins', { _id: 'n', pinner_id: 'p', image_url: `${origin}/pin`, link: `${origin}/link`, url: origin });
    await updateCatalogStats(pool);
    await site.app.get(RecomputeGrowth, { strict: false }).recomputeAll();
    const admin = await site.createUser('admin');
    await insertLinkedAccount(admin);
    for (const path of [
      'boards',
      'pinners',
      'pins',
      'boards/b',
      'pinners/p',
      'pins/n',
      'exports/pins',
      'users/me/pinterest_accounts',
      'admin/analytics',
    ]) {
      const { status, text } = await site.request('GET', `/api/${path}`, { as: admin });
      expect([path, status]).toEqual([path, 200]);
      if (!path.startsWith('admin')) expect(text).toContain(origin);
    }
    expect((await site.request('GET', '/api/admin/data-quality/scan', { as: admin })).status).toBe(200);
    // The canary does record requests.
    await fetch(`${origin}/the-test-itself`);
    expect(requestedUrls).toEqual(['/the-test-itself']);
  });
});
