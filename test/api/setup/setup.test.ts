import { entityTypes, variantOf } from '#domain/catalog/variants';
import { saveDemoLoaded } from '#server/demo/postgres/demo-settings';
import { insertEntity } from '../../support/database/insert-entity';
import { useTestApp } from '../../support/app/test-app';
import { localCookieHeader, type TestUser } from '../../support/app/test-users';

const site = useTestApp();
let admin: TestUser;
beforeAll(async () => void (admin = await site.createUser('admin')));

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
  expect((await site.database.pool.query(`select from users where email = 'mine@example.com'`)).rowCount).toBe(0);
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
  const { rows } = await site.database.pool.query(
    `select (select count(*)::int from pins) pins, (select array_agg(_id) from boards) boards,
       (select count(*)::int from users where email like '%@demo.test') users, (select value from settings where name = 'demo') demo`,
  );
  expect(rows).toEqual([{ pins: 0, boards: ['mine'], users: 0, demo: 'false' }]);
  const audit = (await site.request('GET', '/api/admin/audit?act=demo_removed', { as: admin })).body as { entries: object[] };
  expect(audit.entries).toHaveLength(1);
});
