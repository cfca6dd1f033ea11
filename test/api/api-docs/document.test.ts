import { createHash } from 'node:crypto';
import { runInThisContext } from 'node:vm';
import ts from 'typescript';
import { endpoints as records } from '#domain/api';
import { colorVariables } from '#domain/site/colors';
import { docsScript } from '#server/api-docs/docs-script';
import { openApiDocument, type OpenApi } from '#server/api-docs/open-api-document';
import { parseRateLimitSettings } from '#server/config/rate-limit-settings';
import type { JsonSchema } from '#server/api-docs/open-api';
import { ManageApiKeys } from '#server/auth/api-keys/manage-api-keys';
import { documentedOperations, type DocumentedOperation } from '../../support/app/documented-operations';
import { useTestApp, type TestResponse } from '../../support/app/test-app';
import { insertEntity, updateCatalogStats } from '../../support/database/insert-entity';
import { operator } from '../../support/fakes/audit';

// A limit of its own, and an address that examples name.
const site = useTestApp({ settings: { RATE_LIMITS: 'lists=7/60', PUBLIC_URL: 'https://pins.example.com' } });
let document: OpenApi;
let endpoints: readonly DocumentedOperation[];
beforeAll(async () => {
  document = (await site.get('/api/openapi.json')).body as unknown as OpenApi;
  endpoints = documentedOperations(document);
});

describe('GET /api/openapi.json', () => {
  /** Every value of this key, at any depth. */
  function valuesOfKey(key: string, value: unknown): unknown[] {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, child]) => [...(name === key ? [child] : []), ...valuesOfKey(key, child)]);
  }

  it('names its version, the base path, and what holds for all calls', () => {
    expect(document.info.description).toMatch(/Unknown parameters are ignored.+304/);
    expect(document.paths['/boards']?.['get']?.responses['default']?.description).toContain('503');
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

  it('has no pattern that only some languages read', () => {
    const patterns = valuesOfKey('pattern', document);
    expect(patterns.length).toBeGreaterThan(5);
    expect(patterns.filter((pattern) => String(pattern).includes(String.raw`\p{`))).toEqual([]);
  });

  it('says of every state of an import what it means', () => {
    const state = document.components.schemas['Import']?.properties?.['state'];
    expect(state?.enum?.length).toBeGreaterThan(10);
    for (const name of state?.enum ?? []) expect(state?.description).toMatch(new RegExp(`\\b${name}\\b`));
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

  it('says who may call an endpoint, and that other websites cannot', () => {
    for (const { endpoint, method, operation } of endpoints) {
      const { access } = records.get(endpoint)!;
      const isGuarded = operation.security.some((requirement) => 'crossSite' in requirement);
      expect([endpoint, operation['x-access'], isGuarded]).toEqual([endpoint, access, method !== 'GET' && access !== 'outside']);
    }
  });

  it('lists the rate limits of this site', () => {
    expect(document.paths['/pins']?.['get']?.['x-limits']).toEqual(['7 a minute per IP address']);
    expect(document.paths['/auth/login']?.['post']?.['x-limits']).toEqual(['5 a minute per IP address', '30 an hour per IP address']);
  });

  it('names the session cookie of the site', () => {
    const localDocument = openApiDocument({ brand: 'Corklight', version: '1', secure: false, limits: parseRateLimitSettings('') });
    expect(localDocument.components.securitySchemes['session']?.name).toBe('session');
    expect(document.components.securitySchemes['session']?.name).toBe('__Host-session');
  });
});

describe('/api/docs', () => {
  const pages = new Map<string, TestResponse>();
  beforeAll(async () => {
    const names = ['', ...document.tags.map(({ name }) => name.toLowerCase().replaceAll(' ', '-')), 'types'];
    for (const name of names)
      pages.set(`/api/docs${name === '' ? '' : `/${name}`}`, await site.get(`/api/docs${name === '' ? '' : `/${name}`}`));
  });

  it('is public pages that run one script of their own and load only their icon', () => {
    expect(pages.size).toBe(document.tags.length + 2);
    for (const [path, { status, headers, text }] of pages) {
      expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8']);
      const hash = createHash('sha256').update(docsScript).digest('base64');
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; img-src 'self';/);
      expect(headers['content-security-policy']).toContain(`; script-src 'sha256-${hash}'`);
      const [script, ...others] = text.matchAll(/<script>(.*?)<\/script>/gs);
      expect([script?.[1], others]).toEqual([docsScript, []]);
      expect(text.replace(docsScript, '')).not.toMatch(/<script[^>]|\son\w+=|\sstyle=|@import|url\(/);
      const loadedUrls = [...text.matchAll(/(?:src|<link[^>]*href)="([^"]+)"/g)].map(([, url]) => url);
      expect(loadedUrls).toEqual(['/favicon.svg']);
    }
    expect(docsScript).not.toMatch(/fetch|XMLHttp|storage|cookie|innerHTML/i);
  });

  it('shows every endpoint with its summary, its parameters and an example for this site', () => {
    const plain = (html: string) =>
      html
        .replaceAll(/<[^>]+>/g, '')
        .replaceAll('&#x27;', "'")
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&');
    for (const { method, path, operation } of endpoints) {
      const page = pages.get(`/api/docs/${operation.tags[0]?.toLowerCase().replaceAll(' ', '-')}`)?.text ?? '';
      const start = page.indexOf(`id="${operation.operationId}"`);
      const card = page.slice(start, page.indexOf('</article>', start));
      expect([operation.operationId, start > 0, card.includes(`/api${path}`)]).toEqual([operation.operationId, true, true]);
      expect(plain(card)).toContain(`${method} /api${path}${operation.summary}`);
      for (const { name } of operation.parameters ?? []) expect(card).toContain(`<code>${name}</code>`);
      for (const { code } of operation['x-refusals']) expect(card).toContain(code);
      for (const limit of operation['x-limits']) expect(card).toContain(limit);
      expect(card).toContain('https://pins.example.com/api/');
      const isByKey = operation.security.some((requirement) => 'apiKey' in requirement);
      expect([path, card.includes('<summary>Python'), card.includes('<summary>TypeScript')]).toEqual([path, isByKey, isByKey]);
    }
    const imports = plain(pages.get('/api/docs/administration')?.text ?? '');
    for (const sent of [
      "-H 'content-type: application/octet-stream' -T boards.ndjson 'https",
      "body: await openAsBlob('boards.ndjson')",
      "data=open('boards.ndjson', 'rb')",
    ])
      // prettier-ignore
      expect(imports).toContain(sent);
    expect(plain(pages.get('/api/docs/catalog')?.text ?? '')).toContain('per_page in the query: whole number, 1 to 100; default 10');
  });

  it('links only to its own pages, the home page, the account, and the OpenAPI document', () => {
    const targets = new Set<string>();
    for (const [path, { text }] of pages)
      for (const target of ['', ...[...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => `#${id}`)]) targets.add(`${path}${target}`);
    const unknown = new Set<string>();
    for (const [path, { text }] of pages) {
      const links = [...text.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, url = '']) => (url.startsWith('#') ? `${path}${url}` : url));
      expect(links.length).toBeGreaterThan(50);
      for (const link of links) if (!targets.has(link)) unknown.add(link);
    }
    expect([...unknown].toSorted()).toEqual(['/', '/account', '/api/openapi.json']);
  });

  it('leads back to the site and to its contents from everywhere', () => {
    for (const { text } of pages.values()) {
      const header = /<header class="bar">.*?<\/header>/s.exec(text)?.[0] ?? '';
      expect([...header.matchAll(/href="([^"]+)"/g)].map(([, url]) => url)).toEqual(['/', '#contents', '/']);
      expect(text).toContain('.bar { position: sticky;');
      expect(text).toContain(colorVariables);
    }
  });

  it('has no other page', async () => {
    const { status, body } = await site.get('/api/docs/none');
    expect([status, body['code']]).toEqual([404, 'not_found']);
  });
});

const scalars: Readonly<Record<string, string>> = {
  integer: 'number',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
};

/** The TypeScript type that a JSON schema describes. */
function typeOf(schema: JsonSchema): string {
  const { $ref, anyOf, enum: values, type, items, prefixItems, properties, required = [], additionalProperties } = schema;
  if ($ref !== undefined) return `Schemas['${$ref.split('/').at(-1)}']`;
  if (anyOf) return anyOf.map(typeOf).join(' | ');
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (typeof type === 'object') return type.map((one) => typeOf({ ...schema, type: one })).join(' | ');
  if (type === 'array') return prefixItems ? `[${prefixItems.map(typeOf).join(', ')}]` : `readonly (${typeOf(items ?? {})})[]`;
  if (type !== 'object') return scalars[type ?? ''] ?? 'unknown';
  if (!properties) return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`;
  return `{ ${Object.entries(properties)
    .map(([name, field]) => `'${name}'${required.includes(name) ? '' : '?'}: ${typeOf(field)};`)
    .join(' ')} }`;
}

/** A client for the reads of the API that take a key, typed by the document. */
function clientSource(document: OpenApi): string {
  const parametersIn = (location: string, parameters: readonly { name: string; in: string; required: boolean; schema: JsonSchema }[]) =>
    `{ ${parameters
      .filter((parameter) => parameter.in === location)
      .map(({ name, required, schema }) => `'${name}'${required ? '' : '?'}: ${typeOf(schema)};`)
      .join(' ')} }`;
  const reads = documentedOperations(document).filter(
    ({ method, operation }) => method === 'GET' && operation.security.some((requirement) => 'apiKey' in requirement),
  );
  const answers = reads.flatMap(({ path, operation: { parameters = [], responses } }) => {
    const schema = Object.values(responses)[0]?.content?.['application/json']?.schema;
    if (!schema) return [];
    return [
      `'${path}': { params: ${parametersIn('path', parameters)}; query: ${parametersIn('query', parameters)}; answer: ${typeOf(schema)} };`,
    ];
  });
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => `'${name}': ${typeOf(schema)};`);
  return `interface Schemas { ${schemas.join('\n')} }
interface Reads { ${answers.join('\n')} }
export const createClient = (origin: string, key: string) =>
  async <P extends keyof Reads>(path: P, params: Reads[P]['params'], query: Reads[P]['query']): Promise<Reads[P]['answer']> => {
    const filled = path.replace(/\\{(\\w+)\\}/g, (_, name: string) => encodeURIComponent((params as Record<string, string>)[name] ?? ''));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const response = await fetch(\`\${origin}/api\${filled}?\${search}\`, { headers: { authorization: \`Bearer \${key}\` } });
    if (!response.ok) throw new Error(((await response.json()) as { error: string }).error);
    return response.json() as Promise<Reads[P]['answer']>;
  };
`;
}

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  types: [],
};

/** What the compiler says about programs that use the client, by their names. */
function faultsOf(client: string, programs: Readonly<Record<string, string>>): Readonly<Record<string, string[]>> {
  const files: Readonly<Record<string, string>> = { ...programs, '/client.ts': client };
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    getSourceFile: (name, ...more) =>
      files[name] === undefined ? disk.getSourceFile(name, ...more) : ts.createSourceFile(name, files[name], ts.ScriptTarget.ES2022),
    fileExists: (name) => name in files || disk.fileExists(name),
    readFile: (name) => files[name] ?? disk.readFile(name),
  };
  const faults: Record<string, string[]> = {};
  for (const { file, messageText } of ts.getPreEmitDiagnostics(ts.createProgram(Object.keys(files), options, host)))
    (faults[file?.fileName ?? ''] ??= []).push(ts.flattenDiagnosticMessageText(messageText, ' '));
  return faults;
}

describe('a client made from the OpenAPI document', () => {
  const server = useTestApp();
  let source: string;
  beforeAll(async () => {
    source = clientSource((await server.get('/api/openapi.json')).body as unknown as OpenApi);
    await insertEntity(server.database.pool, 'boards', { _id: 'b', name: 'Etsy sellers', follower_count: 1_500, collaborator_count: 4 });
    await updateCatalogStats(server.database.pool);
    await server.app.listen(0, '127.0.0.1');
  });

  it('compiles, and lets the compiler refuse what the API does not have', () => {
    const start = `import { createClient } from './client';\nconst read = createClient('', '');\n`;
    const right = `const { boards } = await read('/boards', {}, { query: 'etsy', order_by: 'follower_count', page: 1 });
const board = await read('/boards/{id}', { id: boards[0]?._id ?? '' }, {});
export const text: string | undefined = board.verdict[0]?.text;`;
    const faults = faultsOf(source, {
      '/right.ts': start + right,
      '/order.ts': `${start}await read('/boards', {}, { order_by: 'no_such_order' }); export {};`,
      '/id.ts': `${start}await read('/boards/{id}', {}, {}); export {};`,
      '/path.ts': `${start}await read('/admin/people', {}, {}); export {};`,
    });
    const one = [expect.any(String)];
    expect(faults).toEqual({ '/order.ts': one, '/id.ts': one, '/path.ts': one });
  });

  it('reads the running server with a key', async () => {
    const owner = await server.createUser('premium');
    const { token } = await server.app.get(ManageApiKeys).create(owner.id, 'personal', { name: 'Client', expires_in_days: null }, operator);
    const { outputText } = ts.transpileModule(source, {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    const exported: { createClient?: (origin: string, key: string) => (path: string, params: object, query: object) => Promise<unknown> } =
      {};
    const run = runInThisContext(`(exports, fetch, URLSearchParams) => {${outputText}}`) as (...parts: unknown[]) => void;
    run(exported, fetch, URLSearchParams);
    const origin = new URL(await server.app.getUrl()).origin;
    const read = exported.createClient?.(origin, token);
    const screen = await server.request('GET', '/api/boards?query=etsy&order_by=follower_count', { as: owner });
    expect(await read?.('/boards', {}, { query: 'etsy', order_by: 'follower_count' })).toEqual(screen.body);
    expect(await read?.('/boards/{id}', { id: 'b' }, {})).toMatchObject({ title: 'Etsy sellers', follower_count: 1_500 });
    expect(await read?.('/users/me/watchlists', {}, {})).toEqual({ watchlists: [], limits: expect.any(Object) });
    await expect(read?.('/boards/{id}', { id: 'none' }, {})).rejects.toThrow('not in our index');
  });
});
