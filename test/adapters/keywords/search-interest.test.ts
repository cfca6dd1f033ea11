import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { dayOf } from '#domain/days';
import { DAY_MS } from '#domain/durations';
import { WriterScope } from '#domain/jobs/write-lock';
import type { InterestSeries } from '#domain/keywords/interest/search-interest';
import { CatalogDump } from '#server/catalog/export/postgres/catalog-dump';
import { PostgresSearchInterest } from '#server/keywords/postgres/search-interest';
import { PostgresImportRuns } from '#server/catalog/import/postgres/import-runs';
import { PostgresTakeBack } from '#server/catalog/import/postgres/take-back';
import { ImportSearchInterest } from '#server/catalog/import/import-search-interest';
import { PostgresSiteFigures } from '#server/monitoring/postgres/site-figures';
import { ImportFixture, importSettings, NOW, rowsOfFile, silentObserver } from '../../support/database/import-fixture';
import { openForTests } from '../../support/database/test-database';
import { FakeWriteLock } from '../../support/fakes/write-lock';

const fixture = openForTests(() => ImportFixture.open());
let interest: PostgresSearchInterest;
beforeAll(() => void (interest = new PostgresSearchInterest(fixture.database.postgres)));
beforeEach(() => fixture.database.pool.query('truncate search_interest, keyword_volumes'));

const scope = new WriterScope();
const first = new Date('2026-11-20T10:00:00Z');
const second = new Date('2026-11-22T10:00:00Z');
const series = (
  points: readonly (readonly [day: number, value: number])[],
  source = 'a.csv',
  keyword = 'plum',
  region: string | null = null,
): InterestSeries => ({
  key: keyword,
  keyword,
  source,
  region,
  points: points.map(([day, value]) => ({ day, value })),
});

describe('search interest', () => {
  it('has the last value of each day, and names every source once', async () => {
    expect(await interest.store(scope, [series([[7, 10], [14, 20]]), series([[14, 25]])], { importedAt: first, importId: 1 })).toBe(1); // prettier-ignore
    expect(await interest.store(scope, [series([[21, 30], [14, 22]], 'b.csv'), series([[7, 1]], 'b.csv', 'soup')], { importedAt: second, importId: 2 })).toBe(2); // prettier-ignore
    expect(await interest.find('plum')).toEqual({
      curves: [
        {
          region: null,
          points: [
            { day: 7, value: 10 },
            { day: 14, value: 22 },
            { day: 21, value: 30 },
          ],
          sources: [
            { name: 'a.csv', importedAt: first },
            { name: 'b.csv', importedAt: second },
          ],
        },
      ],
      volumes: [],
    });
  });

  it('shows one region: the one with more points, then the higher sum, then the first by name', async () => {
    const store = (day: number, value: number, region: string | null) =>
      interest.store(scope, [series([[day, value]], 'a.csv', 'plum', region)], { importedAt: first, importId: 1 });
    for (const day of [7, 14]) await store(day, 5, 'North');
    for (const day of [21, 28, 35]) await store(day, 1, 'South');
    const shown = async () => {
      const [best] = (await interest.find('plum')).curves;
      return [best?.region, best?.points.map(({ day }) => day)];
    };
    expect(await shown()).toEqual(['South', [21, 28, 35]]);
    await store(42, 5, 'North');
    expect(await shown()).toEqual(['North', [7, 14, 42]]);
    await store(14, 5, 'South');
    expect(await shown()).toEqual(['South', [14, 21, 28, 35]]);
    expect((await interest.find('plum')).curves.map(({ region }) => region)).toEqual(['South', 'North']);
  });

  it('keeps the curves of tools apart, and the volumes of each tool, region, and day', async () => {
    const volume = (source: string, day: number, count: number): InterestSeries => ({
      ...series([], source),
      figures: { day, volume: count, notes: null },
    });
    expect(
      await interest.store(scope, [series([[7, 10]], 'Google Trends'), series([[7, 90]], 'Pinterest Trends')], {
        importedAt: first,
        importId: 1,
      }),
    ).toBe(1);
    expect(
      await interest.store(scope, [volume('PinClicks', 7, 100), volume('PinClicks', 14, 120), volume('Ahrefs', 14, 9)], {
        importedAt: first,
        importId: 1,
      }),
    ).toBe(1);
    expect(await interest.store(scope, [volume('PinClicks', 14, 130)], { importedAt: second, importId: 2 })).toBe(1);
    expect(await interest.store(scope, [volume('PinClicks', 14, 130)], { importedAt: second, importId: 3 })).toBe(0);
    const { curves, volumes } = await interest.find('plum');
    expect(curves.map(({ sources, points }) => [sources[0]?.name, points])).toEqual([
      ['Pinterest Trends', [{ day: 7, value: 90 }]],
      ['Google Trends', [{ day: 7, value: 10 }]],
    ]);
    expect(volumes.map(({ source, day, volume: count }) => [source, day, count])).toEqual([
      ['Ahrefs', 14, 9],
      ['PinClicks', 14, 130],
      ['PinClicks', 7, 100],
    ]);
  });

  it('is empty for other keywords, without any series, and once it is cleared', async () => {
    expect(await interest.store(scope, [], { importedAt: first, importId: 1 })).toBe(0);
    await interest.store(scope, [series([[7, 10], [14, 10]]), series([[7, 1]], 'a.csv', 'soup')], { importedAt: first, importId: 1 }); // prettier-ignore
    expect(await interest.find('plums')).toEqual({ curves: [], volumes: [] });
    expect(await interest.clear(scope)).toBe(2);
    expect(await interest.find('plum')).toEqual({ curves: [], volumes: [] });
  });
});

describe('a file with search interest', () => {
  const stored = async () =>
    (
      await fixture.database.pool.query<object>(
        'select keyword, region, tool, day, value, name, source, imported_at from search_interest order by keyword, region, tool, day',
      )
    ).rows;

  async function importFile(name: string, lines: readonly string[] | null, overrides = {}, now = NOW) {
    const path = join(fixture.folder, name);
    if (lines !== null) await writeFile(path, lines.join('\n'));
    const importer = new ImportSearchInterest(
      interest,
      new PostgresImportRuns(fixture.database.postgres.jobPool),
      { now: () => now },
      new FakeWriteLock(),
    );
    const source = await rowsOfFile(path, 'interest');
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
    const [best] = (await interest.find('taper fade')).curves;
    expect([best?.region, best?.points.length]).toEqual(['Europa Sur hombres', 53]);
  });

  it('with too many rejected lines changes nothing', async () => {
    const good = Array.from({ length: 150 }, (_, index) => `word${index},5`);
    const result = await importFile('trends.csv', ['keyword,2026-02-09', ...good, ...Array.from({ length: 20 }, () => 'soup,high')]);
    expect(result).toMatchObject({
      outcome: 'refused',
      rejected: 20,
      series: 0,
      reason: expect.stringContaining('more than the 5% that may be'),
    });
    expect(await stored()).toEqual([]);
    expect(await importFile('trends.csv', ['keyword,2026-02-09', ...good])).toMatchObject({ outcome: 'applied', series: 150 });
  });

  it('that was given up and is sent again is taken back as a whole', async () => {
    const query = (sql: string) => fixture.database.pool.query<{ id: number }>(sql);
    const lines = ['keyword,2026-02-09', ...Array.from({ length: 150 }, (_, index) => `word${index},5`)];
    await query(`create function fail() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`);
    await query(`create trigger fail before insert on search_interest for each row when (new.keyword = 'word149') execute function fail()`);
    await expect(importFile('trends.csv', lines)).rejects.toThrow('killed');
    await query('drop function fail cascade');
    expect(await stored()).toHaveLength(100);
    await query(`update imports set state = 'refused' where state = 'running'`);
    const nextDay = new Date(NOW.getTime() + DAY_MS);
    await importFile('again.csv', lines, {}, nextDay);
    expect(await stored()).toHaveLength(150);
    const { rows } = await query('select max(id) id from imports');
    const [takeBacks, scope, id] = [new PostgresTakeBack(fixture.database.postgres.jobPool, 90), new WriterScope(), rows[0]!.id];
    await takeBacks.begin(id, nextDay);
    await interest.takeBack(scope, id, dayOf(nextDay), () => undefined);
    await takeBacks.finish(scope, id);
    expect(await stored()).toEqual([]);
  });

  it('is of the day of its first import where its lines have none, and changes nothing a second time', async () => {
    const lines = ['{"keyword":"plum","volume":100}', '{"keyword":"!"}'];
    const daysLater = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
    const importOn = (day: number, maxRejectedShare = 1) => importFile('volumes.ndjson', lines, { maxRejectedShare }, daysLater(day));
    const volumes = async () => (await fixture.database.pool.query('select keyword, day, volume from keyword_volumes')).rows;
    expect(await importOn(0, 0)).toMatchObject({ outcome: 'refused' });
    expect(await importOn(1)).toMatchObject({ outcome: 'applied', series: 1 });
    expect(await importOn(2)).toMatchObject({ outcome: 'applied', series: 0 });
    expect(await volumes()).toEqual([{ keyword: 'plum', day: dayOf(daysLater(1)), volume: 100 }]);
  });

  it('is not said to have stored nothing where an attempt that was killed has stored a part', async () => {
    const query = (sql: string) => fixture.database.pool.query<object>(sql);
    const newest = async () =>
      (await query('select state, phase, lines, rejected, reason is null applied from imports order by id desc limit 1')).rows[0];
    const lines = ['keyword,2026-02-09', ...Array.from({ length: 150 }, (_, index) => `wool${index},5`), 'soup,high'];
    await query(`create function fail() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`);
    await query(`create trigger fail before insert on search_interest for each row when (new.keyword = 'wool149') execute function fail()`);
    await expect(importFile('wool.csv', lines)).rejects.toThrow('killed');
    expect(await newest()).toMatchObject({ state: 'running', phase: 'applying', lines: 151, rejected: 1 });
    await query('drop function fail cascade');
    expect(await importFile('wool.csv', lines, { maxRejectedShare: 0 })).toMatchObject({ outcome: 'refused' });
    expect([await newest(), (await stored()).length]).toMatchObject([{ state: 'refused', phase: 'applying', applied: false }, 100]);
    expect(await importFile('wool.csv', lines)).toMatchObject({ outcome: 'applied', series: 50 });
    expect((await stored()).length).toBe(150);
  });

  it('is recorded with its outcome', async () => {
    await fixture.database.pool.query('delete from imports');
    const listRecords = async () =>
      (await fixture.database.pool.query('select kind, name, state, lines, rejected from imports order by id')).rows;
    await importFile('a.csv', ['keyword,2026-02-09', 'soup,5']);
    await importFile('a.csv', ['keyword,2026-02-09', 'soup,5']);
    await importFile('b.csv', ['keyword,2026-02-09', 'soup,high']);
    expect(await listRecords()).toEqual([
      { kind: 'interest', name: 'a.csv', state: 'done', lines: 1, rejected: 0 },
      { kind: 'interest', name: 'a.csv', state: 'done', lines: 1, rejected: 0 },
      { kind: 'interest', name: 'b.csv', state: 'refused', lines: 1, rejected: 1 },
    ]);
    expect(
      (await new PostgresSiteFigures(fixture.database.postgres, { now: () => new Date() }, { DATA_DIR: '/nowhere' }).read()).hasImported,
    ).toBe(false);
  });

  it('is the same when its export is imported again', async () => {
    await importFile('a.csv', ['Trend,2026-02-09,2026-02-16', 'Pumpkin breads,71,100', 'Easy dinner recipes,5,6']);
    await importFile('b.csv', ['Trend,2026-02-16,2026-02-23', 'Pumpkin bread,90,80']);
    const before = await stored();
    const exported: string[] = [];
    for await (const { lines } of new CatalogDump(fixture.database.postgres).readLines('interest'))
      exported.push(...lines.map((line) => JSON.stringify(line)));
    expect(exported).toHaveLength(await new CatalogDump(fixture.database.postgres).countEntities('interest'));
    await fixture.database.pool.query('truncate search_interest, keyword_volumes');
    expect(await importFile('exported.ndjson', exported)).toMatchObject({ outcome: 'applied', rejected: 0 });
    expect(await stored()).toEqual(before);
  });
});
