import { runInThisContext } from 'node:vm';
import ts from 'typescript';
import type { JsonSchema } from '#server/api-docs/open-api';
import type { OpenApi } from '#server/api-docs/open-api-document';
import { ManageApiKeys } from '#server/auth/api-keys/manage-api-keys';
import { documentedOperations } from '../../support/app/documented-operations';
import { useTestApp } from '../../support/app/test-app';
import { insertEntity, updateCatalogStats } from '../../support/database/insert-entity';
import { operator } from '../../support/fakes/audit';

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

/** What the compiler says about a program that uses the client. */
function faultsOf(client: string, program: string): string[] {
  const files: Readonly<Record<string, string>> = { '/client.ts': client, '/program.ts': program };
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    getSourceFile: (name, ...more) =>
      files[name] === undefined ? disk.getSourceFile(name, ...more) : ts.createSourceFile(name, files[name], ts.ScriptTarget.ES2022),
    fileExists: (name) => name in files || disk.fileExists(name),
    readFile: (name) => files[name] ?? disk.readFile(name),
  };
  const compiled = ts.createProgram(Object.keys(files), options, host);
  return ts.getPreEmitDiagnostics(compiled).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

describe('a client made from the OpenAPI document', () => {
  const site = useTestApp();
  let source: string;
  beforeAll(async () => {
    source = clientSource((await site.get('/api/openapi.json')).body as unknown as OpenApi);
    await insertEntity(site.database.pool, 'boards', { _id: 'b', name: 'Etsy sellers', follower_count: 1_500, collaborator_count: 4 });
    await updateCatalogStats(site.database.pool);
    await site.app.listen(0, '127.0.0.1');
  });

  it('compiles, and lets the compiler refuse what the API does not have', () => {
    const start = `import { createClient } from './client';\nconst read = createClient('', '');\n`;
    const right = `const { boards } = await read('/boards', {}, { query: 'etsy', order_by: 'follower_count', page: 1 });
const board = await read('/boards/{id}', { id: boards[0]?._id ?? '' }, {});
export const text: string | undefined = board.verdict[0]?.text;`;
    expect(faultsOf(source, start + right)).toEqual([]);
    expect(faultsOf(source, `${start}await read('/boards', {}, { order_by: 'no_such_order' }); export {};`)).toHaveLength(1);
    expect(faultsOf(source, `${start}await read('/boards/{id}', {}, {}); export {};`)).toHaveLength(1);
    expect(faultsOf(source, `${start}await read('/admin/people', {}, {}); export {};`)).toHaveLength(1);
  });

  it('reads the running server with a key', async () => {
    const owner = await site.createUser('premium');
    const { token } = await site.app.get(ManageApiKeys).create(owner.id, 'personal', { name: 'Client', expires_in_days: null }, operator);
    const { outputText } = ts.transpileModule(source, {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    const exported: { createClient?: (origin: string, key: string) => (path: string, params: object, query: object) => Promise<unknown> } =
      {};
    const run = runInThisContext(`(exports, fetch, URLSearchParams) => {${outputText}}`) as (...parts: unknown[]) => void;
    run(exported, fetch, URLSearchParams);
    const origin = new URL(await site.app.getUrl()).origin;
    const read = exported.createClient?.(origin, token);
    const screen = await site.request('GET', '/api/boards?query=etsy&order_by=follower_count', { as: owner });
    expect(await read?.('/boards', {}, { query: 'etsy', order_by: 'follower_count' })).toEqual(screen.body);
    expect(await read?.('/boards/{id}', { id: 'b' }, {})).toMatchObject({ title: 'Etsy sellers', follower_count: 1_500 });
    expect(await read?.('/users/me/watchlists', {}, {})).toEqual({ watchlists: [], limits: expect.any(Object) });
    await expect(read?.('/boards/{id}', { id: 'none' }, {})).rejects.toThrow('not in our index');
  });
});
