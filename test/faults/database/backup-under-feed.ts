import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report, Scenario } from '../scenario.js';
import { corklight, createDatabase, Site, type SiteSource } from '../site.js';
import { withClient } from './postgres-processes.js';

const FED_BOARD_COUNT = 60_000;
const POLL_INTERVAL_MS = 20;

/** How much longer than alone an import may take beside a backup, on a machine with few cores. */
const MAX_SLOWDOWN = 3;

async function timed(work: Promise<unknown>): Promise<number> {
  const beganAt = performance.now();
  await work;
  return performance.now() - beganAt;
}

/** A line of a feed. */
export const fedBoard = (number: number): string =>
  JSON.stringify({
    _id: `fed-${number}`,
    name: `Fed board ${number}`,
    description: `Ideas ${number * 7919}`,
    follower_count: number,
    pin_count: number % 400,
    last_crawled_at: '2026-03-04T12:00:00Z',
  });

/** The fed boards with what belongs to each, and a checksum of what was imported of those among `ids`; of all, if null. Growth comes later. */
async function readFed({ databaseUrl }: SiteSource, ids: readonly string[] | null) {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ ids: string[]; metrics: number; series: number; sum: string }>(
      `with fed as (select * from boards where _id like 'fed-%' and ($1::text[] is null or _id = any($1)))
       select coalesce((select array_agg(_id order by _id) from fed), '{}') ids,
         (select count(*)::int from board_metrics join fed using (_id)) metrics, (select count(*)::int from board_histories join fed using (_id)) series,
         md5(coalesce((select string_agg(concat_ws(' ', fed::text, m.follower_count, m.pin_count, s.key,
             (select string_agg(r::text, ' ' order by day) from board_readings r where r.key = s.key),
             (select string_agg(r::text, ' ' order by first_day) from board_months r where r.key = s.key)), ',' order by fed._id)
           from fed left join board_metrics m using (_id) left join board_histories s using (_id)), '')) sum`,
      [ids],
    );
    return rows[0]!;
  });
}

/** Waits until an import has stored its first boards, and is still at it. */
async function importUnderWay({ databaseUrl }: SiteSource): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const sql = `select exists (select from boards where _id like 'fed-%') and exists (select from import_runs where finished_at is null) busy`;
    while (!(await client.query<{ busy: boolean }>(sql)).rows[0]?.busy) await sleep(POLL_INTERVAL_MS);
  });
}

/** Asks for a list again and again until the work ends, and returns the slowest answer and how many failed. */
async function readDuring(site: Site, work: Promise<unknown>): Promise<{ readonly slowestMs: number; readonly failed: number }> {
  const state = { ended: false };
  const ended = work.finally(() => (state.ended = true));
  let [slowestMs, failed] = [0, 0];
  while (!state.ended) {
    const beganAt = performance.now();
    const { status } = await site.client.send('GET', '/api/boards?order_by=follower_count');
    slowestMs = Math.max(slowestMs, performance.now() - beganAt);
    if (status !== 200) failed += 1;
    await sleep(POLL_INTERVAL_MS);
  }
  await ended;
  return { slowestMs, failed };
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

async function run({ source }: Site): Promise<Report> {
  const alone = await createDatabase(source, 'feed_alone', 'demo');
  const fed = await createDatabase(source, 'feed_backed_up', 'demo');
  const restored = await createDatabase(source, 'feed_restored', 'empty');
  const [feed, archive] = [join(source.postgresFolder, 'feed.ndjson'), join(source.postgresFolder, 'feed.backup')];
  await writeFile(feed, Array.from({ length: FED_BOARD_COUNT }, (_, number) => fedBoard(number)).join('\n'));

  const aloneMs = await timed(corklight(alone, 'import', 'boards', feed));
  const site = await Site.start(fed);
  try {
    const importing = timed(corklight(fed, 'import', 'boards', feed));
    await importUnderWay(fed);
    const backingUp = timed(corklight(fed, 'backup', archive));
    const [importMs, backupMs, reads] = await Promise.all([importing, backingUp, readDuring(site, Promise.all([importing, backingUp]))]);
    const restoreMs = await timed(corklight(restored, 'restore', archive));
    const [whole, copy] = [await readFed(fed, null), await readFed(restored, null)];
    const same = await readFed(fed, copy.ids);
    const stored = copy.ids.length;
    return {
      figures: {
        'import alone': seconds(aloneMs),
        'import beside it': seconds(importMs),
        backup: seconds(backupMs),
        restore: seconds(restoreMs),
        'boards in the backup': `${stored} of ${FED_BOARD_COUNT}`,
        'slowest read': `${Math.round(reads.slowestMs)} ms`,
      },
      missedBars: [
        ...(stored > 0 && stored < FED_BOARD_COUNT ? [] : ['the backup was not made in the middle of the import']),
        ...(copy.metrics === stored && copy.series === stored ? [] : ['the backup has boards without their counts']),
        ...(copy.sum === same.sum ? [] : ['boards of the backup differ from those of the site']),
        ...(whole.ids.length === FED_BOARD_COUNT && whole.metrics === FED_BOARD_COUNT ? [] : ['the import lost boards']),
        ...(importMs <= MAX_SLOWDOWN * aloneMs ? [] : [`the import took ${seconds(importMs)} instead of ${seconds(aloneMs)}`]),
        ...(reads.failed === 0 ? [] : [`${reads.failed} reads failed`]),
      ],
    };
  } finally {
    await site.stop();
    await rm(feed, { force: true });
    await rm(archive, { force: true });
  }
}

/** A backup that is made while an import writes, and restored into another database. */
export const backupUnderFeed: Scenario = { name: 'backup and restore under a running feed', group: 'backups', run };
