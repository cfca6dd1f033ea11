import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { type TestAppWithDatabase, createTestAppWithDatabase } from '../../support/app/test-app';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';
import type { TestUser } from '../../support/app/test-users';

describe('T36 addresses in what was crawled or linked', () => {
  let site: TestAppWithDatabase;
  let canary: Server;
  let address: string;
  const asked: string[] = [];

  beforeAll(async () => {
    canary = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
    site = await createTestAppWithDatabase();
  });
  afterAll(async () => {
    await site.close();
    canary.closeAllConnections();
    await new Promise((resolve) => canary.close(resolve));
  });

  const insertLinkedAccount = async (person: TestUser) =>
    site.database.pool.query(
      `insert into linked_accounts (user_id, platform, external_id, username, profile_image, website_url, access_token, key_id, access_expires_at, linked_at, read_at, renewed_at)
       values ($1, 'sandbox', 'ext', 'ada', $2, $3, 'x', 't1', now() + interval '1 year', now(), now(), now())`,
      [person.id, `${address}/profile`, `${address}/site`],
    );

  it('T36 are never asked by the server, whatever it is asked and whatever it computes', async () => {
    const { pool } = site.database;
    await insertEntity(pool, 'pinners', {
      _id: 'p',
      username: 'ada',
      image_url: `${address}/pinner`,
      website_url: `${address}/website`,
      domain_url: address,
      url: address,
    });
    await insertEntity(pool, 'boards', { _id: 'b', pinner_id: 'p', image_url: `${address}/board`, url: address });
    await insertEntity(pool, 'pins', { _id: 'n', pinner_id: 'p', image_url: `${address}/pin`, link: `${address}/link`, url: address });
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
      if (!path.startsWith('admin')) expect(text).toContain(address);
    }
    expect((await site.request('GET', '/api/admin/data-quality/scan', { as: admin })).status).toBe(200);
    // It does count who asks.
    await fetch(`${address}/the-test-itself`);
    expect(asked).toEqual(['/the-test-itself']);
  });
});
