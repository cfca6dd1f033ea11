import { itemsText } from '#domain/catalog/compare/compared-items';
import { entityOf, type Variant } from '#domain/catalog/variants';
import { endpointUrl } from '../../../api/api';
import { toApiError } from '../../../api/api-error';
import { downloadFile } from '../../../api/download';
import { copyText } from '../../../site/clipboard';
import { navigate } from '../../../site/navigation';
import { paths } from '../../../site/paths';
import { useEntitlement, useUser } from '../../../site/session';
import { notify } from '../../../site/toast';
import { Button } from '../../../ui/form/button';
import { SelectionBar, useCompareSelected } from '../../../ui/form/selection-bar';
import { WatchSelected } from '../../../ui/navigation/slots';

/** A selected row. */
export interface SelectedRow {
  readonly id: string;
  readonly title: string;
}

interface SelectedRowsProps {
  readonly variant: Variant;
  readonly rows: readonly SelectedRow[];
  readonly onClear: () => void;
}

/** What can be done with the selected rows of a list: watch, compare, and export them, and copy their links. */
export function SelectedRows({ variant, rows, onClear }: SelectedRowsProps) {
  const user = useUser();
  const canExport = useEntitlement('csv_export');
  const entity = entityOf[variant];
  const compare = useCompareSelected(rows.length, () => navigate(paths.compare(itemsText(rows.map(({ id }) => ({ entity, id }))))));
  const links = () => rows.map(({ id }) => `${location.origin}${paths[entity](id)}`).join('\n');
  return (
    <SelectionBar count={rows.length} onClear={onClear} note={rows.length === 1 ? 'Select another to compare.' : compare.tooMany}>
      {user && <WatchSelected entities={rows.map(({ id, title }) => ({ entity, id, title }))} />}
      {compare.button}
      {canExport && <Button onClick={() => void exportRows(variant, rows)}>Export CSV</Button>}
      <Button onClick={() => void copyText(links(), rows.length === 1 ? 'Link copied.' : 'Links copied.')}>
        {rows.length === 1 ? 'Copy link' : 'Copy links'}
      </Button>
    </SelectionBar>
  );
}

async function exportRows(variant: Variant, rows: readonly SelectedRow[]): Promise<void> {
  const ids = rows.map(({ id }) => encodeURIComponent(id)).join(',');
  const url = endpointUrl('GET /exports/:variant', { params: { variant }, query: { ids } });
  await downloadFile(url, `corklight-selected-${variant}.csv`, new AbortController().signal).catch((error: unknown) =>
    notify(toApiError(error).message, 'error'),
  );
}
