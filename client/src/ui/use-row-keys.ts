import { useShortcuts } from '../site/shortcuts';

/** The keys j and k focus the next and the previous of the links that a selector finds, one in each row. */
export const useRowKeys = (links: string): void => useShortcuts({ j: () => focusRow(links, 1), k: () => focusRow(links, -1) });

/** Focuses the link of the next or the previous row; without one that has the focus, that of the first or the last. */
function focusRow(selector: string, step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>(selector)];
  const currentIndex = links.findIndex((link) => link === document.activeElement);
  const nextIndex = currentIndex < 0 ? (step > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, currentIndex + step));
  links[nextIndex]?.focus();
}
