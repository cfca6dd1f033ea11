import { chown, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';
import type { Scenario } from '../scenario.js';
import { withClient } from '../database/postgres-processes.js';
import { type Fault, underLoad } from '../database/under-load.js';
import { createDatabase, Site, type SiteSource } from '../site.js';
import { SmallDisk, whyNoSmallDisk } from './small-disk.js';

const TABLESPACE_MEGABYTES = 160;
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

/** Runs work on a database of the Postgres that is on a small disk of its own. */
export async function onSmallTablespace<T>(
  { source }: Site,
  content: 'empty' | 'demo',
  megabytes: number,
  work: (source: SiteSource, disk: SmallDisk) => Promise<T>,
): Promise<T> {
  const disk = await SmallDisk.mount(megabytes);
  try {
    const { uid, gid } = await stat(join(source.postgresFolder, 'data'));
    const tablespace = join(disk.folder, 'tablespace');
    await mkdir(tablespace);
    await chown(tablespace, uid, gid);
    await withClient(source.databaseUrl, (client) => client.query(`create tablespace small location '${tablespace}'`));
    return await work(await createDatabase(source, DATABASE, content, 'small'), disk);
  } finally {
    await withClient(source.databaseUrl, async (client) => {
      await client.query(`drop database if exists ${DATABASE} with (force)`);
      await client.query('drop tablespace if exists small');
    });
    await disk.unmount();
  }
}

/** A site whose tables are on a small disk, which is full during the fault; the log of its Postgres has room. */
export const fullTablespace: Scenario = {
  name: 'own Postgres, while serving',
  group: 'full disks',
  skipReason: whyNoSmallDisk,
  run: (shared) =>
    onSmallTablespace(shared, 'demo', TABLESPACE_MEGABYTES, async (source) => {
      const site = await Site.start(source);
      try {
        return await underLoad(site, 'full tablespace', full, { readsContinue: true });
      } finally {
        await site.stop();
      }
    }),
};
