import type { JsonSchema } from '#server/api-docs/json-schema';
import type { OpenApi, Parameter } from '#server/api-docs/open-api';
import { type TestAppWithDatabase, createTestAppWithDatabase } from '../../support/app/test-app';
import { requestBodySchema, documentedOperations, type DocumentedOperation } from '../../support/app/documented-operations';
import type { TestUser } from '../../support/app/test-users';

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

/** Values at the very edge of what a schema allows. */
function validValues({ enum: values, minimum, maximum, maxLength }: JsonSchema): string[] {
  return [
    ...(values ?? []),
    ...(minimum === undefined ? [] : [minimum]),
    ...(maximum === undefined ? [] : [maximum]),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength)]),
  ].map(String);
}

/** What depends on another parameter too: the list in the path, the kind of performer. */
const dependentParameters = new Set(['GET /exports/:variant order_by', 'GET /exports/:variant metric', 'GET /admin/analytics metric']);

describe('T7 what the document allows', () => {
  let site: TestAppWithDatabase;
  let admin: TestUser;
  let calls: readonly DocumentedOperation[];
  beforeAll(async () => {
    site = await createTestAppWithDatabase();
    admin = await site.createUser('admin');
    const document = (await site.get('/api/openapi.json')).body as unknown as OpenApi;
    calls = documentedOperations(document).filter(({ operation }) => operation['x-access'] !== 'outside');
  });
  afterAll(() => site.close());

  const exampleValue = ({ examples, enum: values, format }: JsonSchema): string =>
    format === 'uuid' ? '00000000-0000-4000-8000-000000000000' : String(examples?.[0] ?? values?.[0] ?? 'x');

  /** Makes a call with one parameter as given and every other one that must be there. */
  async function requestWith({ method, path, operation }: DocumentedOperation, asked?: Parameter, value = '') {
    const all = (operation.parameters ?? []).filter((one) => one.required || one === asked);
    const given = all.map((one) => [one, one === asked ? value : exampleValue(one.schema)] as const);
    const where = given
      .filter(([one]) => one.in === 'path')
      .reduce((text, [{ name }, own]) => text.replace(`{${name}}`, encodeURIComponent(own)), path);
    const query = new URLSearchParams(given.filter(([one]) => one.in === 'query').map(([{ name }, own]) => [name, own]));
    return site.request(method, `/api${where}?${query}`, { as: admin });
  }

  const parameters = () => calls.flatMap((call) => (call.operation.parameters ?? []).map((parameter) => ({ call, parameter })));

  it('is what the server refuses nobody for, and nothing beyond it, in paths and query strings', async () => {
    let asked = 0;
    for (const { call, parameter } of parameters()) {
      const name = `${call.endpoint} ${parameter.name}`;
      for (const value of invalidValues(parameter.schema)) {
        if (parameter.in === 'path' && value === '') continue;
        const { status, body } = await requestWith(call, parameter, value);
        expect([name, value, status, String(body['error']).split(' ')[0]]).toEqual([name, value, 400, parameter.name]);
        asked++;
      }
      for (const value of dependentParameters.has(name) ? [] : validValues(parameter.schema)) {
        const { status } = await requestWith(call, parameter, value);
        expect([name, value, status === 400]).toEqual([name, value, false]);
        expect(Object.keys(call.operation.responses)).toContain(String(status));
        asked++;
      }
    }
    expect(asked).toBeGreaterThan(100);
  });

  it('has the defaults that the server has', async () => {
    for (const { call, parameter } of parameters()) {
      const { default: usual } = parameter.schema;
      if (typeof usual !== 'string' && typeof usual !== 'number') continue;
      const [without, named] = [await requestWith(call), await requestWith(call, parameter, String(usual))];
      // Times of making differ, the figures do not.
      const maskTimes = (text: string) => text.replaceAll(/"\d{4}-\d\d-\d\dT[^"]+"/g, '"time"');
      expect([call.endpoint, parameter.name, maskTimes(named.text)]).toEqual([call.endpoint, parameter.name, maskTimes(without.text)]);
    }
  });

  /** The fields of a body, those of objects inside it too, each with a body that has this one value in it. */
  function invalidBodies(schema: JsonSchema, base: Record<string, unknown>, within = ''): (readonly [field: string, body: unknown])[] {
    return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
      const wrong: (readonly [string, unknown])[] = [...invalidValues(field), 7].map((value) => [
        within + name,
        { ...base, [name]: value },
      ]);
      if (schema.required?.includes(name))
        wrong.push([within + name, Object.fromEntries(Object.entries(base).filter(([key]) => key !== name))]);
      const deeper = invalidBodies(field, {}, `${within}${name}.`).map(([path, value]) => [path, { ...base, [name]: value }] as const);
      return [...wrong, ...deeper];
    });
  }

  it('is the same in bodies: wrong, missing and unknown fields are refused by name', async () => {
    let asked = 0;
    for (const { endpoint, method, path, operation } of calls) {
      const schema = requestBodySchema(operation);
      if (!schema) continue;
      const required = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name));
      const base = Object.fromEntries(required.map(([name, field]) => [name, exampleValue(field)]));
      const unknown = schema.additionalProperties === false ? [['.*no_such_field', { ...base, no_such_field: 1 }] as const] : [];
      for (const [field, body] of [...invalidBodies(schema, base), ...unknown]) {
        const answer = await site.request(method, `/api${path}`, { as: admin, body });
        expect([endpoint, body, answer.status]).toEqual([endpoint, body, 400]);
        expect(answer.body['errors']).toContainEqual(expect.stringMatching(new RegExp(`^${field}\\b`)));
        asked++;
      }
    }
    expect(asked).toBeGreaterThan(50);
  });

  it('needs who it says: each call refuses a visitor, or somebody without rights, by the status it names', async () => {
    const free = await site.createUser('free');
    for (const { endpoint, method, path, operation } of calls) {
      const access = operation['x-access'];
      const where = (operation.parameters ?? []).reduce(
        (text, { name, schema }) => text.replace(`{${name}}`, exampleValue(schema)),
        `/api${path}`,
      );
      if (access === 'signed-in' || access === 'admin')
        expect([endpoint, (await site.request(method, where)).status]).toEqual([endpoint, 401]);
      if (access === 'admin') expect([endpoint, (await site.request(method, where, { as: free })).status]).toEqual([endpoint, 403]);
      if (operation.security.some((one) => 'crossSite' in one)) {
        const bare = await site.request(method, where, { as: null });
        expect([endpoint, bare.status, bare.body['code']]).toEqual([endpoint, 403, 'cross_site']);
        const form = await site.request(method, where, {
          as: admin,
          body: 'a=b',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
        expect([endpoint, form.status]).toEqual([endpoint, 415]);
      }
    }
  });
});
