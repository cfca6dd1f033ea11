import { readConfig } from '#server/config/config';
import { connectDatabase } from '#server/launch/postgres/open-database';
import { Postgres } from '#server/database/postgres';
import { examineInstallation } from '#server/operations/doctor/examine';
import { JobLocks } from '#domain/jobs/jobs';
import { createTestApp } from '../../support/app/test-app';
import { testKeys } from '../../support/app/test-keys';
import { FakePooler, type PoolMode } from '../../support/database/fake-pooler';
import { useTestDatabase } from '../../support/database/test-database';

const database = useTestDatabase();
let pooler: FakePooler;
afterEach(() => pooler.close());

async function poolerIn(mode: PoolMode) {
  pooler = await FakePooler.start(database.url, mode);
  return readConfig({ NODE_ENV: 'test', ...testKeys, DATABASE_URL: pooler.url, PORT: '0' });
}

describe('a pooler in transaction mode', () => {
  it('is refused at the start, with the reason and the way out', async () => {
    await expect(connectDatabase(await poolerIn('transaction'))).rejects.toThrow(
      /^Pooler: DATABASE_URL leads to a pooler in transaction mode, .* or set pool_mode = session\.$/,
    );
  });
});

describe('a pooler in session mode', () => {
  it('is accepted, though it refuses the parameters of Postgres when a connection is opened', async () => {
    const config = await poolerIn('session');
    expect((await examineInstallation(config, pooler.url)).filter(({ state }) => state === 'broken')).toEqual([]);
    const [one, other] = [await createTestApp(pooler.url), await createTestApp(pooler.url)];
    expect([(await one.get('/api/boards')).status, (await other.get('/readyz')).status]).toEqual([200, 200]);
    const { rows } = await one.app.get(Postgres).pool.query('show statement_timeout');
    expect(rows).toEqual([{ statement_timeout: '5s' }]);
    const outcome = await one.app.get(JobLocks).runIfFree('growth', () => other.app.get(JobLocks).runIfFree('growth', async () => 'done'));
    expect(outcome).toBe('busy');
    await Promise.all([one.close(), other.close()]);
  });
});
