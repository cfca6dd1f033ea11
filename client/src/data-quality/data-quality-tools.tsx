import type { QualityCounts } from '#domain/analytics/growth/contract';
import { type QualityTotals, qualityTotals } from '#domain/data-quality/quality-totals';
import { navigate } from '../site/navigation';
import { Card } from '../ui/card';
import { classes } from '../ui/classes';
import { Count } from '../ui/count';
import { LoadError } from '../ui/feedback/load-error';
import { Spinner } from '../ui/feedback/spinner';
import { Button } from '../ui/form/button';
import { formatDateTime } from '../ui/format';
import { type CleanupName, cleanups } from './cleanups';
import { useEndpoint } from '../api/resource';
import styles from './data-quality.module.css';
import facts from '../ui/fact.module.css';

/** Counts of items with quality issues. Each button opens the list of its items, where they can be removed. */
export function DataQualityTools({ quality }: { readonly quality: DataQuality }) {
  const { totals, isScanning, hasScanFailed, scannedAt, scan } = quality;
  return (
    <Card className="stack gap-3" aria-labelledby="quality-tools">
      <div className={classes('cluster gap-2 gap-x-3', styles.head)}>
        <h2 id="quality-tools">Data Quality Tools</h2>
        <Spinner busy={isScanning} label="Scanning" />
        <Button data-testid="scan-now" aria-disabled={isScanning} onClick={() => void scan()}>
          {isScanning ? 'Scanning…' : 'Scan Now'}
        </Button>
      </div>
      <dl className={classes('stack gap-3', styles.counters)}>
        {(Object.keys(cleanups) as CleanupName[]).map((name) => (
          <CounterFact key={name} name={name} count={totals?.[name]} />
        ))}
      </dl>
      {scannedAt !== null && <p className="caption">Scanned {formatDateTime(scannedAt)}</p>}
      {hasScanFailed && <LoadError onRetry={scan} />}
    </Card>
  );
}

function CounterFact({ name, count }: { readonly name: CleanupName; readonly count: number | undefined }) {
  const { counter, counterTestId, button, buttonTestId, path } = cleanups[name];
  return (
    <div className={classes('stack at-top', facts.fact, styles.counter)}>
      <dt className="caption">{counter}</dt>
      <dd className="number strong text-xl" data-testid={counterTestId}>
        <Count value={count} />
      </dd>
      <dd>
        <Button className={styles.remove} data-testid={buttonTestId} disabled={!count} onClick={() => navigate(path)}>
          {button}
        </Button>
      </dd>
    </div>
  );
}

type DataQuality = ReturnType<typeof useDataQuality>;

const toTotals = (counts: QualityCounts): QualityTotals => ({
  suspicious: counts.suspicious_count,
  neverCrawled: counts.never_crawled,
  deleted: counts.deleted_count,
});

/** The state of the data quality tools. `counts` come with the growth figures and apply until the first scan. */
export function useDataQuality(counts: QualityCounts | null) {
  const lastScan = useEndpoint('GET /admin/data-quality/scan', {}, { isEnabled: false });
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
