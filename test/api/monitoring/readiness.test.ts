import { createTestApp, type TestApp } from '../../support/app/test-app';
import { FaultProxy } from '../../support/database/fault-proxy';
import { insertEntity } from '../../support/database/insert-entity';
import { useTestDatabase } from '../../support/database/test-database';

const database = useTestDatabase();
beforeAll(async () => {
  await insertEntity(database.pool, 'boards');
  await database.pool.query(`update boards set last_crawled_at = '2026-08-01T00:00:00Z'`);
  await database.pool.query(
    `insert into emails (recipient, kind, created_at, due_at) values ('a@b.test', 'confirm', '2026-08-02T00:00:00Z', now() + interval '1 day')`,
  );
});

/** What `/readyz` of a new instance answers. */
async function readinessAt(url: string, meanwhile: (site: TestApp) => void = () => undefined) {
  const site = await createTestApp(url);
  try {
    meanwhile(site);
    const { status, body } = await site.get('/readyz');
    return { code: status, ...body };
  } finally {
    await site.close();
  }
}

const current = {
  code: 200,
  status: 'ready',
  reasons: [],
  schema: 'current',
  newest_reading_at: '2026-08-01T00:00:00.000Z',
  oldest_unsent_email_at: '2026-08-02T00:00:00.000Z',
  newest_backup_at: null,
  newest_backup_bytes: null,
};

describe('the readiness of an instance', () => {
  it('does not depend on old data and unsent emails, which it reports', async () => {
    expect(await readinessAt(database.url)).toEqual(current);
  });

  it('says when the database is unreachable, and no more', async () => {
    const proxy = await FaultProxy.start(database.url);
    const found = await readinessAt(proxy.url, () => proxy.setFault('refused'));
    await proxy.close();
    const unknown = {
      schema: null,
      newest_reading_at: null,
      oldest_unsent_email_at: null,
      newest_backup_at: null,
      newest_backup_bytes: null,
    };
    expect(found).toEqual({ code: 503, status: 'not ready', reasons: ['database unreachable'], ...unknown });
  });

  it('ends with an older schema, and goes on with a newer one, as during an update', async () => {
    await database.pool.query(`insert into migrations ("timestamp", name) values (9, 'OfANewerRelease')`);
    expect(await readinessAt(database.url)).toEqual({ ...current, schema: 'newer' });
    await database.pool.query(`delete from migrations where id = (select min(id) from migrations)`);
    expect(await readinessAt(database.url)).toMatchObject({ code: 503, reasons: ['schema older'], schema: 'older' });
  });
});
