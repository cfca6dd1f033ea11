import { z } from 'zod';
import { endpoints as records } from '#domain/api';
import type { JsonSchema } from '#server/api-docs/open-api';
import type { OpenApi } from '#server/api-docs/open-api-document';
import { Passwords } from '#domain/auth/account/passwords';
import { RecomputeKeywords } from '#server/keywords/recompute-keywords';
import { parseDay } from '#domain/days';
import { useTestApp } from '../../support/app/test-app';
import { documentedOperations, type DocumentedOperation } from '../../support/app/documented-operations';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';
import type { TestUser } from '../../support/app/test-users';

const password = 'plum otter lake 42';
const newestMinute = (parseDay('2026-08-20') ?? 0) * 1440 + 600;

/** A call; without a path, it is the endpoint's own. */
type Call = [endpoint: string, path?: string, body?: unknown];

/** Calls of endpoints that respond with a body, but of those that are read with their path alone. */
const calls: readonly Call[] = [
  ['GET /boards', '/boards?query=boord&order_by=momentum_score'],
  ['GET /pins/:id', '/pins/x'],
  ['GET /boards/:id', '/boards/b'],
  ['GET /pinners/:id', '/pinners/p'],
  ['GET /histograms/:variant/:filter', '/histograms/boards/followers'],
  ['GET /filter-choices/:variant/:filter', '/filter-choices/boards/active'],
  ['GET /exports/:variant', '/exports/boards'],
  ['GET /keywords/:keyword', '/keywords/plum%20cake'],
  ['GET /keywords/:keyword/interest', '/keywords/plum/interest'],
  ['GET /comparisons/:variant', '/comparisons/boards?ids=b'],
  ['GET /comparisons/keywords', '/comparisons/keywords?keywords=plum%20cake,fig'],
  ['PATCH /sessions', '/sessions', { sscid: 'one' }],
  ['POST /auth/password/recover', '/auth/password/recover', { email: 'new@example.com' }],
  ['POST /auth/passkey/options', '/auth/passkey/options'],
  ['POST /sandbox/payments', '/sandbox/payments', { action: 'pay' }],
  ['POST /users/me/pinterest_accounts', '/users/me/pinterest_accounts', {}],
  ['POST /users/me/watchlists', '/users/me/watchlists', { name: 'Boards' }],
  ['POST /users/me/watchlists/:id/items', '/users/me/watchlists/default/items', { entity: 'board', entity_id: 'b' }],
  ['POST /users/me/saved-searches', '/users/me/saved-searches', { name: 'Recipes', variant: 'pins', query: 'topic=recipes' }],
  ['PUT /users/me/topics', '/users/me/topics', { topics: ['plum cake'] }],
  ['PUT /users/me/site', '/users/me/site', { site: 'shop.example' }],
  ['POST /events', '/events', { name: 'page_view', _metadata: { path: '/' } }],
  ['GET /track', '/track?campaign_referral_id=unknown'],
  ['GET /analytics/daily', '/analytics/daily?page=/'],
  ['GET /admin/data-quality/issues/:issue_type', '/admin/data-quality/issues/not_searchable'],
  ['GET /admin/data-quality/issues/:issue_type/export', '/admin/data-quality/issues/not_searchable/export'],
  ['POST /admin/data-quality/cleanup', '/admin/data-quality/cleanup', { entity_type: 'pin', issue_type: 'not_searchable' }],
  ['GET /admin/data-quality/cleanups/:id/:file', '/admin/data-quality/cleanups/1/rows'],
  ['GET /docs/:page', '/docs/catalog'],
];

/** These sign another user in. */
const lastCalls: readonly Call[] = [
  ['POST /auth/register', '/auth/register', { email: 'new@example.com', password }],
  ['POST /auth/login', '/auth/login', { email: 'owner@example.com', password }],
];

/** Endpoints whose own tests call them: there, too, a response that is not as documented fails. */
const calledElsewhere = [
  'POST /auth/email/confirm',
  'POST /auth/email/confirm/resend',
  'POST /auth/password/reset',
  'POST /auth/password/change',
  'POST /auth/demo',
  'POST /auth/login/code',
  'POST /auth/passkey',
  'POST /auth/oidc',
  'POST /users/me/owner-check/passkey/options',
  'POST /users/me/passkeys/options',
  'POST /users/me/passkeys',
  'POST /users/me/api-keys',
  'GET /oauth/authorization',
  'POST /oauth/authorization',
  'POST /oauth/token',
  'POST /users/me/second-factor',
  'POST /users/me/second-factor/confirmation',
  'POST /users/me/second-factor/recovery-codes',
  'POST /users/me/export',
  'POST /users/me/subscription/cancel',
  'POST /users/me/subscription/keep',
  'GET /users/me/pinterest_accounts/:id/analytics',
  'GET /users/me/pinterest_accounts/:id/top_pins',
  'GET /users/me/pinterest_accounts/:id/boards',
  'GET /users/me/pinterest_accounts/:id/pins/:pin_id/analytics',
  'GET /users/me/pinterest_accounts/:id/results',
  'GET /users/me/pinterest_accounts/:id/trends',
  'GET /users/me/pinterest_accounts/:id/terms',
  'GET /users/me/pinterest_accounts/:id/volumes',
  'POST /imports',
  'GET /imports/:id',
  'GET /imports/:id/preview',
  'PATCH /imports/:id',
  'PUT /imports/:id/columns',
  'POST /imports/:id/start',
  'GET /imports/:id/rejects',
  'GET /imports/:id/take-back',
  'GET /imports/:id/take-back/rows',
  'POST /imports/:id/take-back',
  'GET /users/me/watchlists/:id',
  'POST /users/me/alert-rules',
  'PATCH /users/me/alert-rules/:id',
  'GET /admin/people/:id',
  'DELETE /admin/people/:id/sessions',
  'DELETE /admin/people/:id/sessions/:session_id',
  'POST /admin/people/:id/premium',
  'DELETE /admin/people/:id/premium',
  'GET /unsubscribe',
  'POST /unsubscribe',
  'DELETE /unsubscribe',
  'POST /optional-emails/unsubscribe',
  'DELETE /optional-emails/unsubscribe',
];

const named = new Set([...calls, ...lastCalls].map(([endpoint]) => endpoint).concat(calledElsewhere));
/** Endpoints that are read without more than their path. */
const reads = [...records.values()]
  .filter(({ name, response, mediaType }) => name.startsWith('GET ') && !name.includes(':') && !named.has(name) && (response ?? mediaType))
  .map(({ name }): Call => [name]);

/** The same schema, but without undocumented fields. */
function withoutExtraProperties(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutExtraProperties);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withoutExtraProperties(value)]));
  return 'properties' in schema && !('additionalProperties' in schema) ? { ...entries, additionalProperties: false } : entries;
}

describe('the documented responses', () => {
  const site = useTestApp({ settings: { DEMO: 'false' } });
  let admin: TestUser;
  let document: OpenApi;
  let endpoints: ReadonlyMap<string, DocumentedOperation>;

  beforeAll(async () => {
    admin = await site.createUser('admin');
    const owner = await site.createUser('free', 'owner@example.com');
    const passwordHash = await site.app.get(Passwords).hash(password);
    await site.sql('update users set password_hash = $2 where id = $1', [owner.id, passwordHash]);
    const { pool } = site.database;
    const series = { at: [newestMinute - 30 * 1440, newestMinute], follower_count: [1_000, 1_100] };
    await insertEntity(pool, 'pinners', { _id: 'p', username: 'mira', name: 'Mira', follower_count: 1_100, series });
    await insertEntity(pool, 'boards', { _id: 'b', name: 'Board', pinner_id: 'p', pinner_username: 'mira', follower_count: 1_500, series });
    await insertEntity(pool, 'pins', { _id: 'gone', searchable: false });
    await insertEntity(pool, 'pins', { _id: 'x', name: 'Pin', pinner_id: 'p', saves: 9, link: 'https://shop.example/' });
    for (let pin = 0; pin < 5; pin++) await insertEntity(pool, 'pins', { name: 'Plum cake', pinner_id: 'p', board_id: 'b', saves: pin });
    await site.app.get(RecomputeKeywords).recompute();
    await updateCatalogStats(pool);
    document = (await site.get('/api/openapi.json')).body as unknown as OpenApi;
    endpoints = new Map(documentedOperations(document).map((operation) => [operation.endpoint, operation]));
  });

  const schemaFor = (schema: JsonSchema): z.ZodType => {
    const text = JSON.stringify({ ...schema, $defs: document.components.schemas }).replaceAll('#/components/schemas/', '#/$defs/');
    return z.fromJSONSchema(withoutExtraProperties(JSON.parse(text)) as Parameters<typeof z.fromJSONSchema>[0]);
  };

  it.each<Call>([...calls, ...reads, ...lastCalls])('include the response of %s', async (endpoint, path = endpoint.split(' ')[1], body) => {
    const documented = endpoints.get(endpoint);
    const [status = '', documentedResponse] = Object.entries(documented?.operation.responses ?? {})[0] ?? [];
    const [mediaType, content] = Object.entries(documentedResponse?.content ?? {})[0] ?? [];
    const response = await site.request(documented?.method ?? 'GET', `/api${path}`, { as: admin, body });
    expect([response.text.slice(0, 200), response.status]).toEqual([expect.any(String), Number(status)]);
    if (!content) return expect(response.text).toBe('');
    expect(String(response.headers['content-type'])).toContain(mediaType);
    const result = schemaFor(content.schema).safeParse(mediaType === 'application/json' ? response.body : response.text);
    expect(result.success ? [] : result.error.issues).toEqual([]);
  });

  it('are all called here, or where a code, a password, or a subscription is at hand', () => {
    const called = new Set([...named, ...reads.map(([endpoint]) => endpoint)]);
    const withBody = [...endpoints].filter(([, { operation }]) => Object.values(operation.responses)[0]?.content).map(([name]) => name);
    expect(withBody.filter((name) => !called.has(name))).toEqual([]);
  });

  it('include error responses', async () => {
    const errorSchema = schemaFor({ $ref: '#/components/schemas/ApiErrorBody' });
    for (const path of ['/pins?page=0', '/pins/none', '/admin/jobs']) {
      expect(errorSchema.safeParse((await site.get(`/api${path}`)).body).error).toBeUndefined();
    }
    expect(errorSchema.safeParse({ error: 'One.' }).success).toBe(false);
  });
});
