import type { IssueCounts, QualityScan } from '#domain/data-quality/contract';

/** What administrators count and remove, over boards, pinners and pins together. */
export interface QualityTotals {
  /** Every known metric is zero. */
  readonly suspicious: number;
  readonly neverCrawled: number;
  /** No longer there, says the source. */
  readonly deleted: number;
}

/** The sums of a scan over the three types. */
export function qualityTotals({ issues }: QualityScan): QualityTotals {
  const sum = (issue: keyof IssueCounts): number => issues.boards[issue] + issues.pinners[issue] + issues.pins[issue];
  return { suspicious: sum('all_zero_metrics'), neverCrawled: sum('never_crawled'), deleted: sum('not_searchable') };
}
