import { countPeopleStatement, listPeopleStatement } from '#server/people/postgres/people';
import { openApplicationContext, type ApplicationContext } from '#server/cli/application-context';
import { readConfig } from '#server/config/config';
import { type TestResponse, useTestApp } from '../../support/app/test-app';
import { openSession, type TestUser } from '../../support/app/test-users';
import { sendUntilItWaits } from '../../support/app/waiting-request';
import { runInProcess } from '../../support/app/run-in-process';
import { testKeys } from '../../support/app/test-keys';
import { CookieBrowser } from '../../support/app/cookie-browser';

const site = useTestApp();
let admin: TestUser;
beforeAll(async () => {
  admin = await site.createUser('admin', 'boss@site.test');
});

const asAdmin = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
  site.request(method, `/api/admin/${path}`, { as: admin, ...(body === undefined ? {} : { body }) });
const findEmails = async (query: string) => {
  const { body } = await asAdmin('GET', `people?${new URLSearchParams({ query })}`);
  return (body['people'] as { email: string }[]).map(({ email }) => email);
};
const newestAudit = async () => {
  const { body } = await asAdmin('GET', 'audit');
  return (body['entries'] as Record<string, unknown>[])[0];
};
const insertPaddleSubscription = (userId: string, endsAt: string | null) =>
  site.sql(
    `insert into subscriptions (provider, id, user_id, status, started_at, period_ends_at, ends_at, changed_at)
     values ('sandbox', $1::text, $1::text::uuid, 'active', now() - interval '1 day', now() + interval '20 days', $2, now())`,
    [userId, endsAt],
  );
const linkAccount = (userId: string, username: string) =>
  site.sql(
    `insert into linked_accounts (user_id, platform, external_id, username, access_token, key_id, access_expires_at, linked_at, renewed_at, read_at)
     values ($1, 'pinterest', $2, $2, '', 'key', now(), now(), now(), now())`,
    [userId, username],
  );
const lastDay = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);

describe('finding people', () => {
  it('finds by the beginning of an address or of a linked name, in any case, the newest first', async () => {
    const mira = await site.createUser('free', 'mira@find.test');
    await site.createUser('registered', 'miranda@find.test');
    const other = await site.createUser('free', 'other@find.test');
    await linkAccount(other.id, 'MiraPins');
    await site.sql(`update users set created_at = created_at + interval '1 hour' where id = $1`, [mira.id]);
    expect(await findEmails(' MIRA')).toEqual(['mira@find.test', expect.any(String), expect.any(String)]);
    expect((await findEmails('mira')).toSorted()).toEqual(['mira@find.test', 'miranda@find.test', 'other@find.test']);
    expect(await findEmails('mirap')).toEqual(['other@find.test']);
    expect(await findEmails('find.test')).toEqual([]);
  });

  it.each(['%', '_ira', String.raw`\ `])('takes %s as text', async (query) => {
    expect(await findEmails(query)).toEqual([]);
  });

  it('shows 25 people a page, and how many there are', async () => {
    await site.sql(
      `insert into users (email, created_at) select 'crowd-' || i || '@crowd.test', now() - i * interval '1 second' from generate_series(1, 60) i`,
    );
    const pageOf = async (page: number) => (await asAdmin('GET', `people?query=crowd-&page=${page}`)).body;
    const [first, third, beyond] = [await pageOf(1), await pageOf(3), await pageOf(4)];
    expect(first).toMatchObject({ total: 60, page: 1, pages: 3 });
    expect((first['people'] as { email: string }[])[0]?.email).toBe('crowd-1@crowd.test');
    expect(third['people']).toHaveLength(10);
    expect(beyond['people']).toEqual([]);
  });

  it('uses an index for each way to find, also in a large table', async () => {
    await site.sql(
      `insert into users (email, is_confirmed, created_at) select md5(i::text) || '@many.test', true, now() - i * interval '1 minute' from generate_series(1, 20000) i`,
    );
    await site.sql(
      `insert into linked_accounts (user_id, platform, external_id, username, access_token, key_id, access_expires_at, linked_at, renewed_at, read_at)
       select id, 'pinterest', id, 'user' || left(email, 12), '', 'key', now(), now(), now(), now() from users where email like '%@many.test'`,
    );
    await site.sql('analyze users');
    await site.sql('analyze linked_accounts');
    const planOf = async ({ text, values }: { text: string; values: unknown[] }) =>
      (await site.sql(`explain ${text}`, values)).map((row) => row['QUERY PLAN']).join('\n');
    for (const statement of [listPeopleStatement('abc1', 1), countPeopleStatement('abc1')]) {
      const plan = await planOf(statement);
      expect(plan).toContain('users_email_prefix');
      expect(plan).toContain('linked_accounts_username_prefix');
      expect(plan).not.toContain('Seq Scan');
    }
    const newest = await planOf(listPeopleStatement('', 1));
    expect(newest).toContain('users_newest');
    expect(newest).not.toContain('Seq Scan');
  });
});

describe('the account of a person', () => {
  it('shows address, name, plan, and active sessions', async () => {
    const person = await site.createUser('premium', 'shown@people.test');
    await linkAccount(person.id, 'shown-pins');
    await site.sql(`update sessions set user_agent = 'Firefox/140' where user_id = $1`, [person.id]);
    const { body } = await asAdmin('GET', `people/${person.id}`);
    expect(body).toMatchObject({
      email: 'shown@people.test',
      name: 'shown-pins',
      is_admin: false,
      is_confirmed: true,
      is_paid: true,
      paid_until: null,
      given_until: null,
      sessions: [{ user_agent: 'Firefox/140', current: false }],
    });
    expect(JSON.stringify(body)).not.toMatch(/hash|password|token/);
  });

  it('loses one session, or all of them, each with an audit record', async () => {
    const person = await site.createUser('free', 'sessions@people.test');
    const { headers } = await openSession(site.app, person.id);
    await openSession(site.app, person.id);
    const detail = await asAdmin('GET', `people/${person.id}`);
    const [session] = detail.body['sessions'] as { id: string }[];
    const after = await asAdmin('DELETE', `people/${person.id}/sessions/${session?.id}`);
    expect(after.body['sessions']).toHaveLength(2);
    expect(await newestAudit()).toMatchObject({ target: { label: person.email }, act: 'sessions_ended', details: { sessions: 1 } });
    expect((await asAdmin('DELETE', `people/${person.id}/sessions/${session?.id}`)).status).toBe(404);
    expect((await asAdmin('DELETE', `people/${person.id}/sessions`)).body['sessions']).toEqual([]);
    expect(await newestAudit()).toMatchObject({ act: 'sessions_ended', details: { sessions: 2 } });
    expect((await site.request('GET', '/api/users/me/sessions', { as: { headers } })).status).toBe(401);
  });

  it('has given Premium through its last day, and until it is ended', async () => {
    const person = await site.createUser('free', 'given@people.test');
    const isPremium = async () =>
      ((await site.request('GET', '/api/sessions', { as: person })).body['user'] as { is_premium: boolean }).is_premium;
    const given = await asAdmin('POST', `people/${person.id}/premium`, { until: lastDay });
    const end = new Date(Date.parse(lastDay) + 86_400_000).toISOString();
    expect(given.body).toMatchObject({ given_until: end, is_paid: false });
    expect(await isPremium()).toBe(true);
    expect((await site.request('GET', '/api/users/me/subscription', { as: person })).body).toMatchObject({
      status: 'given',
      is_premium: true,
      ends_at: end,
      can_cancel: false,
    });
    expect(await newestAudit()).toMatchObject({ target: { label: person.email }, act: 'premium_given', details: { until: lastDay } });
    expect((await asAdmin('DELETE', `people/${person.id}/premium`)).body).toMatchObject({ given_until: null });
    expect(await isPremium()).toBe(false);
    expect(await newestAudit()).toMatchObject({ target: { label: person.email }, act: 'premium_ended' });
    expect((await asAdmin('DELETE', `people/${person.id}/premium`)).status).toBe(422);
    expect((await asAdmin('POST', `people/${person.id}/premium`, { until: lastDay })).body).toMatchObject({ given_until: end });
    expect(await isPremium()).toBe(true);
  });

  it('keeps paid Premium when given Premium ends', async () => {
    const person = await site.createUser('premium', 'both@people.test');
    await asAdmin('POST', `people/${person.id}/premium`, { until: lastDay });
    const ended = await asAdmin('DELETE', `people/${person.id}/premium`);
    expect(ended.body).toMatchObject({ is_paid: true, given_until: null });
    const refused = await asAdmin('DELETE', `people/${person.id}/premium`);
    expect(refused.status).toBe(422);
    expect(refused.body['error']).toMatch(/paid for/);
    expect(
      await site.sql(`select status, ends_at, ended_at from subscriptions where user_id = $1 and provider <> 'given'`, [person.id]),
    ).toEqual([{ status: 'active', ends_at: null, ended_at: null }]);
  });

  it('refuses what the rules forbid, without an audit record', async () => {
    const before = await newestAudit();
    const registered = await site.createUser('registered');
    const refusals: Promise<TestResponse>[] = [
      asAdmin('DELETE', `people/${admin.id}/sessions`),
      asAdmin('POST', `people/${admin.id}/deletion`, { email: admin.email }),
      asAdmin('POST', `people/${admin.id}/premium`, { until: lastDay }),
      asAdmin('POST', `people/${registered.id}/premium`, { until: lastDay }),
    ];
    expect((await Promise.all(refusals)).map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    expect((await asAdmin('POST', `people/${registered.id}/premium`, { until: '2020-01-01' })).status).toBe(422);
    expect(await newestAudit()).toEqual(before);
  });
});

describe('deleting a person', () => {
  it.each([
    ['POST', 'premium', { until: lastDay }],
    ['DELETE', 'premium', undefined],
    ['DELETE', 'sessions', undefined],
  ] as const)('answers %s %s in the moment of a deletion as it answers after it', async (method, what, body) => {
    const { id } = await site.createUser('free');
    await asAdmin('POST', `people/${id}/premium`, { until: lastDay });
    const deleting = await site.database.pool.connect();
    await deleting.query('begin');
    await deleting.query('select 1 from users where id = $1 for update', [id]);
    const { response } = await sendUntilItWaits(site.database.pool, () => asAdmin(method, `people/${id}/${what}`, body));
    await deleting.query('delete from users where id = $1', [id]);
    await deleting.query('commit');
    deleting.release();
    expect((await response).status).toBe(404);
  });

  it('needs their address, and is refused while they have paid Premium that renews', async () => {
    const person = await site.createUser('free', 'paying@people.test');
    await insertPaddleSubscription(person.id, null);
    expect((await asAdmin('POST', `people/${person.id}/deletion`, { email: 'another@people.test' })).status).toBe(409);
    expect((await asAdmin('POST', `people/${person.id}/deletion`, { email: person.email })).body['error']).toMatch(/renews/);
    expect((await asAdmin('GET', `people/${person.id}`)).status).toBe(200);
  });

  it('deletes what belongs to them', async () => {
    const person = await site.createUser('free', 'leaving@people.test');
    await asAdmin('POST', `people/${person.id}/premium`, { until: lastDay });
    await site.sql(`insert into watchlists (user_id, name, created_at) values ($1, 'Boards', now())`, [person.id]);
    expect((await asAdmin('POST', `people/${person.id}/deletion`, { email: 'Leaving@People.test ' })).status).toBe(204);
    expect((await asAdmin('GET', `people/${person.id}`)).status).toBe(404);
    expect(await site.sql('select from watchlists where user_id = $1', [person.id])).toEqual([]);
    expect(await site.sql('select from sessions where user_id = $1', [person.id])).toEqual([]);
  });
});

const password = 'fifteen characters at least';

describe('administrators', () => {
  let application: ApplicationContext;
  afterAll(() => application.close());
  beforeAll(async () => {
    application = await openApplicationContext(
      readConfig({ NODE_ENV: 'test', DATABASE_URL: site.database.url, ARGON2_MEMORY: '1024', ...testKeys }),
    );
  });

  const runAdminCommand = (args: readonly string[], stdin = '') => runInProcess(application, ['admin', ...args], { stdin });
  const roleOf = async (email: string) => (await site.sql('select role_id from users where email = $1', [email]))[0]?.role_id;

  it('are created with a link that works once and requires a long password', async () => {
    const { code, stdout } = await runAdminCommand(['create', '--email', 'Boss@Example.com']);
    expect(code).toBe(0);
    const [, reset_code] = /\/auth\/password\/reset\/([\w-]{22})\n/.exec(stdout) ?? [];
    const browser = await CookieBrowser.open(site.app);
    expect((await browser.post('/api/auth/password/reset', { reset_code, password: 'too short 4 me' })).status).toBe(400);
    const response = await browser.post('/api/auth/password/reset', { reset_code, password });
    expect(response.body).toMatchObject({ user: { email: 'boss@example.com', role_id: 1, is_confirmed: true } });
    expect((await browser.post('/api/auth/password/reset', { reset_code, password })).status).toBe(422);
    expect((await runAdminCommand(['list'])).stdout).toBe('boss@example.com\nboss@site.test\n');
  });

  it('are created with a password from the standard input', async () => {
    expect(await runAdminCommand(['create', '--email', 'second@example.com', '--password-stdin'], 'short\n')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('at least 15 characters'),
    });
    expect((await runAdminCommand(['create', '--email', 'second@example.com', '--password-stdin'], `${password}\n`)).code).toBe(0);
    const response = await (await CookieBrowser.open(site.app)).post('/api/auth/login', { email: 'second@example.com', password });
    expect(response.body).toMatchObject({ user: { role_id: 1 } });
  });

  it('are promoted users, and promotion and demotion end their sessions', async () => {
    const user = await site.createUser('free', 'rising@example.com');
    expect(await runAdminCommand(['create', '--email', user.email])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('/auth/password/reset/'),
    });
    expect(await roleOf(user.email)).toBe(1);
    expect((await site.request('GET', '/api/users/me/sessions', { as: user })).status).toBe(401);
    expect((await runAdminCommand(['create', '--email', user.email, '--password-stdin'], password)).code).toBe(0);
    const browser = await CookieBrowser.open(site.app);
    await browser.post('/api/auth/login', { email: user.email, password });
    expect((await runAdminCommand(['remove', '--email', user.email])).code).toBe(0);
    expect(await roleOf(user.email)).toBe(2);
    expect((await browser.send('GET', '/api/users/me/sessions')).status).toBe(401);
    expect(await runAdminCommand(['remove', '--email', user.email])).toMatchObject({
      code: 1,
      stderr: `${user.email} is not an administrator.\n`,
    });
  });

  it('stay as they are when they are created again, and get a new password only when it is reset', async () => {
    const email = 'steady@example.com';
    await runAdminCommand(['create', '--email', email, '--password-stdin'], password);
    const browser = await CookieBrowser.open(site.app);
    await browser.post('/api/auth/login', { email, password });
    expect((await runAdminCommand(['create', '--email', email])).stdout).toBe(
      `${email} is an administrator already. Nothing was changed.\n`,
    );
    expect((await browser.send('GET', '/api/users/me/sessions')).status).toBe(200);
    const grant = `insert into oauth_grants (user_id, client_id, client_name, redirect_uri, code_hash, code_challenge, created_at)
      select id, 'https://a.test/c', 'A', 'https://a.test/c', 'c', 'c', now() from users where email = $1`;
    await site.sql(grant, [email]);
    const { stdout } = await runAdminCommand(['reset-password', '--email', email]);
    expect(await site.sql('select from oauth_grants')).toHaveLength(0);
    expect(stdout).toMatch(
      /^steady@example.com was signed out everywhere\.\nChoose a password with this link[^]*\/auth\/password\/reset\/[\w-]{22}\n$/,
    );
    expect((await browser.send('GET', '/api/users/me/sessions')).status).toBe(401);
    expect((await browser.post('/api/auth/login', { email, password })).status).toBe(401);
  });

  it('do not keep the password of an account with an unconfirmed address', async () => {
    const attacker = await CookieBrowser.open(site.app);
    await attacker.post('/api/auth/register', { email: 'future@example.com', password });
    const { stdout } = await runAdminCommand(['create', '--email', 'future@example.com']);
    expect(stdout).toContain('/auth/password/reset/');
    expect((await attacker.post('/api/auth/login', { email: 'future@example.com', password })).body).toMatchObject({
      user: { role_id: 2, is_confirmed: false },
    });
    expect((await (await CookieBrowser.open(site.app)).post('/api/auth/login', { email: 'future@example.com', password })).status).toBe(
      401,
    );
  });

  it.each([
    [[]],
    [['create']],
    [['create', '--email']],
    [['list', '--email', 'a@b.de']],
    [['rise', '--email', 'a@b.de']],
    [['create', '--email', 'a@b.de', 'x']],
  ])('are not created by %j', async (args) => {
    expect((await runAdminCommand(args)).code).toBe(2);
  });
});
