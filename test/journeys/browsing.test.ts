import type { Page } from 'playwright-core';
import { rowTitles, waitForKeywordSearch, waitForTable } from '../support/browser/list-page';
import { recordRequests, describeInBrowser, TestSite } from '../support/browser/test-site';

const headingText = (page: Page) => page.locator('main h1').innerText();
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

describeInBrowser('navigation', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open()));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  it.each([
    ['The browser’s Back button', (page: Page) => page.goBack()],
    ['The page’s Back button', (page: Page) => page.getByRole('button', { name: 'Back' }).first().click()],
  ])('%s restores page, scroll position and focus without another request', async (_, back) => {
    const page = await site.openPage('premium', { viewport: { width: 1280, height: 600 } });
    const prefetch = page.waitForRequest((request) => request.url().includes('/api/boards?') && request.url().endsWith('&page=4'));
    await page.goto('/boards?page=3');
    await waitForTable(page);
    await prefetch;
    await page.evaluate(() => scrollTo(0, 210));
    const link = page.locator('[data-testid="result-row"] th a').nth(1);
    const name = await link.innerText();
    const requests = recordRequests(page, '/boards');
    const scrollBefore = await page.evaluate(() => scrollY);
    expect(scrollBefore).toBeGreaterThan(100);
    await link.click();
    await page.waitForURL('**/board/**');
    await page.getByTestId('facts').waitFor();
    expect(await headingText(page)).toBe(name);
    await back(page);
    await page.waitForURL('**/boards?page=3');
    await waitForTable(page);
    await page.waitForFunction((text) => document.activeElement?.textContent === text, name);
    expect(Math.abs((await page.evaluate(() => scrollY)) - scrollBefore)).toBeLessThanOrEqual(2);
    expect(await page.getByTestId('result-count').innerText()).toContain('page 3 of');
    // The list prefetches in an idle callback; callbacks run in their order, so one of the list has run before this one.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(requests).toHaveLength(0);
  });

  it('a middle click anywhere on a row opens its link in a new tab', async () => {
    const page = await site.openPage('visitor');
    await page.goto('/pinners');
    await waitForTable(page);
    // The last listener records whether the browser would follow the click, and where.
    await page.evaluate(() =>
      addEventListener('auxclick', (event) => {
        const link = (event.target as Element).closest('a');
        Object.assign(globalThis, { followed: event.defaultPrevented ? null : link?.pathname });
        event.preventDefault();
      }),
    );
    const row = page.getByTestId('result-row').nth(2);
    const link = row.locator('th a');
    // The last cell has the star.
    const [from, to] = [await link.boundingBox(), await row.locator('td').nth(-2).boundingBox()];
    if (!from || !to) throw new Error('the row is not drawn');
    await link.click({ button: 'middle', position: { x: to.x + to.width / 2 - from.x, y: from.height / 2 } });
    expect(await page.evaluate(() => (globalThis as never as { followed: string | null }).followed)).toBe(await link.getAttribute('href'));
    expect(page.url()).toMatch(/\/pinners$/);
  });

  it('works with the keyboard: skip link, row link, Enter', async () => {
    const page = await site.openPage('visitor');
    await page.goto('/boards');
    await waitForTable(page);
    await page.keyboard.press('Tab');
    expect(await focusedText(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    const name = await page.locator('[data-testid="result-row"] th a').first().innerText();
    for (let presses = 0; presses < 30 && (await focusedText(page)) !== name; presses += 1) await page.keyboard.press('Tab');
    expect(await focusedText(page)).toBe(name);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/board/**');
    await page.getByTestId('facts').waitFor();
    expect(await page.title()).toBe(`${name} · Corklight`);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  });

  it('keyword search works with the keyboard', async () => {
    const page = await site.openPage('premium');
    await page.goto('/pins');
    await waitForTable(page);
    await waitForKeywordSearch(page);
    await page.keyboard.press('/');
    await page.keyboard.type('etsy');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/pins?query=etsy');
    await waitForTable(page);
    expect(await rowTitles(page)).toHaveLength(10);
  });

  it('an entered URL starts at the top, and Back restores the scroll position', async () => {
    const page = await site.openPage('visitor');
    await page.goto('/boards');
    await waitForTable(page);
    await page.evaluate(() => scrollTo(0, 400));
    await page.goto('/pins');
    await waitForTable(page);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await waitForTable(page);
    await page.waitForFunction(() => scrollY === 400);
  });

  it.each([
    ['/nowhere', '/', 'Your Key to Unlocking Pinterest Potential'],
    ['/board/1/more', '/', 'Your Key to Unlocking Pinterest Potential'],
    ['/influencers', '/pinners', 'Find Influencers'],
  ])('%s redirects to %s', async (from, to, title) => {
    const page = await site.openPage('visitor');
    await page.goto(from);
    await page.waitForURL((url) => url.pathname === to);
    expect(await headingText(page)).toBe(title);
  });
});
