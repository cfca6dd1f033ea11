import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { DiskGuard } from '#server/database/embedded/disk-guard';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/database/embedded-postgres';
import { explainFullDisk } from '#server/database/embedded/full-disk';

const newFolder = () => mkdtemp(join(tmpdir(), 'corklight-embedded-'));
let folder: string;
beforeEach(async () => (folder = await newFolder()));
afterEach(() => rm(folder, { recursive: true, force: true }));

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const processId = async (directory: string): Promise<number> =>
  Number((await readFile(join(directory, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);

describe('the embedded Postgres', () => {
  it('is not created without room, which is said with the way out, and is with room, also where its creation was killed', async () => {
    await expect(startEmbeddedPostgres(folder, {}, Number.MAX_SAFE_INTEGER)).rejects.toThrow(
      new RegExp(`^There is too little room for a database in ${folder}: .* free, .* needed\\. Make room, or set DATA_DIR to another disk`),
    );
    expect(existsSync(join(folder, 'data'))).toBe(false);
    await mkdir(join(folder, 'data.new'));
    await writeFile(join(folder, 'data.new', 'PG_VERSION'), '18\n');
    const postgres = await startEmbeddedPostgres(folder);
    expect(await query(postgres.url, 'select 1 one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(folder, 'data.new'))).toBe(false);
    await postgres.stop();
  });

  it('is one for several first starts at the same moment', async () => {
    const all = await Promise.all([1, 2].map(() => startEmbeddedPostgres(folder)));
    for (const { url, port } of all) {
      expect(port).toBe(all[0]?.port);
      expect(await query(url, 'select 1 one')).toEqual([{ one: 1 }]);
    }
    expect((await readdir(folder)).filter((name) => name.includes('.new'))).toEqual([]);
    for (const { stop } of all) await stop();
  });

  it('is started again where an orphan never ends its shutdown, with what it has stored', async () => {
    const orphan = await startEmbeddedPostgres(folder);
    await query(orphan.url, 'create table kept as select 7 as value');
    const id = await processId(orphan.directory);
    // It refuses new connections, and waits for those that are open.
    process.kill(id, 'SIGTERM');
    const postgres = await startEmbeddedPostgres(folder);
    expect(await processId(postgres.directory)).not.toBe(id);
    expect(await query(postgres.url, 'select value from kept')).toEqual([{ value: 7 }]);
    await postgres.stop();
  });
});

describe('the guard of the disk', () => {
  let home: string;
  let postgres: EmbeddedPostgres;
  let guard: DiskGuard;
  const limits = { minFreeBytes: 1, reserveBytes: 1024 ** 2, resumeBytes: 2, minReadOnlyMs: 0 };
  beforeAll(async () => {
    home = await newFolder();
    postgres = await startEmbeddedPostgres(home);
  });
  beforeEach(async () => {
    guard = await DiskGuard.start(postgres, limits);
    await query(postgres.url, 'drop table if exists kept; create table kept as select 7 as value');
  });
  afterEach(() => guard.stop());
  afterAll(async () => {
    await postgres.stop();
    await rm(home, { recursive: true, force: true });
  });

  const write = () => query(postgres.url, 'insert into kept values (8) returning value');
  const reserve = () => join(postgres.directory, 'reserve');
  const until = async (isMet: () => Promise<boolean>) => {
    while (!(await isMet())) await sleep(20);
  };

  it('stops writes before there is no room for them, keeps reading, and resumes writes with room', async () => {
    expect(existsSync(reserve())).toBe(true);
    const writer = new Client({ connectionString: postgres.url });
    await writer.connect();
    await writer.query('begin; insert into kept values (9)');
    const canceled = writer.query('select pg_sleep(600)');
    // No disk has so much room.
    Object.assign(limits, { minFreeBytes: Number.MAX_SAFE_INTEGER, resumeBytes: Number.MAX_SAFE_INTEGER });
    await expect(canceled).rejects.toMatchObject({ code: '57014' });
    await writer.end();
    await expect(write()).rejects.toMatchObject({ code: '25006' });
    expect(existsSync(reserve())).toBe(false);
    expect(await query(postgres.url, 'select value from kept')).toEqual([{ value: 7 }]);
    expect(String(await explainFullDisk(new Error('canceling statement'), postgres.directory, 0))).toContain('is full');
    Object.assign(limits, { minFreeBytes: 1, resumeBytes: 2 });
    await until(async () => existsSync(reserve()));
    expect(await write()).toEqual([{ value: 8 }]);
  });

  it('stops writes also where the settings were stored, but Postgres was not told', async () => {
    await guard.stop();
    await query(postgres.url, 'alter system set default_transaction_read_only = on');
    expect(await write()).toEqual([{ value: 8 }]);
    Object.assign(limits, { minFreeBytes: Number.MAX_SAFE_INTEGER, resumeBytes: Number.MAX_SAFE_INTEGER });
    guard = await DiskGuard.start(postgres, limits);
    await until(() => write().then(() => false, ({ code }) => code === '25006')); // prettier-ignore
    Object.assign(limits, { minFreeBytes: 1, resumeBytes: 2 });
    await until(() => write().then(() => true, () => false)); // prettier-ignore
  });

  it('starts a killed Postgres again, at the same address and with what it has stored', async () => {
    process.kill(await processId(postgres.directory), 'SIGKILL');
    await until(() => query(postgres.url, 'select 1').then(() => !postgres.isLost(), () => false)); // prettier-ignore
    expect(await query(postgres.url, 'select value from kept')).toEqual([{ value: 7 }]);
  });
});

describe('the error of a full disk', () => {
  it.each([
    Object.assign(new Error('could not extend file "base/5/1259": No space left on device'), { code: '53100' }),
    Object.assign(new Error('write'), { code: 'ENOSPC' }),
    Object.assign(new Error('Command failed: initdb'), { stderr: 'initdb: error: could not write: No space left on device' }),
  ])('says so, and how to go on: %s', async (error) => {
    expect(String(await explainFullDisk(error, folder))).toMatch(
      new RegExp(`^Error: The disk of ${folder} is full: .* free\\. Make room and start again; nothing else is needed\\.`),
    );
  });

  it('stands for any failure while the disk has no room', async () => {
    expect(String(await explainFullDisk(new Error('write EPIPE'), folder, Number.MAX_SAFE_INTEGER))).toContain('is full');
  });

  it('is no other error', async () => {
    const error = new Error('connect ECONNREFUSED');
    expect(await explainFullDisk(error, folder, 0)).toBe(error);
  });
});
