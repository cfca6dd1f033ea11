import { Pool } from 'pg';
import { Catalog } from '#domain/catalog/catalog';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { RecomputeKeywords } from '#server/keywords/recompute-keywords';
import { Postgres } from '#server/database/postgres';
import { CatalogReads } from '#server/database/replicas/catalog-reads';
import { readCatalogDuring, until } from '../../../support/app/read-catalog';
import { createTestApp, type TestApp } from '../../../support/app/test-app';
import { fillCatalog } from '../../../support/database/small-catalog';
import { StreamingReplica } from '../../../support/database/streaming-replica';

let replicas: readonly StreamingReplica[];
let pool: Pool;
let site: TestApp;
let reads: CatalogReads;

/** The replica that is read; null while that is the primary. */
const current = (): StreamingReplica | null => replicas.find(({ replicaUrl }) => new URL(replicaUrl).host === reads.current?.label) ?? null;
const other = (than: StreamingReplica): StreamingReplica => replicas.find((replica) => replica !== than)!;

/** Waits until a replica is read, and returns it. */
async function untilOnReplica(): Promise<StreamingReplica> {
  await until(() => current() !== null);
  return current()!;
}

const openSite = async (maxLagSeconds: number): Promise<void> => {
  const DATABASE_READ_URLS = replicas.map(({ replicaUrl }) => replicaUrl).join(',');
  const settings = { ORDERED_LISTS_FROM: '1', DATABASE_READ_URLS, DATABASE_READ_MAX_LAG: String(maxLagSeconds) };
  site = await createTestApp(replicas[0]!.primaryUrl, { settings, as: 'premium' });
  reads = site.app.get(CatalogReads);
  // Only the replicas are late here: a busy machine may open a connection to the primary more slowly than a visitor would wait.
  Object.assign(site.app.get(Postgres).pool.options, { connectionTimeoutMillis: 0, query_timeout: 0 });
};

beforeAll(async () => {
  replicas = await StreamingReplica.startSeveral(2);
  pool = new Pool({ connectionString: replicas[0]!.primaryUrl });
  pool.on('error', () => undefined);
  await fillCatalog(pool);
  await openSite(2);
  await site.app.get(RecomputeGrowth).recomputeAll();
  await site.app.get(RecomputeKeywords).recompute();
});
afterEach(() => site.close());
afterAll(async () => {
  await pool.end();
  await replicas[1]!.closeReplica();
  await replicas[0]!.close();
});

describe('a catalog with two replicas', () => {
  it('fails no read while one is stopped, the other is late, and both are back', async () => {
    const { all, failed } = await readCatalogDuring(site, async () => {
      const stopped = await untilOnReplica();
      const late = other(stopped);
      await stopped.stopReplica();
      await until(() => current() === late);
      await late.pauseReplay();
      await pool.query(`update boards set name = 'While paused' where _id = 'b1'`);
      await until(() => current() === null);
      await late.resumeReplay();
      await until(() => current() === late);
      await stopped.startReplica();
      await until(() => reads.replicas.every(({ state }) => state.problem === null));
    });
    expect(failed).toEqual([]);
    expect(all).toBeGreaterThan(100);
  });

  it('reads the version of a list where it reads the pages, also while both replicas may be read and one is late', async () => {
    await openSite(3_600);
    const firstBoard = async () => {
      const { body } = await site.get('/api/boards?order_by=follower_count&per_page=1');
      return (body['boards'] as { name: string }[])[0]?.name;
    };
    const renameFirst = async (name: string) => {
      await pool.query(`update boards set name = $1 where _id = 'b39'`, [name]);
      await pool.query('update catalog_stats set changed_at = clock_timestamp()');
    };
    const listVersion = () => site.app.get(Catalog).listVersion('boards');
    /** What is read while the replica that is read is late and the other one is not; both may be read. */
    const readWhereLate = async (round: number): Promise<StreamingReplica> => {
      for (const replica of replicas) await replica.resumeReplay();
      await renameFirst(`Old ${round}`);
      for (const replica of replicas) await replica.caughtUp();
      const late = await untilOnReplica();
      const { sourceChanges } = reads;
      await until(async () => (await firstBoard()) === `Old ${round}`);
      const version = await listVersion();
      await late.pauseReplay();
      await renameFirst(`New ${round}`);
      await other(late).caughtUp();
      await reads.check();
      const found = [await listVersion(), await firstBoard()];
      // On a busy machine a check may come too late, so that another source is read in between.
      if (reads.sourceChanges !== sourceChanges) return readWhereLate(round + 1);
      expect(found).toEqual([version, `Old ${round}`]);
      return late;
    };
    const late = await readWhereLate(1);
    const untilNew = () => until(async () => (await firstBoard())?.startsWith('New') ?? false);

    await late.stopReplica();
    await until(() => current() === other(late));
    await untilNew();
    // Back as it was, the late one is not read before it has what the visitors have seen.
    await late.startReplica();
    await other(late).stopReplica();
    while (current() !== late) expect(await firstBoard()).toMatch(/^New/);
    expect(await firstBoard()).toMatch(/^New/);
  });
});
