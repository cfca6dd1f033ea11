import { qualityTotals } from '#domain/data-quality/quality-totals';

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
