import type { Page, Route } from 'playwright-core';

/** The most that a screen may move by itself, as a cumulative layout shift. */
const MAX_LAYOUT_SHIFT = 0.02;

interface Shift {
  readonly value: number;
  /** What moved: the tag and the beginning of its text, with its top before and after in px. */
  readonly parts: readonly string[];
}
type Recorded = typeof globalThis & { layoutShifts: Shift[] };
type ShiftEntry = PerformanceEntry & {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null; readonly previousRect: DOMRect; readonly currentRect: DOMRect }[];
};

/** Notes what moves by itself on screen, on each page that is loaded from now on. */
export const recordShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    (globalThis as Recorded).layoutShifts = [];
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as ShiftEntry[])
        if (!hadRecentInput)
          (globalThis as Recorded).layoutShifts.push({
            value,
            parts: sources.map(
              ({ node, previousRect, currentRect }) =>
                `${node?.nodeName ?? 'gone'} "${node?.textContent?.slice(0, 40) ?? ''}" ${previousRect.top} > ${currentRect.top}`,
            ),
          });
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** What has moved by itself so far: nothing if it is too little to be seen. */
export async function movedParts(page: Page): Promise<readonly Shift[]> {
  const shifts = await page.evaluate(() => (globalThis as Recorded).layoutShifts);
  return shifts.reduce((sum, { value }) => sum + value, 0) > MAX_LAYOUT_SHIFT ? shifts : [];
}

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
