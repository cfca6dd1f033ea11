import { jest } from '@jest/globals';
import { Catalog } from '#domain/catalog/catalog';
import type { BoardPage } from '#domain/catalog/list-contract';
import { useTestApp } from '../../support/app/test-app';
import type { TestUser } from '../../support/app/test-users';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';

const server = useTestApp();
const { database } = server;
let premium: TestUser;

beforeAll(async () => {
  for (let i = 0; i < 30; i++) await insertEntity(database.pool, 'boards', { name: `Ferns ${i}`, follower_count: i, momentum: i });
  await updateCatalogStats(database.pool);
  premium = await server.createUser('premium');
});

const LIST_URL = '/api/boards?order_by=follower_count';
const MOMENTUM_URL = '/api/boards?order_by=momentum_score';

const getAs = async (viewer: 'anonymous' | 'premium', url: string, etag?: string) => {
  const as = viewer === 'premium' ? premium : null;
  const { status, headers, text } = await server.request('GET', url, { as, headers: etag === undefined ? {} : { 'if-none-match': etag } });
  return { status, headers, body: text };
};

describe('the response of a list', () => {
  it('is JSON with an ETag, and not sent again to a client that has it', async () => {
    const { status, headers, body } = await getAs('anonymous', LIST_URL);
    expect({ status, type: headers['content-type'], length: headers['content-length'] }).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
      length: String(Buffer.byteLength(body)),
    });
    const tag = String(headers['etag']);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await getAs('anonymous', LIST_URL, known);
      expect({ known, status: again.status, tag: again.headers['etag'], body: again.body }).toEqual({ known, status: 304, tag, body: '' });
    }
    expect((await getAs('anonymous', LIST_URL, '"other"')).status).toBe(200);
  });

  it('is computed once for all who ask, with and without momentum apart', async () => {
    const search = jest.spyOn(server.app.get(Catalog), 'search');
    const url = `${LIST_URL}&per_page=7`;
    await Promise.all([server.request('GET', url), server.request('GET', url)]);
    await server.request('GET', url);
    expect(search).toHaveBeenCalledTimes(1);
    await server.request('GET', url, { as: premium });
    expect(search).toHaveBeenCalledTimes(2);
    search.mockRestore();
  });

  it('may be cached by browsers and revalidated if it is the same for all viewers, else not at all', async () => {
    const cacheControl = async (viewer: 'anonymous' | 'premium', url: string) => (await getAs(viewer, url)).headers['cache-control'];
    expect(await cacheControl('anonymous', LIST_URL)).toBe('private, no-cache');
    expect(await cacheControl('premium', `${LIST_URL}&page=9`)).toBe('private, no-store');
    expect(await cacheControl('premium', MOMENTUM_URL)).toBe('private, no-store');
    expect(await cacheControl('premium', `${LIST_URL}&query=ferns`)).toBe('private, no-store');
    expect(await cacheControl('anonymous', MOMENTUM_URL)).toBe('no-store');
  });

  it('is refused to viewers who may not see it, whatever their ETag and even if someone else saw it before', async () => {
    const { headers, status } = await getAs('premium', MOMENTUM_URL);
    expect(status).toBe(200);
    for (const known of [String(headers['etag']), '*']) {
      const refused = await getAs('anonymous', MOMENTUM_URL, known);
      expect({ status: refused.status, tag: refused.headers['etag'] }).toEqual({ status: 403, tag: undefined });
      expect(refused.body).not.toContain('Ferns');
    }
  });

  it('shows what an import changed within two seconds', async () => {
    const anonymousTotal = async () => (JSON.parse((await getAs('anonymous', LIST_URL)).body) as { total: number }).total;
    expect(await anonymousTotal()).toBe(30);
    const { headers } = await getAs('anonymous', LIST_URL);
    await insertEntity(database.pool, 'boards', { name: 'Ferns and moss', follower_count: 99 });
    await updateCatalogStats(database.pool);
    await database.pool.query('update catalog_stats set changed_at = now()');
    const until = performance.now() + 2_000;
    while ((await anonymousTotal()) === 30 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await anonymousTotal()).toBe(31);
    expect((await getAs('anonymous', LIST_URL, String(headers['etag']))).status).toBe(200);
  });

  it('shows the pictures of pins that an import added to a board within two seconds', async () => {
    const pictures = async () => (JSON.parse((await getAs('anonymous', LIST_URL)).body) as BoardPage).boards[0]?.pictures;
    const boardId = await insertEntity(database.pool, 'boards', { name: 'Mosses', follower_count: 100 });
    await updateCatalogStats(database.pool);
    await database.pool.query('update catalog_stats set changed_at = now()');
    const picturesOnce = async (count: number) => {
      const deadline = performance.now() + 2_000;
      while ((await pictures())?.length !== count && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
      return pictures();
    };
    expect(await picturesOnce(0)).toEqual([]);
    await insertEntity(database.pool, 'pins', { board_id: boardId, image_url: 'https://i.pinimg.com/moss.jpg' });
    await database.pool.query(`update catalog_stats set changed_at = now() where variant = 'pins'`);
    expect(await picturesOnce(1)).toEqual(['https://i.pinimg.com/moss.jpg']);
  });
});
