import { BatchCollector, batchesOfRecords, mergeRows } from '#domain/catalog/import/batches';
import type { ImportPoint, ImportRow, ParsedLine } from '#domain/catalog/import/import-row';

type AcceptedLine = Extract<ParsedLine, { row: unknown }>;

const point = (at: number, ...counts: (number | null)[]): ImportPoint => ({ at, timed: true, counts });
const row = (_id: string, overrides: Partial<ImportRow> = {}): ImportRow => ({
  _id,
  last_crawled_at: 1,
  fields: {},
  points: [],
  ...overrides,
});
const line = (imported: ImportRow, references: AcceptedLine['references'] = []): AcceptedLine => ({
  entity: 'board',
  row: imported,
  references,
});
const reference = (_id: string, fields: ImportRow['fields']) => ({
  entity: 'pinner' as const,
  row: row(_id, { last_crawled_at: null, fields }),
});

describe('rows with the same id', () => {
  it.each<[string, ImportRow[], ImportRow]>([
    ['one row stays as it is', [row('1', { fields: { name: 'Kilns' } })], row('1', { fields: { name: 'Kilns' } })],
    [
      'the newest crawl wins, whatever the order',
      [row('1', { last_crawled_at: 9, fields: { name: 'new' } }), row('1', { last_crawled_at: 3, fields: { name: 'old' } })],
      row('1', { last_crawled_at: 9, fields: { name: 'new' } }),
    ],
    [
      'for each field the newest crawl wins, then the later line',
      [
        row('1', { last_crawled_at: 3, fields: { name: 'new', url: null } }),
        row('1', { last_crawled_at: 1, fields: { name: 'old', url: 'kept' } }),
        row('1', { last_crawled_at: 3, fields: { name: 'newer' } }),
      ],
      row('1', { last_crawled_at: 3, fields: { name: 'newer', url: 'kept' } }),
    ],
    [
      'an empty list, like null, replaces no value',
      [row('1', { fields: { topics: ['clay'], name: 'a' } }), row('1', { fields: { topics: [], name: null } })],
      row('1', { fields: { topics: ['clay'], name: 'a' } }),
    ],
    [
      'a later list replaces an earlier one',
      [row('1', { fields: { topics: ['clay'] } }), row('1', { fields: { topics: ['fire', 'ink'] } })],
      row('1', { fields: { topics: ['fire', 'ink'] } }),
    ],
    [
      'the time is that of the newest of several crawls',
      [row('1', { last_crawled_at: 9 }), row('1', { last_crawled_at: 3 }), row('1', { last_crawled_at: 5 })],
      row('1', { last_crawled_at: 9 }),
    ],
    [
      'false and zero are values',
      [row('1', { fields: { searchable: true, profile_reach: 5 } }), row('1', { fields: { searchable: false, profile_reach: 0 } })],
      row('1', { fields: { searchable: false, profile_reach: 0 } }),
    ],
    [
      'a field that no row knows stays null',
      [row('1', { fields: { name: null } }), row('1', { fields: { name: null } })],
      row('1', { fields: { name: null } }),
    ],
    [
      'a row known by reference never replaces a value of a crawl',
      [
        row('1', { last_crawled_at: 5, fields: { name: 'crawled' } }),
        row('1', { last_crawled_at: null, fields: { name: 'named', url: 'u' } }),
      ],
      row('1', { last_crawled_at: 5, fields: { name: 'crawled', url: 'u' } }),
    ],
    [
      'rows known by reference only have no crawl',
      [row('1', { last_crawled_at: null }), row('1', { last_crawled_at: null })],
      row('1', { last_crawled_at: null }),
    ],
    [
      'their points are those of all, one per day',
      [row('1', { points: [point(2_000, 7)] }), row('1', { points: [point(5, 3), point(2_001, 8)] })],
      row('1', { points: [point(5, 3), point(2_001, 8)] }),
    ],
  ])('%s', (_, rows, merged) => expect(mergeRows(rows)).toEqual(merged));

  it('cannot be none', () => expect(() => mergeRows([])).toThrow('no rows to merge'));
});

describe('a batch', () => {
  it('has each id once, with the rows that lines refer to', () => {
    const collector = new BatchCollector();
    expect(collector.isEmpty).toBe(true);
    collector.add(line(row('1', { fields: { name: 'a' } }), [reference('9', { username: 'ada', url: null })]));
    collector.add(line(row('1', { fields: { name: 'b' } }), [reference('9', { username: null, url: 'u' })]));
    collector.add({ ...line(row('9', { fields: { username: 'Ada' } })), entity: 'pinner' });
    expect(collector.isEmpty).toBe(false);
    expect(collector.takeBatch()).toEqual({
      board: [row('1', { fields: { name: 'b' } })],
      pinner: [row('9', { fields: { username: 'Ada', url: 'u' } })],
      pin: [],
    });
    expect(collector.isEmpty).toBe(true);
    expect(collector.takeBatch()).toEqual({ board: [], pinner: [], pin: [] });
  });

  it('is full at its number of lines, and the next one begins empty', () => {
    const collector = new BatchCollector(3);
    const addThree = () => ['1', '2', '3'].map((id) => collector.add(line(row(id))));
    expect(addThree()).toEqual([false, false, true]);
    collector.takeBatch();
    expect(addThree()).toEqual([false, false, true]);
  });

  it('is full at 100,000 points', () => {
    const collector = new BatchCollector();
    const longSeries = line(row('1', { points: Array.from({ length: 50_000 }, (_, index) => point(index * 1_440, 1)) }));
    expect([collector.add(line(row('2', { points: [point(0, 1)] }))), collector.add(longSeries), collector.add(longSeries)]).toEqual([
      false,
      false,
      true,
    ]);
    collector.takeBatch();
    expect([collector.add(longSeries), collector.add(longSeries)]).toEqual([false, true]);
  });

  it('is full at six million characters, those of references included', () => {
    const collector = new BatchCollector();
    const longText = 'x'.repeat(1_999_800);
    const add = (id: string) => collector.add(line(row(id, { fields: { description: longText, topics: ['clay'] } })));
    expect([add('1'), add('2'), add('3')]).toEqual([false, false, true]);
    collector.takeBatch();
    expect(add('1')).toBe(false);
    expect(collector.add(line(row('2'), [reference('9', { name: longText }), reference('8', { name: longText })]))).toBe(true);
  });
});

describe('batches of records of journals', () => {
  const record = (text: string) => ({ journal_id: Number(text[0]), _id: text.slice(1) });
  it.each<[string, string[][]]>([
    ['', []],
    ['1a 1b', [['1a', '1b']]],
    ['1a 1b 2a 2c', [['1a', '1b'], ['2a', '2c']]], // prettier-ignore
    ['1a 1b 1a 1c', [['1a', '1b'], ['1a', '1c']]], // prettier-ignore
    ['1a 2b 1c', [['1a'], ['2b'], ['1c']]],
  ])('%p are %p', (text, batches) => {
    const records = text.split(' ').filter(Boolean).map(record);
    expect(batchesOfRecords(records)).toStrictEqual(batches.map((batch) => batch.map(record)));
  });
});
