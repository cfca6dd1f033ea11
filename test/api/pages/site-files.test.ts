import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '#server/app';
import { readConfig } from '#server/config/config';
import { createClientFolder } from '../../support/app/client-folder';
import { testKeys } from '../../support/app/test-keys';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';

describe('the files of a site', () => {
  let database: TestDatabase;
  let client: Awaited<ReturnType<typeof createClientFolder>>;
  let site: NestFastifyApplication;
  beforeAll(async () => {
    [database, client] = await Promise.all([createTestDatabase(), createClientFolder()]);
    const settings = {
      NODE_ENV: 'test',
      RATE_LIMITS: 'off',
      BRAND_NAME: 'Pins "& Co"',
      PUBLIC_URL: 'https://pins.example.com',
      ...testKeys,
    };
    site = await createApp(readConfig(settings), database.url, client.folder);
    await site.init();
    await site.getHttpAdapter().getInstance().ready();
  });
  afterAll(async () => {
    await site.close();
    await client.remove();
    await database.close();
  });

  const load = (url: string) => site.inject({ url, headers: { host: 'pins.example.com' } });

  /** Width and height in the header of a PNG. */
  const pngSize = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

  it('include a manifest with the brand and icons of the sizes that it names', async () => {
    const { statusCode, headers, body } = await load('/manifest.webmanifest');
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/manifest+json; charset=utf-8']);
    const manifest = JSON.parse(body) as { name: string; icons: { src: string; sizes: string; purpose: string }[] };
    expect(manifest.name).toBe('Pins "& Co"');
    expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable']);
    for (const { src, sizes } of manifest.icons) {
      const { statusCode: status, headers: types, rawPayload } = await load(src);
      expect([src, status, types['content-type']]).toEqual([src, 200, 'image/png']);
      expect(pngSize(rawPayload).join('x')).toBe(sizes);
    }
  });

  it('include every icon that a page links to', async () => {
    const page = readFileSync(join(client.folder, 'index.html'), 'utf8');
    const links = [...page.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)" href="([^"]+)"/g)].map(([, path = '']) => path);
    expect(links).toEqual(['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png', '/manifest.webmanifest']);
    for (const path of links) expect([path, (await load(path)).statusCode]).toEqual([path, 200]);
    expect(pngSize((await load('/apple-touch-icon.png')).rawPayload)).toEqual([180, 180]);
    expect(pngSize((await load('/favicon.ico')).rawPayload.subarray(22))).toEqual([32, 32]);
  });

  it('keep crawlers from the screens of accounts and admins', async () => {
    const { headers, body } = await load('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    for (const path of ['/account', '/admin/', '/api/', '/auth/', '/dashboard', '/oauth2/', '/unsubscribe', '/watchlists'])
      expect(body).toContain(`Disallow: ${path}\n`);
    expect(body).toContain('Sitemap: https://pins.example.com/sitemap.xml\n');
  });
});
