import { useEffect } from 'react';
import { proxy, useSnapshot } from 'valtio';
import { useMaxCompared } from '../../compare/use-max-compared';

/** The ids of the selected rows of the list on screen, which may be from several of its pages, in the order of their selection. */
export const selection = proxy<{ ids: readonly string[] }>({ ids: [] });

export const clearSelection = (): void => void (selection.ids = []);

/** Selects a row, or no longer. */
export const toggleRow = (id: string): void =>
  void (selection.ids = selection.ids.includes(id) ? selection.ids.filter((one) => one !== id) : [...selection.ids, id]);

/** Selects the row that has the focus, or no longer. */
export function toggleFocusedRow(): void {
  const id = document.activeElement?.closest<HTMLElement>('[data-row-id]')?.dataset['rowId'];
  if (id !== undefined) toggleRow(id);
}

/** Forgets the selection with the list that it belongs to. */
export const useSelectionOfList = (): void => useEffect(() => clearSelection, []);

/** Are more rows selected than the viewer may compare? */
export function useIsBeyondCompared(): boolean {
  const { ids } = useSnapshot(selection);
  return ids.length > useMaxCompared();
}
