import { join } from 'node:path';
import { migrate } from '#server/database/migrate';
import { runInChildProcess } from './child-process.js';
import { LAST_DAY } from './data/random-series.js';
import { databaseUrl, withClient } from './data/scratch-database.js';
import type { NightResult } from './jobs/night.js';

/** Users with a watchlist of 20 items and two rules about it. */
const WATCHING_USERS = 200;

interface NightsOptions {
  readonly size: number;
  readonly nights: number;
  readonly orderedFrom: number;
  readonly log: (line: string) => void;
}

/** Users who watch, so that there are alerts to evaluate. */
const addWatchersSql = `
  with added as (
    insert into users (email, is_confirmed, created_at) select 'night-' || i || '@bench.test', true, now() from generate_series(1, ${WATCHING_USERS}) i returning id
  ), lists as (
    insert into watchlists (user_id, name, created_at) select id, 'Watched', now() from added returning _id, user_id
  ), items as (
    insert into watched_items (watchlist_id, entity, entity_id, title, note, added_at)
    select l._id, 'board', b._id, 'A board', '', now() from lists l
      cross join lateral (select _id from board_metrics where hashtext(_id || l._id::text) % 4000 = 0 limit 20) b
  )
  insert into alert_rules (user_id, watchlist_id, measure, direction, threshold, period, created_at, evaluated_until)
  select user_id, _id, measure, 'above', threshold, period, now(), now() from lists,
    (values ('momentum', 60.0, null), ('growth', 5.0, '30d')) r(measure, threshold, period)`;

/** A copy of the catalog with the nights that were simulated; an earlier one goes on. */
async function openNights(catalogUrl: string): Promise<string> {
  const source = new URL(catalogUrl).pathname.slice(1);
  const database = `${source}_nights`;
  const url = databaseUrl(catalogUrl, database);
  const isComplete = await withClient(url, (client) => client.query('select 1 from bench_nights limit 1')).then(
    () => true,
    () => false,
  );
  if (isComplete) {
    await migrate(url);
    return url;
  }
  await withClient(databaseUrl(catalogUrl, 'postgres'), async (client) => {
    await client.query(`drop database if exists ${database} with (force)`);
    await client.query(`create database ${database} template ${source} strategy file_copy`);
  });
  await withClient(url, async (client) => {
    await client.query(addWatchersSql);
    await client.query('create table bench_nights (night int primary key, result jsonb not null)');
  });
  return url;
}

/** Simulates nights of a site: a feed, its recompute, the jobs, and a backup. Prints a line per night; a stopped run goes on where it was. */
export async function simulateNights(catalogUrl: string, folder: string, { size, nights, orderedFrom, log }: NightsOptions): Promise<void> {
  const url = await openNights(catalogUrl);
  const done = await withClient(
    url,
    async (client) => (await client.query<{ night: number }>('select night from bench_nights')).rows.length,
  );
  for (let night = done + 1; night <= nights; night++) {
    const environment = {
      BENCH_DATABASE_URL: url,
      BENCH_FOLDER: join(folder, `nights-${size}`),
      BENCH_DAY: String(LAST_DAY + night),
      BENCH_ORDERED_FROM: String(orderedFrom),
    };
    const result = await runInChildProcess<NightResult>('night', environment);
    await withClient(url, (client) => client.query('insert into bench_nights values ($1, $2)', [night, JSON.stringify(result)]));
    log(lineOf(night, result));
  }
}

const lineOf = (night: number, { parts, readings, backupMb, databaseMb, historyMb, openMb, memoryMb }: NightResult): string =>
  [
    `night ${night}: ${readings} readings`,
    ...parts.map(
      ({ part, seconds, cpuSeconds, walMb }) =>
        `${part} ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of processor, ${walMb.toFixed(1)} MB of WAL`,
    ),
    `backup ${backupMb.toFixed(1)} MB, database ${databaseMb.toFixed(0)} MB, history ${historyMb.toFixed(1)} MB, open ${openMb.toFixed(1)} MB, memory ${memoryMb.toFixed(0)} MB`,
  ].join('; ');
