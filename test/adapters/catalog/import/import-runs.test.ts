import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { occurrenceIn } from '#domain/catalog/keywords/best-match';
import { countsOf, type Metric } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { readSeries } from '../../../support/database/stored-history';
import {
  type ImportFixture,
  NOW,
  importSettings,
  silentObserver,
  importTables,
  readingTables,
  rowsOfFile,
  useImports,
} from '../../../support/database/import-fixture';

const minuteOfDay = (label: string, minutes = 0): number => Date.parse(`${label}T00:00:00Z`) / 60_000 + minutes;

const imports = useImports();
const importRecords: ImportFixture['importRecords'] = (...args) => imports.importRecords(...args);
const queryRows = <T>(sql: string) => imports.queryRows<T>(sql);
const checksum = () => imports.checksum();

const rowVersions = () =>
  queryRows(
    [...importTables, ...readingTables]
      .map((table) => `select '${table}' as name, md5(t::text), xmin::text as writer, ctid::text as place from ${table} t`)
      .join(' union all '),
  );

/** The series of all entities of a type, of all their counts or of these. */
const storedSeries = async (entity: EntityType, ...counts: readonly Metric[]) =>
  (await readSeries(imports.database.pool, entity)).map(({ at, ...values }) => ({
    at,
    ...Object.fromEntries((counts.length > 0 ? counts : countsOf[entity]).map((count) => [count, values[count]])),
  }));

describe('an entity row', () => {
  it('is stored as the snapshot of its day, with its text, times, terms and counts', async () => {
    const result = await importRecords('boards', [
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
      await queryRows(
        'select name, description, pinner_id, pinner_username, topics, searchable, last_crawled_at, imported_at, source from boards join board_metrics using (_id)',
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
    expect(await storedSeries('board')).toEqual([
      { at: [minuteOfDay('2026-02-10', 570)], follower_count: [1200], collaborator_count: [null], pin_count: [40] },
    ]);
    expect(await queryRows('select follower_count, collaborator_count, pin_count, created_at from board_metrics')).toEqual([
      { follower_count: 1200, collaborator_count: null, pin_count: 40, created_at: new Date('2015-12-22T14:10:29Z') },
    ]);
    expect((await queryRows<{ terms: string[] }>('select terms from boards'))[0]?.terms).toEqual(
      expect.arrayContaining(['boho', 'room', 'home', 'ada']),
    );
    expect(await queryRows('select u.* from boards, unnest(terms, term_occurrences) u(term, occurrence)')).toEqual([
      { term: 'boho', occurrence: occurrenceIn('name', 0) },
      { term: 'live', occurrence: occurrenceIn('name', 1) },
      { term: 'room', occurrence: occurrenceIn('description', 0) },
      { term: 'home', occurrence: occurrenceIn('topics', 0) },
      { term: 'ada', occurrence: occurrenceIn('owner', 0) },
    ]);
    expect(await queryRows('select variant, total, known from catalog_stats order by variant')).toEqual([
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
          checks_passed: 0,
          filter_pins: 1,
          filter_topic: 1,
          filter_updated: 1,
        },
      },
      {
        variant: 'pinners',
        total: 1,
        known: {
          follower_count: 0,
          profile_views: 0,
          follower_growth_last_90_days: 0,
          viewer_growth_last_90_days: 0,
          created_at: 0,
          checks_passed: 0,
          filter_topic: 0,
          filter_updated: 0,
          filter_website: 0,
        },
      },
      { variant: 'pins', total: 0, known: {} },
    ]);
    expect(imports.changedIds).toEqual({ board: ['7'], pinner: ['9'] });
  });

  it('stores times to the millisecond', async () => {
    const times = ['1999-12-31T23:59:59.007Z', '2020-02-29T00:00:00.000Z', '2024-10-09T08:07:06.120Z', '2026-01-31T12:34:56.999Z'];
    await importRecords(
      'pins',
      times.map((created_at, index) => ({ _id: `${index}`, created_at })),
    );
    expect(await queryRows('select created_at from pin_metrics order by _id')).toEqual(
      times.map((time) => ({ created_at: new Date(time) })),
    );
  });

  it('looks for the data of a filter that had none among the changed rows only', async () => {
    const importBoard = async (record: Readonly<Record<string, unknown>>) => {
      await importRecords('boards', [record]);
      return queryRows(`select known ->> 'filter_topic' topic, known ->> 'filter_pins' pins from catalog_stats where variant = 'boards'`);
    };
    expect(await importBoard({ _id: '1', name: 'Nests' })).toEqual([{ topic: '0', pins: '0' }]);
    await queryRows(`update boards set topics = '{Birds}'`);
    expect(await importBoard({ _id: '2', name: 'Eggs', pin_count: 4 })).toEqual([{ topic: '0', pins: '1' }]);
    expect(await importBoard({ _id: '2', name: 'Eggs', topics: ['Birds'] })).toEqual([{ topic: '1', pins: '1' }]);
  });

  it('creates uncrawled rows for the entities it refers to, which their own rows complete', async () => {
    await importRecords('pins', [
      { _id: '1', saves: 3, user_name: 'Ada', board: { name: 'Nests', url: 'https://pinterest.de/Ada/Nests/' } },
    ]);
    expect(await queryRows('select pinner_id, board_id from pins')).toEqual([{ pinner_id: '~ada', board_id: '~ada~nests' }]);
    expect(await queryRows('select _id, name, last_crawled_at from boards join board_metrics using (_id)')).toEqual([
      { _id: '~ada~nests', name: 'Nests', last_crawled_at: null },
    ]);
    expect(await queryRows('select _id, username, last_crawled_at from pinners join pinner_metrics using (_id)')).toEqual([
      { _id: '~ada', username: 'Ada', last_crawled_at: null },
    ]);
    expect(await storedSeries('pinner')).toEqual([]);
    await importRecords('pinners', [{ url: 'https://www.pinterest.com/ada/', username: 'ada', name: 'Ada L.', follower_count: 5 }]);
    expect(await queryRows('select _id, username, name, last_crawled_at from pinners join pinner_metrics using (_id)')).toEqual([
      { _id: '~ada', username: 'ada', name: 'Ada L.', last_crawled_at: NOW },
    ]);
    expect(await queryRows('select u.* from pinners, unnest(terms, term_occurrences) u(term, occurrence)')).toEqual([
      { term: 'ada', occurrence: occurrenceIn('name', 0) | occurrenceIn('owner', 0) },
      { term: 'l', occurrence: occurrenceIn('name', 1) },
    ]);
    expect(imports.changedIds).toEqual({ pinner: ['~ada'], pin: ['1'] });
  });

  it('finds an influencer by its id only as long as that is all it is named by', async () => {
    const terms = async () => (await queryRows<{ terms: string[] }>(`select terms from pinners where _id = 'instagram:mira'`))[0]?.terms;
    await importRecords('pinners', [{ _id: 'instagram:mira', description: 'Pots' }]);
    expect(await terms()).toEqual(['instagram', 'mira', 'pot']);
    await importRecords('pinners', [{ _id: 'instagram:mira', name: 'Ada' }]);
    expect(await terms()).toEqual(['ada', 'pot']);
  });

  it('replaces the values of earlier crawls, is completed by them, and never erases a value', async () => {
    const at = (time: string, more: object) => ({ _id: '1', last_crawled_at: time, ...more });
    await importRecords('pinners', [at('2026-02-02T00:00:00Z', { name: 'B', about: 'second', follower_count: 20 })]);
    await importRecords('pinners', [at('2026-02-01T00:00:00Z', { name: 'A', website: 'https://a.example.com/', follower_count: 10 })]);
    await importRecords('pinners', [at('2026-02-03T00:00:00Z', { name: 'C', follower_count: null, monthly_views: 7 })]);
    expect(await queryRows('select name, description, website_url from pinners')).toEqual([
      { name: 'C', description: 'second', website_url: 'https://a.example.com/' },
    ]);
    expect(await storedSeries('pinner')).toEqual([
      {
        at: [minuteOfDay('2026-02-01'), minuteOfDay('2026-02-02'), minuteOfDay('2026-02-03')],
        follower_count: [10, 20, null],
        profile_views: [null, null, 7],
      },
    ]);
    expect(await queryRows('select follower_count, profile_views from pinner_metrics')).toEqual([{ follower_count: 20, profile_views: 7 }]);
  });
});

it('changes nothing when the same file is imported again, and leaves no dead rows', async () => {
  const records = [
    ...Array.from({ length: 50 }, (_, index) => ({
      _id: `${index % 40}`,
      title: `Pin ${index}`,
      saves: index,
      user_name: `u${index % 7}`,
      query: 'nests',
    })),
    { _id: 'odd', title: '\u0000Tab\there \\ "quote" {brace}, \ud800 ünï', tags: ['a,b', 'c"d', 'e\\f'] },
  ];
  await importRecords('pins', records);
  const before = await checksum();
  // The transaction that wrote each row: none may be written again.
  const versions = await rowVersions();
  const again = await importRecords('pins', records);
  expect(again).toMatchObject({ outcome: 'applied', inserted: 0, updated: 0, series: 0 });
  expect(await checksum()).toBe(before);
  expect(await rowVersions()).toEqual(versions);
  expect(await queryRows(`select tablename from pg_tables where tablename like 'import\\_%\\_%' and tablename <> 'import_runs'`)).toEqual(
    [],
  );
  expect(await queryRows(`select name, topics from pins where _id = 'odd'`)).toEqual([
    { name: 'Tab here \\ "quote" {brace}, \ufffd ünï', topics: ['a,b', 'c"d', 'e\\f'] },
  ]);
});

describe('a row with the content of the last merged one', () => {
  const crawledRecord = (saves: number, more: object = {}) => ({
    _id: '1',
    title: 'Nests',
    saves,
    last_crawled_at: '2026-02-01T08:00:00Z',
    ...more,
  });

  it('writes nothing, whatever its file is and contains besides', async () => {
    await importRecords('pins', [crawledRecord(4), { _id: '2', title: 'Eggs', saves: 1 }]);
    const before = await queryRows(`select xmin, * from pins where _id = '1'`);
    const path = join(imports.folder, 'under another name.ndjson');
    await writeFile(
      path,
      [crawledRecord(4), { _id: '3', title: 'Birds', saves: 2 }].map((record) => `${JSON.stringify(record)}\n`).join(''),
    );
    const source = await rowsOfFile(path, 'pins');
    expect(await imports.createImport().importSource(source, importSettings('pins'), silentObserver)).toMatchObject({
      inserted: 1,
      updated: 0,
      series: 1,
    });
    expect(await queryRows(`select xmin, * from pins where _id = '1'`)).toEqual(before);
    expect(await queryRows('select source from pins order by _id')).toEqual([
      { source: 'pins.ndjson' },
      { source: 'pins.ndjson' },
      { source: 'under another name.ndjson' },
    ]);
  });

  it('is merged if an earlier line of the same file differed, however far before', async () => {
    await importRecords('pins', [crawledRecord(4)]);
    const others = [crawledRecord(9, { title: 'Empty nests' }), { _id: '2', title: 'Eggs' }];
    await importRecords('pins', [...others, crawledRecord(4)], { batchLines: 1 });
    expect(await queryRows(`select name from pins order by _id`)).toEqual([{ name: 'Nests' }, { name: 'Eggs' }]);
    expect(await storedSeries('pin', 'saves')).toEqual([{ at: [minuteOfDay('2026-02-01', 480)], saves: [4] }]);
  });

  it('is merged again after another row has changed the counts, the text or a time', async () => {
    const others = [crawledRecord(9), crawledRecord(4, { title: 'Empty nests' }), crawledRecord(4, { created_at: '2020-05-05T00:00:00Z' })];
    const storedPin = async () => [
      await queryRows('select p.name, m.saves, m.created_at from pins p join pin_metrics m using (_id)'),
      await storedSeries('pin'),
    ];
    await importRecords('pins', [crawledRecord(4, { created_at: '2019-01-01T00:00:00Z' })]);
    const first = await storedPin();
    for (const other of others) {
      await importRecords('pins', [other]);
      expect(await storedPin()).not.toEqual(first);
      await importRecords('pins', [crawledRecord(4, { created_at: '2019-01-01T00:00:00Z' })]);
      expect(await storedPin()).toEqual(first);
    }
  });
});
