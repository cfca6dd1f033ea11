import { lazy, Suspense } from 'react';
import { useSnapshot } from 'valtio';
import type { Variant } from '#domain/catalog/variants';
import { ErrorBoundary } from '../../../ui/feedback/error-boundary';
import { selection, useLongPress, useSelectionOfList } from './selection';

/** In a chunk of its own, since few visits select rows. */
const SelectedRows = lazy(async () => ({ default: (await import('./selected-rows')).SelectedRows }));

/** The bar of the selected rows of a list, which stay selected on its other pages and in other orders. */
export function SelectionSlot({ variant }: { readonly variant: Variant }) {
  const { rows } = useSnapshot(selection);
  useSelectionOfList();
  useLongPress();
  if (rows.length === 0) return null;
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <SelectedRows variant={variant} rows={rows} />
      </Suspense>
    </ErrorBoundary>
  );
}
