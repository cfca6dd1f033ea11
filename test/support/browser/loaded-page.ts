import type { Page, Request } from 'playwright-core';

/** The requests of a page that have not ended. */
class OpenRequests {
  readonly #open = new Set<Request>();
  #onEnd: () => void = () => undefined;
  /** How many have begun. */
  begun = 0;

  constructor(page: Page) {
    page.on('request', (request) => {
      // What the page before still waited for will not arrive.
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) this.#open.clear();
      this.#open.add(request);
      this.begun += 1;
    });
    const end = (request: Request) => {
      this.#open.delete(request);
      this.#onEnd();
    };
    page.on('requestfinished', end);
    page.on('requestfailed', end);
  }

  async waitForEnd(): Promise<void> {
    while (this.#open.size > 0) await new Promise<void>((resolve) => (this.#onEnd = resolve));
  }
}

const requestsOf = new WeakMap<Page, OpenRequests>();

/** Notes what a page loads from now on, for `waitUntilLoaded`. */
export const recordLoading = (page: Page): unknown => requestsOf.set(page, new OpenRequests(page));

/** Whether all that a page shows has its content: false while a skeleton or a busy list stands for some of it. */
const hasContent = (): boolean =>
  document.readyState === 'complete' && document.querySelector('h1') !== null && !document.querySelector('[aria-busy="true"]');

/** Lets a page paint what it has, fonts included, and begin to load what comes into view. */
async function paint(): Promise<void> {
  await document.fonts.ready;
  // What watches for the view is called after a frame, and what it begins is painted in a second one.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  // A script that has arrived may still have to run.
  await new Promise((resolve) => requestIdleCallback(resolve));
}

/** Resolves once nothing is on its way to a page or marked as busy, and all that has arrived is painted: also fonts, and what comes into view. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  const requests = requestsOf.get(page);
  if (!requests) throw new Error('not a page of a test site');
  let begun: number;
  do {
    begun = requests.begun;
    await requests.waitForEnd();
    await page.waitForFunction(hasContent);
    await page.evaluate(paint);
  } while (begun !== requests.begun || !(await page.evaluate(hasContent)));
}
