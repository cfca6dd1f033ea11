import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Pool } from 'pg';
import type { IntakeKind } from '#domain/catalog/intake';
import type { Touched } from '#domain/catalog/catalog-intake';
import { FileSource } from '#server/catalog/import/file-source';
import { ImportCatalog, type ImportResult } from '#server/catalog/import/import-catalog';
import type { ImportSettings } from '#server/catalog/import/read-source';
import { PostgresIntake } from '#server/catalog/import/postgres-intake';
import { freshDatabase, type TestDatabase } from '../support/database';

const NOW = new Date('2026-03-01T12:00:00Z');
const day = (label: string, minutes = 0): number => Date.parse(`${label}T00:00:00Z`) / 60_000 + minutes;

let database: TestDatabase;
let folder: string;
let touchedLast: Touched;

beforeEach(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'corklight-intake-'));
  touchedLast = {};
});

afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const importer = (pool: Pool = database.pool) =>
  new ImportCatalog(new PostgresIntake(pool), { now: () => NOW }, { asWriter: (work) => work() }, (touched) => {
    touchedLast = touched;
    return Promise.resolve();
  });

const watch = { onReject: () => undefined, onProgress: () => undefined, onWait: () => undefined };

const settingsFor = (kind: IntakeKind, more: Partial<ImportSettings> = {}): ImportSettings => ({
  kind,
  maxBad: 0.05,
  stopOnReject: false,
  ...(kind === 'series' ? { as: 'pinner' as const, metrics: { '*': 'follower_count' } } : {}),
  ...more,
});

async function put(name: string, records: readonly unknown[]): Promise<FileSource> {
  const path = join(folder, name);
  await writeFile(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return FileSource.open(path, Readable.from([]));
}

async function bring(
  kind: IntakeKind,
  records: readonly unknown[],
  more: Partial<ImportSettings> = {},
  pool?: Pool,
): Promise<ImportResult> {
  return importer(pool).run(await put(`${kind}.ndjson`, records), settingsFor(kind, more), watch);
}

async function rows<T>(sql: string): Promise<T[]> {
  return (await database.pool.query(sql)).rows as T[];
}

const tables = ['board', 'pinner', 'pin'].flatMap((entity) => [`${entity}s`, `${entity}_metrics`, `${entity}_series`]);

/** Over every column of every catalogue and series table. */
async function checksum(pool: Pool = database.pool): Promise<string> {
  const hash = createHash('sha256');
  for (const table of tables) {
    const { rows: found } = await pool.query<{ row: string }>(`select t::text as row from ${table} t order by _id`);
    hash.update(`${table}\n${found.map(({ row }) => row).join('\n')}\n`);
  }
  const stats = await pool.query(`select variant, total, known from catalog_stats order by variant`);
  return hash.update(JSON.stringify(stats.rows)).digest('hex');
}

const writers = () =>
  rows(
    tables.map((table) => `select '${table}' as name, _id, xmin::text as writer, ctid::text as place from ${table}`).join(' union all '),
  );

describe('an entity row', () => {
  it('is that day’s snapshot, with its text, times, terms and counts', async () => {
    const result = await bring('boards', [
      {
        _id: '7',
        name: 'Boho living',
        description: 'rooms',
        follower_count: '1.2k',
        pin_count: 40,
        created_at: 'Tue, 22 Dec 2015 14:10:29 +0000',
        last_crawled_at: '2026-02-10T09:30:00Z',
        tags: ['Home'],
        pinner: { _id: '9', username: 'ada' },
      },
    ]);
    expect(result).toMatchObject({ outcome: 'applied', lines: 1, rejected: 0, inserted: 2, updated: 0 });
    expect(
      await rows(
        'select name, description, pinner_id, pinner_username, topics, searchable, last_crawled_at, imported_at, source from boards',
      ),
    ).toEqual([
      {
        name: 'Boho living',
        description: 'rooms',
        pinner_id: '9',
        pinner_username: 'ada',
        topics: ['Home'],
        searchable: true,
        last_crawled_at: new Date('2026-02-10T09:30:00Z'),
        imported_at: NOW,
        source: 'boards.ndjson',
      },
    ]);
    expect(await rows('select at, follower_count, collaborator_count, pin_count from board_series')).toEqual([
      { at: [day('2026-02-10', 570)], follower_count: [1200], collaborator_count: [null], pin_count: [40] },
    ]);
    expect(await rows('select follower_count, collaborator_count, pin_count, created_at from board_metrics')).toEqual([
      { follower_count: 1200, collaborator_count: null, pin_count: 40, created_at: new Date('2015-12-22T14:10:29Z') },
    ]);
    expect((await rows<{ terms: string[] }>('select terms from boards'))[0]?.terms).toEqual(
      expect.arrayContaining(['boho', 'room', 'home', 'ada']),
    );
    expect(await rows('select variant, total, known from catalog_stats order by variant')).toEqual([
      {
        variant: 'boards',
        total: 1,
        known: {
          follower_count: 1,
          follower_growth_last_90_days: 0,
          collaborator_count: 0,
          collaborator_growth_last_90_days: 0,
          board_order_modified_at: 0,
          created_at: 1,
        },
      },
      {
        variant: 'pinners',
        total: 1,
        known: { follower_count: 0, profile_views: 0, follower_growth_last_90_days: 0, viewer_growth_last_90_days: 0, created_at: 0 },
      },
      { variant: 'pins', total: 0, known: {} },
    ]);
    expect(touchedLast).toEqual({ board: ['7'], pinner: ['9'] });
  });

  it('makes never-crawled rows of those it refers to, which a row of their own fills', async () => {
    await bring('pins', [{ _id: '1', saves: 3, user_name: 'Ada', board: { name: 'Nests', url: 'https://pinterest.de/Ada/Nests/' } }]);
    expect(await rows('select pinner_id, board_id from pins')).toEqual([{ pinner_id: '~ada', board_id: '~ada~nests' }]);
    expect(await rows('select _id, name, last_crawled_at from boards')).toEqual([
      { _id: '~ada~nests', name: 'Nests', last_crawled_at: null },
    ]);
    expect(await rows('select _id, username, last_crawled_at from pinners')).toEqual([
      { _id: '~ada', username: 'Ada', last_crawled_at: null },
    ]);
    expect(await rows('select * from pinner_series')).toEqual([]);
    await bring('pinners', [{ url: 'https://www.pinterest.com/ada/', username: 'ada', name: 'Ada L.', follower_count: 5 }]);
    expect(await rows('select _id, username, name, last_crawled_at from pinners')).toEqual([
      { _id: '~ada', username: 'ada', name: 'Ada L.', last_crawled_at: NOW },
    ]);
    expect((await rows<{ terms: string[] }>('select terms from pinners'))[0]?.terms).toEqual(expect.arrayContaining(['ada', 'l']));
    expect(touchedLast).toEqual({ pinner: ['~ada'], pin: ['1'] });
  });

  it('replaces what a no later crawl knew, is completed by an earlier one, and never erases', async () => {
    const at = (time: string, more: object) => ({ _id: '1', last_crawled_at: time, ...more });
    await bring('pinners', [at('2026-02-02T00:00:00Z', { name: 'B', about: 'second', follower_count: 20 })]);
    await bring('pinners', [at('2026-02-01T00:00:00Z', { name: 'A', website: 'https://a.example.com/', follower_count: 10 })]);
    await bring('pinners', [at('2026-02-03T00:00:00Z', { name: 'C', follower_count: null, monthly_views: 7 })]);
    expect(await rows('select name, description, website_url from pinners')).toEqual([
      { name: 'C', description: 'second', website_url: 'https://a.example.com/' },
    ]);
    expect(await rows('select at, follower_count, profile_views from pinner_series')).toEqual([
      { at: [day('2026-02-01'), day('2026-02-02'), day('2026-02-03')], follower_count: [10, 20, null], profile_views: [null, null, 7] },
    ]);
    expect(await rows('select follower_count, profile_views from pinner_metrics')).toEqual([{ follower_count: 20, profile_views: 7 }]);
  });
});

describe('two crawls of one day', () => {
  const crawl = (time: string, follower_count: number) => ({ _id: '1', last_crawled_at: time, follower_count });
  const [early, late] = [crawl('2026-02-01T08:00:00Z', 8), crawl('2026-02-01T20:00:00Z', 20)];
  const series = (value: number) => ({ id: '1', metric: 'x', points: [['2026-02-01', value]] });

  it.each([
    ['in one file', [[early, late]]],
    ['in one file, the later first', [[late, early]]],
    ['in two files', [[early], [late]]],
    ['in two files, the later first', [[late], [early]]],
  ])('leave the later one (%s)', async (_, files) => {
    for (const file of files) await bring('pinners', file);
    expect(await rows('select at, follower_count from pinner_series')).toEqual([{ at: [day('2026-02-01', 1200)], follower_count: [20] }]);
  });

  it('leave what was imported last when one has no time of day', async () => {
    await bring('pinners', [late]);
    await bring('series', [series(5)]);
    expect(await rows('select at, follower_count from pinner_series')).toEqual([{ at: [day('2026-02-01')], follower_count: [5] }]);
    await bring('series', [series(6)]);
    expect(await rows('select at, follower_count from pinner_series')).toEqual([{ at: [day('2026-02-01')], follower_count: [6] }]);
    await bring('pinners', [early]);
    expect(await rows('select at, follower_count from pinner_series')).toEqual([{ at: [day('2026-02-01', 480)], follower_count: [8] }]);
  });
});

it('puts series together day by day, before, between and after what is there', async () => {
  const series = (...points: [string, number][]) => [{ id: '1', metric: 'x', name: 'One', points }];
  await bring('series', series(['2026-01-10', 10], ['2026-01-20', 20]));
  await bring('series', series(['2026-01-30', 30]));
  await bring('series', series(['2026-01-01', 1], ['2026-01-15', 15], ['2026-01-20', 21]));
  expect(await rows('select at, follower_count from pinner_series')).toEqual([
    {
      at: ['2026-01-01', '2026-01-10', '2026-01-15', '2026-01-20', '2026-01-30'].map((label) => day(label)),
      follower_count: [1, 10, 15, 21, 30],
    },
  ]);
  expect(await rows('select follower_count from pinner_metrics')).toEqual([{ follower_count: 30 }]);
  expect(await rows('select name, last_crawled_at from pinners')).toEqual([
    { name: 'One', last_crawled_at: new Date('2026-01-30T00:00:00Z') },
  ]);
});

it('changes nothing when the same file comes again, not even a dead row', async () => {
  const records = [
    ...Array.from({ length: 50 }, (_, place) => ({
      _id: `${place % 40}`,
      title: `Pin ${place}`,
      saves: place,
      user_name: `u${place % 7}`,
      query: 'nests',
    })),
    { _id: 'odd', title: '\u0000Tab\there \\ "quote" {brace}, \ud800 ünï', tags: ['a,b', 'c"d', 'e\\f'] },
  ];
  await bring('pins', records);
  const before = await checksum();
  // The transaction that wrote each row: none may be written anew.
  const versions = await writers();
  const again = await bring('pins', records);
  expect(again).toMatchObject({ outcome: 'applied', inserted: 0, updated: 0, series: 0 });
  expect(await checksum()).toBe(before);
  expect(await writers()).toEqual(versions);
  expect(await rows(`select tablename from pg_tables where tablename like 'import\\_%\\_%' and tablename <> 'import_runs'`)).toEqual([]);
  expect(await rows(`select name, topics from pins where _id = 'odd'`)).toEqual([
    { name: 'Tab here \\ "quote" {brace}, \ufffd ünï', topics: ['a,b', 'c"d', 'e\\f'] },
  ]);
});

it('applies nothing when too many lines are bad', async () => {
  const records = [...Array.from({ length: 9 }, (_, place) => ({ _id: `${place}`, saves: 1 })), { _id: 'bad', saves: -1 }];
  const empty = await checksum();
  expect(await bring('pins', records)).toMatchObject({ outcome: 'refused', lines: 10, rejected: 1 });
  expect(await checksum()).toBe(empty);
  expect(await bring('pins', records, { stopOnReject: true, maxBad: 1 })).toMatchObject({ outcome: 'refused' });
  expect(await bring('pins', records, { maxBad: 0.1 })).toMatchObject({ outcome: 'applied', rejected: 1, inserted: 9 });
});

describe('an interrupted import', () => {
  const people = Array.from({ length: 9_000 }, (_, place) => {
    const id = place % 6_000;
    return {
      _id: `${id}`,
      username: `user${id}`,
      name: id % 3 === 0 ? `Name ${place}` : null,
      follower_count: place,
      last_crawled_at: new Date(Date.UTC(2026, 0, 1 + (place % 17), place % 24)).toISOString(),
    };
  });
  const slices = { sliceLines: 700 };
  /** Ends the connections that the importer holds, as a kill does; what it had under way is lost. */
  const killAfter = async (pool: Pool, milliseconds: number) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'victim'`,
    );
    await pool.end();
  };

  it('goes on where it stopped, whenever that was, and ends as if it had not been interrupted', async () => {
    const whole = await bring('pinners', people, slices);
    expect(whole).toMatchObject({ outcome: 'applied', lines: 9_000, inserted: 6_000 });
    const wanted = await checksum();
    const phases = new Set<string>();
    for (let moment = 0; moment < 10; moment++) {
      await database.pool.query(`truncate import_runs, ${tables.join(', ')}; update catalog_stats set total = 0, known = '{}'`);
      const victim = new Pool({ connectionString: database.url, max: 2, application_name: 'victim' });
      victim.on('error', () => undefined);
      const attempt = bring('pinners', people, slices, victim).then(
        () => 'done',
        () => 'died',
      );
      await killAfter(victim, 20 + Math.random() * 900);
      await attempt;
      phases.add((await rows<{ phase: string }>('select phase from import_runs'))[0]?.phase ?? 'none');
      expect((await bring('pinners', people, slices)).outcome).toBe('applied');
      expect(await checksum()).toBe(wanted);
    }
    process.stdout.write(`interrupted in these phases: ${[...phases].join(', ')}\n`);
  }, 240_000);

  it('is staged again when Postgres has lost what was staged', async () => {
    const few = people.slice(0, 500);
    const intake = new PostgresIntake(database.pool);
    const lost = await intake.begin({ kind: 'pinners', source: 's', fingerprint: 'f', now: NOW });
    await lost.seal({ lines: 1, rejected: 0 });
    await database.pool.query(`update import_runs set staged = 7`);
    expect((await intake.begin({ kind: 'pinners', source: 's', fingerprint: 'f', now: NOW })).staged).toBeNull();
    expect(await bring('pinners', few)).toMatchObject({ inserted: 500, resumed: false });
  });
});
