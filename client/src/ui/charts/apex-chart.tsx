import * as chartModule from 'react-apexcharts';
import { prefersReducedMotion, useIsDark } from '../use-media';

// The package is CommonJS: depending on the loader, the component is the default export or its `default`.
type ChartComponent = typeof chartModule.default;
const moduleDefault = chartModule.default as ChartComponent & { readonly default?: ChartComponent };

/** The component of the charting library. Import it only in this folder. */
export const ApexChart = moduleDefault.default ?? moduleDefault;

/** A React key that changes with the theme: charts read their colors when they mount. */
export const useThemeKey = (): string => (useIsDark() ? 'dark' : 'light');

/** The color of a token in the current theme. A probe element resolves `light-dark()`, which a custom property keeps as text. */
export function tokenColor(name: string): string {
  const probe = document.body.appendChild(document.createElement('span'));
  probe.style.color = `var(${name})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The options of every chart. The content security policy requires the nonce for the library's style element. */
export function chartDefaults() {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return {
    ...(nonce ? { nonce } : {}),
    animations: { enabled: !prefersReducedMotion(), speed: 250 },
    fontFamily: 'inherit',
    background: 'transparent',
  };
}
