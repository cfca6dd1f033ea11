import type { Page, Request } from 'playwright-core';
import { waitForTable } from '../support/browser/list-page';
import { layoutShift, MAX_LAYOUT_SHIFT, recordShifts } from '../support/browser/layout-shift';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

const isListRequest = (url: string): boolean => /\/api\/(boards|pinners)\?/.test(url);

/** The size of a response's body on the wire, once it has arrived. */
async function downloadedBytes(request: Request): Promise<number> {
  await (await request.response())?.finished();
  return (await request.sizes()).responseBodySize;
}

describeInBrowser('the home page for a visitor', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open()));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  const homeListRows = (page: Page, index: number) => page.getByTestId(`home-list-${index}`).getByRole('listitem');
  /** Resolves once the last list has rows: the lists load one after another. */
  const waitForLists = (page: Page) => homeListRows(page, 3).getByRole('link').first().waitFor();

  it('has one h1 and four ranked lists of five', async () => {
    const page = await site.openPage('visitor');
    await page.goto('/');
    await waitForLists(page);
    expect(await page.locator('h1').allTextContents()).toEqual(['Your Key to Unlocking Pinterest Potential']);
    for (const index of [0, 1, 2, 3]) {
      expect(await homeListRows(page, index).count()).toBe(5);
      expect(await page.getByTestId(`home-list-${index}`).getByRole('link').count()).toBe(6);
    }
    expect(await page.getByTestId('placeholder-row').count()).toBe(0);
    expect(await page.getByTestId('home-list-0').innerText()).toMatch(/Momentum \d+\.\d/);
  });

  it('has a wall of ten popular pins with pictures, which scrolls by itself on a phone', async () => {
    const page = await site.openPage('visitor', { viewport: { width: 360, height: 740 } });
    await page.goto('/');
    const wall = page.getByTestId('wall');
    await wall.locator('img[data-loaded]').nth(2).waitFor();
    expect(await wall.getByRole('link').count()).toBe(10);
    expect(await wall.getByTestId('tile-letter').count()).toBe(0);
    const [box, listWidths] = [
      await wall.boundingBox(),
      await wall.locator('ul').evaluate((ul) => [ul.scrollWidth, ul.clientWidth] as const),
    ];
    expect(listWidths[0]).toBeGreaterThan(listWidths[1]);
    expect(await wall.locator('section').evaluate((section) => section.getBoundingClientRect().height)).toBeLessThanOrEqual(
      box?.height ?? 0,
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await wall.getByRole('link').nth(9).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/pin\//);
  });

  it('loads the four lists one after another', async () => {
    const page = await site.openPage('visitor');
    const keywords: string[] = [];
    let openRequests = 0;
    let maxOpenRequests = 0;
    await page.route(
      (url) => isListRequest(url.href),
      async (route) => {
        keywords.push(new URL(route.request().url()).searchParams.get('query') ?? '');
        maxOpenRequests = Math.max(maxOpenRequests, (openRequests += 1));
        const response = await route.fetch();
        openRequests -= 1;
        await route.fulfill({ response });
      },
    );
    await page.goto('/');
    await waitForLists(page);
    expect(keywords).toEqual(['etsy', 'pinterest marketing', 'make money', 'fashion blogging']);
    expect(maxOpenRequests).toBe(1);
  });

  it('reserves the space of slow lists, so that nothing shifts when they load', async () => {
    const page = await site.openPage('visitor');
    // On a paused clock the first render waits for the session and the settings, however slow they are.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await recordShifts(page);
    await page.route(
      (url) => isListRequest(url.href),
      async (route) => {
        await released;
        await route.continue();
      },
    );
    await page.goto('/');
    await page.getByTestId('home-list-0').getByTestId('placeholder-row').nth(4).waitFor();
    expect(await page.getByTestId('home-list-0').getByTestId('placeholder-row').count()).toBe(5);
    release();
    await waitForLists(page);
    expect(await page.getByTestId('placeholder-row').count()).toBe(0);
    expect(await layoutShift(page)).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
  });

  it.each([
    ['/', 95_000, waitForLists],
    ['/pins', 100_000, waitForTable],
    ['/boards', 100_000, waitForTable],
    ['/pinners', 100_000, waitForTable],
  ])('%s loads at most %i bytes of JavaScript and no charts', async (path, maxBytes, waitForContent) => {
    const page = await site.openPage('visitor');
    const scripts: Request[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('.js')) scripts.push(request);
    });
    await page.goto(path);
    await waitForContent(page);
    // Scripts that are loaded when the page is idle would be requested before this callback.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    const names = scripts.map((request) => new URL(request.url()).pathname);
    expect(names.join()).toMatch(/\/app-/);
    expect(names.filter((name) => name.includes('chart'))).toEqual([]);
    const sizes = await Promise.all(scripts.map(downloadedBytes));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(maxBytes);
  });

  it('stays dark after a reload from the first paint', async () => {
    const page = await site.openPage('visitor', { colorScheme: 'light' });
    await page.goto('/');
    for (const theme of ['light', 'dark']) {
      await page.getByRole('button', { name: /^Theme:/ }).click();
      await page.getByRole('button', { name: `Theme: ${theme}` }).waitFor();
    }
    // Without the app's scripts, the page shows its first paint.
    await page.route(/\/assets\/.*\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await page.reload();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('rgb(20, 18, 15)');
    await page.unroute(/\/assets\/.*\.js$/);
    await page.reload();
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
  });
});
