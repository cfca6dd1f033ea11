import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { jest } from '@jest/globals';
import { Catalog } from '#domain/catalog/catalog';
import { createApp } from '#server/app';
import { readConfig } from '#server/config/config';
import { Sitemaps } from '#server/pages/sitemaps';
import { createClientFolder } from '../../support/app/client-folder';
import { testKeys } from '../../support/app/test-keys';
import { insertEntity } from '../../support/database/insert-entity';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { paddleSettings } from '../../support/servers/paddle-notices';

/** Sites of one empty database and one built client. */
function useSites() {
  const sites: NestFastifyApplication[] = [];
  const opened = {} as { database: TestDatabase; client: Awaited<ReturnType<typeof createClientFolder>> };
  beforeAll(async () => {
    [opened.database, opened.client] = await Promise.all([createTestDatabase(), createClientFolder()]);
  });
  afterAll(async () => {
    for (const site of sites) await site.close();
    await opened.client.remove();
    await opened.database.close();
  });
  const open = async (settings: Record<string, string>) => {
    const app = await createApp(readConfig({ NODE_ENV: 'test', ...testKeys, ...settings }), opened.database.url, opened.client.folder);
    sites.push(app);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    return app;
  };
  return Object.assign(opened, { open });
}

describe('the page at every URL', () => {
  const EVIL = '</title><script>alert(1)</script>" onload="x';
  const ORIGIN = 'https://pins.example.com';

  const site = useSites();
  let publicSite: NestFastifyApplication;
  let localSite: NestFastifyApplication;

  beforeAll(async () => {
    const { database } = site;
    await insertEntity(database.pool, 'pins', { _id: 'wordless', name: null, board_id: 'b/1' });
    await insertEntity(database.pool, 'boards', {
      _id: 'b/1',
      name: 'Garden & home',
      pinner_username: 'mira',
      description: 'Ideas for small gardens.',
      image_url: 'https://i.pinimg.com/736x/a.jpg',
      follower_count: 12_340,
      collaborator_count: 3,
      follower_growth_last_90_days: 4.25,
    });
    await insertEntity(database.pool, 'pins', { _id: 'evil', name: EVIL, image_url: 'https://evil.example/a.jpg' });
    await insertEntity(database.pool, 'pinners', { _id: 'gone', username: 'ada', name: null, searchable: false });
    publicSite = await site.open({ RATE_LIMITS: 'off', PUBLIC_URL: ORIGIN, BRAND_NAME: 'Pins & <Co> $&' });
    localSite = await site.open({ RATE_LIMITS: 'off' });
  });

  const load = async (url: string, app = publicSite) => {
    const host = app === publicSite ? 'pins.example.com' : 'localhost:4321';
    const { statusCode, body, headers } = await app.inject({ url, headers: { host } });
    const meta = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)" />`).exec(body)?.[1] ?? null;
    const find = (pattern: RegExp) => pattern.exec(body)?.[1] ?? null;
    return {
      statusCode,
      body,
      headers,
      meta,
      title: find(/<title>(.*?)<\/title>/),
      heading: find(/<h1>(.*?)<\/h1>/),
      lead: find(/<p class="lead">(.*?)<\/p>/),
      canonical: find(/<link rel="canonical" href="([^"]*)" \/>/),
    };
  };

  /** On a busy machine the database may not answer in time; then the page says less, and the next request tries again. */
  const loadEntity = async (url: string, app = publicSite) => {
    for (;;) {
      const page = await load(url, app);
      if (page.statusCode === 404 || page.canonical !== null) return page;
    }
  };

  it('has the title, heading, description, and canonical URL of its screen', async () => {
    const page = await load('/Boards/?page=2&order_by=follower_count');
    expect(page.statusCode).toBe(200);
    expect(page.title).toBe('Pinterest-style Group Board Finder · Pins &amp; &lt;Co&gt; $&amp;');
    expect(page.heading).toBe('Group Board Finder');
    expect(page.canonical).toBe(`${ORIGIN}/boards`);
    expect(page.meta('description')).toContain('Find group boards on Pinterest');
    expect(page.meta('robots')).toBeNull();
    expect(page.meta('og:title')).toBe('Pinterest-style Group Board Finder');
    expect(page.meta('og:url')).toBe(`${ORIGIN}/boards`);
    expect(page.meta('og:site_name')).toBe('Pins &amp; &lt;Co&gt; $&amp;');
    expect(page.meta('og:type')).toBe('website');
    expect(page.meta('og:image')).toBe(`${ORIGIN}/icon-512.png`);
    expect(page.meta('twitter:card')).toBe('summary');
    expect(page.body).not.toMatch(/__[A-Z]/);
  });

  it('loads the chunks of a list beside the first load', async () => {
    const { body, headers } = await load('/pins');
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
    const links = [...body.matchAll(/<link rel="modulepreload" href="([^"]+)" crossorigin nonce="([^"]+)" \/>/g)];
    expect(links.map(([, href, linkNonce]) => [href, linkNonce])).toEqual([
      ['/assets/list.js', nonce],
      ['/assets/shared.js', nonce],
    ]);
    expect((await load('/momentum')).body).not.toContain('modulepreload');
  });

  it('names an entity with its figures and its picture', async () => {
    const page = await loadEntity('/board/b%2F1/');
    expect(page.statusCode).toBe(200);
    expect(page.title).toBe('Garden &amp; home · Pins &amp; &lt;Co&gt; $&amp;');
    expect(page.canonical).toBe(`${ORIGIN}/board/b%2F1/`);
    expect(page.meta('og:title')).toBe('Garden &amp; home');
    expect(page.meta('og:description')).toBe(
      'Group board by @mira on Pinterest: 12.3K followers, 3 collaborators, +4.3% in 90 days. Ideas for small gardens.',
    );
    expect(page.meta('description')).toBe(page.meta('og:description'));
    expect([page.heading, page.lead]).toEqual(['Garden &amp; home', page.meta('description')]);
    expect(page.meta('og:image')).toBe('https://i.pinimg.com/736x/a.jpg');
    expect(page.meta('twitter:card')).toBe('summary_large_image');
    expect(page.meta('robots')).toBeNull();
  });

  it('escapes names, and shows no picture of a host that is not allowed', async () => {
    const page = await loadEntity('/pin/evil/');
    expect(page.body).not.toContain('<script>alert');
    expect(page.title).toContain('&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&quot;x');
    expect(page.meta('og:title')).toBe('&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&quot;x');
    expect(page.body).not.toContain('evil.example');
    expect(page.meta('og:image')).toBe(`${ORIGIN}/icon-512.png`);
  });

  it('keeps an entity that the source no longer has out of search engines', async () => {
    const page = await loadEntity('/pinner/gone/');
    expect([page.statusCode, page.meta('og:title'), page.meta('robots')]).toEqual([200, 'ada', 'noindex']);
  });

  it.each(['/board/nothing/', '/pin/b%2F1/', '/nothing-here', '/boards/1', '/board/%00/', `/board/${'x'.repeat(400)}/`])(
    'is not found at %s, with the app, which says so',
    async (url) => {
      const page = await loadEntity(url);
      expect(page.statusCode).toBe(404);
      expect(page.title).toMatch(/^Page not found · /);
      expect(page.body).toContain('<div id="root">');
      expect([page.canonical, page.meta('og:url'), page.meta('robots')]).toEqual([null, null, 'noindex']);
    },
  );

  it.each(['/keywords/%', '/board/%', '/pin/%zz/', '/influencer/%ff/', '/pinner/%?a=b'])(
    'is not found at %s, which cannot be decoded, and is JSON for programs',
    async (url) => {
      const headers = { host: 'pins.example.com' };
      const page = await publicSite.inject({ url, headers: { ...headers, accept: 'text/html,application/xhtml+xml' } });
      expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.headers['content-security-policy']).toContain("script-src 'self' 'nonce-");
      expect(page.body).toContain('<title>Page not found · ');
      expect((await publicSite.inject({ url, headers })).json()).toMatchObject({ code: 'invalid_input' });
      const call = await publicSite.inject({ url: '/api/boards/%', headers: { ...headers, accept: 'text/html' } });
      expect([call.statusCode, call.json<{ code: string }>().code]).toEqual([400, 'invalid_input']);
    },
  );

  it.each(['/dashboard', '/account', '/admin/growth', '/auth/login', '/oauth2/pinterest', '/unsubscribe'])(
    'keeps %s out of search engines',
    async (url) => {
      const page = await load(url);
      expect([page.statusCode, page.meta('robots')]).toEqual([200, 'noindex']);
    },
  );

  it.each(['/foo.png', '/wp-login.php', '/.env', '/.git/config', '/assets/old.js', '/api/nothing'])(
    'is a short error at %s',
    async (url) => {
      const { statusCode, headers, body } = await load(url);
      expect(statusCode).toBe(404);
      expect(headers['content-type']).toContain('application/json');
      expect(JSON.parse(body)).toMatchObject({ code: 'not_found' });
    },
  );

  it('has absolute URLs of the host that was asked, without PUBLIC_URL', async () => {
    const page = await load('/premium', localSite);
    expect(page.canonical).toBe('http://localhost:4321/premium');
    expect(page.meta('og:image')).toBe('http://localhost:4321/icon-512.png');
  });

  it('allows only scripts with its nonce', async () => {
    const { headers, body } = await loadEntity('/pin/evil/');
    const nonce = /nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
    const scripts = [...body.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>/g)].map((found) => found[1]?.trim());
    expect(scripts).toEqual(scripts.map(() => `nonce="${nonce}"`));
    expect(scripts.length).toBeGreaterThan(0);
  });
});

/** The sites that are looked at as such, not as what they show. */
const sites = useSites();

describe('the files of a site', () => {
  let site: NestFastifyApplication;
  beforeAll(async () => {
    site = await sites.open({ RATE_LIMITS: 'off', BRAND_NAME: 'Pins "& Co"', PUBLIC_URL: 'https://pins.example.com' });
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
    const page = readFileSync(join(sites.client.folder, 'index.html'), 'utf8');
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

describe('the sitemaps of a site', () => {
  const { open } = sites;
  beforeAll(async () => {
    const { pool } = sites.database;
    for (const _id of ['B', 'a', 'b/1', "c'&", 'd']) await insertEntity(pool, 'boards', { _id });
    await insertEntity(pool, 'pins', { _id: 'gone', searchable: false });
    await insertEntity(pool, 'pins', { _id: 'unseen', last_crawled_at: null });
    await insertEntity(pool, 'pins', { _id: 'seen', last_crawled_at: new Date('2026-11-22T10:00:00Z') });
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

  it('have every entity in exactly one file of a limited size, and read each once for all who ask within an hour', async () => {
    const catalog = (await open({})).get(Catalog);
    const sitemaps = new Sitemaps(catalog, { origin: '', urlsPerFile: 2 });
    const urlsIn = async (name: string) => {
      const file = await sitemaps.find(name);
      return (
        file &&
        [
          ...gunzipSync(file)
            .toString()
            .matchAll(/<loc>([^<]*)<\/loc>/g),
        ].map(([, url]) => url)
      );
    };
    expect(await urlsIn('sitemap.xml')).toEqual(
      ['screens', 'board-1', 'board-2', 'board-3', 'pin-1', 'pin-2'].map((name) => `/sitemap-${name}.xml`),
    );
    expect(await urlsIn('sitemap-screens.xml')).toContain('/boards');
    const reads = jest.spyOn(catalog, 'listAfter');
    const files = ['board-1', 'board-2', 'board-3', 'board-1'].map((name) => urlsIn(`sitemap-${name}.xml`));
    expect(await Promise.all(files)).toEqual([
      ['/board/B/', '/board/a/'],
      ['/board/b%2F1/', "/board/c'%26/"],
      ['/board/d/'],
      ['/board/B/', '/board/a/'],
    ]);
    const readCount = reads.mock.calls.length;
    await urlsIn('sitemap-board-1.xml');
    expect(reads.mock.calls.length).toBe(readCount);
    expect(reads.mock.calls.filter(([entity, after]) => entity === 'board' && after === '')).toHaveLength(1);
    for (const name of ['sitemap-board-0.xml', 'sitemap-board-4.xml', 'sitemap-pinner-1.xml', 'sitemap-users-1.xml', 'x'])
      expect([name, await urlsIn(name)]).toEqual([name, undefined]);
  });
});

const DEFAULT_POLICY =
  "default-src 'none'; script-src 'self' 'nonce-N'; style-src 'self' 'nonce-N'; img-src 'self' data: https://i.pinimg.com; connect-src 'self'; " +
  "font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";
const CHECKOUT_POLICY =
  "default-src 'none'; script-src 'self' 'nonce-N' https://cdn.paddle.com; " +
  "style-src 'self' 'nonce-N' https://cdn.paddle.com https://sandbox-cdn.paddle.com; " +
  "img-src 'self' data: https://i.pinimg.com https://cdn.paddle.com https://sandbox-cdn.paddle.com; " +
  "connect-src 'self' https://checkout-service.paddle.com https://sandbox-checkout-service.paddle.com; font-src 'self'; manifest-src 'self'; " +
  "form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; style-src-attr 'unsafe-inline'; " +
  'frame-src https://buy.paddle.com https://sandbox-buy.paddle.com';

describe('the content security policy', () => {
  const settings: Record<string, Record<string, string>> = {
    paddle: paddleSettings,
    pictures: { IMAGE_HOSTS: 'i.pinimg.com, Images.Example.com' },
    'no pictures': { IMAGE_HOSTS: '' },
    closed: { ...paddleSettings, MAINTENANCE: 'true' },
  };
  const opened = new Map<string, NestFastifyApplication>();
  beforeAll(async () => {
    for (const [name, given] of Object.entries(settings)) opened.set(name, await sites.open({ RATE_LIMITS: 'off', ...given }));
  });

  const load = (site: string, url: string) => opened.get(site)!.inject({ method: 'GET', url });
  const headersOf = async (site: string, url: string): Promise<Record<string, unknown>> => {
    const { headers } = await load(site, url);
    return {
      ...(headers as Record<string, unknown>),
      policy: String(headers['content-security-policy']).replaceAll(/nonce-[^']+/g, 'nonce-N'),
    };
  };

  const ordinaryPaths = [
    '/', '/pins', '/boards/1', '/pinners?query=a', '/dashboard', '/premium/more', '/premiums', '/x/premium', '/privacy', '/admin/growth', '/maintenance',
    '/auth/login?next=/premium', '/auth/register', '/auth/password/reset/a-code', '/auth/email/confirm/a-code', '/nothing-here',
  ]; // prettier-ignore

  it.each(['/premium', '/premium/', '/premium?from=home', '/Premium'])(
    'of %s allows the payment provider where it is used',
    async (url) => {
      const headers = await headersOf('paddle', url);
      expect(headers['policy']).toBe(CHECKOUT_POLICY);
      expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
      expect(headers['permissions-policy']).toContain('payment=(self "https://buy.paddle.com" "https://sandbox-buy.paddle.com")');
    },
  );

  it.each(ordinaryPaths)('of %s allows only our own sources and the hosts of pictures, even with the payment provider', async (url) => {
    const headers = await headersOf('paddle', url);
    expect(headers['policy']).toBe(DEFAULT_POLICY);
    expect(JSON.stringify(headers)).not.toContain('paddle');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  });

  it('of /premium allows only our own sources and the hosts of pictures on a closed site', async () => {
    expect((await headersOf('closed', '/premium'))['policy']).toBe(DEFAULT_POLICY);
  });

  it.each([
    ['pictures', "'self' data: https://i.pinimg.com https://images.example.com"],
    ['no pictures', "'self' data:"],
  ])('of a site with %s lists exactly the configured hosts of images', async (site, sources) => {
    for (const url of ['/pins', '/premium', '/auth/login']) {
      expect((await headersOf(site, url))['policy']).toBe(DEFAULT_POLICY.replace("'self' data: https://i.pinimg.com", sources));
    }
    const { body } = await load(site, '/api/settings');
    const hosts = sources.split(' ').flatMap((source) => (source.startsWith('https://') ? [source.slice('https://'.length)] : []));
    expect(JSON.parse(body)).toMatchObject({ image_hosts: hosts });
  });

  it.each([
    ['/auth/login', 'no-referrer'],
    ['/auth/password/reset/a-code', 'no-referrer'],
    ['/auth/email/confirm/a-code', 'no-referrer'],
    ['/Auth/password/reset/a-code', 'no-referrer'],
    ['/', 'strict-origin-when-cross-origin'],
    ['/premium', 'strict-origin-when-cross-origin'],
    ['/authors', 'strict-origin-when-cross-origin'],
  ])('of %s comes with the referrer policy %s', async (url, policy) => {
    expect((await headersOf('paddle', url))['referrer-policy']).toBe(policy);
  });

  it('of API responses allows nothing', async () => {
    expect((await headersOf('paddle', '/api/stats'))['policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  });
});
