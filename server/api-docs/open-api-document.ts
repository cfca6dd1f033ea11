import { sections } from '#domain/api';
import type { Endpoint, EndpointLimit, LimitScope } from '#domain/endpoint';
import { acceptsApiKey, errorsOf, requiresCsrfToken } from '#server/api-docs/documented-errors';
import {
  type JsonSchema,
  type Operation,
  type Parameter,
  type Response,
  inputJsonSchema,
  responseSchemas,
} from '#server/api-docs/open-api';
import { CSRF_COOKIE, SESSION_COOKIE, siteCookieName } from '#server/http/guards/cookies';
import type { RateLimitSettings } from '#server/config/rate-limit-settings';

const timeUnits: readonly (readonly [seconds: number, name: string])[] = [
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** `a minute`, `in 15 minutes`. */
function durationText(seconds: number): string {
  const [unit, name] = timeUnits.find(([unit]) => seconds % unit === 0) ?? [1, 'second'];
  if (seconds === unit) return name === 'hour' ? 'an hour' : `a ${name}`;
  return `in ${seconds / unit} ${name}s`;
}

const scopeTexts: Readonly<Record<LimitScope, string>> = {
  'client-ip': 'per IP address',
  user: 'per account',
  session: 'per session',
  visitor: 'per visitor',
  all: 'in total',
};

const limitText = ({ hits, seconds, scope, signedInHits = hits, countedWhen }: EndpointLimit): string =>
  `${hits}${countedWhen === undefined ? '' : ` ${countedWhen}`} ${durationText(seconds)} ${scopeTexts[scope]}${signedInHits === hits ? '' : `, ${signedInHits} if signed in`}`;

/** The rate limits of an endpoint at this site as text, without those that are off. */
const rateLimitTexts = (limits: readonly EndpointLimit[], settings: RateLimitSettings): readonly string[] =>
  limits.flatMap((limit) => {
    const effectiveLimit = settings.effectiveLimit(limit);
    return effectiveLimit ? [limitText(effectiveLimit)] : [];
  });

function toParameter(name: string, location: Parameter['in'], required: boolean, jsonSchema: JsonSchema): Parameter {
  const { description, ...schema } = jsonSchema;
  return { name, in: location, required, ...(description === undefined ? {} : { description }), schema };
}

/** The parameters of an endpoint: headers, then the path, then the query string. */
function parametersOf({ headers = {}, params = {}, query }: Endpoint): readonly Parameter[] {
  const { properties = {}, required = [] } = query ? inputJsonSchema(query) : {};
  return [
    ...Object.entries(headers).map(([name, description]) => toParameter(name, 'header', true, { description, type: 'string' })),
    ...Object.entries(params).map(([name, schema]) => toParameter(name, 'path', true, inputJsonSchema(schema))),
    ...Object.entries(properties).map(([name, schema]) => toParameter(name, 'query', required.includes(name), schema)),
  ];
}

/** The site that the document describes. */
interface DocumentedSite {
  readonly brand: string;
  readonly version: string;
  /** Whether the site uses https, which changes the name of the session cookie. */
  readonly secure: boolean;
  readonly limits: RateLimitSettings;
}

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/ApiErrorBody' } } };
const retryAfter = { 'retry-after': { schema: { type: 'integer', minimum: 1 } } };

/** `getUsersMeSessionsId`. */
const operationId = (endpointName: string): string =>
  endpointName
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word, index) => (index === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join('');

function securityRequirements(endpoint: Endpoint): Operation['security'] {
  if (endpoint.access === 'outside') return [];
  const byKey = acceptsApiKey(endpoint) ? [{ apiKey: [] }] : [];
  if (requiresCsrfToken(endpoint)) return [{ session: [], crossSite: [] }, ...byKey];
  return [...(endpoint.access === 'anyone' ? [{}] : []), { session: [] }, ...byKey];
}

/** Headers that are in some responses only, with their descriptions. */
const headersOf = ({ responseHeaders = {} }: Endpoint): Pick<Response, 'headers'> => {
  const headers = Object.entries(responseHeaders).map(([name, description]) => [name, { description, schema: { type: 'string' } }]);
  return headers.length === 0 ? {} : { headers: Object.fromEntries(headers) as NonNullable<Response['headers']> };
};

function successResponse(endpoint: Endpoint, schema: JsonSchema | undefined): Readonly<Record<string, Response>> {
  const { returns, mediaType, status } = endpoint;
  if (status === 302) return { 302: { description: returns, headers: { location: { schema: { type: 'string' } } } } };
  if (!schema) return { [status ?? 204]: { description: returns } };
  return { [status ?? 200]: { description: returns, ...headersOf(endpoint), content: { [mediaType ?? 'application/json']: { schema } } } };
}

const FAILURES =
  'Something went wrong on our side (500), or the site is busy, restarting, or in maintenance (503): try again after the seconds in retry-after.';

/** One response per status; its description lists the errors with that status by code. */
function errorResponses(errors: Operation['x-refusals']): Record<string, Response> {
  const responses: Record<string, Response> = {};
  for (const { status, code, says } of errors) {
    const previous = responses[status];
    const description = `${previous ? `${previous.description} ` : ''}${code}: ${says}`;
    responses[status] = { description, ...(status === 429 || status === 503 ? { headers: retryAfter } : {}), content: errorContent };
  }
  return { ...responses, default: { description: FAILURES, headers: retryAfter, content: errorContent } };
}

function operationOf(endpoint: Endpoint, tag: string, schema: JsonSchema | undefined, limits: RateLimitSettings): Operation {
  const errors = errorsOf(endpoint);
  const parameters = parametersOf(endpoint);
  const body = endpoint.body && inputJsonSchema(endpoint.body);
  return {
    operationId: operationId(endpoint.name),
    tags: [tag],
    summary: endpoint.summary,
    security: securityRequirements(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.isUpload
      ? { requestBody: { required: true, content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } } }
      : {}),
    ...(body ? { requestBody: { required: !('default' in body), content: { 'application/json': { schema: body } } } } : {}),
    responses: { ...successResponse(endpoint, schema), ...errorResponses(errors) },
    'x-access': endpoint.access,
    'x-limits': rateLimitTexts(endpoint.limits, limits),
    'x-refusals': errors,
  };
}

const conventions = [
  'The API that this site itself uses.',
  'Unknown fields of bodies are refused. Unknown parameters are ignored, except where a file is sent.',
  'Responses with an `etag` are answered by 304 without a body to a request that sends it in `if-none-match`, unless they have changed.',
  'Fields may be added to responses.',
].join(' ');

const securitySchemes = (isHttps: boolean) => ({
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A personal API key, or for imports an ingest key: `Authorization: Bearer ck_…`.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: siteCookieName(SESSION_COOKIE, isHttps),
    description: 'The session of a browser, from GET /sessions. Signing in renews it.',
  },
  crossSite: {
    type: 'apiKey',
    in: 'header',
    name: 'X-XSRF-TOKEN',
    description: `The CSRF token: the value of the cookie ${siteCookieName(CSRF_COOKIE, isHttps)}, which is set together with the session cookie.`,
  },
});

export type OpenApi = ReturnType<typeof openApiDocument>;

/** The whole API as an OpenAPI 3.1 document, derived from the endpoint records. */
export function openApiDocument({ brand, version, secure, limits }: DocumentedSite) {
  const { responses, named } = responseSchemas();
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [section, endpoints] of Object.entries(sections)) {
    for (const endpoint of endpoints) {
      const [method = '', path = ''] = endpoint.name.split(' ');
      const operations = (paths[path.replaceAll(/:(\w+)/g, '{$1}')] ??= {});
      operations[method.toLowerCase()] = operationOf(endpoint, section, responses[endpoint.name], limits);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${brand} API`, version, description: conventions },
    servers: [{ url: '/api' }],
    tags: Object.keys(sections).map((name) => ({ name })),
    paths,
    components: { schemas: named, securitySchemes: securitySchemes(secure) },
  };
}
