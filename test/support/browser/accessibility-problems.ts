import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Serious accessibility violations, and horizontal scrolling. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...serious.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    ...(overflow > 0 ? [`${overflow} px too wide`] : []),
  ];
}

/** The same on a desktop and a phone in both themes, each with the name of the step. The page stays on the phone in the dark theme. */
export async function accessibilityProblemsOfStep(page: Page, step: string): Promise<string[]> {
  const problems: string[] = [];
  for (const width of [1280, 360])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      problems.push(...(await accessibilityProblems(page)).map((problem) => `${step}, ${width} px, ${colorScheme}: ${problem}`));
    }
  return problems;
}
