import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useMaxCompared } from '../../compare/use-max-compared';
import { createStore } from '../../../api/store';

/** A selected row. */
export interface SelectedRow {
  readonly id: string;
  readonly title: string;
}

/** The selected rows of the list on screen, which may be from several of its pages, in the order of their selection. */
export const selection = createStore<{ rows: readonly SelectedRow[] }>(() => ({ rows: [] }));

export const clearSelection = (): void => void (selection.rows = []);

/** Selects a row, or no longer. */
export function toggleRow({ id, title }: SelectedRow): void {
  const isSelected = selection.rows.some((row) => row.id === id);
  selection.rows = isSelected ? selection.rows.filter((row) => row.id !== id) : [...selection.rows, { id, title }];
}

/** The row that an element is in. */
function rowOf(element: Element | null): SelectedRow | null {
  const row = element?.closest<HTMLElement>('[data-row-id]');
  const id = row?.dataset['rowId'];
  return id === undefined ? null : { id, title: row?.querySelector('a')?.textContent ?? id };
}

/** Selects the row that has the focus, or no longer. */
export function toggleFocusedRow(): void {
  const row = rowOf(document.activeElement);
  if (row) toggleRow(row);
}

/** Forgets the selection with the list that it belongs to. */
export const useSelectionOfList = (): void => useEffect(() => clearSelection, []);

/** Are more rows selected than the viewer may compare? */
export function useIsBeyondCompared(): boolean {
  const { rows } = useSnapshot(selection);
  return rows.length > useMaxCompared();
}

const LONG_PRESS_MS = 500;
/** A finger that moves farther scrolls. */
const MAX_MOVE_PX = 10;

/** Selects a row by pressing it long on a touch screen; the click at its end opens nothing. */
export function useLongPress(): void {
  useEffect(() => {
    const end = new AbortController();
    const listen = <K extends keyof DocumentEventMap>(type: K, listener: (event: DocumentEventMap[K]) => void, capture = false) =>
      document.addEventListener(type, listener, { signal: end.signal, capture });
    let timer: ReturnType<typeof setTimeout> | undefined;
    let start = { x: 0, y: 0 };
    let wasLong = false;
    const stop = () => clearTimeout(timer);
    listen('pointerdown', ({ pointerType, target, clientX: x, clientY: y }) => {
      wasLong = false;
      const row = pointerType === 'touch' && target instanceof Element ? rowOf(target) : null;
      if (!row) return;
      start = { x, y };
      timer = setTimeout(() => {
        wasLong = true;
        toggleRow(row);
      }, LONG_PRESS_MS);
    });
    listen('pointermove', ({ clientX, clientY }) => {
      if (Math.hypot(clientX - start.x, clientY - start.y) > MAX_MOVE_PX) stop();
    });
    listen('pointerup', stop);
    listen('pointercancel', stop);
    const ignore = (event: Event) => {
      if (!wasLong) return;
      event.preventDefault();
      event.stopPropagation();
    };
    listen('click', ignore, true);
    listen('contextmenu', ignore, true);
    return () => {
      stop();
      end.abort();
    };
  }, []);
}
