import { useEffect, useEffectEvent } from 'react';
import { proxy } from 'valtio';
import { openPage, lists, pagesOf } from '../catalog/catalog';
import { variants } from '#domain/catalog/variants';
import { go } from '../ui/navigation';
import { remember, remembered } from '../ui/remembered';
import { nextTheme } from '../ui/theme';
import { paths } from './paths';

const OFF = 'shortcuts-off';
const SEQUENCE = 1000;

/** Whether single keys do anything, and whether their list is open. */
export const shortcuts = proxy({ on: remembered(OFF) === null, sheetOpen: false });

export const openSheet = (): void => void (shortcuts.sheetOpen = true);
export const closeSheet = (): void => void (shortcuts.sheetOpen = false);

/** Turns the single keys on or off, for this browser. */
export function switchShortcuts(on: boolean): void {
  shortcuts.on = on;
  remember(OFF, on ? null : 'yes');
}

const goTo = new Map([
  ['h', paths.home],
  ['p', paths.pins],
  ['b', paths.boards],
  ['i', paths.pinners],
  ['d', paths.dashboard],
]);

const single = new Map<string, () => void>([
  ['?', openSheet],
  ['/', focusKeywords],
  ['t', nextTheme],
  ['j', () => moveRow(1)],
  ['k', () => moveRow(-1)],
  ['[', () => turnPage(-1)],
  [']', () => turnPage(1)],
]);

/** While a screen is there, these single keys do what it says. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const latest = useEffectEvent((key: string) => actions[key]?.());
  const keys = Object.keys(actions).join('');
  useEffect(() => {
    for (const key of keys) single.set(key, () => latest(key));
    return () => keys.split('').forEach((key) => single.delete(key));
  }, [keys]);
}

let afterG = 0;

/** Starts to listen for single keys; off while typing, with any modifier, and while a dialog is open. */
export function startShortcuts(): void {
  addEventListener('keydown', (event) => {
    if (!shortcuts.on || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]')) return;
    const place = event.timeStamp - afterG < SEQUENCE ? goTo.get(event.key) : undefined;
    const action = place === undefined ? single.get(event.key) : () => go(place);
    afterG = event.key === 'g' ? event.timeStamp : 0;
    if (!action) return;
    event.preventDefault();
    action();
  });
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

function focusKeywords(): void {
  const field = document.querySelector<HTMLInputElement>('[data-testid="search-input"]');
  const place = field?.disabled ? document.getElementById('keywords-locked') : field;
  place?.focus();
}

function moveRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-testid="result-row"] .results__link')];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = at < 0 ? (step > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, at + step));
  links[next]?.focus();
}

function turnPage(step: 1 | -1): void {
  const variant = variants.find((name) => location.pathname.replace(/\/$/, '') === `/${name}`);
  if (!variant) return;
  const page = lists[variant].search.page + step;
  const button = document.querySelector<HTMLButtonElement>(`[data-testid="pagination-top"] button:${step > 0 ? 'last' : 'first'}-of-type`);
  if (page >= 1 && page <= pagesOf(lists[variant].page) && !button?.disabled) openPage(variant, page);
}
