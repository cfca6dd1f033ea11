import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '#server/database/embedded-postgres';
import { corklight, Site, type SiteSource } from '../site.js';
import { SmallDisk } from './small-disk.js';

const execute = promisify(execFile);

/** Twice what a site with the demo takes, and what its Postgres keeps free. */
const DISK_MEGABYTES = 1_200;

/** Runs work on a site with an embedded database in its data folder. */
async function onEmbeddedSite<T>(source: SiteSource, dataFolder: string, work: (site: Site) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres(dataFolder);
  try {
    const embedded = { ...source, databaseUrl: postgres.url, postgresFolder: postgres.directory, dataFolder };
    const site = await Site.start(embedded, { DATABASE_URL: '' });
    try {
      return await work(site);
    } finally {
      await site.stop();
    }
  } finally {
    await postgres.stop();
    // The connection of the killed server may have lasted until now.
    while (existsSync(join(postgres.directory, 'data/postmaster.pid'))) await (await startEmbeddedPostgres(dataFolder)).stop();
  }
}

/** Runs work on a site with an embedded database on a small disk of its own. Its demo is restored once from a backup of the shared site, and then copied. */
export async function onSmallDisk<T>({ source }: Site, work: (site: Site, disk: SmallDisk) => Promise<T>): Promise<T> {
  const template = `${source.dataFolder}-embedded`;
  const disk = await SmallDisk.mount(DISK_MEGABYTES);
  try {
    const dataFolder = join(disk.folder, 'data');
    if (existsSync(template)) {
      await execute('cp', ['-a', template, dataFolder]);
    } else {
      const archive = `${template}.backup`;
      await corklight(source, 'backup', archive);
      // Its own keys did not sign the archive.
      await corklight({ ...source, databaseUrl: '', dataFolder }, 'restore', archive, '--unverified');
      await execute('cp', ['-a', dataFolder, template]);
    }
    return await onEmbeddedSite(source, dataFolder, (site) => work(site, disk));
  } finally {
    await disk.unmount();
  }
}
