import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Variant } from '#domain/catalog/variants';
import { addressOf } from '../api/api';
import { ApiError } from '../api/api-error';
import { download } from '../api/download';
import { useMay } from '../session';
import { notify } from '../ui/toast';
import { lists } from './catalog';

/** The whole list as a file, in the order and with the keywords on screen; for those who may. */
export function ExportLink({ variant }: { readonly variant: Variant }) {
  const { query, order_by, sort } = useSnapshot(lists)[variant].search;
  const mayExport = useMay('csv_export');
  const [busy, setBusy] = useState(false);
  if (!mayExport) return null;
  const address = addressOf('GET /exports/:variant', { params: { variant }, query: { query, order_by, sort } });
  const take = async () => {
    if (busy) return;
    setBusy(true);
    await download(address, `corklight-${variant}.csv`).catch((error: unknown) =>
      notify(error instanceof ApiError ? error.message : 'The file could not be saved.', 'error'),
    );
    setBusy(false);
  };
  return (
    <a
      className="button toolbar__export"
      href={address}
      download
      data-testid="export-csv"
      aria-disabled={busy}
      // Fetched by us, so that a refusal is said instead of being saved as the file.
      onClick={(event) => {
        event.preventDefault();
        void take();
      }}
    >
      Export CSV
    </a>
  );
}
