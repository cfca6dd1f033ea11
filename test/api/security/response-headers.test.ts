import { createTestApp, type TestApp, useTestApp } from '../../support/app/test-app';

const YEAR_SECONDS = 365 * 24 * 3_600;

describe('every response', () => {
  const httpsSite = useTestApp({ settings: { PUBLIC_URL: 'https://pins.example.com' } });
  const { database } = httpsSite;
  let localSite: TestApp;
  beforeAll(async () => {
    localSite = await createTestApp(database.url);
  });

  const requests = [
    ['a session', '/api/sessions', {}, 200],
    ['a list', '/api/boards', {}, 200],
    ['a rejected parameter', '/api/boards?page=x', {}, 400],
    ['a missing session', '/api/users/me/sessions', {}, 401],
    ['an unknown path', '/api/nothing', {}, 404],
    ['a malformed path', '/api/boards/%zz', {}, 400],
    ['another host', '/api/boards', { host: 'other.example.com' }, 421],
    ['the health check', '/healthz', {}, 200],
  ] as const;

  it.each(requests)('tells browsers not to guess types, embed, or share it: %s', async (_, path, headers, status) => {
    const response = await localSite.request('GET', path, { as: null, headers });
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': expect.stringMatching(/no-store|no-cache|max-age/),
      'content-type': expect.stringContaining('charset=utf-8'),
    });
    expect(response.headers).not.toHaveProperty('server');
    expect(response.headers).not.toHaveProperty('x-powered-by');
  });

  it.each(requests)('keeps browsers on https for more than a year, with an https address only: %s', async (_, path, headers) => {
    const secure = String((await httpsSite.request('GET', path, { as: null, headers })).headers['strict-transport-security']);
    expect(Number(/^max-age=(\d+)$/.exec(secure)?.[1])).toBeGreaterThan(YEAR_SECONDS);
    expect((await localSite.request('GET', path, { as: null, headers })).headers).not.toHaveProperty('strict-transport-security');
  });

  it('keeps browsers on https on all subdomains too if a setting says so', async () => {
    const site = await createTestApp(database.url, {
      settings: { PUBLIC_URL: 'https://pins.example.com', HSTS_INCLUDE_SUBDOMAINS: 'true' },
    });
    const { headers } = await site.request('GET', '/healthz', { as: null });
    await site.close();
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
  });
});
