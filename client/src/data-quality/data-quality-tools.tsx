import { Button } from '../ui/form/button';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog';
import { Count } from '../ui/count';
import { LoadError } from '../ui/feedback/load-error';
import { Spinner } from '../ui/feedback/spinner';
import { formatCount, formatDateTime } from '../ui/format';
import { cleanups } from './cleanups';
import type { DataQuality } from './use-data-quality';

const counters = [
  { of: 'suspicious', name: 'Suspicious', note: 'all zero metrics', id: 'suspicious-count' },
  { of: 'neverCrawled', name: 'Never Crawled', note: 'missing from the database', id: 'never-crawled-count' },
  { of: 'deleted', name: 'Deleted', note: 'not searchable on Pinterest', id: 'deleted-count' },
] as const;

/** What is wrong with the catalogue, in numbers, and the buttons that clean it. */
export function DataQualityTools({ quality }: { readonly quality: DataQuality }) {
  const { totals, isScanning, hasScanFailed, scannedAt, message, pendingCleanup, scan, requestCleanup, runCleanup } = quality;
  return (
    <section className="card quality" aria-labelledby="quality-tools">
      <div className="quality__head">
        <h2 id="quality-tools">Data Quality Tools</h2>
        <Spinner busy={isScanning} label="Scanning" />
        <Button data-testid="scan-now" aria-disabled={isScanning} onClick={() => void scan()}>
          {isScanning ? 'Scanning…' : 'Scan Now'}
        </Button>
      </div>
      <dl className="quality__counters">
        {counters.map(({ of, name, note, id }) => (
          <div key={of} className="fact quality__counter">
            <dt>
              {name} <span className="caption">({note})</span>
            </dt>
            <dd data-testid={id}>
              <Count value={totals?.[of]} />
            </dd>
            {cleanups
              .filter((cleanup) => cleanup.total === of)
              .map((cleanup) => (
                <dd key={cleanup.id}>
                  <Button
                    kind="danger"
                    data-testid={cleanup.id}
                    disabled={!totals || totals[of] === 0}
                    onClick={() => requestCleanup(cleanup)}
                  >
                    {cleanup.name}
                  </Button>
                </dd>
              ))}
          </div>
        ))}
      </dl>
      {scannedAt !== null && <p className="caption">Scanned {formatDateTime(scannedAt)}</p>}
      {hasScanFailed && <LoadError onRetry={() => void scan()} />}
      {message && <p className={`quality__said quality__said--${message.level}`}>{message.message}</p>}
      {pendingCleanup && totals && (
        <ConfirmDialog
          danger
          title={pendingCleanup.confirmText(totals[pendingCleanup.total])}
          actionLabel={`Remove ${formatCount(totals[pendingCleanup.total], 'item', 'items')}`}
          onConfirm={() => runCleanup(pendingCleanup)}
          onClose={() => requestCleanup(null)}
        />
      )}
    </section>
  );
}
