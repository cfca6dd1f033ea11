import fc from 'fast-check';
import type { JsonSchema, Parameter } from '#server/api-docs/open-api';
import type { OpenApi } from '#server/api-docs/open-api-document';
import { MINUTES_PER_DAY, parseDay } from '#domain/days';
import { useTestApp } from '../../support/app/test-app';
import { requestBodySchema, documentedOperations, type DocumentedOperation } from '../../support/app/documented-operations';
import type { TestUser, UserKind } from '../../support/app/test-users';
import { inputFor } from '../../support/app/arbitrary-input';
import { insertEntity, updateCatalogStats } from '../../support/database/insert-entity';

/** Values just outside what a schema allows. */
function invalidValues({ enum: values, minimum, maximum, minLength, maxLength, pattern, format }: JsonSchema): string[] {
  return [
    ...(values ? ['no such word'] : []),
    ...(minimum === undefined ? [] : [String(minimum - 1)]),
    ...(maximum === undefined ? [] : [String(maximum + 1)]),
    ...(minLength === undefined ? [] : ['x'.repeat(minLength - 1)]),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...(pattern === undefined && format === undefined ? [] : [' ']),
  ];
}

/** Values at the edge of what a schema allows. */
function validValues({ enum: values, minimum, maximum, maxLength }: JsonSchema): string[] {
  return [
    ...(values ?? []),
    ...(minimum === undefined ? [] : [minimum]),
    ...(maximum === undefined ? [] : [maximum]),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength)]),
  ].map(String);
}

/** Parameters whose valid values depend on another one: the list in the path, the type of performer, the page or source. */
const dependentParameters = new Set([
  'GET /exports/:variant order_by',
  'GET /exports/:variant metric',
  'GET /histograms/:variant/:filter variant',
  'GET /histograms/:variant/:filter filter',
  'GET /filter-choices/:variant/:filter variant',
  'GET /filter-choices/:variant/:filter filter',
  'GET /admin/analytics metric',
  'GET /analytics/daily days',
]);

/** Endpoints that ignore unknown fields of their bodies: OAuth asks for it. */
const openBodies = new Set(['POST /oauth/authorization']);

// What is looked at is the input, not how long a busy machine takes for it.
const site = useTestApp({ settings: { DATABASE_DEADLINE_MS: '60000' } });
let document: OpenApi;
beforeAll(async () => {
  const { pool } = site.database;
  const newestMinute = (parseDay('2026-08-20') ?? 0) * MINUTES_PER_DAY;
  const series = { at: [newestMinute - 30 * MINUTES_PER_DAY, newestMinute], follower_count: [1_000, 1_100] };
  await insertEntity(pool, 'pinners', { _id: 'p', username: 'mira', name: 'Mira', follower_count: 1_100, series });
  await insertEntity(pool, 'boards', { _id: 'b', name: 'Board', pinner_id: 'p', pinner_username: 'mira', follower_count: 1_500, series });
  await insertEntity(pool, 'pins', { _id: 'x', name: 'Pin', pinner_id: 'p', saves: 9, link: 'https://shop.example/' });
  await updateCatalogStats(pool);
  document = (await site.get('/api/openapi.json')).body as unknown as OpenApi;
});

describe('the documented input', () => {
  let admin: TestUser;
  let endpoints: readonly DocumentedOperation[];
  beforeAll(async () => {
    admin = await site.createUser('admin');
    endpoints = documentedOperations(document).filter(({ operation }) => operation['x-access'] !== 'outside');
  });

  const exampleValue = ({ examples, enum: values, format }: JsonSchema): string =>
    format === 'uuid' ? '00000000-0000-4000-8000-000000000000' : String(examples?.[0] ?? values?.[0] ?? 'x');

  /** The path of an operation with examples of its parameters. */
  const examplePath = (path: string, { parameters: all = [] }: DocumentedOperation['operation']): string =>
    all.reduce((text, { name, schema }) => text.replace(`{${name}}`, exampleValue(schema)), `/api${path}`);

  /** Sends a request with the given parameter and examples of the other required ones. */
  async function requestWith({ method, path, operation }: DocumentedOperation, parameter?: Parameter, value = '') {
    const sent = (operation.parameters ?? [])
      .filter((candidate) => candidate.required || candidate === parameter)
      .map((candidate) => [candidate, candidate === parameter ? value : exampleValue(candidate.schema)] as const);
    const filledPath = sent
      .filter(([candidate]) => candidate.in === 'path')
      .reduce((text, [{ name }, pathValue]) => text.replace(`{${name}}`, encodeURIComponent(pathValue)), path);
    const query = new URLSearchParams(sent.filter(([candidate]) => candidate.in === 'query').map(([{ name }, text]) => [name, text]));
    const isUpload = 'application/octet-stream' in (operation.requestBody?.content ?? {});
    const file = { headers: { 'content-type': 'application/octet-stream' }, body: Buffer.from('x') };
    return site.request(method, `/api${filledPath}?${query}`, { as: admin, ...(isUpload ? file : {}) });
  }

  const parameters = () =>
    endpoints.flatMap((endpoint) => (endpoint.operation.parameters ?? []).map((parameter) => ({ endpoint, parameter })));

  it('is what the server accepts in paths and query strings, and nothing else', async () => {
    let requestCount = 0;
    for (const { endpoint, parameter } of parameters()) {
      const name = `${endpoint.endpoint} ${parameter.name}`;
      for (const value of invalidValues(parameter.schema)) {
        if (parameter.in === 'path' && value === '') continue;
        const { status, body } = await requestWith(endpoint, parameter, value);
        expect([name, value, status, String(body['error']).split(' ')[0]]).toEqual([name, value, 400, parameter.name]);
        requestCount++;
      }
      for (const value of dependentParameters.has(name) ? [] : validValues(parameter.schema)) {
        const { status } = await requestWith(endpoint, parameter, value);
        expect([name, value, status === 400]).toEqual([name, value, false]);
        expect(Object.keys(endpoint.operation.responses)).toContain(String(status));
        requestCount++;
      }
    }
    expect(requestCount).toBeGreaterThan(100);
  });

  it('has the same defaults as the server', async () => {
    for (const { endpoint, parameter } of parameters()) {
      const { default: defaultValue } = parameter.schema;
      if (typeof defaultValue !== 'string' && typeof defaultValue !== 'number') continue;
      // Each export of the audit adds an entry to the next one, and each file has its own number.
      if (endpoint.endpoint === 'GET /admin/audit/export' || endpoint.endpoint === 'POST /imports') continue;
      const [without, withDefault] = [await requestWith(endpoint), await requestWith(endpoint, parameter, String(defaultValue))];
      // The two responses are created at different times.
      const maskTimes = (text: string) => text.replaceAll(/"\d{4}-\d\d-\d\dT[^"]+"/g, '"time"');
      const name = `${endpoint.endpoint} ${parameter.name}`;
      expect([name, maskTimes(withDefault.text)]).toEqual([name, maskTimes(without.text)]);
    }
  });

  /** The fields of a body, including nested ones, each with a body in which only this field is invalid. */
  function invalidBodies(schema: JsonSchema, base: Record<string, unknown>, prefix = ''): (readonly [field: string, body: unknown])[] {
    return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
      const invalid: (readonly [string, unknown])[] = [
        ...invalidValues(field),
        field.type === 'integer' || field.type === 'number' ? 'x' : 7,
      ].map((value) => [prefix + name, { ...base, [name]: value }]);
      if (schema.required?.includes(name))
        invalid.push([prefix + name, Object.fromEntries(Object.entries(base).filter(([key]) => key !== name))]);
      const nested = invalidBodies(field, {}, `${prefix}${name}.`).map(([path, value]) => [path, { ...base, [name]: value }] as const);
      return [...invalid, ...nested];
    });
  }

  it('is what the server accepts in bodies: wrong, missing, and unknown fields are rejected by name', async () => {
    let requestCount = 0;
    for (const { endpoint, method, path, operation } of endpoints) {
      const schema = requestBodySchema(operation);
      if (!schema) continue;
      const required = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name));
      const base = Object.fromEntries(required.map(([name, field]) => [name, exampleValue(field)]));
      const unknownField = ['.*no_such_field', { ...base, no_such_field: 1 }] as const;
      for (const [field, body] of [...invalidBodies(schema, base), ...(openBodies.has(endpoint) ? [] : [unknownField])]) {
        const response = await site.request(method, examplePath(path, operation), { as: admin, body });
        expect([endpoint, body, response.status]).toEqual([endpoint, body, 400]);
        expect(response.body['errors']).toContainEqual(expect.stringMatching(new RegExp(`^${field}\\b`)));
        requestCount++;
      }
      const { body: response } = await site.request(method, examplePath(path, operation), { as: admin, body: [] });
      expect([endpoint, response['errors']]).toEqual([endpoint, ['body must be an object']]);
    }
    expect(requestCount).toBeGreaterThan(50);
  });
});

const roles: readonly (UserKind | 'anonymous')[] = ['admin', 'anonymous', 'registered', 'free', 'premium'];

/** Calls per endpoint of a role, each role with inputs of its own; those of administrators alone reach every endpoint. */
const callCount = (role: UserKind | 'anonymous'): number => (role === 'admin' ? 12 : 5);

/** What no response may contain: stacks, SQL, paths, and secrets. */
const leaks =
  /node_modules|\.tsx?:\d|\bat \w+ \(|QueryFailedError|SQLSTATE|insert into|select .{1,80} from |password_hash|token_hash|\$argon2/i;

describe('any input that the API document describes, and hostile input', () => {
  const users = new Map<string, TestUser>();
  /** The users whose session a call may have ended. */
  const uncertain = new Set<string>();
  /** A signed-in user of each kind, and a new one when a call has ended the session. */
  async function userOf(role: UserKind): Promise<TestUser> {
    const known = users.get(role);
    if (known && (!uncertain.delete(role) || (await site.request('GET', '/api/sessions', { as: known })).body['user'] !== null))
      return known;
    const user = await site.createUser(role);
    users.set(role, user);
    return user;
  }

  /** Requests of an operation: path, query, and body. */
  function requestsFor({ path, operation }: DocumentedOperation) {
    const definitions = document.components.schemas;
    const parametersIn = (place: string) =>
      fc.record(
        Object.fromEntries(
          (operation.parameters ?? []).filter((one) => one.in === place).map(({ name, schema }) => [name, inputFor(schema, definitions)]),
        ),
        place === 'path' ? {} : { requiredKeys: [] },
      );
    const body = requestBodySchema(operation);
    return fc
      .record({
        path: parametersIn('path'),
        query: parametersIn('query'),
        body: body ? inputFor(body, definitions) : fc.constant(undefined),
      })
      .map(({ path: inPath, query, body: content }) => ({
        url: `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(inPath[name]))}?${Object.entries(query)
          .map(([name, value]) => `${name}=${encode(value)}`)
          .join('&')}`,
        body: content,
      }));
  }

  it.each(roles)('is never a server error, and never reveals internals, for: %s', async (role) => {
    let successCount = 0;
    for (const operation of documentedOperations(document)) {
      const requests = fc.sample(requestsFor(operation), { numRuns: callCount(role), seed: 7 + roles.indexOf(role) });
      for (const { url, body } of requests) {
        const as = role === 'anonymous' ? {} : { as: await userOf(role) };
        const response = await site.request(operation.method, url, { ...as, body });
        const call = `${operation.method} ${url.slice(0, 300)} ${JSON.stringify(body)?.slice(0, 300)}`;
        expect([call, response.status, response.status < 500]).toEqual([call, response.status, true]);
        expect([call, leaks.exec(response.text)?.[0]]).toEqual([call, undefined]);
        if (response.status < 400) {
          successCount++;
          if (operation.method !== 'GET') uncertain.add(role);
          continue;
        }
        const error = { error: expect.any(String), errors: expect.any(Array), code: expect.any(String) };
        expect([call, response.body]).toEqual([call, expect.objectContaining(error)]);
      }
    }
    // Inputs that are all refused would show little.
    expect(successCount).toBeGreaterThan(20);
  });
});

const encode = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed());
