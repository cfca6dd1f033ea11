import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { Variant } from '#domain/catalog/variants';
import { screens } from '#domain/site/screens';
import { createStore } from '../../../api/store';
import { classes } from '../../../ui/classes';
import { LazyPart } from '../../../ui/feedback/error-boundary';
import { useMaxCompared } from '../../../site/session';
import type { SelectedRow } from './selected-rows';
import { inOwnChunk } from '../../../ui/own-chunk';
import styles from './selection.module.css';

/** The selected rows of the list on screen, which may be from several of its pages, in the order of their selection. */
const selection = createStore<{ variant: Variant | null; rows: readonly SelectedRow[] }>(() => ({ variant: null, rows: [] }));

const clearSelection = (): void => void (selection.rows = []);

/** Selects a row, or no longer. */
function toggleRow({ id, title }: SelectedRow): void {
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

/** Are more rows selected than the viewer may compare? */
export function useIsBeyondCompared(): boolean {
  const { rows } = useSnapshot(selection);
  return rows.length > useMaxCompared();
}

const LONG_PRESS_MS = 500;
/** A finger that moves farther scrolls. */
const MAX_MOVE_PX = 10;

/** Selects a row by pressing it long on a touch screen; the click at its end opens nothing. */
function useLongPress(): void {
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

/** Selects a row, over a corner of its picture. Without a touch screen it appears on hover and focus, and while rows are selected. */
export function SelectBox({ id, title }: SelectedRow) {
  const { rows } = useSnapshot(selection);
  return (
    <label className={classes('center rounded no-print', styles.select, rows.length > 0 && styles.shown)} title="Select (x)">
      <input
        type="checkbox"
        aria-label={`Select ${title}`}
        checked={rows.some((row) => row.id === id)}
        onChange={() => toggleRow({ id, title })}
      />
    </label>
  );
}

/** In a chunk of its own, since few visits select rows. */
const SelectedRows = inOwnChunk(() => import('./selected-rows'), 'SelectedRows');

/** The bar of the selected rows of a list, which stay selected on its other pages and in other orders. */
export function SelectionSlot({ variant }: { readonly variant: Variant }) {
  const { rows } = useSnapshot(selection);
  // The selection is forgotten with the list that it belongs to, but not on the way to its comparison and back.
  useEffect(() => {
    if (selection.variant !== variant) clearSelection();
    selection.variant = variant;
    return () => {
      if (location.pathname !== screens.compare.path) clearSelection();
    };
  }, [variant]);
  useLongPress();
  if (rows.length === 0) return null;
  return (
    <LazyPart>
      <SelectedRows variant={variant} rows={rows} onClear={clearSelection} />
    </LazyPart>
  );
}
