import { access, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import type { CatalogKind } from '#domain/catalog/import/import-row';
import { CatalogDump } from '#server/catalog/export/postgres/catalog-dump';
import * as exportCommand from '#server/cli/commands/export/export.command';
import { runCommand } from '#server/cli/command-io';
import { ImportFixture, importSettings, importTables, rowsOfFile, silentObserver } from '../../../support/database/import-fixture';
import { operator } from '../../../support/fakes/audit';
import { readSeries } from '../../../support/database/stored-history';
import { entityTypes } from '#domain/catalog/variants';

let origin: ImportFixture;
let copy: ImportFixture;
let folder = '.';
async function openOrigin(): Promise<void> {
  origin = await ImportFixture.open();
  folder = origin.folder;
}
const closeOrigin = () => origin.close();

async function runExport(args: readonly string[], stdout?: Writable) {
  const [out, err]: [string[], string[]] = [[], []];
  const io = {
    stdin: Readable.from([]),
    stdout: stdout ?? { write: (part: string) => void out.push(part) },
    stderr: { write: (part: string) => void err.push(part) },
    folder,
    isJson: args.includes('--json'),
    by: operator,
  };
  const given = args.filter((arg) => arg !== '--json');
  const code = await runCommand('export', exportCommand, given, io, async () => ({
    catalogDump: new CatalogDump(origin.database.postgres),
  }));
  return { code, out: out.join(''), err: err.join('') };
}

const hostile = 'a "quoted", line\nwith\ttabs; \\backslash\\ 🎨 שלום =1+1';

/** A catalog with rows, references to rows that were never crawled, and readings from rows and from series. */
async function importOrigin(): Promise<void> {
  await origin.importRecords('boards', [
    {
      _id: '7',
      name: 'Boho, living',
      description: hostile,
      url: 'https://www.pinterest.com/ada/boho/',
      follower_count: 1_200,
      pin_count: 40,
      created_at: '2015-12-22T14:10:29.123Z',
      board_order_modified_at: '2026-01-22T14:10:29Z',
      last_crawled_at: '2026-02-10T09:30:12.345Z',
      tags: ['Home', 'a, "b"', '{c}'],
      pinner: { _id: '9', username: 'ada', full_name: 'Ada L', url: 'https://www.pinterest.com/ada/' },
    },
    { _id: '8', name: 'Removed', searchable: false, last_crawled_at: '2026-02-11', follower_count: 0 },
    { _id: '81', name: 'Owner only in its address', url: 'https://www.pinterest.com/Eve/desk/', last_crawled_at: '2026-02-11' },
    { _id: '82', name: 'No user name', url: 'https://www.pinterest.com/eve/two/', owner: 'Eve of Eden', last_crawled_at: '2026-02-11' },
  ]);
  await origin.importRecords('boards', [{ _id: '7', pin_count: 41, follower_count: 1_300, last_crawled_at: '2026-02-14T10:00:00Z' }]);
  await origin.importRecords('boards', [{ _id: '8', name: 'Removed later', last_crawled_at: '2026-02-13T08:00:00Z' }]);
  await origin.importRecords('pinners', [
    { _id: '10', username: 'bob', name: 'Bob', website_url: 'https://bob.example/', profile_reach: 5, followers: 70, last_crawled_at: '2026-02-10T09:30:00Z' },
  ]); // prettier-ignore
  await origin.importRecords('pins', [
    {
      _id: '~odd/id%',
      name: 'Sofa',
      link: 'https://shop.example/sofa?a=1,2',
      domain: 'shop.example',
      saves: 12,
      repins: 3,
      queries: ['sofa', 'couch'],
      board: { _id: '77', name: 'Never crawled', url: 'https://www.pinterest.com/bob/never/' },
      pinner: { _id: '10', username: 'bob' },
      last_crawled_at: '2026-02-10T23:59:59Z',
    },
  ]);
  await origin.importRecords('series', [
    { id: '10', metric: 'follower_count', points: [['2025-11-01', 50], ['2026-01-05T08:15:00Z', 60], ['2026-02-20', 75]] },
    { id: '11', metric: 'follower_count', points: [['2025-11-01', 5]] },
  ]); // prettier-ignore
}

/** Everything that a file can contain, without the time and the source of the import. */
const contentOf = (fixture: ImportFixture): Promise<unknown[]> =>
  Promise.all([
    ...importTables.map((table) =>
      fixture.queryRows(`select '${table}' as name, to_jsonb(t) - '{added_at,imported_at,source,digest,key}'::text[] as row from ${table} t order by _id`),
    ),
    ...entityTypes.map((entity) => readSeries(fixture.database.pool, entity)),
  ]); // prettier-ignore

async function importFile(kind: CatalogKind, path: string) {
  const source = await rowsOfFile(path, kind);
  return copy
    .createImport()
    .importSource(source, importSettings(kind, { as: undefined, metrics: {}, maxRejectedShare: 0 }), silentObserver);
}

describe('an exported catalog', () => {
  beforeAll(async () => {
    await openOrigin();
    await importOrigin();
  });
  afterAll(closeOrigin);

  it.each(['ndjson', 'csv', 'ndjson.gz'])('as %s is the same catalog when it is imported elsewhere', async (extension) => {
    copy = await ImportFixture.open();
    for (const kind of ['boards', 'pinners', 'pins', 'series'] as const) {
      const name = `exported-${kind}.${extension}`;
      const format = extension === 'csv' ? 'csv' : 'ndjson';
      const { code, out } = await runExport([kind, '--output', name, '--format', format, '--json']);
      expect([code, JSON.parse(out)]).toMatchObject([0, { kind, format, file: join(origin.folder, name) }]);
      expect(await importFile(kind, join(origin.folder, name))).toMatchObject({ outcome: 'applied', rejected: 0 });
    }
    expect(await contentOf(copy)).toEqual(await contentOf(origin));
    await copy.close();
  });

  it('has no count that was not read with its row, and no row that was never crawled', async () => {
    const { out, err } = await runExport(['boards']);
    const lines = out.trim().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>); // prettier-ignore
    expect(lines.map(({ _id, follower_count, pin_count }) => [_id, follower_count, pin_count])).toEqual([
      ['7', 1_300, 41],
      ['8', undefined, undefined],
      ['81', undefined, undefined],
      ['82', undefined, undefined],
    ]);
    expect(err).toContain('4 lines');
  });

  it('is the state of one moment, also of the statements that it takes', async () => {
    const insert = (table: string, count: string) =>
      origin.database.pool.query(
        `insert into ${table} (keyword, day, ${count}, name, source, region, imported_at, import_id) values ('plum', 7, 5, 'plum', 'a', '', now(), 1)`,
      );
    await insert('search_interest', 'value');
    const lines = new CatalogDump(origin.database.postgres).readLines('interest');
    expect((await lines.next()).value).toMatchObject({ entities: 1, lines: [{ points: [['1970-01-08', 5]] }] });
    await insert('keyword_volumes', 'volume');
    expect(await lines.next()).toEqual({ done: true, value: undefined });
  });

  it('ends when its reader does', async () => {
    const closed = new Writable({ write: (_, __, done) => done(new Error('write EPIPE')) });
    await expect(runExport(['boards', '--format', 'csv'], closed)).rejects.toThrow('write EPIPE');
    expect(origin.database.postgres.jobPool.totalCount).toBe(origin.database.postgres.jobPool.idleCount);
  });

  it('is compressed in a file of that name', async () => {
    await runExport(['series', '--output', 'series.ndjson.gz']);
    const path = join(origin.folder, 'series.ndjson.gz');
    await access(path);
    const content = await text(Readable.from(await readFile(path)).pipe(createGunzip()));
    expect(JSON.parse(content.split('\n').find((line) => line.includes('"11"')) ?? '')).toEqual({
      entity: 'pinner',
      id: '11',
      metric: 'follower_count',
      points: [['2025-11-01T00:00:00.000Z', 5]],
    });
  });
});

describe('an export', () => {
  beforeEach(openOrigin);
  afterEach(closeOrigin);

  it('is read in batches, and written no faster than its reader takes it', async () => {
    await origin.database.pool.query(
      `insert into boards (_id, name, imported_at, source) select i, 'board', now(), 'x' from generate_series(1, 2500) i;
       insert into board_metrics (_id, last_crawled_at) select _id, now() from boards where source = 'x'`,
    );
    const batches: number[] = [];
    for await (const { lines } of new CatalogDump(origin.database.postgres).readLines('boards')) batches.push(lines.length);
    expect(batches).toEqual([1_000, 1_000, 500]);
    const parts: string[] = [];
    let maxBuffered = 0;
    const slow = new Writable({
      highWaterMark: 1,
      decodeStrings: false,
      write(part: string, _, done) {
        maxBuffered = Math.max(maxBuffered, slow.writableLength / part.length);
        parts.push(part);
        setImmediate(done);
      },
    });
    expect((await runExport(['boards'], slow)).code).toBe(0);
    expect(parts.join('').split('\n')).toHaveLength(2_501);
    expect(maxBuffered).toBeLessThan(2);
  });

  it('replaces a file only when it is complete', async () => {
    await writeFile(join(origin.folder, 'boards.ndjson'), 'before');
    await origin.database.pool.query('alter table boards rename to renamed');
    await expect(runExport(['boards', '--output', 'boards.ndjson'])).rejects.toThrow('does not exist');
    expect(await readFile(join(origin.folder, 'boards.ndjson'), 'utf8')).toBe('before');
    expect((await readdir(origin.folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });
});

it.each<[string[], RegExp]>([
  [[], /kind is missing. Use boards, pinners, pins, series/],
  [['board'], /Did you mean boards/],
  [['boards', 'pins'], /export takes no argument "pins"/],
  [['boards', '--format', 'xml'], /--format must be one of ndjson, csv/],
  [['boards', '--output', ''], /--output needs the name of a file/],
  [['boards', '--json'], /--json needs --output/],
])('corklight export %j is refused as incorrect usage', async (args, reason) => {
  const { code, err } = await runExport(args);
  expect([code, err]).toEqual([2, expect.stringMatching(reason)]);
});
