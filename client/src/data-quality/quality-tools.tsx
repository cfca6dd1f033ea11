import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Count } from '../ui/count';
import { LoadFault } from '../ui/load-fault';
import { Spinner } from '../ui/spinner';
import { counted, momentName } from '../ui/words';
import { cleanups } from './cleanups';
import type { Quality } from './use-quality';

const counters = [
  { of: 'suspicious', name: 'Suspicious', note: 'all zero metrics', id: 'suspicious-count' },
  { of: 'neverCrawled', name: 'Never Crawled', note: 'missing from the database', id: 'never-crawled-count' },
  { of: 'deleted', name: 'Deleted', note: 'not searchable on Pinterest', id: 'deleted-count' },
] as const;

/** What is wrong with the catalogue, in numbers, and the buttons that clean it. */
export function QualityTools({ quality }: { readonly quality: Quality }) {
  const { totals, scanning, scanFailed, scannedAt, said, asking, scan, askFor, remove } = quality;
  return (
    <section className="card quality" aria-labelledby="quality-tools">
      <div className="quality__head">
        <h2 id="quality-tools">Data Quality Tools</h2>
        <Spinner busy={scanning} label="Scanning" />
        <Button data-testid="scan-now" aria-disabled={scanning} onClick={() => void scan()}>
          {scanning ? 'Scanning…' : 'Scan Now'}
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
              .filter((kind) => kind.of === of)
              .map((kind) => (
                <dd key={kind.id}>
                  <Button kind="danger" data-testid={kind.id} disabled={!totals || totals[of] === 0} onClick={() => askFor(kind)}>
                    {kind.name}
                  </Button>
                </dd>
              ))}
          </div>
        ))}
      </dl>
      {scannedAt !== null && <p className="caption">Scanned {momentName(scannedAt)}</p>}
      {scanFailed && <LoadFault onRetry={() => void scan()} />}
      {said && <p className={`quality__said quality__said--${said.level}`}>{said.message}</p>}
      {asking && totals && (
        <ConfirmDialog
          danger
          title={asking.question(totals[asking.of])}
          action={`Remove ${counted(totals[asking.of], 'item', 'items')}`}
          onConfirm={() => remove(asking)}
          onClose={() => askFor(null)}
        />
      )}
    </section>
  );
}
