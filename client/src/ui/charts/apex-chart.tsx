import * as chartModule from 'react-apexcharts';
import { useSnapshot } from 'valtio';
import { theme } from '../../site/theme';
import { usePrefersDark } from '../use-media';

// The package is CommonJS: depending on who loads it, the component is the module's default or the default's default.
type ChartComponent = typeof chartModule.default;
const moduleDefault = chartModule.default as ChartComponent & { readonly default?: ChartComponent };

/** The charting library's component; only the charts of this folder know it. */
export const ApexChart = moduleDefault.default ?? moduleDefault;

/** A key that changes with the theme: colours are read when drawn, so a chart with this key is drawn anew in the new ones. */
export function useThemeKey(): string {
  const { value } = useSnapshot(theme);
  return `${value}-${usePrefersDark()}`;
}

/** The colour that a token names now. */
export const tokenColor = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Is the page dark now? */
export const isDark = (): boolean => getComputedStyle(document.documentElement).colorScheme.includes('dark');

/** The library puts a style element into the page, which the security policy lets in by the page's nonce only. */
export function chartNonce(): { nonce?: string } {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return nonce ? { nonce } : {};
}
