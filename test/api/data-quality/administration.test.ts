import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PublicUrl } from '#server/http/public-url';
import type { TestUser } from '../../support/app/test-users';
import { useTestApp } from '../../support/app/test-app';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';

const app = useTestApp();
let admin: TestUser;

beforeAll(async () => {
  admin = await app.createUser('admin', 'admin@people.test');
});
beforeEach(async () => {
  for (const entity of ['board', 'pinner', 'pin']) {
    await app.sql(`truncate ${entity}s, ${entity}_metrics, ${entity}_histories, ${entity}_months, ${entity}_readings, ${entity}_scores`);
  }
  await app.sql('truncate cleanups, removed_rows, top_performers, momentum_averages');
});

const cleanup = { entity_type: 'board', issue_type: 'never_crawled' };
const get = (path: string) => app.request('GET', `/api/admin/${path}`, { as: admin });
const clean = (body: object = cleanup) => app.request('POST', '/api/admin/data-quality/cleanup', { as: admin, body });
const siteHost = (): string => new URL(app.app.get(PublicUrl).origin).host;

/** Waits until a query finds a row. */
async function waitFor(sql: string): Promise<void> {
  while ((await app.sql(sql)).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

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
    const { body } = await get('data-quality/scan');
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
    expect(await clean(body)).toMatchObject({
      status: 409,
      body: { code: 'more_than_expected', error: '3 boards match now, more than expected. They were not removed.' },
    });
    expect((await clean({ ...body, expected: 3 })).body).toEqual({
      deleted: 3,
    });
  });

  it('the list of an issue has 20 rows a page, boards first, and its export all of them', async () => {
    for (let index = 10; index < 32; index++) await insertEntity(app.database.pool, 'boards', { _id: `b${index}`, last_crawled_at: null });
    await insertEntity(app.database.pool, 'pins', { _id: '4821', name: '=Fern', url: null, last_crawled_at: null });
    await insertEntity(app.database.pool, 'pins', { _id: 'sound' });
    const path = 'data-quality/issues/never_crawled';
    const { body } = await get(`${path}?page=2`);
    expect(body).toMatchObject({ totals: { board: 22, pinner: 0, pin: 1 }, page: 2, unfinished: [] });
    expect((body['rows'] as { _id: string }[]).map(({ _id }) => _id)).toEqual(['b30', 'b31', '4821']);
    expect(body['rows']).toContainEqual(expect.objectContaining({ url: 'https://www.pinterest.com/pin/4821/' }));
    const csv = await get(`${path}/export`);
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="never_crawled-\d{4}-\d\d-\d\d.csv"$/);
    const lines = csv.text.trim().split('\r\n');
    expect([lines.length, lines[0]]).toEqual([24, 'entity_type,_id,title,pinner_username,url,source,count,readings,last_crawled_at']);
    expect(lines.at(-1)).toMatch(/^pin,4821,'=Fern,/);
  });

  it('a running cleanup is told with the list of its issue', async () => {
    await app.sql(
      `insert into cleanups (user_id, entity_type, issue_type, matched, deleted, started_at, active_at) values ($1, 'pin', 'all_zero', 5, 2, now(), now())`,
      [admin.id],
    );
    const { body } = await get('data-quality/issues/all_zero');
    expect(body['unfinished']).toMatchObject([
      { email: 'admin@people.test', entity_type: 'pin', matched: 5, deleted: 2, finished_at: null },
    ]);
    expect((await get('data-quality/issues/never_crawled')).body['unfinished']).toEqual([]);
  });

  it('what a cleanup removed is downloaded as lines that imports read', async () => {
    await insertEntity(app.database.pool, 'boards', { _id: 'b1', name: 'Ferns', last_crawled_at: null });
    await clean();
    const audit = JSON.parse((await get('data-quality/cleanups')).text) as { id: number }[];
    expect(audit).toMatchObject([{ deleted: 1, kept: 1, kept_until: expect.any(String) }]);
    const path = `data-quality/cleanups/${audit[0]!.id}`;
    const { headers, text } = await get(`${path}/rows`);
    expect(headers['content-disposition']).toBe(`attachment; filename="cleanup-${audit[0]!.id}-boards.ndjson"`);
    expect([headers['content-type'], headers['cache-control']]).toEqual(['application/x-ndjson; charset=utf-8', 'no-store']);
    expect(JSON.parse(text)).toEqual({ _id: 'b1', name: 'Ferns', searchable: true, topics: [] });
    expect((await get(`${path}/series`)).text).toBe('');
    expect((await get('data-quality/cleanups/999/rows')).status).toBe(404);
  });

  it('a cleanup goes on when its caller leaves', async () => {
    for (let index = 0; index < 3; index++) await insertEntity(app.database.pool, 'boards', { last_crawled_at: null });
    const server = app.app.getHttpServer();
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const writer = await app.database.pool.connect();
    try {
      // The cleanup waits for its first row, and its caller leaves meanwhile.
      await writer.query('begin');
      await writer.query('select from boards for update');
      const call = request({
        port: (server.address() as AddressInfo).port,
        method: 'POST',
        path: '/api/admin/data-quality/cleanup',
        headers: { host: siteHost(), ...admin.headers, 'content-type': 'application/json' },
      });
      const left = new Promise((resolve) => call.on('error', () => undefined).on('close', resolve));
      call.end(JSON.stringify(cleanup));
      await waitFor('select from cleanups where deleted = 0');
      call.destroy();
      await left;
      await writer.query('commit');
      await waitFor('select from cleanups where finished_at is not null');
      expect(await app.sql('select deleted from cleanups')).toEqual([{ deleted: 3 }]);
    } finally {
      writer.release();
      await new Promise((resolve) => void server.close(resolve));
    }
  });

  it('a cleanup returns the number of deleted entities; analytics, totals and the audit show it at once; a second click is harmless', async () => {
    await insertEntitiesWithIssues();
    const getDataQuality = async () => {
      const { body } = await get('analytics');
      // There was no recompute.
      expect(body).toMatchObject({ momentum_insights: { average_momentum: null }, as_of: null });
      return body['data_quality'];
    };
    await get('data-quality/scan');
    const counts = { suspicious_count: 1, spam_count: 0, deleted_count: 1, never_crawled: 1, all_zero: 1, stale: 1 };
    expect(await getDataQuality()).toEqual(counts);
    const clicks = await Promise.all([clean(), clean()]);
    expect(clicks.map(({ status }) => status)).toEqual([200, 200]);
    expect(clicks.reduce((sum, { body }) => sum + Number(body['deleted']), 0)).toBe(1);
    expect(await getDataQuality()).toEqual({ ...counts, never_crawled: 0 });
    expect((await app.request('GET', '/api/stats')).body).toMatchObject({ boards: 1, pinners: 1, pins: 1 });
    const audit = JSON.parse((await get('data-quality/cleanups')).text) as Record<string, unknown>[];
    expect(audit.reduce((sum, { deleted }) => sum + Number(deleted), 0)).toBe(1);
    for (const row of audit) expect(row).toMatchObject({ email: 'admin@people.test', ...cleanup, finished_at: expect.any(String) });
  });
});
