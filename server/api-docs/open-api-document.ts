import { access, type Endpoint } from '#domain/api';
import { answerShapes, namedShapes } from '#server/api-docs/answer-shapes';
import type { AnyEndpointDocs } from '#server/api-docs/endpoint-docs';
import { endpointDocs, sections } from '#server/api-docs/sections';
import { rateLimitTexts } from '#server/api-docs/rate-limit-texts';
import type { OpenApi, Operation, Response, SecurityScheme } from '#server/api-docs/open-api';
import { requiresCsrfToken, refusalsOf } from '#server/api-docs/refusals';
import { inputJsonSchema, parametersOf } from '#server/api-docs/parameters';
import { CSRF_COOKIE, sessionCookieName } from '#server/http/guards/cookies';
import type { RateLimitSettings } from '#server/http/limits/rate-limit-settings';

/** The site that is documented. */
export interface DocumentedSite {
  readonly brand: string;
  readonly version: string;
  /** Reached over https? Then the session's cookie has another name. */
  readonly secure: boolean;
  readonly limits: RateLimitSettings;
}

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/ApiFault' } } };
const retryAfter = { 'retry-after': { schema: { type: 'integer', minimum: 1 } } };

/** `getUsersMeSessionsId`. */
const operationId = (endpoint: Endpoint): string =>
  endpoint
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word, index) => (index === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join('');

function securityRequirements(endpoint: Endpoint): Operation['security'] {
  if (access[endpoint] === 'outside') return [];
  if (requiresCsrfToken(endpoint)) return [{ session: [], crossSite: [] }];
  return access[endpoint] === 'anyone' ? [{}, { session: [] }] : [{ session: [] }];
}

function successResponse(endpoint: Endpoint, { answers, media: mediaType, status }: AnyEndpointDocs): Readonly<Record<string, Response>> {
  const schema = answerShapes[endpoint];
  const isEmpty = schema.type === 'null';
  const successStatus = status ?? (isEmpty ? 204 : 200);
  if (successStatus === 302) return { 302: { description: answers, headers: { location: { schema: { type: 'string' } } } } };
  return { [successStatus]: { description: answers, ...(isEmpty ? {} : { content: { [mediaType ?? 'application/json']: { schema } } }) } };
}

/** Refusals with one status are one response; its description names each by its machine word. */
function errorResponses(refusals: Operation['x-refusals']): Record<string, Response> {
  const responses: Record<string, Response> = {};
  for (const { status, code, says } of refusals) {
    const previous = responses[status];
    const description = `${previous ? `${previous.description} ` : ''}${code}: ${says}`;
    responses[status] = { description, ...(status === 429 || status === 503 ? { headers: retryAfter } : {}), content: errorContent };
  }
  return { ...responses, default: { description: 'Something failed on our side.', content: errorContent } };
}

function operation(endpoint: Endpoint, tag: string, limits: RateLimitSettings): Operation {
  const docs: AnyEndpointDocs = endpointDocs[endpoint];
  const refusals = refusalsOf(endpoint, docs);
  const parameters = parametersOf(docs);
  const body = docs.body && inputJsonSchema(docs.body);
  return {
    operationId: operationId(endpoint),
    tags: [tag],
    summary: docs.says,
    security: securityRequirements(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: !('default' in body), content: { 'application/json': { schema: body } } } } : {}),
    responses: { ...successResponse(endpoint, docs), ...errorResponses(refusals) },
    'x-access': access[endpoint],
    'x-limits': rateLimitTexts(endpoint, limits),
    'x-refusals': refusals,
  };
}

const securitySchemes = (isHttps: boolean): Readonly<Record<'session' | 'crossSite', SecurityScheme>> => ({
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName(isHttps),
    description: 'The session of a browser, given by GET /sessions; signing in makes it somebody’s.',
  },
  crossSite: {
    type: 'apiKey',
    in: 'header',
    name: 'X-XSRF-TOKEN',
    description: `The value of the cookie ${CSRF_COOKIE}, which comes with the session’s and belongs to it.`,
  },
});

/** The whole API as an OpenAPI 3.1 document, made from the access table, the contracts and the types of its answers. */
export function openApiDocument({ brand, version, secure, limits }: DocumentedSite): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const { name, endpoints } of sections) {
    for (const endpoint of endpoints) {
      const [method = '', path = ''] = endpoint.split(' ');
      const operations = (paths[path.replaceAll(/:(\w+)/g, '{$1}')] ??= {});
      operations[method.toLowerCase()] = operation(endpoint, name, limits);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${brand} API`, version, description: 'The very calls that the pages of this site make.' },
    servers: [{ url: '/api' }],
    tags: sections.map(({ name }) => ({ name })),
    paths,
    components: { schemas: namedShapes, securitySchemes: securitySchemes(secure) },
  };
}
