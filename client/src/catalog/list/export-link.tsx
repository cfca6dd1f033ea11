import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Variant } from '#domain/catalog/variants';
import { endpointUrl } from '../../api/api';
import { ApiError } from '../../api/api-error';
import { downloadFile } from '../../api/download';
import { useEntitlement } from '../../site/session';
import { notify } from '../../site/toast';
import { buttonClass } from '../../ui/form/button';
import { lists } from './list-state';
import styles from './list-toolbar.module.css';

/** Downloads the list as CSV with the current keywords and order; only with the entitlement. */
export function ExportLink({ variant }: { readonly variant: Variant }) {
  const { query, order_by, sort } = useSnapshot(lists)[variant].search;
  const canExport = useEntitlement('csv_export');
  const [busy, setBusy] = useState(false);
  if (!canExport) return null;
  const url = endpointUrl('GET /exports/:variant', { params: { variant }, query: { query, order_by, sort } });
  const exportCsv = async () => {
    if (busy) return;
    setBusy(true);
    await downloadFile(url, `corklight-${variant}.csv`).catch((error: unknown) =>
      notify(error instanceof ApiError ? error.message : "We couldn't save the file.", 'error'),
    );
    setBusy(false);
  };
  return (
    <a
      className={buttonClass('plain', styles.export)}
      href={url}
      download
      data-testid="export-csv"
      aria-disabled={busy}
      // Downloaded by script, so that an error response is shown instead of saved.
      onClick={(event) => {
        event.preventDefault();
        void exportCsv();
      }}
    >
      Export CSV
    </a>
  );
}
