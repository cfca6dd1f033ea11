import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '#server/app';
import { type Config, readConfig } from '#server/config/config';
import { testKeys } from '../../support/app/test-keys';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { paddleSettings } from '../../support/servers/paddle-notices';

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
  let database: TestDatabase;
  let folder: string;
  const sites = new Map<string, NestFastifyApplication>();
  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'corklight-pages-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<html><title>__BRAND__</title><script nonce="__CSP_NONCE__"></script></html>');
    await writeFile(join(folder, 'maintenance.html'), '<html>__BRAND__</html>');
    const settings: Record<string, Partial<Record<keyof Config, string>>> = {
      paddle: paddleSettings,
      pictures: { BRAND_NAME: 'Pins & <Co> $&', IMAGE_HOSTS: 'i.pinimg.com, Images.Example.com' },
      'no pictures': { IMAGE_HOSTS: '' },
      closed: { ...paddleSettings, MAINTENANCE: 'true' },
    };
    for (const [name, given] of Object.entries(settings)) {
      const app = await createApp(readConfig({ NODE_ENV: 'test', RATE_LIMITS: 'off', ...testKeys, ...given }), database.url, folder);
      await app.init();
      await app.getHttpAdapter().getInstance().ready();
      sites.set(name, app);
    }
  });
  afterAll(async () => {
    for (const app of sites.values()) await app.close();
    await rm(folder, { recursive: true, force: true });
    await database.close();
  });

  const headersOf = async (site: string, url: string): Promise<Record<string, unknown>> => {
    const { headers } = await (sites.get(site) as NestFastifyApplication).inject({ method: 'GET', url });
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

  it('comes with a page that shows the brand', async () => {
    const { body } = await (sites.get('pictures') as NestFastifyApplication).inject('/boards');
    expect(body).toContain('<title>Pins &amp; &lt;Co&gt; $&amp;</title>');
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
    const { body } = await (sites.get(site) as NestFastifyApplication).inject('/api/settings');
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
