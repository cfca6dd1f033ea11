import { useState } from 'react';
import type { QualityCounts } from '#domain/analytics/growth/contract';
import { type QualityTotals, qualityTotals } from '#domain/data-quality/quality-totals';
import { api } from '../api/api';
import { notify } from '../site/toast';
import { toApiError } from '../api/api-error';
import { type CleanupKind, removeAllWithIssue } from './cleanups';

interface CleanupMessage {
  readonly message: string;
  readonly level: 'success' | 'error';
}

export interface DataQuality {
  /** Null until they are known. */
  readonly totals: QualityTotals | null;
  /** When they were counted by a scan, ISO 8601; null where they came with the figures. */
  readonly scannedAt: string | null;
  readonly isScanning: boolean;
  readonly hasScanFailed: boolean;
  /** What came of the last cleanup. */
  readonly message: CleanupMessage | null;
  /** The cleanup that waits for a yes. */
  readonly pendingCleanup: CleanupKind | null;
  readonly scan: () => Promise<void>;
  readonly requestCleanup: (kind: CleanupKind | null) => void;
  readonly runCleanup: (kind: CleanupKind) => Promise<void>;
}

const toTotals = (counts: QualityCounts): QualityTotals => ({
  suspicious: counts.suspicious_count,
  neverCrawled: counts.never_crawled,
  deleted: counts.deleted_count,
});

/** What is wrong with the catalogue, and the ways to clean it; `counts` came with the figures and hold until the first scan. */
export function useDataQuality(counts: QualityCounts | null, reload: () => Promise<void>): DataQuality {
  const [lastScan, setLastScan] = useState<{ readonly totals: QualityTotals; readonly at: string } | null>(null);
  const [isScanning, setIsScanning] = useState(false);
  const [hasScanFailed, setHasScanFailed] = useState(false);
  const [message, setMessage] = useState<CleanupMessage | null>(null);
  const [pendingCleanup, setPendingCleanup] = useState<CleanupKind | null>(null);
  const scan = async () => {
    if (isScanning) return;
    setIsScanning(true);
    setHasScanFailed(false);
    try {
      const found = await api('GET /admin/data-quality/scan');
      setLastScan({ totals: qualityTotals(found), at: found.scanned_at });
    } catch (error) {
      console.error(error);
      setHasScanFailed(true);
    }
    setIsScanning(false);
  };
  const runCleanup = async (cleanup: CleanupKind) => {
    const outcome = await removeAndDescribe(cleanup);
    setMessage(outcome);
    if (outcome.level === 'success' || !cleanup.isSilent) notify(outcome.message, outcome.level);
    setPendingCleanup(null);
    await Promise.all([scan(), reload()]);
  };
  const totals = lastScan?.totals ?? (counts && toTotals(counts));
  return {
    totals,
    scannedAt: lastScan?.at ?? null,
    isScanning,
    hasScanFailed,
    message,
    pendingCleanup,
    scan,
    requestCleanup: setPendingCleanup,
    runCleanup,
  };
}

async function removeAndDescribe(cleanup: CleanupKind): Promise<CleanupMessage> {
  try {
    return { message: cleanup.doneText(await removeAllWithIssue(cleanup.issue)), level: 'success' };
  } catch (error) {
    console.error(error);
    return { message: `Error removing items: ${toApiError(error).message}`, level: 'error' };
  }
}
