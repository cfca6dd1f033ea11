import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Variant } from '#domain/catalog/variants';
import { endpointUrl } from '../../api/api';
import { ApiError } from '../../api/api-error';
import { downloadFile } from '../../api/download';
import { useEntitlement } from '../../site/session';
import { notify } from '../../site/toast';
import { lists } from './list-state';

/** The whole list as a file, in the order and with the keywords on screen; for those who may. */
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
      notify(error instanceof ApiError ? error.message : 'The file could not be saved.', 'error'),
    );
    setBusy(false);
  };
  return (
    <a
      className="button toolbar__export"
      href={url}
      download
      data-testid="export-csv"
      aria-disabled={busy}
      // Fetched by us, so that a refusal is said instead of being saved as the file.
      onClick={(event) => {
        event.preventDefault();
        void exportCsv();
      }}
    >
      Export CSV
    </a>
  );
}
