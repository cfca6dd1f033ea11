import { useEffect, useEffectEvent } from 'react';
import { proxy } from 'valtio';
import { openPage, lists, pageCountOf } from '../catalog/list/list-state';
import { variants } from '#domain/catalog/variants';
import { navigate } from './navigation';
import { savePreference, readPreference } from './preferences';
import { cycleTheme } from './theme';
import { paths } from './paths';

const SHORTCUTS_OFF_KEY = 'shortcuts-off';
const SEQUENCE_TIMEOUT_MS = 1000;

/** Whether single keys do anything, and whether their list is open. */
export const shortcuts = proxy({ isEnabled: readPreference(SHORTCUTS_OFF_KEY) === null, isHelpOpen: false });

export const openShortcutHelp = (): void => void (shortcuts.isHelpOpen = true);
export const closeShortcutHelp = (): void => void (shortcuts.isHelpOpen = false);

/** Turns the single keys on or off, for this browser. */
export function setShortcutsEnabled(isEnabled: boolean): void {
  shortcuts.isEnabled = isEnabled;
  savePreference(SHORTCUTS_OFF_KEY, isEnabled ? null : 'yes');
}

const sequenceTargets = new Map([
  ['h', paths.home],
  ['p', paths.pins],
  ['b', paths.boards],
  ['i', paths.pinners],
  ['d', paths.dashboard],
]);

const keyActions = new Map<string, () => void>([
  ['?', openShortcutHelp],
  ['/', focusKeywords],
  ['t', cycleTheme],
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
    for (const key of keys) keyActions.set(key, () => latest(key));
    return () => keys.split('').forEach((key) => keyActions.delete(key));
  }, [keys]);
}

let lastGPressedAtMs = 0;

/** Starts to listen for single keys; off while typing, with any modifier, and while a dialog is open. */
export function startShortcuts(): void {
  addEventListener('keydown', (event) => {
    if (!shortcuts.isEnabled || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]')) return;
    const target = event.timeStamp - lastGPressedAtMs < SEQUENCE_TIMEOUT_MS ? sequenceTargets.get(event.key) : undefined;
    const action = target === undefined ? keyActions.get(event.key) : () => navigate(target);
    lastGPressedAtMs = event.key === 'g' ? event.timeStamp : 0;
    if (!action) return;
    event.preventDefault();
    action();
  });
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

function focusKeywords(): void {
  const field = document.querySelector<HTMLInputElement>('[data-testid="search-input"]');
  const target = field?.disabled ? document.getElementById('keywords-locked') : field;
  target?.focus();
}

function moveRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-testid="result-row"] .results__link')];
  const currentIndex = links.findIndex((link) => link === document.activeElement);
  const nextIndex = currentIndex < 0 ? (step > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, currentIndex + step));
  links[nextIndex]?.focus();
}

function turnPage(step: 1 | -1): void {
  const variant = variants.find((name) => location.pathname.replace(/\/$/, '') === `/${name}`);
  if (!variant) return;
  const page = lists[variant].search.page + step;
  const button = document.querySelector<HTMLButtonElement>(`[data-testid="pagination-top"] button:${step > 0 ? 'last' : 'first'}-of-type`);
  if (page >= 1 && page <= pageCountOf(lists[variant].page) && !button?.disabled) openPage(variant, page);
}
