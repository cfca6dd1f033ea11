import fc from 'fast-check';
import type { TestUser } from '../../support/app/test-users';
import { type TestAppWithDatabase, createTestAppWithDatabase } from '../../support/app/test-app';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';

let app: TestAppWithDatabase;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestAppWithDatabase();
  admin = await app.createUser('admin', 'admin@people.test');
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const entity of ['board', 'pinner', 'pin']) {
    await app.database.pool.query(`truncate ${entity}s, ${entity}_metrics, ${entity}_series, ${entity}_scores`);
  }
  await app.database.pool.query('truncate cleanups, top_performers, momentum_averages');
});

const cleanup = { entity_type: 'board', issue_type: 'never_crawled' };
const routes = [
  ['GET', '/api/admin/analytics', undefined],
  ['GET', '/api/admin/data-quality/scan', undefined],
  ['GET', '/api/admin/data-quality/cleanups', undefined],
  ['POST', '/api/admin/data-quality/cleanup', cleanup],
  ['GET', '/api/admin/jobs', undefined],
  ['GET', '/api/admin/alarms', undefined],
  ['GET', '/api/admin/operations', undefined],
] as const;

describe('admin endpoints', () => {
  it.each(routes)('%s %s returns 401 to anonymous viewers, 403 to other users and 200 to administrators', async (method, path, body) => {
    expect((await app.request(method, path, { body })).status).toBe(401);
    for (const kind of ['registered', 'free', 'premium'] as const) {
      expect((await app.request(method, path, { as: await app.createUser(kind), body })).status).toBe(403);
    }
    const response = await app.request(method, path, { as: admin, body });
    expect(response.status).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('a refused cleanup deletes nothing and adds no audit row', async () => {
    await insertEntity(app.database.pool, 'boards', { last_crawled_at: null });
    await app.request('POST', '/api/admin/data-quality/cleanup', { as: await app.createUser('premium'), body: cleanup });
    await app.request('POST', '/api/admin/data-quality/cleanup', {
      as: { headers: { ...admin.headers, 'x-xsrf-token': 'forged' } },
      body: cleanup,
    });
    expect(
      (await app.database.pool.query('select count(*)::int boards, (select count(*)::int from cleanups) cleanups from boards')).rows,
    ).toEqual([{ boards: 1, cleanups: 0 }]);
  });

  it('never fail with a server error, whatever the query or the body', async () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('1e9', '-1', '100', '__proto__', "' or 1=1 --", '\0', 'board'),
    );
    const names = ['entity_type', 'period', 'metric', 'limit', 'limit[]', 'days'];
    const query = fc.dictionary(fc.constantFrom(...names), word).map((pairs) => new URLSearchParams(pairs).toString());
    const body = fc.oneof(
      fc.jsonValue(),
      fc.record({ entity_type: fc.jsonValue(), issue_type: fc.jsonValue() }),
      fc.constant({ ...cleanup, more: 1 }),
    );
    await fc.assert(
      fc.asyncProperty(query, body, async (query, body) => {
        for (const path of ['analytics', 'data-quality/scan', 'data-quality/cleanups', 'jobs']) {
          expect((await app.request('GET', `/api/admin/${path}?${query}`, { as: admin })).status).toBeLessThan(500);
        }
        const json = { as: admin, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
        expect((await app.request('POST', '/api/admin/data-quality/cleanup', json)).status).toBeLessThan(500);
      }),
      { numRuns: 150 },
    );
  });
});

describe('scans and cleanups', () => {
  async function insertEntitiesWithIssues(): Promise<void> {
    await insertEntity(app.database.pool, 'boards', { last_crawled_at: null });
    await insertEntity(app.database.pool, 'boards', { last_crawled_at: new Date(), follower_count: 0 });
    await insertEntity(app.database.pool, 'pinners', {
      last_crawled_at: new Date(),
      searchable: false,
      follower_count: 0,
      profile_views: 3,
    });
    await insertEntity(app.database.pool, 'pins', { saves: 4 });
    await updateCatalogStats(app.database.pool);
  }

  const noIssues = { all_zero_metrics: 0, zero_followers: 0, not_searchable: 0, never_crawled: 0, stale_90_days: 0 };

  it('a scan counts every issue by type and says when', async () => {
    await insertEntitiesWithIssues();
    const startedAt = Date.now();
    const { body } = await app.request('GET', '/api/admin/data-quality/scan', { as: admin });
    expect(body['issues']).toEqual({
      boards: { ...noIssues, never_crawled: 1, all_zero_metrics: 1, zero_followers: 1 },
      pinners: { ...noIssues, not_searchable: 1, zero_followers: 1 },
      pins: { ...noIssues, stale_90_days: 1 },
    });
    expect(Math.abs(Date.parse(String(body['scanned_at'])) - startedAt)).toBeLessThan(5_000);
  });

  it('a cleanup of more entities than expected is refused and deletes nothing', async () => {
    for (let i = 0; i < 3; i++) await insertEntity(app.database.pool, 'boards', { last_crawled_at: null });
    const body = { ...cleanup, expected: 2 };
    expect(await app.request('POST', '/api/admin/data-quality/cleanup', { as: admin, body })).toMatchObject({
      status: 409,
      body: { code: 'more_than_expected', error: '3 boards match now, more than expected. They were not removed.' },
    });
    expect((await app.request('POST', '/api/admin/data-quality/cleanup', { as: admin, body: { ...body, expected: 3 } })).body).toEqual({
      deleted: 3,
    });
  });

  it('a cleanup returns the number of deleted entities; analytics, totals and the audit show it at once; a second click is harmless', async () => {
    await insertEntitiesWithIssues();
    const getDataQuality = async () => (await app.request('GET', '/api/admin/analytics', { as: admin })).body['data_quality'];
    await app.request('GET', '/api/admin/data-quality/scan', { as: admin });
    expect(await getDataQuality()).toEqual({
      suspicious_count: 1,
      spam_count: 0,
      deleted_count: 1,
      never_crawled: 1,
      all_zero: 1,
      stale: 1,
    });
    const runCleanup = () => app.request('POST', '/api/admin/data-quality/cleanup', { as: admin, body: cleanup });
    const clicks = await Promise.all([runCleanup(), runCleanup()]);
    expect(clicks.map(({ status }) => status)).toEqual([200, 200]);
    expect(clicks.reduce((sum, { body }) => sum + Number(body['deleted']), 0)).toBe(1);
    expect(await getDataQuality()).toEqual({
      suspicious_count: 1,
      spam_count: 0,
      deleted_count: 1,
      never_crawled: 0,
      all_zero: 1,
      stale: 1,
    });
    expect((await app.request('GET', '/api/stats')).body).toMatchObject({ boards: 1, pinners: 1, pins: 1 });
    const audit = JSON.parse((await app.request('GET', '/api/admin/data-quality/cleanups', { as: admin })).text) as Record<
      string,
      unknown
    >[];
    expect(audit.reduce((sum, { deleted }) => sum + Number(deleted), 0)).toBe(1);
    for (const row of audit) expect(row).toMatchObject({ email: 'admin@people.test', ...cleanup, finished_at: expect.any(String) });
  });

  it.each([
    [{ entity_type: 'boards', issue_type: 'all_zero' }, 'entity_type must be board, pinner, or pin'],
    [{ entity_type: 'board', issue_type: 'spam' }, 'issue_type must be not_searchable, never_crawled or all_zero'],
    [{ entity_type: 'board', issue_type: 'stale_90_days' }, 'issue_type must be not_searchable, never_crawled or all_zero'],
  ])('the cleanup %j is rejected with the name of the field', async (body, error) => {
    const response = await app.request('POST', '/api/admin/data-quality/cleanup', { as: admin, body });
    expect([response.status, response.body['error']]).toEqual([400, error]);
  });
});
