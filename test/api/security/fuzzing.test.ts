import fc from 'fast-check';
import { MINUTES_PER_DAY, parseDay } from '#domain/days';
import type { OpenApi } from '#server/api-docs/open-api-document';
import { inputFor } from '../../support/app/arbitrary-input';
import { documentedOperations, type DocumentedOperation, requestBodySchema } from '../../support/app/documented-operations';
import { useTestApp } from '../../support/app/test-app';
import type { TestUser, UserKind } from '../../support/app/test-users';
import { insertEntity, updateCatalogStats } from '../../support/database/insert-entity';

const roles: readonly (UserKind | 'anonymous')[] = ['admin', 'anonymous', 'registered', 'free', 'premium'];

/** Calls per endpoint of a role, each role with inputs of its own; those of administrators alone reach every endpoint. */
const callCount = (role: UserKind | 'anonymous'): number => (role === 'admin' ? 12 : 5);

/** What no response may contain: stacks, SQL, paths, and secrets. */
const leaks =
  /node_modules|\.tsx?:\d|\bat \w+ \(|QueryFailedError|SQLSTATE|insert into|select .{1,80} from |password_hash|token_hash|\$argon2/i;

const newestMinute = (parseDay('2026-08-20') ?? 0) * MINUTES_PER_DAY;
const series = { at: [newestMinute - 30 * MINUTES_PER_DAY, newestMinute], follower_count: [1_000, 1_100] };

describe('any input that the API document describes, and hostile input', () => {
  // What is looked at is the input, not how long a busy machine takes for it.
  const site = useTestApp({ settings: { DATABASE_DEADLINE_MS: '60000' } });
  let document: OpenApi;
  const users = new Map<string, TestUser>();
  /** The users whose session a call may have ended. */
  const uncertain = new Set<string>();
  beforeAll(async () => {
    const { pool } = site.database;
    await insertEntity(pool, 'pinners', { _id: 'p', username: 'mira', name: 'Mira', follower_count: 1_100, series });
    await insertEntity(pool, 'boards', { _id: 'b', name: 'Board', pinner_id: 'p', pinner_username: 'mira', follower_count: 1_500, series });
    await insertEntity(pool, 'pins', { _id: 'x', name: 'Pin', pinner_id: 'p', saves: 9, link: 'https://shop.example/' });
    await updateCatalogStats(pool);
    const { text } = await site.get('/api/openapi.json');
    document = JSON.parse(text) as OpenApi;
  });

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
