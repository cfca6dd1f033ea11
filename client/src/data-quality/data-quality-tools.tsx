import { formatCount } from '#domain/numbers';
import type { QualityTotals } from '#domain/data-quality/quality-totals';
import { Card } from '../ui/card';
import { classes } from '../ui/classes';
import { Count } from '../ui/count';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog';
import { LoadError } from '../ui/feedback/load-error';
import { Spinner } from '../ui/feedback/spinner';
import { Button } from '../ui/form/button';
import { formatDateTime } from '../ui/format';
import { type CleanupKind, cleanups } from './cleanups';
import type { DataQuality } from './use-data-quality';
import styles from './data-quality-tools.module.css';
import facts from '../ui/fact.module.css';
import text from '../ui/text.module.css';

interface Counter {
  readonly total: keyof QualityTotals;
  readonly name: string;
  readonly note: string;
  readonly testId: string;
}

const counters: readonly Counter[] = [
  { total: 'suspicious', name: 'Suspicious', note: 'all zero metrics', testId: 'suspicious-count' },
  { total: 'neverCrawled', name: 'Never Crawled', note: 'missing from the database', testId: 'never-crawled-count' },
  { total: 'deleted', name: 'Deleted', note: 'not searchable on Pinterest', testId: 'deleted-count' },
];

/** Counts of rows with quality issues, and the buttons that remove them. */
export function DataQualityTools({ quality }: { readonly quality: DataQuality }) {
  const { totals, isScanning, hasScanFailed, scannedAt, message, pendingCleanup, scan, requestCleanup, runCleanup } = quality;
  return (
    <Card className={styles.card} aria-labelledby="quality-tools">
      <div className={styles.head}>
        <h2 id="quality-tools">Data Quality Tools</h2>
        <Spinner busy={isScanning} label="Scanning" />
        <Button data-testid="scan-now" aria-disabled={isScanning} onClick={() => void scan()}>
          {isScanning ? 'Scanning…' : 'Scan Now'}
        </Button>
      </div>
      <dl className={styles.counters}>
        {counters.map((counter) => (
          <CounterFact key={counter.total} counter={counter} count={totals?.[counter.total]} onRemove={requestCleanup} />
        ))}
      </dl>
      {scannedAt !== null && <p className={text.caption}>Scanned {formatDateTime(scannedAt)}</p>}
      {hasScanFailed && <LoadError onRetry={() => void scan()} />}
      {message && <p className={message.level === 'error' ? styles.error : styles.success}>{message.message}</p>}
      {pendingCleanup && totals && (
        <ConfirmDialog
          danger
          title={pendingCleanup.confirmText(totals[pendingCleanup.total])}
          actionLabel={`Remove ${formatCount(totals[pendingCleanup.total], 'item', 'items')}`}
          onConfirm={() => runCleanup(pendingCleanup, totals[pendingCleanup.total])}
          onClose={() => requestCleanup(null)}
        />
      )}
    </Card>
  );
}

interface CounterFactProps {
  readonly counter: Counter;
  readonly count: number | undefined;
  readonly onRemove: (kind: CleanupKind) => void;
}

const CounterFact = ({ counter: { total, name, note, testId }, count, onRemove }: CounterFactProps) => (
  <div className={classes(facts.fact, styles.counter)}>
    <dt>
      {name} ({note})
    </dt>
    <dd data-testid={testId}>
      <Count value={count} />
    </dd>
    {cleanups
      .filter((cleanup) => cleanup.total === total)
      .map((cleanup) => (
        <dd key={cleanup.id}>
          <Button kind="danger" className={styles.remove} data-testid={cleanup.id} disabled={!count} onClick={() => onRemove(cleanup)}>
            {cleanup.name}
          </Button>
        </dd>
      ))}
  </div>
);
