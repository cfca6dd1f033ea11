import type { IssueCounts, QualityScan } from '#domain/data-quality/contract';

/** The issues that administrators see and clean up, summed over boards, pinners, and pins. */
export interface QualityTotals {
  /** All known counts are 0. */
  readonly suspicious: number;
  readonly neverCrawled: number;
  /** The source reports that they no longer exist. */
  readonly deleted: number;
}

/** Sums a scan over the three types. */
export function qualityTotals({ issues }: QualityScan): QualityTotals {
  const sum = (issue: keyof IssueCounts): number => issues.boards[issue] + issues.pinners[issue] + issues.pins[issue];
  return { suspicious: sum('all_zero_metrics'), neverCrawled: sum('never_crawled'), deleted: sum('not_searchable') };
}
