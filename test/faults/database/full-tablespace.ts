import { execFile } from 'node:child_process';
import { chown, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, DatabaseError } from 'pg';
import type { Scenario } from '../scenario.js';
import { Site } from '../site.js';
import { withClient } from './postgres-processes.js';
import { type Fault, underLoad } from './under-load.js';

const run = promisify(execFile);

const TABLESPACE_SIZE = '160m';
const DATABASE = 'full_disk';

/** Statements that take the free pages of the disk, and then those within the table that is written most. */
const fillers: readonly ((rows: number) => string)[] = [
  (rows) => `insert into filler select repeat(md5(n::text), 30) from generate_series(1, ${rows}) n`,
  (rows) => `insert into sessions (token_hash, created_at, seen_at, expires_at)
    select gen_random_uuid(), now(), now(), now() + interval '1 day' from generate_series(1, ${rows})`,
];

/** Fills the disk to the last page. The connection stays open, because a server whose disk is full may refuse another one. */
const full: Fault = async ({ source }) => {
  const client = new Client({ connectionString: source.databaseUrl });
  await client.connect();
  await client.query('create table filler (content text)');
  for (const fill of fillers) {
    for (let rows = 100_000; rows >= 1; rows = Math.floor(rows / 10)) while (await hasRoomFor(client, fill(rows)));
  }
  return async () => {
    await client.query('drop table filler');
    await client.end();
  };
};

const hasRoomFor = (client: Client, insert: string): Promise<boolean> =>
  client.query(insert).then(
    () => true,
    (error: unknown) => {
      if (error instanceof DatabaseError && error.code === '53100') return false;
      throw error;
    },
  );

async function skipReason(): Promise<string | null> {
  if (process.getuid?.() !== 0) return 'a small disk can be mounted by root only';
  const folder = join(process.cwd(), '.data', 'faults-mount-try');
  await mkdir(folder, { recursive: true });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
    await run('umount', [folder]);
    return null;
  } catch (error) {
    return `a small disk cannot be mounted: ${String((error as { stderr?: unknown }).stderr).trim()}`;
  }
}

/** A site whose database is on a small disk of its own, which is full during the fault. */
export const fullTablespace: Scenario = {
  name: 'full tablespace',
  group: 'faults',
  skipReason,
  run: async ({ source }) => {
    const folder = join(source.postgresFolder, 'small-disk');
    await mkdir(folder, { recursive: true });
    await run('mount', ['-t', 'tmpfs', '-o', `size=${TABLESPACE_SIZE}`, 'tmpfs', folder]);
    try {
      const owner = await stat(join(source.postgresFolder, 'data'));
      const tablespace = join(folder, 'tablespace');
      await mkdir(tablespace);
      await chown(folder, owner.uid, owner.gid);
      await chown(tablespace, owner.uid, owner.gid);
      await withClient(source.databaseUrl, async (client) => {
        await client.query(`create tablespace small location '${tablespace}'`);
        await client.query(`create database ${DATABASE} tablespace small`);
      });
      const databaseUrl = new URL(source.databaseUrl);
      databaseUrl.pathname = `/${DATABASE}`;
      const site = await Site.start({ ...source, databaseUrl: databaseUrl.toString() });
      try {
        return await underLoad(site, 'full tablespace', full, { readsContinue: true });
      } finally {
        await site.stop();
      }
    } finally {
      await withClient(source.databaseUrl, async (client) => {
        await client.query(`drop database if exists ${DATABASE} with (force)`);
        await client.query('drop tablespace if exists small');
      });
      await run('umount', [folder]);
    }
  },
};
