import { useState } from 'react';
import type { QualityCounts } from '#domain/analytics/growth/contract';
import { type QualityTotals, qualityTotals } from '#domain/data-quality/quality-totals';
import { api } from '../api/api';
import { ApiError, toApiError } from '../api/api-error';
import { useResource } from '../api/use-resource';
import { notify, type ToastMessage } from '../site/toast';
import { type CleanupKind, removeAllWithIssue } from './cleanups';

export type DataQuality = ReturnType<typeof useDataQuality>;

type CleanupMessage = Omit<ToastMessage, 'id'>;

const toTotals = (counts: QualityCounts): QualityTotals => ({
  suspicious: counts.suspicious_count,
  neverCrawled: counts.never_crawled,
  deleted: counts.deleted_count,
});

/** The state of the data quality tools. `counts` come with the growth figures and apply until the first scan. */
export function useDataQuality(counts: QualityCounts | null, reload: () => Promise<void>) {
  const lastScan = useResource('/admin/data-quality/scan', (signal) => api('GET /admin/data-quality/scan', { signal }), {
    isEnabled: false,
  });
  const [message, setMessage] = useState<CleanupMessage | null>(null);
  const [pendingCleanup, setPendingCleanup] = useState<CleanupKind | null>(null);
  const refresh = () => Promise.all([lastScan.reload(), reload()]);
  const runCleanup = async (cleanup: CleanupKind, expected: number) => {
    const outcome = await removeAndDescribe(cleanup, expected).catch(async (error: unknown) => {
      // The dialog stays open: it shows this error and asks again, with the new count.
      await refresh();
      throw error;
    });
    setMessage(outcome);
    if (outcome.level === 'success' || !cleanup.isSilent) notify(outcome.message, outcome.level);
    setPendingCleanup(null);
    await refresh();
  };
  return {
    /** Null until the counts are known. */
    totals: lastScan.data ? qualityTotals(lastScan.data) : counts && toTotals(counts),
    /** Time of the last scan in ISO 8601; null while the totals come with the growth figures. */
    scannedAt: lastScan.data?.scanned_at ?? null,
    isScanning: lastScan.busy,
    hasScanFailed: lastScan.error !== null && !lastScan.busy,
    /** The outcome of the last cleanup. */
    message,
    /** The cleanup that waits for confirmation. */
    pendingCleanup,
    scan: async () => {
      if (!lastScan.busy) await lastScan.reload();
    },
    requestCleanup: setPendingCleanup,
    runCleanup,
  };
}

/** Throws only when more would be removed than expected. */
async function removeAndDescribe(cleanup: CleanupKind, expected: number): Promise<CleanupMessage> {
  try {
    return { message: cleanup.doneText(await removeAllWithIssue(cleanup.issue, expected)), level: 'success' };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'more_than_expected') throw error;
    console.error(error);
    return { message: `Error removing items: ${toApiError(error).message}`, level: 'error' };
  }
}
