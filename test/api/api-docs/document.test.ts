import { openApiDocument } from '#server/api-docs/open-api-document';
import type { OpenApi } from '#server/api-docs/open-api-document';
import { parseRateLimitSettings } from '#server/config/rate-limit-settings';
import { useTestApp } from '../../support/app/test-app';
import { documentedOperations, type DocumentedOperation } from '../../support/app/documented-operations';

/** Every value of this key, at any depth. */
function valuesOfKey(key: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => [...(name === key ? [child] : []), ...valuesOfKey(key, child)]);
}

describe('GET /api/openapi.json', () => {
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
