import { flagBit } from '#domain/analytics/growth/momentum-flags';
import type { EntityType } from '#domain/catalog/variants';
import { appliesTo, type IssueName, issues, type InspectedRow } from '#domain/data-quality/issues';
import { issueSlices } from '#domain/data-quality/issue-pages';
import { qualityTotals } from '#domain/data-quality/quality-totals';

const NOW = new Date('2026-08-23T12:00:00Z');
const crawledAt = new Date('2026-08-20T00:00:00Z');
const cleanRow: InspectedRow = { crawled_at: crawledAt, searchable: true, counts: [3, null, 0], flags: [] };

const issuesOf = (row: Partial<InspectedRow>, entity: EntityType = 'board'): IssueName[] =>
  issues.filter((issue) => issue.holds({ ...cleanRow, ...row }, entity, NOW)).map(({ name }) => name);

describe('the issues of an entity', () => {
  it.each<[string, Partial<InspectedRow>, EntityType, IssueName[]]>([
    ['no issue', {}, 'board', []],
    ['known by reference only', { crawled_at: null, counts: [null, null, null] }, 'board', ['never_crawled']],
    ['no longer exists at its source', { searchable: false }, 'pin', ['not_searchable']],
    ['every known count 0', { counts: [0, null] }, 'pin', ['all_zero_metrics', 'suspicious']],
    ['no count known', { counts: [null, null] }, 'pin', []],
    ['zeros without a crawl', { crawled_at: null, counts: [0, 0] }, 'pin', ['never_crawled']],
    ['no followers, but pins', { counts: [0, 2, 9] }, 'board', ['zero_followers']],
    ['a pin without followers, which it does not count', { counts: [0, 7] }, 'pin', []],
    ['crawled exactly 90 days ago', { crawled_at: new Date('2026-05-25T12:00:00Z') }, 'board', []],
    ['crawled a millisecond longer ago', { crawled_at: new Date('2026-05-25T11:59:59.999Z') }, 'board', ['stale_90_days']],
    ['a confirmed step of its own', { flags: [0, flagBit.confirmed_step | flagBit.outlier] }, 'board', ['spam']],
    ['other flags', { flags: [flagBit.outlier, flagBit.unconfirmed_jump] }, 'board', []],
    ['a step of a pin’s owner', { flags: [...Array.from({ length: 10 }, () => 0), flagBit.confirmed_step] }, 'pin', []],
  ])('%s', (_, row, entity, expected) => {
    expect(issuesOf(row, entity)).toEqual(expected);
  });

  it('each have a definition and the types they apply to', () => {
    for (const { meaning } of issues) expect(meaning).toMatch(/^[A-Z].+\.$/);
    expect(appliesTo('zero_followers', 'pin')).toBe(false);
    expect(appliesTo('zero_followers', 'pinner')).toBe(true);
  });
});

describe('the pages of a list of issues', () => {
  it.each([
    ['one type on one page', { board: 3, pinner: 0, pin: 0 }, 1, ['board 0+3']],
    ['all types on one page', { board: 3, pinner: 2, pin: 4 }, 1, ['board 0+3', 'pinner 0+2', 'pin 0+4']],
    ['the first page of many boards', { board: 21, pinner: 9, pin: 9 }, 1, ['board 0+20']],
    ['the page where one type ends', { board: 21, pinner: 9, pin: 40 }, 2, ['board 20+1', 'pinner 0+9', 'pin 0+10']],
    ['a page inside the last type', { board: 21, pinner: 9, pin: 40 }, 3, ['pin 10+20']],
    ['the last page', { board: 21, pinner: 9, pin: 40 }, 4, ['pin 30+10']],
    ['a page past the end', { board: 21, pinner: 9, pin: 40 }, 5, []],
    ['no entity', { board: 0, pinner: 0, pin: 0 }, 1, []],
  ])('show boards, then influencers, then pins: %s', (_, totals, page, slices) => {
    expect(issueSlices(totals, page).map(({ entity, offset, limit }) => `${entity} ${offset}+${limit}`)).toEqual(slices);
  });
});

const counts = (allZeroMetrics: number, neverCrawled: number, notSearchable: number) => ({
  all_zero_metrics: allZeroMetrics,
  never_crawled: neverCrawled,
  not_searchable: notSearchable,
  zero_followers: 99,
  stale_90_days: 99,
});

describe('the totals of a scan', () => {
  it('sum boards, pinners, and pins', () => {
    const issues = { boards: counts(1, 2, 3), pinners: counts(10, 20, 30), pins: counts(100, 200, 300) };
    expect(qualityTotals({ issues, scanned_at: '2026-11-21T12:00:00Z' })).toEqual({ suspicious: 111, neverCrawled: 222, deleted: 333 });
  });
});
