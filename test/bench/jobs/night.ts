import 'reflect-metadata';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Clock } from '#domain/clock';
import { DAY_MS, HOUR_MS } from '#domain/durations';
import { WriteLock } from '#domain/jobs/write-lock';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { createApp } from '#server/app';
import { FileSource } from '#server/catalog/import/files/file-source';
import { noMappings, openRows } from '#server/cli/commands/import/choose-importer';
import { ImportCatalog } from '#server/catalog/import/import-catalog';
import { PostgresImportRuns } from '#server/catalog/import/postgres/import-runs';
import { readConfig } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { JobRunner } from '#server/jobs/job-runner';
import type { JobName } from '#server/jobs/schedule';
import { commandLog } from '#server/cli/application-context';
import { backUpSite } from '#server/operations/backup/back-up-site';
import { readKeys } from '#server/secrets/keys';

/** What a part of a night took. */
export interface NightPart {
  readonly part: string;
  readonly seconds: number;
  /** Processor time of this process and of Postgres, where /proc tells it. */
  readonly cpuSeconds: number;
  readonly walMb: number;
}

export interface NightResult {
  readonly parts: readonly NightPart[];
  readonly readings: number;
  readonly backupMb: number;
  readonly databaseMb: number;
  /** The tables of the history, of which `openMb` are readings that are not sealed. */
  readonly historyMb: number;
  readonly openMb: number;
  readonly memoryMb: number;
}

const CLOCK_TICKS_PER_SECOND = 100;
const BYTES_PER_MB = 1e6;

const url = process.env['BENCH_DATABASE_URL'] ?? '';
const folder = process.env['BENCH_FOLDER'] ?? '';
const day = Number(process.env['BENCH_DAY']);

const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, ORDERED_LISTS_FROM: process.env['BENCH_ORDERED_FROM'] });
const app = await createApp(config, url, undefined, commandLog(config, 'error'), false);
// The night is that of the day, whenever it is run.
const startedAtMs = performance.now();
Object.assign(app.get(Clock), { now: () => new Date(day * DAY_MS + 3 * HOUR_MS + (performance.now() - startedAtMs)) });
await app.init();
const postgres = app.get(Postgres);
const query = async <T extends object>(sql: string): Promise<T> => (await postgres.jobPool.query<T>(sql)).rows[0]!;

/** The parent of a process and its processor time, and that of its children that ended, in ticks. */
async function statOf(pid: number | string) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, parent, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(parent), own: Number(fields[9]) + Number(fields[10]), ended: Number(fields[11]) + Number(fields[12]) };
}

const postmaster = (await statOf((await query<{ pid: number }>(`select pg_backend_pid() pid`)).pid)).parent;

/** Processor seconds of Postgres: of its living processes, and of those that ended. Without /proc, 0. */
async function postgresCpuSeconds(): Promise<number> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const main = await statOf(postmaster);
  let ticks = main.own + main.ended;
  for (const pid of pids) {
    const process = await statOf(pid);
    if (process.parent === postmaster) ticks += process.own;
  }
  return Number.isNaN(ticks) ? 0 : ticks / CLOCK_TICKS_PER_SECOND;
}

const walBytes = async () => Number((await query<{ bytes: string }>(`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn bytes`)).bytes);

const parts: NightPart[] = [];
async function measured<T>(part: string, work: () => Promise<T>): Promise<T> {
  const ownCpu = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6;
  const [wal, cpu, startedAt] = [await walBytes(), (await postgresCpuSeconds()) + ownCpu(), performance.now()];
  const result = await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  parts.push({
    part,
    seconds,
    cpuSeconds: (await postgresCpuSeconds()) + ownCpu() - cpu,
    walMb: ((await walBytes()) - wal) / BYTES_PER_MB,
  });
  return result;
}

/** The main count of each entity, a little more than yesterday's: all boards and pins, and every second influencer. */
async function writeFeed(path: string): Promise<number> {
  const time = new Date(day * DAY_MS + HOUR_MS).toISOString();
  const { rows } = await postgres.jobPool.query<{ line: string }>(
    [
      ['board', 'follower_count', ''],
      ['pinner', 'follower_count', `where hashtext(_id) % 2 = 0`],
      ['pin', 'saves', ''],
    ]
      .map(
        ([entity, metric, condition]) =>
          `(select json_build_object('entity', '${entity}', 'id', _id, 'metric', '${metric}', 'points',
              json_build_array(json_build_array('${time}', coalesce(${metric}, 100) + abs(hashtext(_id || ${day})) % 5)))::text line
            from ${entity}_metrics ${condition} order by _id)`,
      )
      .join(' union all '),
  );
  await pipeline(Readable.from(rows.map(({ line }) => `${line}\n`)), createWriteStream(path));
  return rows.length;
}

async function importFeed(path: string): Promise<void> {
  const growth = app.get(RecomputeGrowth);
  const catalog = new ImportCatalog(
    new PostgresImportRuns(postgres.jobPool),
    app.get(Clock),
    app.get(WriteLock),
    async (scope, changed) => {
      await measured('recompute', () => growth.recomputeChanged(scope, changed));
    },
  );
  const source = await FileSource.open(path, process.stdin);
  const settings = { kind: 'series', origin: { command: 'bench' }, maxRejectedShare: 0, stopOnReject: false } as const;
  const rows = await openRows(source, settings, noMappings);
  const observer = { onReject: () => undefined, onProgress: () => undefined, onWait: () => undefined };
  const { outcome, rejected } = await catalog.importSource(rows.source, settings, observer);
  await source.close();
  if (outcome !== 'applied' || rejected > 0) throw new Error(`the feed of day ${day} was not imported whole`);
}

async function runJob(job: JobName): Promise<void> {
  const outcome = await measured(job, () => app.get(JobRunner).run(job));
  if (outcome !== 'ran') throw new Error(`the job ${job} of day ${day}: ${outcome}`);
}

const megabytesOf = async (relations: string) =>
  (
    await query<{ mb: number }>(
      `select coalesce(sum(pg_total_relation_size(oid)), 0)::float8 / 1e6 mb from pg_class where relkind = 'r' and relname ~ '${relations}'`,
    )
  ).mb;

await mkdir(folder, { recursive: true });
// A night that was stopped begins again, with the jobs that had ended.
await postgres.jobPool.query(`delete from job_runs where job in ('keywords', 'alerts', 'history') and started_at >= $1`, [
  new Date(day * DAY_MS),
]);
const feed = join(folder, 'feed.ndjson');
const readings = await writeFeed(feed);
await measured('feed with its recompute', () => importFeed(feed));
for (const job of ['keywords', 'alerts', 'history'] as const) await runJob(job);
const backups = join(folder, 'backups');
await mkdir(backups, { recursive: true });
const { path } = await measured('backup', () => backUpSite({ url, folder: backups, kind: 'corklight', keep: 1, keys: readKeys(config) }));
const result: NightResult = {
  parts,
  readings,
  backupMb: (await stat(path)).size / BYTES_PER_MB,
  databaseMb: (await query<{ mb: number }>('select pg_database_size(current_database())::float8 / 1e6 mb')).mb,
  historyMb: await megabytesOf('^(board|pinner|pin)_(months|readings|histories)'),
  openMb: await megabytesOf('^(board|pinner|pin)_readings'),
  memoryMb: process.resourceUsage().maxRSS / 1_024,
};
await rm(feed);
await app.close();
process.send?.(result, undefined, undefined, () => process.exit(0));
