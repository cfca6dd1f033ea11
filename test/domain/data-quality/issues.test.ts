import { flagBit } from '#domain/analytics/growth/momentum-flags';
import type { EntityType } from '#domain/catalog/variants';
import { appliesTo, type IssueName, issues, type InspectedRow } from '#domain/data-quality/issues';

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
