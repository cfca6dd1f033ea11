import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunOptions, run } from 'axe-core';
import type { Page } from 'playwright-core';

const axeScript = readFileSync(join(process.cwd(), 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');

type WithAxe = typeof globalThis & {
  readonly axe?: {
    readonly run: typeof run;
    readonly _audit: { readonly rules: readonly { readonly id: string; readonly impact: string }[] };
  };
};

/** Serious violations of axe's rules; others are not looked for, which takes half of the time. A page gets the script once, because it is long. */
export async function axeViolations(page: Page, options: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeScript);
  const violations = await page.evaluate(async (given) => {
    const axe = (globalThis as WithAxe).axe!;
    const { _audit: audit } = axe;
    const lesser = audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate');
    const rules = Object.fromEntries(lesser.map(({ id }) => [id, { enabled: false }]));
    return (await axe.run({ ...given, rules: { ...rules, ...given.rules }, resultTypes: ['violations'] })).violations;
  }, options);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** How long what follows the width of the window, such as a list that is loaded again, may take. */
const SETTLING_TIMEOUT_MS = 10_000;

/** How far the page is too wide, and what is; null as soon as nothing is. */
export async function overflowOf(page: Page): Promise<string | null> {
  const fits = page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, undefined, { timeout: SETTLING_TIMEOUT_MS });
  if (await fits.then(() => true).catch(() => false)) return null;
  return page.evaluate(() => {
    const wide = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > innerWidth);
    const names = wide.map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
    return `${document.documentElement.scrollWidth - innerWidth} px too wide: ${names.slice(0, 5).join(', ')}`;
  });
}

/**
 * Serious accessibility violations, and horizontal scrolling, each with its width. Contrasts, the slowest rule by far, are looked at in the
 * light theme at the first width and in the dark theme at the last, with all other rules: colors follow the theme, not the width.
 */
export async function accessibilityProblems(page: Page, widths: readonly number[] = [page.viewportSize()?.width ?? 0]): Promise<string[]> {
  const problems: string[] = [];
  const findProblems = async (width: number, colorScheme: 'light' | 'dark', options: RunOptions = {}) => {
    // Without transitions, which have other colors on their way.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
    problems.push(...(await axeViolations(page, options)).map((problem) => `${width} px, ${colorScheme}: ${problem}`));
  };
  const last = widths.length - 1;
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 800 });
    if (index === 0) await findProblems(width, 'light');
    else if (index < last) await findProblems(width, 'light', { rules: { 'color-contrast': { enabled: false } } });
    if (index === last) await findProblems(width, 'dark', index === 0 ? { runOnly: 'color-contrast' } : {});
    const overflow = await overflowOf(page);
    if (overflow !== null) problems.push(`${width} px: ${overflow}`);
  }
  return problems;
}
