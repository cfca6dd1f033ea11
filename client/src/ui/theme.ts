import { proxy } from 'valtio';
import { remember, remembered } from './remembered';

const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const chosen = (): Theme => themes.find((theme) => theme === remembered('theme')) ?? 'system';

/** The chosen theme; `system` follows the device. */
export const theme = proxy<{ value: Theme }>({ value: chosen() });

/** Takes the next theme: system, light, dark, and round again. */
export function nextTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'system';
  document.documentElement.dataset['theme'] = theme.value;
  remember('theme', theme.value);
}
