import { openApiDocument } from '#server/api-docs/open-api-document';
import type { OpenApi } from '#server/api-docs/open-api';
import { parseRateLimitSettings } from '#server/http/limits/rate-limit-settings';
import { type TestAppWithDatabase, createTestAppWithDatabase } from '../../support/app/test-app';
import { documentedOperations, type DocumentedOperation } from '../../support/app/documented-operations';

/** Every value of this key, however deep. */
function valuesOfKey(key: string, inside: unknown): unknown[] {
  if (typeof inside !== 'object' || inside === null) return [];
  return Object.entries(inside).flatMap(([name, value]) => [...(name === key ? [value] : []), ...valuesOfKey(key, value)]);
}

describe('GET /api/openapi.json', () => {
  let site: TestAppWithDatabase;
  let document: OpenApi;
  let calls: readonly DocumentedOperation[];
  beforeAll(async () => {
    site = await createTestAppWithDatabase({ RATE_LIMITS: 'lists=7/60' });
    document = (await site.get('/api/openapi.json')).body as unknown as OpenApi;
    calls = documentedOperations(document);
  });
  afterAll(() => site.close());

  it('says what it is, and where the calls lie', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Corklight API' }, servers: [{ url: '/api' }] });
  });

  it('refers to nothing that it does not have', () => {
    const known = new Set(Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`));
    const referred = valuesOfKey('$ref', document);
    expect(referred.length).toBeGreaterThan(100);
    expect(referred.filter((one) => !known.has(String(one)))).toEqual([]);
    const [schemes, tags] = [Object.keys(document.components.securitySchemes), document.tags.map(({ name }) => name)];
    for (const { operation } of calls) {
      expect(schemes).toEqual(expect.arrayContaining(operation.security.flatMap((one) => Object.keys(one))));
      expect(tags).toEqual(expect.arrayContaining([...operation.tags]));
    }
  });

  it('has an id, a sentence and a good answer for every call', () => {
    expect(new Set(calls.map(({ operation }) => operation.operationId)).size).toBe(calls.length);
    for (const { operation } of calls) {
      expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/);
      expect(operation.summary).toMatch(/^[A-Z].+\.$/);
      const statuses = Object.keys(operation.responses);
      expect(statuses.filter((status) => /^[23]/.test(status))).toHaveLength(1);
      expect(statuses).toContain('default');
      for (const response of Object.values(operation.responses)) expect(response.description).not.toBe('');
    }
  });

  it('declares the parameters of each path, and each once', () => {
    for (const { path, operation } of calls) {
      const parameters = operation.parameters ?? [];
      const inPath = parameters.filter((one) => one.in === 'path');
      expect(inPath.map(({ name }) => name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      expect(inPath.every(({ required }) => required)).toBe(true);
      expect(new Set(parameters.map(({ name, in: place }) => `${place} ${name}`)).size).toBe(parameters.length);
    }
  });

  it('lists the rate limits of this site', () => {
    expect(document.paths['/pins']?.['get']?.['x-limits']).toEqual(['7 a minute per IP address']);
    expect(document.paths['/auth/login']?.['post']?.['x-limits']).toEqual(['5 a minute per IP address', '30 an hour per IP address']);
  });

  it('names the session as the site does', () => {
    const secure = openApiDocument({ brand: 'Corklight', version: '1', secure: true, limits: parseRateLimitSettings('') });
    expect(document.components.securitySchemes['session']?.name).toBe('session');
    expect(secure.components.securitySchemes['session']?.name).toBe('__Host-session');
  });
});
