import type { FilterHistogram } from '#domain/catalog/filters/contract';
import { accessibilityProblems } from '../support/browser/accessibility-problems';
import { rowTitles, showList, waitForKeywordSearch, waitForTable } from '../support/browser/list-page';
import { recordRequests, describeInBrowser, TestSite } from '../support/browser/test-site';
import type { Page } from 'playwright-core';

const headingText = (page: Page) => page.locator('main h1').innerText();
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

let site: TestSite;
beforeAll(async () => void (site = await TestSite.open()));
afterEach(async () => expect(await site.closePages()).toEqual([]));
afterAll(() => site.close());

describeInBrowser('the lists', () => {
  it('show where the words of a search are on cards as wide as their pictures', async () => {
    const page = await site.openAt('/pins?query=kids&view=grid', 'premium');
    await page.getByTestId('match-elsewhere').first().waitFor();
    const widths = await page
      .getByTestId('result-row')
      .evaluateAll((cards) => cards.map((card) => [card.clientWidth, card.firstElementChild?.clientWidth]));
    for (const [cardWidth, pictureWidth] of widths) expect(pictureWidth).toBe(cardWidth);
  });
});

describeInBrowser('the peek panel of a list', () => {
  it('is used with the keyboard only: Space opens it, j goes on, and Esc returns to the row', async () => {
    const page = await site.openList('/boards', 'visitor');
    const titles = await rowTitles(page);
    const panel = page.getByTestId('side-panel');
    await page.keyboard.press('j');
    const scrolledBefore = await page.evaluate(() => scrollY);
    await page.keyboard.press('Space');
    await panel.getByTestId('verdict').waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(scrolledBefore);
    expect(await panel.locator('h2').first().innerText()).toBe(titles[0]);
    await page.keyboard.press('j');
    await panel
      .locator('h2')
      .first()
      .getByText(titles[1] ?? '', { exact: true })
      .waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(titles[1]);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/board\//);
  });

  it('moves nothing on the page', async () => {
    const page = await site.openList('/boards', 'premium');
    const rowTop = () =>
      page
        .getByTestId('result-row')
        .nth(4)
        .evaluate((row) => row.getBoundingClientRect().top);
    await page.getByTestId('result-row').nth(4).hover();
    const before = await rowTop();
    await page
      .getByRole('button', { name: /^Peek at/ })
      .nth(4)
      .click();
    await page.getByTestId('side-panel').getByTestId('verdict').waitFor();
    expect(await rowTop()).toBe(before);
  });

  it.each([
    ['pins?view=grid', 1280],
    ['pinners', 1280],
    ['boards', 768],
    ['pins', 360],
  ])('of /%s is accessible at %d px, and scrolls nothing sideways', async (path, width) => {
    const page = await site.openAt(`/${path}`, 'visitor', { viewport: { width, height: 740 }, hasTouch: width < 1000 });
    await page.getByTestId('result-row').first().waitFor();
    await page.getByTestId('result-row').nth(1).getByRole('link').first().focus();
    await page.keyboard.press('Space');
    const panel = page.getByTestId('side-panel');
    await panel.getByTestId('verdict').waitFor();
    await panel.getByRole('region', { name: /, 90 days$/ }).scrollIntoViewIfNeeded();
    await panel.locator('svg.apexcharts-svg').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    // On phones it is a sheet at the bottom.
    if (width < 768)
      expect(await page.locator('dialog[open]').evaluate((sheet) => innerHeight - sheet.getBoundingClientRect().bottom)).toBeLessThan(1);
  });

  it('opens by touching the picture of a row, which nothing covers', async () => {
    const page = await site.openList('/boards', 'visitor', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const row = page.getByTestId('result-row').first();
    expect(await row.getByRole('checkbox').count()).toBe(0);
    const peek = await row.getByRole('button', { name: /^Peek at/ }).boundingBox();
    const picture = await row.locator('img, [data-picture]').first().boundingBox();
    if (!peek || !picture) throw new Error('The row has no picture or no way to peek.');
    expect(peek.x).toBeLessThanOrEqual(picture.x);
    expect(peek.x + peek.width).toBeGreaterThanOrEqual(picture.x + picture.width);
    await page.touchscreen.tap(picture.x + picture.width / 2, picture.y + picture.height / 2);
    const panel = page.getByRole('dialog');
    await panel.getByTestId('verdict').waitFor();
    await panel.getByRole('button', { name: 'Close' }).tap();
    await panel.waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/\/boards$/);
  });
});

describeInBrowser('the filters of a list', () => {
  it('are set and removed by keyboard only, and Back restores the rows', async () => {
    const page = await site.openList('/boards', 'premium');
    const before = await rowTitles(page);
    await page.keyboard.press('f');
    await page.locator('[role="dialog"] button:focus').getByText('Followers').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('[role="dialog"][aria-label="Followers"] input:focus').waitFor();
    await page.keyboard.type('1000');
    await page.keyboard.press('Tab');
    await page.keyboard.type('9000');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/boards?followers=1000..9000');
    await waitForTable(page);
    const { boards, total } = await site.fetchJson<{ boards: { title: string; follower_count: number }[]; total: number }>(
      'premium',
      '/boards?followers=1000..9000&collaborators=1..&read=90d',
    );
    await page
      .getByTestId('result-count')
      .getByText(`${total.toLocaleString('en-US')} boards`)
      .waitFor();
    expect(await rowTitles(page)).toEqual(boards.map(({ title }) => title));
    for (const { follower_count: followers } of boards) expect(Math.min(Math.max(followers, 1_000), 9_000)).toBe(followers);
    await page.goBack();
    await page.waitForURL('**/boards');
    await waitForTable(page);
    expect(await rowTitles(page)).toEqual(before);
  });

  it('give the focus to a menu that loads slowly, and stay open meanwhile', async () => {
    const page = await site.openPage('premium');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/filter-panel-*.js', async (route) => {
      await released;
      await route.continue();
    });
    await showList(page, '/boards');
    await page.keyboard.press('f');
    const openButton = page.getByTestId('filter-bar').getByRole('button', { expanded: true });
    await openButton.waitFor();
    expect(await page.locator('[role="dialog"]').count()).toBe(0);
    release();
    await page.locator('[role="dialog"] button:focus').getByText('Followers').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('[role="dialog"][aria-label="Followers"] input:focus').waitFor();
    expect(await openButton.count()).toBe(1);
  });

  it('by a number show how the numbers are distributed, without moving the fields when that is known', async () => {
    const page = await site.openPage('premium');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/histograms/boards/followers', async (route) => {
      await released;
      await route.continue();
    });
    await showList(page, '/boards');
    await page.keyboard.press('f');
    await page.locator('[role="dialog"] button:focus').getByText('Followers').waitFor();
    await page.keyboard.press('Enter');
    const field = page.locator('[role="dialog"][aria-label="Followers"] input:focus');
    await field.waitFor();
    const before = await field.boundingBox();
    release();
    await page.getByTestId('histogram').waitFor();
    expect(await field.boundingBox()).toEqual(before);
    const { bins } = await site.fetchJson<FilterHistogram>('visitor', '/histograms/boards/followers');
    expect(await page.getByTestId('histogram').locator('span').count()).toBe(bins.length);
  });
});

describeInBrowser('navigation', () => {
  it.each([
    ['The browser’s Back button', (page: Page) => page.goBack()],
    ['The page’s Back button', (page: Page) => page.getByRole('button', { name: 'Back' }).first().click()],
  ])('%s restores page, scroll position and focus without another request', async (_, back) => {
    const page = await site.openPage('premium', { viewport: { width: 1280, height: 600 } });
    const prefetch = page.waitForRequest((request) => request.url().includes('/api/boards?') && request.url().endsWith('&page=4'));
    await showList(page, '/boards?page=3');
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
    const page = await site.openList('/pinners', 'visitor');
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
    const page = await site.openList('/boards', 'visitor');
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
    const page = await site.openList('/pins', 'premium');
    await waitForKeywordSearch(page);
    await page.keyboard.press('/');
    await page.keyboard.type('etsy');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/pins?query=etsy');
    await waitForTable(page);
    expect(await rowTitles(page)).toHaveLength(10);
  });

  it('an entered URL starts at the top, and Back restores the scroll position', async () => {
    const page = await site.openList('/boards', 'visitor');
    await page.evaluate(() => scrollTo(0, 400));
    await showList(page, '/pins');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await waitForTable(page);
    await page.waitForFunction(() => scrollY === 400);
  });
});
