import type { QualityCounts } from '#domain/analytics/growth/contract';
import { type QualityTotals, qualityTotals } from '#domain/data-quality/quality-totals';
import { api } from '../api/api';
import { useResource } from '../api/resource';

export type DataQuality = ReturnType<typeof useDataQuality>;

const toTotals = (counts: QualityCounts): QualityTotals => ({
  suspicious: counts.suspicious_count,
  neverCrawled: counts.never_crawled,
  deleted: counts.deleted_count,
});

/** The state of the data quality tools. `counts` come with the growth figures and apply until the first scan. */
export function useDataQuality(counts: QualityCounts | null) {
  const lastScan = useResource('/admin/data-quality/scan', (signal) => api('GET /admin/data-quality/scan', { signal }), {
    isEnabled: false,
  });
  return {
    /** Null until the counts are known. */
    totals: lastScan.data ? qualityTotals(lastScan.data) : counts && toTotals(counts),
    /** Time of the last scan in ISO 8601; null while the totals come with the growth figures. */
    scannedAt: lastScan.data?.scanned_at ?? null,
    isScanning: lastScan.busy,
    hasScanFailed: lastScan.error !== null && !lastScan.busy,
    scan: async () => {
      if (!lastScan.busy) await lastScan.reload();
    },
  };
}
