import { useEffect, useEffectEvent } from 'react';
import { SECOND_MS } from '#domain/durations';
import { navigate } from './navigation';
import { readStored, store } from './storage';
import { cycleTheme } from './theme';
import { paths } from './paths';
import { createStore } from '../api/store';

const SHORTCUTS_OFF_KEY = 'shortcuts-off';
const SEQUENCE_TIMEOUT_MS = SECOND_MS;

/** The state of the keyboard shortcuts. */
export const shortcuts = createStore(() => ({
  isEnabled: readStored(SHORTCUTS_OFF_KEY) === null,
  isHelpOpen: false,
  isPaletteOpen: false,
}));

export const openShortcutHelp = (): void => void (shortcuts.isHelpOpen = true);
export const closeShortcutHelp = (): void => void (shortcuts.isHelpOpen = false);

export const closePalette = (): void => void (shortcuts.isPaletteOpen = false);

/** Turns single-key shortcuts on or off in this browser. */
export function setShortcutsEnabled(isEnabled: boolean): void {
  shortcuts.isEnabled = isEnabled;
  store(SHORTCUTS_OFF_KEY, isEnabled ? null : 'yes');
}

/** Targets of `g` and a second key. */
const sequenceTargets = new Map([
  ['h', paths.home],
  ['p', paths.pins],
  ['b', paths.boards],
  ['i', paths.pinners],
  ['d', paths.dashboard],
]);

const keyActions = new Map<string, () => void>([
  ['?', openShortcutHelp],
  ['t', cycleTheme],
]);

/** Adds single-key shortcuts while the component is mounted. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const latest = useEffectEvent((key: string) => actions[key]?.());
  const keys = Object.keys(actions).join('');
  useEffect(() => {
    for (const key of keys) keyActions.set(key, () => latest(key));
    return () => keys.split('').forEach((key) => keyActions.delete(key));
  }, [keys]);
}

/** The single keys that do something on the current screen. */
export const availableKeys = (): readonly string[] => [...keyActions.keys()];

/** Runs the action of a single key. */
export const runKey = (key: string): void => keyActions.get(key)?.();

let lastGPressedAtMs = 0;

/** Starts to listen for single keys, and for Ctrl+K. Single keys are off while typing, with modifiers, and while a dialog is open. */
export function startShortcuts(): void {
  addEventListener('keydown', openPaletteByKey);
  addEventListener('keydown', (event) => {
    if (!shortcuts.isEnabled || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    // A palette that is still loading must not take what is typed for the keys of the page.
    if (shortcuts.isPaletteOpen || document.querySelector('dialog[open]')) return;
    const target = event.timeStamp - lastGPressedAtMs < SEQUENCE_TIMEOUT_MS ? sequenceTargets.get(event.key) : undefined;
    const action = target === undefined ? keyActions.get(event.key) : () => navigate(target);
    lastGPressedAtMs = event.key === 'g' ? event.timeStamp : 0;
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** Ctrl+K, or ⌘K, opens the palette, also while typing, but not over a dialog. */
function openPaletteByKey(event: KeyboardEvent): void {
  const isPaletteKey = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'k';
  if (!isPaletteKey) return;
  event.preventDefault();
  if (!document.querySelector('dialog[open]')) shortcuts.isPaletteOpen = true;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'));
