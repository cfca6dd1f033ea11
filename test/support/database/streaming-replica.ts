import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { migrate } from '#server/database/migrate';
import { type EmbeddedPostgres, freePort, startEmbeddedPostgres } from '#server/database/embedded-postgres';

const replicationSettings = { wal_level: 'replica', max_wal_senders: '4', fsync: 'off', shared_buffers: '64MB' };

/** Runs a statement on a server. */
async function run(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Copies the files of a cluster, with their owner, into a folder of its own. */
async function copyCluster(from: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'corklight-replica-'));
  const { uid, gid } = await stat(join(from, 'data'));
  await chown(folder, uid, gid);
  await cp(from, folder, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  for (const name of await listFiles(folder)) await chown(name, uid, gid);
  await chmod(join(folder, 'data'), 0o700);
  return folder;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.map((entry) => join(entry.parentPath, entry.name));
}

/** Copies the files of a running cluster as pg_basebackup does: without its log, its slots, and its process. */
async function copyRunningCluster(from: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'corklight-replica-'));
  await promisify(execFile)('cp', ['-a', `${from}/.`, folder], { env: { ...process.env, LC_ALL: 'C' } }).catch((error: unknown) => {
    // Files of dropped tables vanish meanwhile; the log says that they are gone.
    const lines = (error as { stderr: string }).stderr.trim().split('\n');
    if (!lines.every((line) => line.includes('No such file'))) throw error;
  });
  for (const part of ['pg_wal', 'pg_replslot'])
    for (const name of await readdir(join(folder, 'data', part))) await rm(join(folder, 'data', part, name), { recursive: true });
  await rm(join(folder, 'data', 'postmaster.pid'), { force: true });
  return folder;
}

/** Makes a copy of a cluster into a replica of it, with a slot if it has one. */
async function makeReplica(folder: string, primaryUrl: string, slot = ''): Promise<void> {
  const { hostname, port, username, password } = new URL(primaryUrl);
  const data = join(folder, 'data');
  await writeOwned(data, 'standby.signal', '');
  await appendFile(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\nwal_retrieve_retry_interval = '200ms'\n` +
      `primary_slot_name = '${slot}'\n`,
  );
}

/** Writes a file of a cluster, with its owner. */
async function writeOwned(data: string, name: string, content: string): Promise<void> {
  await writeFile(join(data, name), content);
  const { uid, gid } = await stat(data);
  await chown(join(data, name), uid, gid);
}

/** A migrated database with a streaming replica, each an embedded Postgres of its own. */
export class StreamingReplica {
  #running: EmbeddedPostgres | null = null;
  /** Open since before a pause: while replay is paused within a swap of tables, no new connection opens. */
  #control: Client | null = null;

  private constructor(
    private readonly primary: EmbeddedPostgres,
    private folder: string,
    private readonly port: number,
  ) {}

  static async start(): Promise<StreamingReplica> {
    const [replica] = await StreamingReplica.startSeveral(1);
    return replica!;
  }

  /** Replicas of one database. The first one, closed last, also closes that. */
  static async startSeveral(count: number): Promise<readonly StreamingReplica[]> {
    const home = await mkdtemp(join(tmpdir(), 'corklight-primary-'));
    const settings = { ...replicationSettings, port: String(await freePort()) };
    const first = await startEmbeddedPostgres(home, settings);
    await migrate(first.url);
    await first.stop();
    const folders: string[] = [];
    while (folders.length < count) folders.push(await copyCluster(first.directory));
    const primary = await startEmbeddedPostgres(home, settings);
    const replicas: StreamingReplica[] = [];
    for (const folder of folders) {
      await makeReplica(folder, primary.url);
      const replica = new StreamingReplica(primary, folder, await freePort());
      await replica.startReplica();
      replicas.push(replica);
    }
    return replicas;
  }

  get primaryUrl(): string {
    return this.primary.url;
  }

  get replicaUrl(): string {
    const url = new URL(this.primary.url);
    url.port = String(this.port);
    return url.toString();
  }

  async startReplica(): Promise<void> {
    this.#running ??= await startEmbeddedPostgres(this.folder, { ...replicationSettings, port: String(this.port) });
  }

  async stopReplica(): Promise<void> {
    await this.#control?.end();
    this.#control = null;
    await this.#running?.stop();
    this.#running = null;
  }

  /** Makes the replica again from its running primary, with a new slot, by the commands that pg_basebackup sends. */
  async remake(slot: string): Promise<void> {
    await this.closeReplica();
    await this.onPrimary(`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = '${slot}'`);
    await this.onPrimary(`select pg_create_physical_replication_slot('${slot}', true)`);
    const backup = new Client({ connectionString: this.primaryUrl });
    backup.on('error', () => undefined);
    await backup.connect();
    let label = '';
    try {
      await backup.query(`select pg_backup_start('replica', true)`);
      this.folder = await copyRunningCluster(this.primary.directory);
      label = (await backup.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')).rows[0]?.labelfile ?? '';
    } finally {
      await backup.end();
    }
    await writeOwned(join(this.folder, 'data'), 'backup_label', label);
    await makeReplica(this.folder, this.primaryUrl, slot);
    await this.startReplica();
  }

  onPrimary(statement: string): Promise<Record<string, unknown>[]> {
    return run(this.primaryUrl, statement);
  }

  async pauseReplay(): Promise<void> {
    if (!this.#control) {
      this.#control = new Client({ connectionString: this.replicaUrl });
      this.#control.on('error', () => undefined);
      await this.#control.connect();
    }
    await this.#control.query('select pg_wal_replay_pause()');
  }

  async resumeReplay(): Promise<void> {
    await this.#control?.query('select pg_wal_replay_resume()');
  }

  onReplica(statement: string): Promise<Record<string, unknown>[]> {
    return run(this.replicaUrl, statement);
  }

  /** Resolves when the replica has replayed all that the primary has written. */
  async caughtUp(): Promise<void> {
    const [row] = await this.onPrimary('select pg_current_wal_lsn()::text "lsn"');
    for (;;) {
      const [found] = await this.onReplica(`select pg_last_wal_replay_lsn() >= '${String(row?.['lsn'])}' "done"`);
      if (found?.['done'] === true) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Ends the replica alone. */
  async closeReplica(): Promise<void> {
    await this.stopReplica();
    await rm(this.folder, { recursive: true, force: true });
  }

  async close(): Promise<void> {
    await this.closeReplica();
    await this.primary.stop();
    await rm(this.primary.directory, { recursive: true, force: true });
  }
}
