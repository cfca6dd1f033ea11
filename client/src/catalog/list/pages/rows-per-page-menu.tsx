import { useSnapshot } from 'valtio';
import type { Variant } from '#domain/catalog/variants';
import { MAX_FREE_PER_PAGE } from '#domain/subscriptions/entitlements';
import { useEntitlement } from '../../../site/session';
import { Select } from '../../../ui/form/select';
import { changeRowsPerPage, lists } from '../list-state';
import { useListView } from '../list-view';
import { parseRowsPerPage, rowCounts } from './rows-per-page';
import styles from './rows-per-page-menu.module.css';

/** Chooses how many rows a page has; absent where all rows fit on the shortest page. More than ten are part of Premium. */
export function RowsPerPageMenu({ variant }: { readonly variant: Variant }) {
  const { search, page } = useSnapshot(lists)[variant];
  const canChoose = useEntitlement('all_pages');
  const counts = rowCounts[useListView(variant)];
  if (!page || page.total <= counts[0]) return null;
  const options = counts.map((count) => {
    const isDisabled = count > MAX_FREE_PER_PAGE && !canChoose;
    return { value: `${count}` as const, name: isDisabled ? `${count} (Premium)` : `${count}`, isDisabled };
  });
  return (
    <div className={styles.rowsPerPage} data-testid="rows-per-page">
      <Select
        label="Rows per page"
        value={`${search.per_page}` as const}
        options={options}
        onChange={(text) => {
          const count = parseRowsPerPage(text);
          if (count !== undefined) changeRowsPerPage(variant, count);
        }}
      />
    </div>
  );
}
