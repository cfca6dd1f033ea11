import { endpoints } from '#domain/api';
import { useTestApp } from '../../support/app/test-app';
import { servedEndpoints } from '../../support/app/served-endpoints';
import type { UserKind } from '../../support/app/test-users';

type Role = 'anonymous' | UserKind;
const roles: readonly Role[] = ['anonymous', 'registered', 'free', 'premium', 'admin'];

/** Statuses that a handler returns after the access check has passed. */
const handlerStatuses: Readonly<Record<string, Partial<Record<Role, string>>>> = {
  'POST /auth/email/confirm/resend': { anonymous: '401' },
};

/** The required access by role, in the order of `roles`: `+` allowed, `-` refused. */
const accessTable: Readonly<Record<string, string>> = {
  'GET /pins': '+++++',
  'GET /boards': '+++++',
  'GET /pinners': '+++++',
  'GET /pins/:id': '+++++',
  'GET /boards/:id': '+++++',
  'GET /pinners/:id': '+++++',
  'POST /auth/login': '+++++',
  'POST /auth/register': '+++++',
  'POST /auth/email/confirm': '+++++',
  'POST /auth/email/confirm/resend': '-++++',
  'POST /auth/password/recover': '+++++',
  'POST /auth/password/reset': '+++++',
  'POST /auth/password/change': '-++++',
  'GET /sessions': '+++++',
  'PATCH /sessions': '+++++',
  'DELETE /sessions': '+++++',
  'GET /unsubscribe': '+++++',
  'GET /track': '+++++',
  'POST /events': '+++++',
  'GET /stats': '+++++',
  'GET /users/me/pinterest_accounts': '-++++',
  'POST /users/me/pinterest_accounts': '-++++',
  'DELETE /users/me/pinterest_accounts/:id': '-++++',
  'GET /users/me/pinterest_accounts/:id/analytics': '-++++',
  'GET /users/me/pinterest_accounts/:id/top_pins': '-++++',
  'GET /users/me/pinterest_accounts/:id/boards': '-++++',
  'GET /users/me/pinterest_accounts/:id/pins/:pin_id/analytics': '-++++',
  'GET /users/me/pinterest_accounts/:id/results': '-++++',
  'GET /users/me/pinterest_accounts/:id/trends': '-++++',
  'GET /users/me/pinterest_accounts/:id/terms': '-++++',
  'GET /users/me/pinterest_accounts/:id/volumes': '-++++',
  'GET /users/me/owner-check': '-++++',
  'POST /users/me/owner-check': '-++++',
  'GET /users/me/sessions': '-++++',
  'DELETE /users/me/sessions': '-++++',
  'DELETE /users/me/sessions/:id': '-++++',
  'POST /users/me/export': '-++++',
  'POST /users/me/deletion': '-++++',
  'GET /analytics/dashboard': '----+',
  'GET /analytics/daily': '----+',
  'GET /admin/analytics': '----+',
  'GET /admin/data-quality/scan': '----+',
  'POST /admin/data-quality/cleanup': '----+',
};

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
    const table = Object.fromEntries(
      Object.keys(accessTable).map((endpoint) => [
        endpoint,
        roles
          .map((role) => handlerStatuses[endpoint]?.[role] ?? expectedOutcome(endpoints.get(endpoint)?.access ?? '', role))
          .map((outcome) => (outcome === 'in' ? '+' : '-'))
          .join(''),
      ]),
    );
    expect(table).toEqual(accessTable);
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
});
