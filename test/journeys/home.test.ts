import type { Page } from 'playwright-core';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

const isListRequest = (url: string): boolean => /\/api\/(boards|pinners)\?/.test(url);

describeInBrowser('the home page for a visitor', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open()));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  const homeListRows = (page: Page, index: number) => page.getByTestId(`home-list-${index}`).getByRole('listitem');

  it('has one h1 and four ranked lists of five', async () => {
    const page = await site.openPage('visitor');
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(await page.locator('h1').allTextContents()).toEqual(['Your Key to Unlocking Pinterest Potential']);
    for (const index of [0, 1, 2, 3]) {
      expect(await homeListRows(page, index).count()).toBe(5);
      expect(await page.getByTestId(`home-list-${index}`).getByRole('link').count()).toBe(6);
    }
    expect(await page.getByTestId('placeholder-row').count()).toBe(0);
    expect(await page.getByTestId('home-list-0').innerText()).toMatch(/Momentum \d+\.\d/);
  });

  it('loads the four lists one after another', async () => {
    const page = await site.openPage('visitor');
    const keywords: string[] = [];
    let openRequests = 0;
    let maxOpenRequests = 0;
    page.on('request', (request) => {
      if (!isListRequest(request.url())) return;
      keywords.push(new URL(request.url()).searchParams.get('query') ?? '');
      maxOpenRequests = Math.max(maxOpenRequests, (openRequests += 1));
    });
    page.on('requestfinished', (request) => void (openRequests -= isListRequest(request.url()) ? 1 : 0));
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(keywords).toEqual(['etsy', 'pinterest marketing', 'make money', 'fashion blogging']);
    expect(maxOpenRequests).toBe(1);
  });

  it('reserves the space of slow lists, so that nothing shifts when they load', async () => {
    const page = await site.openPage('visitor');
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.addInitScript(() => {
      Object.assign(globalThis, { layoutShift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (globalThis as never as { layoutShift: number }).layoutShift += (entry as never as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
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
    await homeListRows(page, 3).getByRole('link').first().waitFor();
    expect(await page.getByTestId('placeholder-row').count()).toBe(0);
    expect(await page.evaluate(() => (globalThis as never as { layoutShift: number }).layoutShift)).toBeLessThanOrEqual(0.02);
  });

  it.each(['/', '/pins', '/boards', '/pinners'])('%s loads at most 95 KB of JavaScript and no charts', async (path) => {
    const page = await site.openPage('visitor');
    const scripts: { name: string; size: Promise<number> }[] = [];
    page.on('requestfinished', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('.js')) scripts.push({ name: pathname, size: request.sizes().then((sizes) => sizes.responseBodySize) });
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(scripts.map(({ name }) => name).join()).toMatch(/index/);
    expect(scripts.filter(({ name }) => name.includes('chart'))).toEqual([]);
    const sizes = await Promise.all(scripts.map(({ size }) => size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(95 * 1024);
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
