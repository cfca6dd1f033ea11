import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '#domain/api';
import { openApiDocument } from '#server/api-docs/open-api-document';
import { createApp } from '#server/app';
import { readConfig } from '#server/config/config';
import { parseRateLimitSettings } from '#server/config/rate-limit-settings';
import { endpointNameOf } from '#server/http/served-route';
import { documentedOperations } from '../support/app/documented-operations';
import { useTestDatabase } from '../support/database/test-database';

describe('the routes', () => {
  /** Section 7 of the specification. */
  const specified = [
    ...['/pins', '/boards', '/pinners', '/pins/:id', '/boards/:id', '/pinners/:id'].map((path) => `GET ${path}`),
    ...['login', 'register', 'email/confirm', 'email/confirm/resend', 'password/recover', 'password/reset'].map(
      (path) => `POST /auth/${path}`,
    ),
    'GET /unsubscribe',
    'GET /track',
    'GET /sessions',
    'PATCH /sessions',
    'DELETE /sessions',
    'POST /events',
    'GET /stats',
    'GET /users/me/pinterest_accounts',
    'POST /users/me/pinterest_accounts',
    'GET /analytics/dashboard',
    'GET /admin/analytics',
    'GET /admin/data-quality/scan',
    'POST /admin/data-quality/cleanup',
  ];

  const database = useTestDatabase();

  const documented = documentedOperations(
    openApiDocument({ brand: 'Corklight', version: '1', secure: true, limits: parseRateLimitSettings('') }),
  ).map(({ endpoint }) => endpoint);

  it('are exactly the endpoint records', async () => {
    const app = await createApp(readConfig({ NODE_ENV: 'test' }), database.url);
    const served = new Set<string>();
    app
      .getHttpAdapter()
      .getInstance()
      .addHook('onRoute', ({ method, url }) => {
        for (const one of [method].flat()) if (url.startsWith('/api/') && one !== 'HEAD') served.add(endpointNameOf(one, url));
      });
    await app.init();
    await app.close();
    expect([...served].toSorted()).toEqual([...endpoints.keys()].toSorted());
  });

  it('are those of the OpenAPI document', () => {
    expect(documented.toSorted()).toEqual([...endpoints.keys()].toSorted());
  });

  it('include all that the specification names', () => {
    expect(specified.filter((endpoint) => !documented.includes(endpoint))).toEqual([]);
  });
});

describe('the advisory locks', () => {
  const sources = (readdirSync('server', { recursive: true }) as string[]).filter((name) => name.endsWith('.ts'));

  it('use each number for one purpose only, so that two uses never wait for each other', () => {
    const numbers = sources.flatMap((name) =>
      [...readFileSync(join('server', name), 'utf8').matchAll(/\b7_30\d_\d{3}\b/g)].map(([number]) => number),
    );
    expect(numbers.length).toBeGreaterThanOrEqual(5);
    expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted());
  });
});
