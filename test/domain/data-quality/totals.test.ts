import { totalsOf } from '#domain/data-quality/totals';

const counts = (all_zero_metrics: number, never_crawled: number, not_searchable: number) => ({
  all_zero_metrics,
  never_crawled,
  not_searchable,
  zero_followers: 99,
  stale_90_days: 99,
});

describe('the totals of a scan', () => {
  it('are the sums over boards, pinners and pins', () => {
    const issues = { boards: counts(1, 2, 3), pinners: counts(10, 20, 30), pins: counts(100, 200, 300) };
    expect(totalsOf({ issues, scanned_at: '2026-11-21T12:00:00Z' })).toEqual({ suspicious: 111, neverCrawled: 222, deleted: 333 });
  });
});
