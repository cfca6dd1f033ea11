import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clock } from '#domain/clock';
import { Passwords } from '#domain/auth/account/passwords';
import { openApplicationContext, type ApplicationContext } from '#server/cli/application-context';
import { readConfig } from '#server/config/config';
import { ensureDemoUsers } from '#server/demo/demo-credentials';
import { removeDemoUsers } from '#server/demo/postgres/demo-users';
import { type TestApp, createTestApp, useTestApp } from '../../support/app/test-app';
import { runInProcess } from '../../support/app/run-in-process';
import { testKeys } from '../../support/app/test-keys';
import { CookieBrowser } from '../../support/app/cookie-browser';

const password = 'fifteen characters at least';

describe('administrators', () => {
  let application: ApplicationContext;
  afterAll(() => application.close());
  const site = useTestApp();
  const { database } = site;
  beforeAll(async () => {
    application = await openApplicationContext(
      readConfig({ NODE_ENV: 'test', DATABASE_URL: database.url, ARGON2_MEMORY: '1024', ...testKeys }),
    );
  });

  const runAdminCommand = (args: readonly string[], stdin = '') => runInProcess(application, ['admin', ...args], { stdin });
  const roleOf = async (email: string) =>
    (await database.pool.query('select role_id from users where email = $1', [email])).rows[0]?.role_id;

  it('are created with a link that works once and requires a long password', async () => {
    const { code, stdout } = await runAdminCommand(['create', '--email', 'Boss@Example.com']);
    expect(code).toBe(0);
    const [, reset_code] = /\/auth\/password\/reset\/([\w-]{22})\n/.exec(stdout) ?? [];
    const browser = await CookieBrowser.open(site.app);
    expect((await browser.post('/api/auth/password/reset', { reset_code, password: 'too short 4 me' })).status).toBe(400);
    const response = await browser.post('/api/auth/password/reset', { reset_code, password });
    expect(response.body).toMatchObject({ user: { email: 'boss@example.com', role_id: 1, is_confirmed: true } });
    expect((await browser.post('/api/auth/password/reset', { reset_code, password })).status).toBe(422);
    expect((await runAdminCommand(['list'])).stdout).toBe('boss@example.com\n');
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
    await database.pool.query(grant, [email]);
    const { stdout } = await runAdminCommand(['reset-password', '--email', email]);
    expect((await database.pool.query('select from oauth_grants')).rowCount).toBe(0);
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

describe('the demo’s users', () => {
  const site = useTestApp();
  const { database } = site;
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'corklight-demo-users-'))));
  afterAll(() => rm(folder, { recursive: true }));
  const ensureUsers = (dataFolder = folder) =>
    ensureDemoUsers(database.pool, site.app.get(Passwords, { strict: false }), dataFolder, site.app.get(Clock).now());
  const demoSignIn = async (one: TestApp, role: string) => (await CookieBrowser.openPrinted(one.app)).post('/api/auth/demo', { role });
  const setDemoSetting = (value: string) =>
    database.pool.query(`insert into settings values ('demo', $1) on conflict (name) do update set value = excluded.value`, [value]);

  it('have one password per installation, which only a private file shows', async () => {
    const credentials = await ensureUsers();
    const path = credentials.path!;
    const text = await readFile(path, 'utf8');
    const storedPassword = /^password {2}([a-z]+-[a-z]+-\d\d-[a-z]+-[a-z]+)$/m.exec(text)?.[1] ?? '';
    expect(storedPassword).not.toBe('');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(JSON.stringify([credentials, await ensureUsers()])).not.toContain(storedPassword);
    const response = await (
      await CookieBrowser.open(site.app)
    ).post('/api/auth/login', { email: 'admin@demo.test', password: storedPassword });
    expect(response.body).toMatchObject({ user: { role_id: 1 } });
  });

  it('keep their password when the site moves to another data folder', async () => {
    const hashes = async () => (await database.pool.query('select email, password_hash from users order by email')).rows;
    await ensureUsers();
    const before = await hashes();
    expect(await ensureUsers(join(folder, 'moved'))).toMatchObject({ path: null });
    expect(await hashes()).toEqual(before);
  });

  it.each([
    ['admin', { role_id: 1, is_premium: false }],
    ['premium', { role_id: 2, is_premium: true }],
    ['free', { role_id: 2, is_premium: false }],
  ])('sign in anyone as %s without a password while the demo is installed', async (role, rights) => {
    await setDemoSetting('true');
    const response = await demoSignIn(site, role);
    expect([response.status, response.body]).toEqual([
      200,
      { user: expect.objectContaining({ ...rights, email: `${role}@demo.test`, is_confirmed: true }) },
    ]);
  });

  it('cannot sign in once the demo is cleared, or in production', async () => {
    await setDemoSetting('true');
    const real = await createTestApp(database.url, {
      settings: {
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://pins.example.com',
        SMTP_URL: 'smtp://127.0.0.1:1',
        MAIL_FROM: 'a@example.com',
        ARGON2_MEMORY: '19456',
      },
    });
    const page = await real.request('GET', '/api/sessions', { as: null });
    const cookies = (page.headers['set-cookie'] as string[]).map((one) => one.split(';')[0] ?? '');
    const headers = { cookie: cookies.join('; '), 'x-xsrf-token': cookies[1]?.slice('XSRF-TOKEN='.length) ?? '' };
    expect((await real.request('POST', '/api/auth/demo', { as: null, headers, body: { role: 'admin' } })).status).toBe(404);
    await real.close();
    await setDemoSetting('false');
    expect((await demoSignIn(site, 'admin')).status).toBe(404);
    expect((await demoSignIn(site, 'owner')).status).toBe(400);
  });

  it('are deleted with all their data', async () => {
    expect(await removeDemoUsers(database.pool)).toBe(3);
    expect((await database.pool.query('select 1 from subscriptions')).rowCount).toBe(0);
    expect(await removeDemoUsers(database.pool)).toBe(0);
  });
});
