import { type TestApp, testApp } from '../../support/app';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { counted, stored } from '../../support/factories';

let database: TestDatabase;
const servers = new Map<string, TestApp>();

beforeAll(async () => {
  database = await freshDatabase();
  for (let i = 0; i < 30; i++) await stored(database.pool, 'boards', { name: `Ferns ${i}`, follower_count: i, momentum: i });
  await counted(database.pool);
  for (const viewer of ['anonymous', 'premium'] as const) {
    servers.set(viewer, await testApp(database.url, {}, viewer === 'anonymous' ? undefined : viewer));
  }
});

afterAll(async () => {
  for (const server of servers.values()) await server.close();
  await database.close();
});

const LIST = '/api/boards?order_by=follower_count';
const MOMENTUM = '/api/boards?order_by=momentum_score';

const ask = async (viewer: string, url: string, known?: string) => {
  const { status, headers, text } = await servers.get(viewer)!.get(url, known === undefined ? {} : { 'if-none-match': known });
  return { status, headers, body: text };
};

describe('the answer of a list', () => {
  it('is JSON with a tag, and not sent again to who has it', async () => {
    const { status, headers, body } = await ask('anonymous', LIST);
    expect({ status, type: headers['content-type'], length: headers['content-length'] }).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
      length: String(Buffer.byteLength(body)),
    });
    const tag = String(headers['etag']);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await ask('anonymous', LIST, known);
      expect({ known, status: again.status, tag: again.headers['etag'], body: again.body }).toEqual({ known, status: 304, tag, body: '' });
    }
    expect((await ask('anonymous', LIST, '"other"')).status).toBe(200);
  });

  it('T31 may be kept by a browser, which has to ask each time, when everybody gets the same; else by nobody', async () => {
    const control = async (viewer: string, url: string) => (await ask(viewer, url)).headers['cache-control'];
    expect(await control('anonymous', LIST)).toBe('private, no-cache');
    expect(await control('premium', `${LIST}&page=9`)).toBe('private, no-store');
    expect(await control('premium', MOMENTUM)).toBe('private, no-store');
    expect(await control('premium', `${LIST}&query=ferns`)).toBe('private, no-store');
    expect(await control('anonymous', MOMENTUM)).toBe('no-store');
  });

  it('T31 is refused to who may not have it, whatever he says he has and whoever had it before', async () => {
    const { headers, status } = await ask('premium', MOMENTUM);
    expect(status).toBe(200);
    for (const known of [String(headers['etag']), '*']) {
      const refused = await ask('anonymous', MOMENTUM, known);
      expect({ status: refused.status, tag: refused.headers['etag'] }).toEqual({ status: 403, tag: undefined });
      expect(refused.body).not.toContain('Ferns');
    }
  });

  it('shows what an import changed within two seconds', async () => {
    const totalOf = async () => (JSON.parse((await ask('anonymous', LIST)).body) as { total: number }).total;
    expect(await totalOf()).toBe(30);
    const { headers } = await ask('anonymous', LIST);
    await stored(database.pool, 'boards', { name: 'Ferns and moss', follower_count: 99 });
    await counted(database.pool);
    await database.pool.query('update catalog_stats set changed_at = now()');
    const until = performance.now() + 2_000;
    while ((await totalOf()) === 30 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await totalOf()).toBe(31);
    expect((await ask('anonymous', LIST, String(headers['etag']))).status).toBe(200);
  });
});
