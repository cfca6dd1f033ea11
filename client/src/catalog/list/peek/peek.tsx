import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Variant } from '#domain/catalog/variants';
import { createStore } from '../../../api/store';
import { shortcuts } from '../../../site/shortcuts';
import { LazyPart } from '../../../ui/feedback/error-boundary';
import { IconButton } from '../../../ui/form/button';
import { useWindowEvent } from '../../../ui/use-window-event';
import type { AnyRow } from '../list-row';
import { inOwnChunk } from '../../../ui/own-chunk';
import styles from './peek.module.css';

/** The row that the peek panel shows; null while it is closed. */
const peek = createStore<{ id: string | null }>(() => ({ id: null }));

const closePeek = (): void => void (peek.id = null);

/** Shows a row in the panel, or closes the panel that shows it. */
const togglePeek = (id: string): void => void (peek.id = peek.id === id ? null : id);

/** The link of a row on screen. */
const rowLink = (id: string): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('[data-row-id]')].find(({ dataset }) => dataset['rowId'] === id)?.querySelector('a') ?? null;

/** Opens the peek panel of a row, over its picture. Without a touch screen it appears on hover and focus. */
export const PeekButton = ({ id, title }: { readonly id: string; readonly title: string }) => (
  <IconButton
    icon="panel"
    iconSize={16}
    className={styles.peek}
    aria-label={`Peek at ${title}`}
    title="Peek (Space)"
    onClick={() => togglePeek(id)}
  />
);

/** In a chunk of its own, with what details show. */
const PeekPanel = inOwnChunk(() => import('./peek-panel'), 'PeekPanel');

/** The panel beside the rows that Space opens for the row with the focus. It closes when its row is no longer on screen. */
export function PeekSlot({ variant, rows }: { readonly variant: Variant; readonly rows: readonly AnyRow[] }) {
  const { id } = useSnapshot(peek);
  const index = rows.findIndex((row) => row._id === id);
  const row = rows[index];
  const isGone = id !== null && row === undefined;
  usePeekKey();
  useReturnedFocus(id);
  useEffect(() => void (isGone && closePeek()), [isGone]);
  useEffect(() => closePeek, []);
  if (!row) return null;
  const move = (step: 1 | -1) => {
    const next = rows[index + step];
    if (next) peek.id = next._id;
  };
  return (
    <LazyPart>
      <PeekPanel
        variant={variant}
        row={row}
        position={index + 1}
        count={rows.length}
        onMove={move}
        findOpener={rowLink}
        onClose={closePeek}
      />
    </LazyPart>
  );
}

/** Space on the link of a row opens the panel, and closes it again. */
function usePeekKey(): void {
  useWindowEvent('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key !== ' ' || ctrlKey || metaKey || altKey || shiftKey || !shortcuts.isEnabled) return;
    const id = target instanceof HTMLAnchorElement ? target.closest<HTMLElement>('[data-row-id]')?.dataset['rowId'] : undefined;
    if (id === undefined) return;
    event.preventDefault();
    togglePeek(id);
  });
}

/** Gives the focus to the row that the panel showed last, which is not always the one that opened it. */
function useReturnedFocus(id: string | null): void {
  const lastId = useRef<string | null>(null);
  useEffect(() => {
    if (id === null && lastId.current !== null) rowLink(lastId.current)?.focus();
    lastId.current = id;
  }, [id]);
}
