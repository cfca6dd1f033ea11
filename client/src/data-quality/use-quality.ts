import { useState } from 'react';
import type { QualityCounts } from '#domain/analytics/growth-analytics';
import { type QualityTotals, totalsOf } from '#domain/data-quality/totals';
import { api } from '../api/api';
import { notify } from '../ui/toast';
import { faultOf } from '../ui/use-submission';
import { type CleanupKind, removeAll } from './cleanups';

interface Said {
  readonly message: string;
  readonly level: 'success' | 'error';
}

export interface Quality {
  /** Null until they are known. */
  readonly totals: QualityTotals | null;
  /** When they were counted by a scan, ISO 8601; null where they came with the figures. */
  readonly scannedAt: string | null;
  readonly scanning: boolean;
  readonly scanFailed: boolean;
  /** What came of the last cleanup. */
  readonly said: Said | null;
  /** The cleanup that waits for a yes. */
  readonly asking: CleanupKind | null;
  readonly scan: () => Promise<void>;
  readonly askFor: (kind: CleanupKind | null) => void;
  readonly remove: (kind: CleanupKind) => Promise<void>;
}

const totalsIn = (counts: QualityCounts): QualityTotals => ({
  suspicious: counts.suspicious_count,
  neverCrawled: counts.never_crawled,
  deleted: counts.deleted_count,
});

/** What is wrong with the catalogue, and the ways to clean it; `counts` came with the figures and hold until the first scan. */
export function useQuality(counts: QualityCounts | null, reload: () => Promise<void>): Quality {
  const [scanned, setScanned] = useState<{ readonly totals: QualityTotals; readonly at: string } | null>(null);
  const [scanning, setScanning] = useState(false);
  const [scanFailed, setScanFailed] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);
  const [asking, setAsking] = useState<CleanupKind | null>(null);
  const scan = async () => {
    if (scanning) return;
    setScanning(true);
    setScanFailed(false);
    try {
      const found = await api('GET /admin/data-quality/scan');
      setScanned({ totals: totalsOf(found), at: found.scanned_at });
    } catch (error) {
      console.error(error);
      setScanFailed(true);
    }
    setScanning(false);
  };
  const remove = async (kind: CleanupKind) => {
    const outcome = await outcomeOf(kind);
    setSaid(outcome);
    if (outcome.level === 'success' || !kind.quietly) notify(outcome.message, outcome.level);
    setAsking(null);
    await Promise.all([scan(), reload()]);
  };
  const totals = scanned?.totals ?? (counts && totalsIn(counts));
  return { totals, scannedAt: scanned?.at ?? null, scanning, scanFailed, said, asking, scan, askFor: setAsking, remove };
}

async function outcomeOf(kind: CleanupKind): Promise<Said> {
  try {
    return { message: kind.done(await removeAll(kind.issue)), level: 'success' };
  } catch (error) {
    console.error(error);
    return { message: `Error removing items: ${faultOf(error).message}`, level: 'error' };
  }
}
