import type { Page } from 'playwright-core';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

describeInBrowser('a tab of an earlier release, whose files are deleted', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open()));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  /** Answers the next request for a file as a server of the new release does. */
  const deleteFile = (page: Page, pattern: string) => page.route(pattern, (route) => route.fulfill({ status: 404 }), { times: 1 });

  const countLoads = (page: Page) => {
    const loads: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()));
    return loads;
  };

  it('reloads when it opens a dialog, which then works', async () => {
    const page = await site.openPage('visitor');
    await page.goto('/privacy-policy');
    await page.locator('#main h1').waitFor();
    const loads = countLoads(page);
    await deleteFile(page, '**/assets/command-palette-*.js');
    await page.keyboard.press('Control+k');
    await page.waitForFunction(() => performance.getEntriesByType('navigation')[0]?.toJSON().type === 'reload');
    await page.locator('#main h1').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    expect(loads).toHaveLength(1);
  });

  it.each([
    ['style sheet', '**/assets/*.css'],
    ['script', '**/assets/app-*.js'],
    ['preload', '**/assets/list-screen-*.js'],
  ])('is loaded again, once, if the page names a %s that is gone', async (_, pattern) => {
    const page = await site.openPage('visitor');
    const loads = countLoads(page);
    await deleteFile(page, pattern);
    await page.goto('/boards').catch(() => undefined);
    await page.getByTestId('result-row').first().waitFor();
    expect(loads).toHaveLength(2);
    expect(await page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0);
  });
});
