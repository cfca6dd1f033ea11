import { accessibilityProblems } from '../support/browser/accessibility-problems';
import { rowTitles, waitForTable } from '../support/browser/list-page';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

describeInBrowser('the peek panel of a list', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open()));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  it('is used with the keyboard only: Space opens it, j goes on, and Esc returns to the row', async () => {
    const page = await site.openPage('visitor');
    await page.goto('/boards');
    await waitForTable(page);
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
    const page = await site.openPage('premium');
    await page.goto('/boards');
    await waitForTable(page);
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
    const page = await site.openPage('visitor', { viewport: { width, height: 740 }, hasTouch: width < 1000 });
    await page.goto(`/${path}`);
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
    const page = await site.openPage('visitor', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    await page.goto('/boards');
    await waitForTable(page);
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
