import type { Page, Route } from 'playwright-core';

/** The most that a screen may move by itself, as a cumulative layout shift. */
export const MAX_LAYOUT_SHIFT = 0.02;

type Recorded = typeof globalThis & { layoutShift: number };
type ShiftEntry = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean };

/** Adds up how far what is on screen moves by itself, on each page that is loaded from now on. */
export const recordShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    (globalThis as Recorded).layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as ShiftEntry[]) if (!entry.hadRecentInput) (globalThis as Recorded).layoutShift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** The sum so far. */
export const layoutShift = (page: Page): Promise<number> => page.evaluate(() => (globalThis as Recorded).layoutShift);

/** Lets the responses of these API paths arrive one after another, each after the page has painted what the ones before it brought. */
export async function arriveInOrder(page: Page, paths: readonly string[]): Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  const paint = () =>
    page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))).catch(() => undefined);
  for (const path of paths) {
    const before = last;
    last = new Promise<void>((resolve) => {
      const hold = async (route: Route) => {
        await before;
        await page.locator('h1').waitFor();
        await paint();
        await route.continue();
        resolve();
      };
      void page.route((url) => url.pathname === `/api${path}`, hold);
    });
  }
}
