import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { UnreadableSource } from '#domain/catalog/import/import-runs';
import { CatalogDump } from '#server/catalog/export/postgres/catalog-dump';
import { PostgresSearchInterest } from '#server/keywords/postgres/search-interest';
import { FileSource } from '#server/catalog/import/files/file-source';
import { PostgresInterestImports } from '#server/catalog/import/postgres/interest-imports';
import { ImportSearchInterest } from '#server/catalog/import/import-search-interest';
import { Postgres } from '#server/database/postgres';
import { PostgresSiteFigures } from '#server/monitoring/postgres/site-figures';
import { ImportFixture, importSettings, NOW, silentObserver } from '../../support/database/import-fixture';
import { FakeSearchInterest } from '../../support/fakes/search-interest';
import { FakeWriteLock } from '../../support/fakes/write-lock';
import { describeSearchInterest } from '../../support/ports/search-interest';

let fixture: ImportFixture;
let postgres: Postgres;
beforeAll(async () => {
  fixture = await ImportFixture.open();
  postgres = new Postgres(fixture.database.url);
});
afterAll(async () => {
  await postgres.close();
  await fixture.close();
});
beforeEach(() => fixture.database.pool.query('truncate search_interest'));

describeSearchInterest('the fake search interest', async () => new FakeSearchInterest());
describeSearchInterest('search interest in Postgres', async () => new PostgresSearchInterest(postgres));

describe('a file with search interest', () => {
  const stored = async () => (await fixture.database.pool.query<object>('select * from search_interest order by keyword, day')).rows;

  async function importFile(name: string, lines: readonly string[] | null, overrides = {}) {
    const path = join(fixture.folder, name);
    if (lines !== null) await writeFile(path, lines.join('\n'));
    const importer = new ImportSearchInterest(
      new PostgresSearchInterest(postgres),
      new PostgresInterestImports(postgres),
      { now: () => NOW },
      new FakeWriteLock(),
    );
    const source = await FileSource.open(path, Readable.from([]));
    return importer.importSource(source, importSettings('series', overrides), silentObserver);
  }

  it('is applied, and changes nothing a second time', async () => {
    const lines = ['Trend,2026-02-09,2026-02-16', 'Pumpkin bread,71,100', 'Soups,5,'];
    expect(await importFile('trends.csv', lines)).toMatchObject({ outcome: 'applied', lines: 2, rejected: 0, series: 2 });
    const before = await stored();
    expect(before).toMatchObject([
      { keyword: 'pumpkin bread', value: 71, name: 'pumpkin bread', source: 'trends.csv', imported_at: NOW },
      { keyword: 'pumpkin bread', value: 100 },
      { keyword: 'soup', value: 5, name: 'soups' },
    ]);
    expect(await importFile('trends.csv', lines)).toMatchObject({ outcome: 'applied', series: 0 });
    expect(await stored()).toEqual(before);
  });

  const trendsLine = (region: string, values: readonly number[], metric = 'search_volume_index') =>
    JSON.stringify({
      id: `pinterest-trends:${region}:taper fade`,
      metric,
      source: 'Trends',
      points: values.map((value, week) => [`2026-02-0${week + 1}`, value]),
    });

  it('is stored of one region per keyword: the one with the most points, then the highest sum', async () => {
    const lines = [trendsLine('Norte', [1, 2]), trendsLine('Sur hombres', [9, 9, 9]), trendsLine('Sur mujeres', [9, 9, 8])];
    expect(await importFile('trends.ndjson', lines)).toMatchObject({ outcome: 'applied', lines: 3, rejected: 0, series: 1 });
    const [row] = await stored();
    expect([row, (await stored()).length]).toMatchObject([{ keyword: 'taper fade', value: 9, source: 'Trends', region: 'Sur hombres' }, 3]);
    expect(await importFile('trends.ndjson', lines)).toMatchObject({ series: 0 });
  });

  it('leaves out lines about another metric, which are no rejected ones', async () => {
    const others = Array.from({ length: 30 }, () => trendsLine('Sur', [1], 'stars'));
    const good = Array.from({ length: 19 }, () => trendsLine('Sur', [1]));
    expect(await importFile('mixed.ndjson', [...good, ...others, '{"keyword":"!"}'])).toMatchObject({
      outcome: 'applied',
      lines: 50,
      skipped: 30,
      rejected: 1,
      series: 1,
    });
    const tooMany = await importFile('bad.ndjson', [...good, ...others, '{"keyword":"!"}', '{"keyword":"!"}']);
    expect(tooMany).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('9.5% of the lines') });
  });

  const realFile = ['../../../../shared/data', '../../../../../shared/data']
    .map((path) => join(import.meta.dirname, path, 'series.ndjson'))
    .find((path) => existsSync(path));
  const realIt = realFile === undefined ? it.skip : it;
  if (realFile === undefined) console.log('The real series are not here: there is no shared/data beside the checkout.');
  realIt('of real series takes the 71 lines of search interest and skips the 2,545 others', async () => {
    const result = await importFile(relative(fixture.folder, realFile ?? ''), null);
    expect(result).toMatchObject({ outcome: 'applied', lines: 2_616, skipped: 2_545, rejected: 0, series: 41 });
    const { region, points } = await new PostgresSearchInterest(postgres).find('taper fade');
    expect([region, points.length]).toEqual(['Europa Sur hombres', 53]);
  });

  it('with too many rejected lines changes nothing', async () => {
    const good = Array.from({ length: 150 }, (_, index) => `word${index},5`);
    const result = await importFile('trends.csv', ['keyword,2026-02-09', ...good, ...Array.from({ length: 20 }, () => 'soup,high')]);
    expect(result).toMatchObject({ outcome: 'refused', rejected: 20, series: 0, reason: expect.stringContaining('--max-bad') });
    expect(await stored()).toEqual([]);
    expect(await importFile('trends.csv', ['keyword,2026-02-09', ...good])).toMatchObject({ outcome: 'applied', series: 150 });
  });

  it('is recorded with its outcome, once for the same content', async () => {
    await fixture.database.pool.query('delete from import_runs');
    const listRecords = async () =>
      (await fixture.database.pool.query('select kind, source, phase, lines, rejected from import_runs order by source')).rows;
    await importFile('a.csv', ['keyword,2026-02-09', 'soup,5']);
    await importFile('a.csv', ['keyword,2026-02-09', 'soup,5']);
    await importFile('b.csv', ['keyword,2026-02-09', 'soup,high']);
    await writeFile(join(fixture.folder, 'c.csv.gz'), gzipSync('keyword,2026-02-09\nsoup,5\n').subarray(0, 30));
    await expect(importFile('c.csv.gz', null)).rejects.toThrow(UnreadableSource);
    expect(await listRecords()).toEqual([
      { kind: 'interest', source: 'a.csv', phase: 'done', lines: 1, rejected: 0 },
      { kind: 'interest', source: 'b.csv', phase: 'refused', lines: 1, rejected: 1 },
      { kind: 'interest', source: 'c.csv.gz', phase: 'refused', lines: 0, rejected: 0 },
    ]);
    expect((await new PostgresSiteFigures(postgres, { now: () => new Date() }, { DATA_DIR: '/nowhere' }).read()).hasImported).toBe(false);
  });

  it('is the same when its export is imported again', async () => {
    await importFile('a.csv', ['Trend,2026-02-09,2026-02-16', 'Pumpkin breads,71,100', 'Easy dinner recipes,5,6']);
    await importFile('b.csv', ['Trend,2026-02-16,2026-02-23', 'Pumpkin bread,90,80']);
    const before = await stored();
    const exported: string[] = [];
    for await (const { lines } of new CatalogDump(postgres).readLines('interest'))
      exported.push(...lines.map((line) => JSON.stringify(line)));
    expect(exported).toHaveLength(await new CatalogDump(postgres).countEntities('interest'));
    await fixture.database.pool.query('truncate search_interest');
    expect(await importFile('exported.ndjson', exported)).toMatchObject({ outcome: 'applied', rejected: 0 });
    expect(await stored()).toEqual(before);
  });
});
