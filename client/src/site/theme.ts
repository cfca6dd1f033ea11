import { readStored, store } from './storage';
import { createStore } from '../api/store';

const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storedTheme = (): Theme => themes.find((theme) => theme === readStored('theme')) ?? 'system';

/** The chosen theme; `system` follows the device. */
export const theme = createStore<{ value: Theme }>(() => ({ value: storedTheme() }));

/** Switches to the next theme in the order system, light, dark. */
export function cycleTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'system';
  document.documentElement.dataset['theme'] = theme.value;
  store('theme', theme.value);
}
