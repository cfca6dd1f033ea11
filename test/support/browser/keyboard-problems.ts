import type { Page } from 'playwright-core';

/** More than any screen has. */
const MAX_STOPS = 400;

/** What is wrong with walking through the main part of a page by Tab: focus that is not seen, lies off the screen, or goes upward. */
export async function keyboardProblems(page: Page): Promise<string[]> {
  const problems: string[] = [];
  await page.getByRole('main').focus();
  let lastTop = 0;
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element?.closest('main')) return null;
      const { top, bottom } = element.getBoundingClientRect();
      return {
        name: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)}`,
        hasOutline: getComputedStyle(element).outlineStyle !== 'none',
        isOnScreen: bottom > 0 && top < innerHeight,
        top: top + scrollY,
        bottom: bottom + scrollY,
      };
    });
    if (focused === null) return stop === 0 ? ['nothing can be reached'] : problems;
    const { name, hasOutline, isOnScreen, top, bottom } = focused;
    if (!hasOutline) problems.push(`${name}: no outline`);
    if (!isOnScreen) problems.push(`${name}: off the screen`);
    if (bottom < lastTop) problems.push(`${name}: above the one before`);
    lastTop = top;
  }
  return [...problems, 'has no end'];
}
