import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fedBoard } from '../database/backup-under-feed.js';
import { withClient } from '../database/postgres-processes.js';
import { underLoad } from '../database/under-load.js';
import type { BrowserHeaders } from '../http-client.js';
import type { Report, Scenario } from '../scenario.js';
import { corklight, doctor, type Site, until } from '../site.js';
import { onSmallDisk } from './embedded-site.js';
import { fullTablespace } from './full-tablespace.js';
import { SmallDisk, whyNoSmallDisk } from './small-disk.js';

/** The guard of an embedded database stops writes at 64 MB. */
const FREE_MEGABYTES_BEFORE = 80;
/** What then stays free: the reserve that the guard has released is taken, too. */
const FREE_MEGABYTES_LATER = 50;
const FED_BOARD_COUNT = 30_000;

const READ_ONLY = "We can't save anything at the moment";

const save = (site: Site, browser: BrowserHeaders, value: string) => site.client.send('PATCH', '/api/sessions', browser, { sscid: value });

/**
 * Fills the disk of an embedded database while `work` is done under load, which must end with the reason, and makes room again. Reads go
 * on, writes are refused with 503, pages and the doctor say why, and everything is saved again without a start.
 */
async function whileDiskFills(
  site: Site,
  disk: SmallDisk,
  name: string,
  work: () => Promise<string | null>,
  missed: string[],
): Promise<Report> {
  const expect = (promise: string, isKept: boolean) => void (isKept || missed.push(promise));
  const [browser, admin] = [await site.client.openBrowser(), await site.client.signInToDemo('admin')];
  let savesAfterMs = Number.NaN;
  const report = await underLoad(
    site,
    name,
    async () => {
      const said = await work();
      disk.hold(FREE_MEGABYTES_LATER);
      expect(`the work said: ${said}`, said === null || /The disk of \S+ is full: \d+ MB free/.test(said));
      await until('writes are refused', async () => (await save(site, browser, 'refused')).status === 503);
      const { body } = await save(site, browser, 'refused');
      expect(`a refused write says: ${body}`, body.includes(READ_ONLY));
      await until('the alarm', async () => (await site.client.send('GET', '/api/admin/alarms', admin)).body.includes('nothing is saved'));
      const findings = await doctor(site.source.checkout, { DATABASE_URL: '', DATA_DIR: site.source.dataFolder });
      expect(`the doctor says: ${findings}`, findings.includes('the database is read-only'));
      return async () => {
        await disk.empty();
        const roomAt = performance.now();
        await until('writes are accepted', async () => (await save(site, browser, 'accepted')).status === 200);
        savesAfterMs = performance.now() - roomAt;
      };
    },
    { readsContinue: true },
  );
  return {
    figures: { ...report.figures, 'saves again after': `${(savesAfterMs / 1_000).toFixed(1)} s` },
    missedBars: [...report.missedBars, ...missed],
  };
}

/** What a command says that fails; undefined if it succeeds. */
const failureOf = (command: Promise<unknown>): Promise<string> =>
  command.then(
    () => 'nothing, because it succeeded',
    (error: Error & { stderr?: string }) => error.stderr ?? error.message,
  );

/** A command that writes meets the full disk of an embedded database, and does all of its work when it is repeated with room. */
const commandScenario = (name: string, args: (folder: string) => readonly string[], check: (site: Site) => Promise<boolean>): Scenario => ({
  name,
  group: 'full disks',
  skipReason: whyNoSmallDisk,
  run: (shared) =>
    onSmallDisk(shared, async (site, disk) => {
      const missed: string[] = [];
      const embedded = { ...site.source, databaseUrl: '' };
      const feed = join(shared.source.postgresFolder, 'feed.ndjson');
      await writeFile(feed, Array.from({ length: FED_BOARD_COUNT }, (_, number) => fedBoard(number)).join('\n'));
      const run = () => corklight(embedded, ...args(feed));
      const work = async () => {
        await disk.fill(FREE_MEGABYTES_BEFORE);
        return failureOf(run());
      };
      const report = await whileDiskFills(site, disk, name, work, missed);
      await run();
      const isDone = await check(site);
      return { ...report, missedBars: [...report.missedBars, ...(isDone ? [] : ['the repeated command did not do its work'])] };
    }),
});

const holds = async (site: Site, condition: string): Promise<boolean> =>
  withClient(
    site.source.databaseUrl,
    async (client) => (await client.query<{ holds: boolean }>(`select ${condition} holds`)).rows[0]!.holds,
  );

/** Another program takes the whole disk of an embedded database that serves. */
const fullWhileServing: Scenario = {
  name: 'embedded, while serving, to the last byte',
  group: 'full disks',
  skipReason: whyNoSmallDisk,
  run: (shared) => onSmallDisk(shared, (site, disk) => whileDiskFills(site, disk, 'while serving', () => disk.fill().then(() => null), [])),
};

/** The folder of backups has no room for one. */
const fullBackupFolder: Scenario = {
  name: 'folder of backups',
  group: 'full disks',
  skipReason: whyNoSmallDisk,
  run: async (site) => {
    const disk = await SmallDisk.mount(64);
    const archive = join(disk.folder, 'site.backup');
    const missed: string[] = [];
    try {
      const report = await underLoad(
        site,
        'folder of backups',
        async () => {
          await disk.fill(1);
          const said = await failureOf(corklight(site.source, 'backup', archive));
          if (!said.includes(`The disk of ${archive} has no room`)) missed.push(`the backup said: ${said}`);
          if (await stat(`${archive}.partial`).catch(() => null)) missed.push('a part of the backup was left');
          return async () => {
            await disk.empty();
            await corklight(site.source, 'backup', archive);
          };
        },
        { readsContinue: true },
      );
      return { ...report, missedBars: [...report.missedBars, ...missed] };
    } finally {
      await rm(archive, { force: true });
      await disk.unmount();
    }
  },
};

/** Disks that are full, each at another moment. */
export const fullDisks: readonly Scenario[] = [
  commandScenario(
    'embedded, during an import',
    (feed) => ['import', 'boards', feed],
    (site) => holds(site, `(select count(*) from boards join board_metrics using (_id) where _id like 'fed-%') = ${FED_BOARD_COUNT}`),
  ),
  commandScenario(
    'embedded, during a recompute',
    () => ['momentum', 'recompute'],
    (site) => holds(site, `(select count(*) from board_scores) > 0.9 * (select count(*) from boards)`),
  ),
  fullWhileServing,
  fullBackupFolder,
  fullTablespace,
];
