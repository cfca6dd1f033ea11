import { StreamingReplica } from '../../support/database/streaming-replica.js';
import type { Report, Scenario } from '../scenario.js';
import { doctor, Site, until } from '../site.js';
import { type Fault, underLoad } from './under-load.js';

const NAME = 'a replica lost its WAL';
const SLOT = 'replica_1';
const METRICS_TOKEN = 'the token of the fault scenario';
const NEW_NAME = 'Renamed while the replica was away';

/** Whether a gauge of the site's replica is 1. */
async function gaugeIsOne({ client }: Site, name: string): Promise<boolean> {
  const { body } = await client.send('GET', '/metrics', { authorization: `Bearer ${METRICS_TOKEN}` });
  return body.split('\n').some((line) => line.startsWith(`corklight_replica_${name}`) && line.endsWith(' 1'));
}

/** Writes until the primary has removed what the stopped replica still needs. */
async function removeWal(cluster: StreamingReplica): Promise<void> {
  await cluster.onPrimary('create table filler (content text)');
  for (;;) {
    await cluster.onPrimary(`insert into filler select repeat(md5(n::text), 60) from generate_series(1, 10000) n`);
    await cluster.onPrimary('checkpoint');
    const [slot] = await cluster.onPrimary(`select wal_status from pg_replication_slots where slot_name = '${SLOT}'`);
    if (slot?.['wal_status'] === 'lost') return;
  }
}

/** A replica is away for so long that it cannot come back, and is made again. `missed` gets what the site or the doctor did not say. */
const lostWal =
  (cluster: StreamingReplica, settings: Readonly<Record<string, string>>, missed: string[]): Fault =>
  async (site) => {
    const expect = (promise: string, isKept: boolean) => void (isKept || missed.push(promise));
    // With a checkpoint of its own, the replica starts again from what it has, and answers.
    await cluster.onPrimary('checkpoint');
    await cluster.caughtUp();
    await cluster.onReplica('checkpoint');
    await cluster.stopReplica();
    const [pin] = await cluster.onPrimary(`update pins set name = '${NEW_NAME}' where _id = (select min(_id) from pins) returning _id`);
    await removeWal(cluster);
    await cluster.startReplica();
    await until('metrics say that it lost its WAL', () =>
      gaugeIsOne(site, 'reception{replica="' + new URL(cluster.replicaUrl).host + '",state="lost its WAL"}'),
    );
    expect('the replica without its WAL is read', !(await gaugeIsOne(site, 'in_use')));
    const { body } = await site.client.send('GET', `/api/pins/${String(pin?.['_id'])}`);
    expect('a detail is not what the primary has', body.includes(NEW_NAME));
    const said = await doctor(site.source.checkout, { DATABASE_URL: cluster.primaryUrl, DATA_DIR: site.source.dataFolder, ...settings });
    expect(`the doctor does not say it: ${said}`, /^! Replica .* has lost its WAL/m.test(said));
    return async () => {
      await cluster.remake(SLOT);
      await until('the new replica is read', () => gaugeIsOne(site, 'in_use'));
      expect('the new replica lacks the change', (await cluster.onReplica(`select 1 from pins where name = '${NEW_NAME}'`)).length === 1);
    };
  };

async function run({ source }: Site): Promise<Report> {
  const cluster = await StreamingReplica.start();
  try {
    await cluster.remake(SLOT);
    for (const setting of [`max_slot_wal_keep_size = '16MB'`, `max_wal_size = '32MB'`])
      await cluster.onPrimary(`alter system set ${setting}`);
    await cluster.onPrimary('select pg_reload_conf()');
    const settings = { DATABASE_READ_URLS: cluster.replicaUrl, METRICS_TOKEN };
    const site = await Site.start({ ...source, databaseUrl: cluster.primaryUrl }, settings);
    const missed: string[] = [];
    try {
      await until('the replica is read', () => gaugeIsOne(site, 'in_use'));
      const report = await underLoad(site, NAME, lostWal(cluster, settings, missed), { readsContinue: true });
      return { ...report, missedBars: [...report.missedBars, ...missed] };
    } finally {
      await site.stop();
    }
  } finally {
    await cluster.close();
  }
}

/** A replica that was away while its primary removed the WAL that it needs. */
export const lostWalOfReplica: Scenario = { name: NAME, group: 'faults', run };
