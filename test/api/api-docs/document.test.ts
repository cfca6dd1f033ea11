import { colorVariables } from '#domain/site/colors';
import { openApiDocument, type OpenApi } from '#server/api-docs/open-api-document';
import { parseRateLimitSettings } from '#server/config/rate-limit-settings';
import { documentedOperations, type DocumentedOperation } from '../../support/app/documented-operations';
import { useTestApp, type TestResponse } from '../../support/app/test-app';

describe('GET /api/openapi.json', () => {
  /** Every value of this key, at any depth. */
  function valuesOfKey(key: string, value: unknown): unknown[] {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, child]) => [...(name === key ? [child] : []), ...valuesOfKey(key, child)]);
  }

  const site = useTestApp({ settings: { RATE_LIMITS: 'lists=7/60' } });
  let document: OpenApi;
  let endpoints: readonly DocumentedOperation[];
  beforeAll(async () => {
    document = (await site.get('/api/openapi.json')).body as unknown as OpenApi;
    endpoints = documentedOperations(document);
  });

  it('names its version and the base path', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Corklight API' }, servers: [{ url: '/api' }] });
  });

  it('has no dangling references', () => {
    const knownRefs = new Set(Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`));
    const refs = valuesOfKey('$ref', document);
    expect(refs.length).toBeGreaterThan(100);
    expect(refs.filter((ref) => !knownRefs.has(String(ref)))).toEqual([]);
    const [schemes, tags] = [Object.keys(document.components.securitySchemes), document.tags.map(({ name }) => name)];
    for (const { operation } of endpoints) {
      expect(schemes).toEqual(expect.arrayContaining(operation.security.flatMap((requirement) => Object.keys(requirement))));
      expect(tags).toEqual(expect.arrayContaining([...operation.tags]));
    }
  });

  it('has an id, a summary and one successful response for every endpoint', () => {
    expect(new Set(endpoints.map(({ operation }) => operation.operationId)).size).toBe(endpoints.length);
    for (const { operation } of endpoints) {
      expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/);
      expect(operation.summary).toMatch(/^[A-Z].+\.$/);
      const statuses = Object.keys(operation.responses);
      expect(statuses.filter((status) => /^[23]/.test(status))).toHaveLength(1);
      expect(statuses).toContain('default');
      for (const response of Object.values(operation.responses)) expect(response.description).not.toBe('');
    }
  });

  it('declares the parameters of each path once', () => {
    for (const { path, operation } of endpoints) {
      const parameters = operation.parameters ?? [];
      const pathParameters = parameters.filter((parameter) => parameter.in === 'path');
      expect(pathParameters.map(({ name }) => name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      expect(pathParameters.every(({ required }) => required)).toBe(true);
      expect(new Set(parameters.map(({ name, in: location }) => `${location} ${name}`)).size).toBe(parameters.length);
    }
  });

  it('lists the rate limits of this site', () => {
    expect(document.paths['/pins']?.['get']?.['x-limits']).toEqual(['7 a minute per IP address']);
    expect(document.paths['/auth/login']?.['post']?.['x-limits']).toEqual(['5 a minute per IP address', '30 an hour per IP address']);
  });

  it('names the session cookie of the site', () => {
    const secureDocument = openApiDocument({ brand: 'Corklight', version: '1', secure: true, limits: parseRateLimitSettings('') });
    expect(document.components.securitySchemes['session']?.name).toBe('session');
    expect(secureDocument.components.securitySchemes['session']?.name).toBe('__Host-session');
  });
});

describe('/api/docs', () => {
  const site = useTestApp({ settings: { PUBLIC_URL: 'https://pins.example.com' } });
  let page: TestResponse;
  let document: OpenApi;
  beforeAll(async () => {
    page = await site.get('/api/docs');
    document = (await site.get('/api/openapi.json')).body as unknown as OpenApi;
  });

  it('is a public page that runs no scripts and loads only its icon', () => {
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; img-src 'self';/);
    expect(page.text).not.toMatch(/<script|\son\w+=|\sstyle=|@import|url\(/);
    const loadedUrls = [...page.text.matchAll(/(?:src|<link[^>]*href)="([^"]+)"/g)].map(([, url]) => url);
    expect(loadedUrls).toEqual(['/favicon.svg']);
  });

  it('shows every endpoint with its summary, its parameters and an example for this site', () => {
    const text = page.text
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&#x27;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
    for (const { method, path, operation } of documentedOperations(document)) {
      const start = page.text.indexOf(`id="${operation.operationId}"`);
      const card = page.text.slice(start, page.text.indexOf('</article>', start));
      expect([operation.operationId, start > 0, card.includes(`/api${path}`)]).toEqual([operation.operationId, true, true]);
      expect(text).toContain(`${method} /api${path}${operation.summary}`);
      for (const { name } of operation.parameters ?? []) expect(card).toContain(`<code>${name}</code>`);
      for (const { code } of operation['x-refusals']) expect(card).toContain(code);
      expect(card).toContain('https://pins.example.com/api/');
    }
    expect(text).toContain('per_page in the query: whole number, 1 to 100; default 10');
  });

  it('links only to its own sections, the home page and the OpenAPI document', () => {
    const ids = new Set([...page.text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => `#${id}`));
    const links = [...page.text.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, url = '']) => url);
    expect(links.length).toBeGreaterThan(50);
    expect([...new Set(links.filter((url) => !ids.has(url)))].toSorted()).toEqual(['/', '/api/openapi.json']);
  });

  it('leads back to the site and to its contents from everywhere', () => {
    const header = /<header class="bar">.*?<\/header>/s.exec(page.text)?.[0] ?? '';
    expect([...header.matchAll(/href="([^"]+)"/g)].map(([, url]) => url)).toEqual(['/', '#contents', '/']);
    expect(page.text).toContain('.bar { position: sticky;');
  });

  it('has the colors of the product', () => {
    expect(page.text).toContain(colorVariables);
  });
});
