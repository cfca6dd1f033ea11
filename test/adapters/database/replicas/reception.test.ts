import { Client } from 'pg';
import { readPosition } from '#server/database/replicas/server-position';
import { ReadReplica, type ReplicaState } from '#server/database/replicas/read-replica';
import { checkReplicas } from '#server/operations/doctor/postgres/examine-database';
import { StreamingReplica } from '../../../support/database/streaming-replica';

let cluster: StreamingReplica;
let primary: Client;
let replica: ReadReplica;
let conninfo: string;
beforeAll(async () => {
  cluster = await StreamingReplica.start();
  primary = new Client({ connectionString: cluster.primaryUrl });
  await primary.connect();
  replica = new ReadReplica(cluster.replicaUrl, 1);
  conninfo = String((await cluster.onReplica('show primary_conninfo'))[0]?.['primary_conninfo']);
});
afterAll(async () => {
  await replica.close();
  await primary.end();
  await cluster.close();
});

/** The first state of the replica that meets a condition. */
async function stateWhen(isMet: (state: ReplicaState) => boolean): Promise<ReplicaState> {
  for (;;) {
    const state = await replica.check(await readPosition(primary), 1);
    if (isMet(state)) return state;
    await primary.query('select txid_current()');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Changes where the replica receives from, without a restart. */
async function configureReplica(settings: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await cluster.onReplica(`alter system set ${name} = '${value.replaceAll("'", "''")}'`);
  await cluster.onReplica('select pg_reload_conf()');
}

const diagnose = async () => (await checkReplicas(primary, { DATABASE_READ_URLS: [cluster.replicaUrl], DATABASE_READ_MAX_LAG: 1 }))[0];

describe('a replica', () => {
  it('is not read after an absence before it has what was written meanwhile', async () => {
    await stateWhen(({ problem }) => problem === null);
    await configureReplica({ primary_conninfo: '' });
    await cluster.stopReplica();
    await primary.query('create table written_in_its_absence as select 1 n');
    const checkAfter = async (seconds: number) => replica.check(await readPosition(primary), 30_000, performance.now() + seconds * 1_000);
    expect((await checkAfter(0)).problem).toContain('does not answer');
    await cluster.startReplica();
    expect((await checkAfter(20)).problem).toContain('behind and not receiving');
    await configureReplica({ primary_conninfo: conninfo });
    await stateWhen(({ problem }) => problem === null);
  });

  it('is told to be receiving, not receiving, or to have lost its WAL', async () => {
    await primary.query(`select pg_create_physical_replication_slot('one', true)`);
    await configureReplica({ primary_slot_name: 'one' });
    // With another slot the receiver starts again.
    const isUsed = async () => (await primary.query(`select from pg_replication_slots where slot_name = 'one' and active`)).rowCount === 1;
    while (!(await isUsed())) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await stateWhen(({ problem }) => problem === null)).toMatchObject({ reception: 'receiving' });
    expect(await diagnose()).toMatchObject({ state: 'good', message: expect.stringContaining('(receiving)') });

    await configureReplica({ primary_conninfo: '' });
    const cut = await stateWhen(({ reception, problem }) => reception === 'not receiving' && problem !== null);
    expect(cut.problem).toMatch(/ s behind and not receiving/);
    await primary.query('create table written_meanwhile as select generate_series(1, 10) n');
    expect(await diagnose()).toMatchObject({
      state: 'doubtful',
      message: expect.stringContaining('not receiving'),
      fix: expect.stringContaining('See its log'),
    });

    await primary.query(`alter system set max_slot_wal_keep_size = '1MB'`);
    await primary.query('select pg_reload_conf()');
    const isLost = async () => (await readPosition(primary)).lostSlots.includes('one');
    while (!(await isLost())) {
      await primary.query('select txid_current(), pg_switch_wal()');
      await primary.query('checkpoint');
    }
    await configureReplica({ primary_conninfo: conninfo });
    expect(await stateWhen(({ reception }) => reception === 'lost its WAL')).toMatchObject({
      problem: expect.stringContaining('has lost its WAL'),
    });
    expect(await diagnose()).toMatchObject({ state: 'doubtful', fix: expect.stringContaining('Make it again') });
  });
});
