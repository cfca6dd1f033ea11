import { access, type Endpoint } from '#domain/api';
import { answerShapes, namedShapes } from '#server/api-docs/answer-shapes';
import type { AnyLine } from '#server/api-docs/line';
import { lines, sections } from '#server/api-docs/lines';
import { limitWords } from '#server/api-docs/limit-words';
import type { OpenApi, Operation, Response, SecurityScheme } from '#server/api-docs/open-api';
import { bringsToken, refusalsOf } from '#server/api-docs/refusals';
import { jsonSchema, parametersOf } from '#server/api-docs/taken';
import { CROSS_SITE_COOKIE, sessionCookie } from '#server/http/cookies';
import type { LimitSettings } from '#server/http/limit-settings';

/** The site that is documented. */
export interface DocumentedSite {
  readonly brand: string;
  readonly version: string;
  /** Reached over https? Then the session's cookie has another name. */
  readonly secure: boolean;
  readonly limits: LimitSettings;
}

const faultContent = { 'application/json': { schema: { $ref: '#/components/schemas/ApiFault' } } };
const retryAfter = { 'retry-after': { schema: { type: 'integer', minimum: 1 } } };

/** `getUsersMeSessionsId`. */
const operationId = (endpoint: Endpoint): string =>
  endpoint
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word, place) => (place === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join('');

function security(endpoint: Endpoint): Operation['security'] {
  if (access[endpoint] === 'outside') return [];
  if (bringsToken(endpoint)) return [{ session: [], crossSite: [] }];
  return access[endpoint] === 'anyone' ? [{}, { session: [] }] : [{ session: [] }];
}

function goodAnswer(endpoint: Endpoint, { answers, media, status }: AnyLine): Readonly<Record<string, Response>> {
  const schema = answerShapes[endpoint];
  const isEmpty = schema.type === 'null';
  const code = status ?? (isEmpty ? 204 : 200);
  if (code === 302) return { 302: { description: answers, headers: { location: { schema: { type: 'string' } } } } };
  return { [code]: { description: answers, ...(isEmpty ? {} : { content: { [media ?? 'application/json']: { schema } } }) } };
}

/** Refusals with one status are one response; its description names each by its machine word. */
function badAnswers(refusals: Operation['x-refusals']): Record<string, Response> {
  const answers: Record<string, Response> = {};
  for (const { status, code, says } of refusals) {
    const before = answers[status];
    const description = `${before ? `${before.description} ` : ''}${code}: ${says}`;
    answers[status] = { description, ...(status === 429 || status === 503 ? { headers: retryAfter } : {}), content: faultContent };
  }
  return { ...answers, default: { description: 'Something failed on our side.', content: faultContent } };
}

function operation(endpoint: Endpoint, tag: string, limits: LimitSettings): Operation {
  const line: AnyLine = lines[endpoint];
  const refusals = refusalsOf(endpoint, line);
  const parameters = parametersOf(line);
  const body = line.body && jsonSchema(line.body);
  return {
    operationId: operationId(endpoint),
    tags: [tag],
    summary: line.says,
    security: security(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: !('default' in body), content: { 'application/json': { schema: body } } } } : {}),
    responses: { ...goodAnswer(endpoint, line), ...badAnswers(refusals) },
    'x-access': access[endpoint],
    'x-limits': limitWords(endpoint, limits),
    'x-refusals': refusals,
  };
}

const schemes = (secure: boolean): Readonly<Record<'session' | 'crossSite', SecurityScheme>> => ({
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie(secure),
    description: 'The session of a browser, given by GET /sessions; signing in makes it somebody’s.',
  },
  crossSite: {
    type: 'apiKey',
    in: 'header',
    name: 'X-XSRF-TOKEN',
    description: `The value of the cookie ${CROSS_SITE_COOKIE}, which comes with the session’s and belongs to it.`,
  },
});

/** The whole API as an OpenAPI 3.1 document, made from the access table, the contracts and the types of its answers. */
export function openApiDocument({ brand, version, secure, limits }: DocumentedSite): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const { name, endpoints } of sections) {
    for (const endpoint of endpoints) {
      const [method = '', path = ''] = endpoint.split(' ');
      const place = (paths[path.replaceAll(/:(\w+)/g, '{$1}')] ??= {});
      place[method.toLowerCase()] = operation(endpoint, name, limits);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${brand} API`, version, description: 'The very calls that the pages of this site make.' },
    servers: [{ url: '/api' }],
    tags: sections.map(({ name }) => ({ name })),
    paths,
    components: { schemas: namedShapes, securitySchemes: schemes(secure) },
  };
}
