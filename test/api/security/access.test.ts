import { endpoints } from '#domain/api';
import type { Access } from '#domain/endpoint';
import { useTestApp } from '../../support/app/test-app';
import { servedEndpoints } from '../../support/app/served-endpoints';
import type { UserKind } from '../../support/app/test-users';

type Role = 'anonymous' | UserKind;
const roles: readonly Role[] = ['anonymous', 'registered', 'free', 'premium', 'admin'];

/** Statuses that a handler returns after the access check has passed. */
const handlerStatuses: Readonly<Record<string, Partial<Record<Role, string>>>> = {
  'POST /auth/email/confirm/resend': { anonymous: '401' },
};

/** Who may call an endpoint, by its name: the first that matches. */
const required: readonly (readonly [name: RegExp, Access])[] = [
  [/ \/(admin|analytics)\/| \/imports\/:id\/(take-back|columns)/, 'admin'],
  [/ \/imports/, 'ingest'],
  [/ \/(users\/me\/|auth\/password\/change|oauth\/authorization|sandbox\/payments)/, 'signed-in'],
  [/^POST \/(oauth\/token|(optional-emails\/)?unsubscribe|webhooks\/paddle)$/, 'outside'],
  [/./, 'anyone'],
];

describe('the access of endpoints', () => {
  const site = useTestApp();

  const expectedOutcome = (access: string, role: Role): string => {
    if (access === 'anyone' || access === 'outside') return 'in';
    if (role === 'anonymous') return '401';
    return (access === 'admin' || access === 'ingest') && role !== 'admin' ? '403' : 'in';
  };

  it('is enforced for every route and every role', async () => {
    const actualTable: Record<string, Record<string, string>> = {};
    const expectedTable: Record<string, Record<string, string>> = {};
    const report = [`| endpoint | ${roles.join(' | ')} |`, `|---|${'---|'.repeat(roles.length)}`];
    for (const { endpoint, method, path, access } of servedEndpoints(site.app)) {
      const row: Record<string, string> = {};
      const statuses: number[] = [];
      for (const role of roles) {
        const as = role === 'anonymous' ? undefined : await site.createUser(role);
        const body = method === 'POST' || method === 'PUT' || method === 'PATCH' ? {} : undefined;
        const { status, body: responseBody } = await site.request(method, path, { ...(as ? { as } : {}), body });
        statuses.push(status);
        const isRefused = (status === 401 || status === 403) && responseBody['code'] !== 'premium_required' && access !== 'outside';
        row[role] = isRefused ? String(status) : 'in';
        expect([endpoint, role, status < 500 || status === 503]).toEqual([endpoint, role, true]);
      }
      actualTable[endpoint] = row;
      report.push(`| ${endpoint} | ${statuses.join(' | ')} |`);
      expectedTable[endpoint] = Object.fromEntries(
        roles.map((role) => [role, handlerStatuses[endpoint]?.[role] ?? expectedOutcome(access, role)]),
      );
    }
    process.stdout.write(`status of an empty request, by role\n${report.join('\n')}\n`);
    expect(actualTable).toEqual(expectedTable);
  });

  it('is the required one', () => {
    for (const [name, { access }] of endpoints)
      expect([name, access]).toEqual([name, required.find(([pattern]) => pattern.test(name))?.[1]]);
  });

  it('depends only on the session, not on other claims in the request', async () => {
    const user = await site.createUser('free');
    const response = await site.request('GET', '/api/users/me/sessions?user_id=1&role_id=1', {
      as: null,
      headers: { 'x-user': user.id, 'x-role-id': '1', authorization: `Bearer ${user.token}` },
    });
    expect(response.status).toBe(401);
  });

  const words = `admin users user me login logout register config settings.json env .env .git/config debug metrics graphql api v1 v2 swagger
    openapi.yaml docs/json health status server-status actuator trace dump backup db sql phpmyadmin wp-login.php console shell test tmp upload
    uploads files file download token tokens session oauth auth auth/token auth/logout users/1 users/me users/me/roles sessions/1 admin/users
    internal private keys secrets .well-known/jwks.json robots.txt`.split(/\s+/);

  it('does not exist for unknown paths', async () => {
    for (const word of words) {
      const { status, body } = await site.get(`/api/${word}`);
      expect([word, status, body['code']]).toEqual([word, 404, 'not_found']);
    }
  });

  it.each([
    ['PUT', '/api/boards', 'GET, HEAD'],
    ['POST', '/api/boards/510', 'GET, HEAD'],
    ['GET', '/api/auth/login', 'POST'],
    ['POST', '/api/sessions', 'GET, HEAD, PATCH, DELETE'],
  ] as const)('exists with its own methods only: not as %s %s', async (method, path, allowed) => {
    const { status, body, headers } = await site.request(method, path, { body: method === 'GET' ? undefined : {} });
    expect([status, body['code'], headers['allow']]).toEqual([405, 'method_not_allowed', allowed]);
  });
});
