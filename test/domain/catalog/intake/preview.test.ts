import { parseRecord } from '#domain/catalog/import/rows';
import {
  hasNothingToImport,
  type PreviewCounts,
  previewFindings,
  PreviewTally,
  sharePercent,
  shownCatalogRow,
} from '#domain/catalog/intake/preview';
import { type ImportPhase, importStateOf, type StoredImportState } from '#domain/catalog/intake/import-state';
import { takeBackText } from '#domain/catalog/intake/take-back';

const NOW = new Date('2026-07-09T12:00:00Z');

const complete: PreviewCounts = {
  kind: 'boards',
  lines: 100,
  rejected: 0,
  fieldCounts: { name: 100, follower_count: 100, pinner_username: 100, image_url: 100, last_crawled_at: 100 },
  maxRejectedShare: 0.05,
  fallbackDay: '2026-07-09',
  mergedMetrics: [],
};

describe('what the beginning of a file means', () => {
  it.each<[string, Partial<PreviewCounts>, string[]]>([
    ['nothing is missing', {}, []],
    [
      'few rows have followers',
      { lines: 1_000, fieldCounts: { name: 1_000, follower_count: 27, pinner_username: 1_000, image_url: 1_000, last_crawled_at: 1_000 } },
      ['2.7% of the rows have followers: growth lists will be thin'],
    ],
    [
      'no row has a picture or a day',
      { fieldCounts: { name: 100, follower_count: 100, pinner_username: 100 } },
      ['No row has a picture: the others show a letter instead', 'No row says when its numbers were read: they count as of 2026-07-09'],
    ],
    [
      'some rows have no day',
      { fieldCounts: { ...complete.fieldCounts, last_crawled_at: 3 } },
      ['Some rows do not say when their numbers were read: they count as of 2026-07-09'],
    ],
    [
      'a rejected row is not one without a name',
      { rejected: 4, fieldCounts: { ...complete.fieldCounts, name: 48, last_crawled_at: 96 } },
      [],
    ],
    [
      'more rows are rejected than an import takes',
      { rejected: 6, fieldCounts: { ...complete.fieldCounts, last_crawled_at: 94 } },
      ['6% of the rows cannot be used, more than 5%: nothing would be imported'],
    ],
    ['no row can be used', { rejected: 100, fieldCounts: {} }, ['No row can be used: nothing would be imported']],
    [
      'no row can be used, and all may be left out',
      { rejected: 100, fieldCounts: {}, maxRejectedShare: 1 },
      ['No row can be used: nothing would be imported'],
    ],
    ['an empty file', { lines: 0, fieldCounts: {} }, ['It has no rows: nothing would be imported']],
    [
      'volumes without a curve',
      { kind: 'interest', fieldCounts: { volume: 100 } },
      ['No row has a curve over time: “Publish by” needs one'],
    ],
    ['series', { kind: 'series', fieldCounts: {}, mergedMetrics: ['stars'] }, []],
    [
      'series of several metrics that become one',
      { kind: 'series', fieldCounts: {}, mergedMetrics: ['stars', 'forks', ''] },
      ['Its rows count “stars”, “forks”, and an unnamed metric: as one count, the later row wins on each day. Import a file of each'],
    ],
  ])('%s', (_, change, findings) => expect(previewFindings({ ...complete, ...change })).toEqual(findings));
});

it.each([
  ['a whole file without a row that can be used', true, 4, 4, 1, true],
  ['an empty file', true, 0, 0, 0.05, true],
  ['a whole file with more rejected rows than may be left out', true, 4, 1, 0.2, true],
  ['a whole file with as many rejected rows as may be left out', true, 4, 1, 0.25, false],
  ['a whole file without a rejected row', true, 4, 0, 0, false],
  ['the beginning of a file, whose other rows are not known', false, 4, 4, 0.05, false],
])('has nothing to import: %s', (_, isWhole, lines, rejected, maxBad, expected) => {
  const options = { as: null, metric: null, max_bad: maxBad };
  expect(hasNothingToImport({ is_whole_file: isWhole, lines, rejected, options })).toBe(expected);
});

it.each([
  [27, 1_000, '2.7%'],
  [1, 1, '100%'],
  [0, 5, '0%'],
  [1, 100_000, 'less than 0.1%'],
  [99_999, 100_000, 'more than 99.9%'],
])('%d of %d are %s', (part, whole, text) => expect(sharePercent(part, whole)).toBe(text));

describe('a row as it will be read', () => {
  const shown = (kind: 'boards' | 'pinners' | 'pins' | 'series', record: Record<string, unknown>) => {
    const parsed = parseRecord(kind, record, { now: NOW, as: 'pinner' });
    return 'rejects' in parsed ? parsed.rejects : shownCatalogRow(parsed, kind, NOW);
  };

  it.each([
    [
      'boards',
      { url: 'https://www.pinterest.com/ada/cakes/', title: 'Cakes', followers: '1,204', topics: ['plum', 'cake'], created_at: '2026-01-05' },
      {
        _id: '~ada~cakes',
        name: 'Cakes',
        url: 'https://www.pinterest.com/ada/cakes/',
        follower_count: '1204',
        topics: 'plum, cake',
        created_at: '2026-01-05',
        pinner_username: 'ada',
      },
    ],
    ['pins', { id: '1', saves: 3, last_crawled_at: '2026-02-10', notes: {} }, { _id: '1', saves: '3', last_crawled_at: '2026-02-10' }],
    ['pins', { id: '1', description: 'x'.repeat(500) }, { _id: '1', description: `${'x'.repeat(119)}…` }],
    ['series', { id: '1', metric: 'follower_count', points: [['2026-02-09', 5], ['2026-02-10', 6]] }, { _id: '1', follower_count: '6', points: '2' }],
    ['pins', { title: 'No address' }, [{ field: '_id', reason: expect.stringContaining('no _id') as string }]],
  ] as const)('of %s', (kind, record, fields) => expect(shown(kind, record)).toEqual(fields)); // prettier-ignore
});

it('counts every row, and keeps the first ones', () => {
  const tally = new PreviewTally(1, 1);
  tally.accept({ name: 'One' });
  tally.accept({ name: 'Two', saves: '3' });
  tally.reject(3, [{ field: '_id', reason: 'no id' }]);
  tally.reject(4, [{ field: '_id', reason: 'no id' }]);
  expect(tally).toMatchObject({
    lines: 4,
    rejected: 2,
    fieldCounts: { name: 2, saves: 1 },
    rows: [{ name: 'One' }],
    rejects: [{ line: 3, field: '_id', reason: 'no id' }],
  });
});

describe('an import', () => {
  it.each<[StoredImportState, ImportPhase | null, boolean, string]>([
    ['held', null, false, 'held'],
    ['waiting', null, true, 'waiting'],
    ['running', null, true, 'reading'],
    ['running', 'reading', true, 'reading'],
    ['running', 'reading', false, 'interrupted'],
    ['running', 'applying', true, 'applying'],
    ['running', 'applying', false, 'half_applied'],
    ['running', 'growth', true, 'growth'],
    ['running', 'growth', false, 'half_applied'],
    ['done', null, true, 'done'],
    ['refused', null, false, 'refused'],
    ['refused', 'reading', false, 'refused'],
    ['refused', 'applying', false, 'given_up'],
    ['canceled', null, false, 'canceled'],
  ])('stored as %s in phase %s, whose process holds the lock: %s, is %s', (stored, phase, isHeld, state) => {
    expect(importStateOf(stored, phase, isHeld)).toBe(state);
  });
});

describe('what taking an import back does', () => {
  it.each([
    [{ kind: 'board', removed: 2, restored: 1 }, '2 boards go, 1 board stays with what other imports gave'],
    [{ kind: 'pin', removed: 1, restored: 1_200 }, '1 pin goes, 1,200 pins stay with what other imports gave'],
    [{ kind: 'keyword', removed: 1, restored: 0 }, '1 keyword loses what it gave'],
  ] as const)('of %j is said as: %s', (counts, text) => expect(takeBackText(counts)).toBe(text));
});
