import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '#server/app';
import { readConfig } from '#server/config/config';
import { createClientFolder } from '../../support/app/client-folder';
import { testKeys } from '../../support/app/test-keys';
import { insertEntity } from '../../support/database/insert-entity';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';

const EVIL = '</title><script>alert(1)</script>" onload="x';
const ORIGIN = 'https://pins.example.com';

describe('the page at every URL', () => {
  let database: TestDatabase;
  let client: Awaited<ReturnType<typeof createClientFolder>>;
  let publicSite: NestFastifyApplication;
  let localSite: NestFastifyApplication;

  const open = async (settings: Record<string, string>) => {
    const app = await createApp(
      readConfig({ NODE_ENV: 'test', RATE_LIMITS: 'off', ...testKeys, ...settings }),
      database.url,
      client.folder,
    );
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    return app;
  };

  beforeAll(async () => {
    [database, client] = await Promise.all([createTestDatabase(), createClientFolder()]);
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
    publicSite = await open({ PUBLIC_URL: ORIGIN, BRAND_NAME: 'Pins & <Co> $&' });
    localSite = await open({});
  });
  afterAll(async () => {
    await publicSite.close();
    await localSite.close();
    await client.remove();
    await database.close();
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
    expect(page.title).toBe('Group Board Finder · Pins &amp; &lt;Co&gt; $&amp;');
    expect(page.heading).toBe('Group Board Finder');
    expect(page.canonical).toBe(`${ORIGIN}/boards`);
    expect(page.meta('description')).toContain('Find group boards on Pinterest');
    expect(page.meta('robots')).toBeNull();
    expect(page.meta('og:title')).toBe('Group Board Finder');
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

  it('names a pin without words by its board', async () => {
    expect((await loadEntity('/pin/wordless/')).meta('og:title')).toBe('Pin on Garden &amp; home');
  });

  it('keeps an entity that the source no longer has out of search engines', async () => {
    const page = await loadEntity('/pinner/gone/');
    expect([page.statusCode, page.meta('og:title'), page.meta('robots')]).toEqual([200, 'ada', 'noindex']);
  });

  it.each(['/board/nothing/', '/pin/b%2F1/', '/nothing-here', '/boards/1'])(
    'is not found at %s, with the app, which says so',
    async (url) => {
      const page = await loadEntity(url);
      expect(page.statusCode).toBe(404);
      expect(page.title).toMatch(/^Page not found · /);
      expect(page.body).toContain('<div id="root">');
      expect([page.canonical, page.meta('og:url'), page.meta('robots')]).toEqual([null, null, 'noindex']);
    },
  );

  it.each(['/dashboard', '/account', '/admin/growth', '/auth/login', '/oauth2/pinterest', '/unsubscribe'])(
    'keeps %s out of search engines',
    async (url) => {
      const page = await load(url);
      expect([page.statusCode, page.meta('robots')]).toEqual([200, 'noindex']);
    },
  );

  it('never repeats a code of its path', async () => {
    const page = await load('/auth/password/reset/secret-code?x=secret-code');
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain('secret-code');
  });

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
