import { gunzipSync } from 'node:zlib';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '#server/app';
import { findChunkStarts, listAfter } from '#server/catalog/postgres/entity-keys';
import { readConfig } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { createClientFolder } from '../../support/app/client-folder';
import { testKeys } from '../../support/app/test-keys';
import { insertEntity } from '../../support/database/insert-entity';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';

describe('the sitemaps of a site', () => {
  let database: TestDatabase;
  let client: Awaited<ReturnType<typeof createClientFolder>>;
  const sites: NestFastifyApplication[] = [];
  const open = async (settings: Record<string, string>) => {
    const app = await createApp(readConfig({ NODE_ENV: 'test', ...testKeys, ...settings }), database.url, client.folder);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    sites.push(app);
    return app;
  };
  beforeAll(async () => {
    [database, client] = await Promise.all([createTestDatabase(), createClientFolder()]);
    for (const _id of ['B', 'a', 'b/1', 'c', 'd']) await insertEntity(database.pool, 'boards', { _id });
    await insertEntity(database.pool, 'pins', { _id: 'gone', searchable: false });
    await insertEntity(database.pool, 'pins', { _id: 'unseen', last_crawled_at: null });
    await insertEntity(database.pool, 'pins', { _id: 'seen', last_crawled_at: new Date('2026-11-22T10:00:00Z') });
  });
  afterAll(async () => {
    for (const site of sites) await site.close();
    await client.remove();
    await database.close();
  });

  it('list what was crawled and still exists, by URLs of PUBLIC_URL', async () => {
    const site = await open({ PUBLIC_URL: 'https://pins.example.com' });
    const load = (url: string, headers = {}) => site.inject({ url, headers: { host: 'pins.example.com', ...headers } });
    const index = await load('/sitemap.xml');
    expect([index.statusCode, index.headers['content-type'], index.headers['cache-control']]).toEqual([
      200,
      'application/xml; charset=utf-8',
      'public, max-age=3600',
    ]);
    const urls = [...index.body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url);
    expect(urls).toEqual(['screens', 'board-1', 'pin-1'].map((name) => `https://pins.example.com/sitemap-${name}.xml`));
    const pins = await load('/sitemap-pin-1.xml', { 'accept-encoding': 'gzip, br' });
    expect(pins.headers['content-encoding']).toBe('gzip');
    const xml = gunzipSync(pins.rawPayload).toString();
    expect([...xml.matchAll(/<url>.*<\/url>/g)].map(([url]) => url)).toEqual([
      '<url><loc>https://pins.example.com/pin/seen/</loc><lastmod>2026-11-22</lastmod></url>',
    ]);
    expect((await load('/sitemap-pin-2.xml')).statusCode).toBe(404);
  });

  it('do not exist without PUBLIC_URL', async () => {
    const site = await open({});
    expect((await site.inject({ url: '/sitemap.xml', headers: { host: 'localhost' } })).statusCode).toBe(404);
  });

  it('are limited for each client IP', async () => {
    const site = await open({ PUBLIC_URL: 'https://pins.example.com', RATE_LIMITS: 'sitemaps=1/60' });
    const load = () => site.inject({ url: '/sitemap.xml', headers: { host: 'pins.example.com' } });
    expect((await load()).statusCode).toBe(200);
    expect((await load()).statusCode).toBe(429);
  });

  it('have every entity in exactly one chunk, in the order of the keys', async () => {
    const postgres = new Postgres(database.url);
    try {
      const { pool } = postgres;
      expect(await findChunkStarts(pool, 'board', 2)).toEqual(['', 'a', 'c']);
      expect(await findChunkStarts(pool, 'board', 5)).toEqual(['']);
      expect(await findChunkStarts(pool, 'pinner', 2)).toEqual([]);
      expect((await listAfter(pool, 'board', 'a', 2)).map(({ _id }) => _id)).toEqual(['b/1', 'c']);
    } finally {
      await postgres.close();
    }
  });
});
