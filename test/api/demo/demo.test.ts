import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entityTypes, variantOf } from '#domain/catalog/variants';
import { dayOf } from '#domain/days';
import { WriterScope } from '#domain/jobs/write-lock';
import { clearDemo } from '#server/demo/postgres/load-demo';
import { PostgresKeywords } from '#server/keywords/postgres/keywords';
import { Clock } from '#domain/clock';
import { Passwords } from '#domain/auth/account/passwords';
import { ensureDemoUsers } from '#server/demo/demo-credentials';
import { removeDemoUsers } from '#server/demo/postgres/demo-users';
import { saveDemoLoaded } from '#server/demo/postgres/demo-settings';
import { createTestApp, type TestApp, useTestApp } from '../../support/app/test-app';
import { copyDemoDatabase, readDemoDay } from '../../support/database/demo-database';
import { openForTests } from '../../support/database/test-database';
import { CookieBrowser } from '../../support/app/cookie-browser';
import { insertEntity } from '../../support/database/insert-entity';
import { localCookieHeader, type TestUser } from '../../support/app/test-users';

describe('the demo', () => {
  const ownDataPage = '/demo/own-data';

  const database = openForTests(copyDemoDatabase);

  /** Responses of a server that has just been started. */
  async function getAll(paths: readonly string[]) {
    const site = await createTestApp(database.url);
    const responses = await Promise.all(paths.map((path) => site.get(path)));
    await site.close();
    return responses;
  }

  const storedPaths = async () => {
    const tables = entityTypes.map(
      (entity) => `(select image_url from ${variantOf[entity]} where image_url is not null order by _id limit 3)`,
    );
    const { rows } = await database.pool.query<{ image_url: string }>(tables.join(' union all '));
    return rows.map(({ image_url }) => image_url);
  };

  it('serves pictures at the stored addresses, cached forever, which load and run nothing', async () => {
    const paths = await storedPaths();
    expect(paths).toHaveLength(9);
    for (const { status, headers, text } of await getAll(paths)) {
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'image/svg+xml; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': `default-src 'none'; frame-ancestors 'none'; sandbox`,
        'x-content-type-options': 'nosniff',
      });
      expect(text.startsWith('<svg ')).toBe(true);
    }
  });

  it('has no pictures of other ids, types and files', async () => {
    const [path = ''] = await storedPaths();
    const others = [
      '/demo/pictures/board/1.svg',
      '/demo/pictures/board/x.svg',
      path.replace('.svg', '.png'),
      path.replace('board', 'pin'),
      path.replace('board', 'user'),
    ];
    for (const { status, headers, body } of await getAll(others)) {
      expect([status, body['code'], headers['cache-control']]).toEqual([404, 'not_found', 'no-store']);
    }
  });

  it('has a page on loading your own data, which runs and loads nothing', async () => {
    for (const { status, headers, text } of await getAll([ownDataPage])) {
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; form-action 'none'/,
      );
      expect(text).toContain('npm run corklight -- demo clear');
      expect(text).toContain('<a href="/admin/setup">First steps</a>');
    }
  });

  it('has keywords with opportunities of all sizes, the best of them without much competition', async () => {
    await new PostgresKeywords(database.postgres).rebuild(new WriterScope(), dayOf(await readDemoDay(database.pool)));
    const { rows } = await database.pool.query<{ opportunity: number; competition: number }>(
      'select opportunity, competition from keywords order by by_opportunity',
    );
    expect(rows.length).toBeGreaterThan(500);
    expect(rows[0]!.opportunity).toBeGreaterThanOrEqual(80);
    expect(rows.slice(0, 20).filter(({ competition }) => competition >= 75)).toEqual([]);
    const middle = rows[Math.floor(rows.length / 2)]!.opportunity;
    expect([middle >= 15, middle <= 45]).toEqual([true, true]);
  });

  it('takes its pictures and its page with it', async () => {
    const paths = await storedPaths();
    await clearDemo(database.pool, new Date());
    expect(await storedPaths()).toEqual([]);
    expect((await getAll([...paths, ownDataPage])).map(({ status }) => status)).toEqual([...paths, ownDataPage].map(() => 404));
  });
});

const site = useTestApp();
let admin: TestUser;
beforeAll(async () => void (admin = await site.createUser('admin')));

describe('the first steps', () => {
  const setup = async (as = admin) => (await site.request('GET', '/api/admin/setup', { as })).body;
  const removeDemo = (as = admin) => site.request('DELETE', '/api/admin/demo', { as });

  it('says what is missing on an empty site, which has no demo to remove', async () => {
    expect(await setup()).toMatchObject({ email: admin.email, is_demo_user: false, mail: 'captured', demo: null, uses: expect.arrayContaining([expect.objectContaining({ name: 'Boards', state: 'empty' })]) }); // prettier-ignore
    expect((await removeDemo()).status).toBe(404);
  });

  it('makes administrators only for that of the demo, in a browser that has opened the printed address', async () => {
    const body = { email: 'mine@example.com', password: 'quiet-otter-lamp-71-moss' };
    const create = (as: TestUser) => site.request('POST', '/api/admin/setup/administrator', { as, body });
    const demoAdmin = await site.createUser('admin', 'admin@demo.test');
    const canMake = async (as: TestUser) => (await setup(as))['can_make_administrator'];
    expect([(await create(admin)).status, (await create(demoAdmin)).status]).toEqual([422, 422]);
    const cookie = `${demoAdmin.headers.cookie}; ${localCookieHeader(site.app)}`;
    const atMachine = { ...demoAdmin, headers: { ...demoAdmin.headers, cookie } };
    expect([await canMake(admin), await canMake(demoAdmin), await canMake(atMachine)]).toEqual([false, false, true]);
    expect(await site.sql(`select from users where email = 'mine@example.com'`)).toHaveLength(0);
  });

  it('removes the demo in the background, and nothing else', async () => {
    await saveDemoLoaded(site.database.pool, 3);
    for (const entity of entityTypes)
      await insertEntity(site.database.pool, variantOf[entity], { _id: `demo-${entity}`, name: 'Demo', source: 'demo' });
    await insertEntity(site.database.pool, 'boards', { _id: 'mine', name: 'Mine', follower_count: 5 });
    const { demo } = (await setup()) as { demo: Record<string, number> };
    expect(demo).toMatchObject({ is_being_removed: false, users: 1, boards: 1 });
    const demoAdmin = { ...(await site.createUser('admin', 'premium@demo.test')) };
    expect((await removeDemo(demoAdmin)).status).toBe(422);
    expect((await removeDemo()).status).toBe(204);
    while ((await setup())['demo'] !== null) await new Promise((resolve) => setTimeout(resolve, 100));
    const rows = await site.sql(
      `select (select count(*)::int from pins) pins, (select array_agg(_id) from boards) boards,
         (select count(*)::int from users where email like '%@demo.test') users, (select value from settings where name = 'demo') demo`,
    );
    expect(rows).toEqual([{ pins: 0, boards: ['mine'], users: 0, demo: 'false' }]);
    const audit = (await site.request('GET', '/api/admin/audit?act=demo_removed', { as: admin })).body as { entries: object[] };
    expect(audit.entries).toHaveLength(1);
  });
});

describe('the demo’s users', () => {
  const { database } = site;
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'corklight-demo-users-'))));
  afterAll(() => rm(folder, { recursive: true }));
  const ensureUsers = (dataFolder = folder) =>
    ensureDemoUsers(database.pool, site.app.get(Passwords, { strict: false }), dataFolder, site.app.get(Clock).now());
  const demoSignIn = async (one: TestApp, role: string) => (await CookieBrowser.openPrinted(one.app)).post('/api/auth/demo', { role });
  const setDemoSetting = (value: string) =>
    site.sql(`insert into settings values ('demo', $1) on conflict (name) do update set value = excluded.value`, [value]);

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
    const hashes = () => site.sql('select email, password_hash from users order by email');
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
    expect(await site.sql('select 1 from subscriptions')).toHaveLength(0);
    expect(await removeDemoUsers(database.pool)).toBe(0);
  });
});
