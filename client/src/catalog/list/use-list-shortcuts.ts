import type { Variant } from '#domain/catalog/variants';
import { useShortcuts } from '../../site/shortcuts';
import { useRowKeys } from '../../ui/use-row-keys';
import { changeView } from './list-state';
import { useListView } from './list-view';
import { toggleFocusedRow } from './selection/selection';

/** The shortcuts of a list: search field, rows and their selection, pages, and the view of pins. */
export function useListShortcuts(variant: Variant): void {
  const view = useListView(variant);
  useRowKeys('[data-testid="result-row"] a');
  useShortcuts({
    '/': focusKeywords,
    x: toggleFocusedRow,
    '[': () => turnPage('first'),
    ']': () => turnPage('last'),
    ...(variant === 'pins' ? { v: () => changeView(variant, view === 'grid' ? 'table' : 'grid') } : {}),
  });
}

function focusKeywords(): void {
  const field = document.querySelector<HTMLInputElement>('[data-testid="search-input"]');
  const target = field?.disabled ? document.getElementById('keywords-locked') : field;
  target?.focus();
}

/** Presses Previous or Next, which do nothing while disabled. */
const turnPage = (button: 'first' | 'last'): void =>
  document.querySelector<HTMLElement>(`[data-testid="pagination-top"] button:${button}-of-type`)?.click();
