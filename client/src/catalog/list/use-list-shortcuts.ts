import type { Variant } from '#domain/catalog/variants';
import { useShortcuts } from '../../site/shortcuts';
import { lists, openPage, pageCountOf } from './list-state';

/** The shortcuts of a list: search field, rows, and pages. */
export function useListShortcuts(variant: Variant): void {
  useShortcuts({
    '/': focusKeywords,
    j: () => focusRow(1),
    k: () => focusRow(-1),
    '[': () => turnPage(variant, -1),
    ']': () => turnPage(variant, 1),
  });
}

function focusKeywords(): void {
  const field = document.querySelector<HTMLInputElement>('[data-testid="search-input"]');
  const target = field?.disabled ? document.getElementById('keywords-locked') : field;
  target?.focus();
}

function focusRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-testid="result-row"] th a')];
  const currentIndex = links.findIndex((link) => link === document.activeElement);
  const nextIndex = currentIndex < 0 ? (step > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, currentIndex + step));
  links[nextIndex]?.focus();
}

function turnPage(variant: Variant, step: 1 | -1): void {
  const page = lists[variant].search.page + step;
  const button = document.querySelector<HTMLButtonElement>(`[data-testid="pagination-top"] button:${step > 0 ? 'last' : 'first'}-of-type`);
  if (page >= 1 && page <= pageCountOf(lists[variant].page) && !button?.disabled) openPage(variant, page);
}
