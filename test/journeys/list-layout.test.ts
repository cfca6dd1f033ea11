import { arriveInOrder, layoutShift, MAX_LAYOUT_SHIFT, recordShifts } from '../support/browser/layout-shift';
import { waitForTable } from '../support/browser/list-page';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

/** Where the first row must start, in CSS pixels. */
const MAX_FIRST_ROW_TOP_PX = { phone: 383, laptop: 330 };
const MAX_SELECTION_BAR_HEIGHT_PX = 104;

describeInBrowser('the layout of a list', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open()));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  it.each([
    ['phone', 'visitor', { width: 360, height: 740 }],
    ['phone', 'premium', { width: 360, height: 740 }],
    ['laptop', 'premium', { width: 1280, height: 800 }],
  ] as const)('has its first row on the first screen of a %s (%s)', async (device, who, viewport) => {
    const page = await site.openPage(who, { viewport });
    for (const list of ['boards', 'pinners', 'pins']) {
      await page.goto(`/${list}`);
      await waitForTable(page);
      const top = await page
        .getByTestId('result-row')
        .first()
        .evaluate((row) => row.getBoundingClientRect().top);
      expect({ list, isAbove: top <= MAX_FIRST_ROW_TOP_PX[device], top: Math.round(top) }).toMatchObject({ list, isAbove: true });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    expect(await page.getByTestId('pagination-bottom').isVisible()).toBe(true);
    if (who === 'premium') expect(await page.getByTestId('export-csv').isVisible()).toBe(true);
  });

  it('has keywords, filters, order, display, and export in one row on a laptop', async () => {
    const page = await site.openPage('premium');
    for (const list of ['pinners', 'pins', 'pins?order_by=saves_growth_last_90_days', 'boards?order_by=follower_count']) {
      await page.goto(`/${list}`);
      await waitForTable(page);
      const controls = [
        page.getByTestId('search-input'),
        page.getByRole('button', { name: 'Search', exact: true }),
        page.getByRole('button', { name: 'Filter', exact: true }),
        page.getByLabel('Order By'),
        page.getByLabel('Sort'),
        page.getByRole('button', { name: 'Display' }),
        page.getByTestId('export-csv'),
      ];
      const boxes = await Promise.all(controls.map((control) => control.boundingBox()));
      expect([...new Set(boxes.map((box) => box?.y))]).toHaveLength(1);
    }
  });

  it('shows ten rows on a laptop where they are compact, on every list and after a reload', async () => {
    const page = await site.openPage('premium');
    await page.goto('/boards');
    await waitForTable(page);
    await page.getByRole('button', { name: 'Display' }).click();
    await page.getByRole('button', { name: 'Compact' }).click();
    for (const list of ['boards', 'pinners', 'pins']) {
      await page.goto(`/${list}`);
      await waitForTable(page);
      const rows = await page.getByTestId('result-row').evaluateAll((all) => all.map((row) => row.getBoundingClientRect()));
      expect(rows.filter(({ bottom }) => bottom <= 800)).toHaveLength(10);
      expect(Math.max(...rows.map(({ height }) => height))).toBeLessThanOrEqual(46);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    const stars = await page.locator('[data-watch]').evaluateAll((all) => all.map((star) => star.getBoundingClientRect()));
    expect(stars.map(({ width, height }) => Math.min(width, height) >= 44)).toEqual(Array.from({ length: 10 }, () => true));
  });

  it('has a low bar of selected rows on a phone, whatever it says', async () => {
    const page = await site.openPage('free', { viewport: { width: 360, height: 740 } });
    await page.goto('/boards');
    await waitForTable(page);
    const bar = page.getByRole('group', { name: 'Selected rows' });
    for (const [index, note] of ['Select another to compare.', null, 'See Premium'].entries()) {
      await page.getByTestId('result-row').nth(index).getByRole('checkbox').check();
      await bar.getByText(`${index + 1} selected`).waitFor();
      if (note !== null) await bar.getByText(note).waitFor();
      expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(MAX_SELECTION_BAR_HEIGHT_PX);
    }
  });

  it.each(['/boards', '/boards?page=200'])('stays where it is when its pages and then its saved searches come: %s', async (path) => {
    const page = await site.openPage('premium', { viewport: { width: 1280, height: 800 } });
    await page.goto('/boards');
    const searches = page.getByRole('navigation', { name: 'Saved searches' });
    await searches.getByRole('button', { name: 'Save search' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(`Long name of a search on ${path}`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await searches.getByRole('link').last().waitFor();

    await recordShifts(page);
    await arriveInOrder(page, ['/boards', '/users/me/saved-searches']);
    await page.goto(path);
    await searches.getByRole('link').last().waitFor();
    expect(await layoutShift(page)).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
  });

  it('is up to 1360 px wide, header included', async () => {
    const page = await site.openPage('premium', { viewport: { width: 1920, height: 900 } });
    await page.goto('/boards');
    await waitForTable(page);
    expect(await page.getByTestId('results-table').evaluate((table) => table.clientWidth)).toBeGreaterThan(1350);
    const left = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => Math.round(element.getBoundingClientRect().left));
    expect(await left('header a')).toBe(await left('main h1'));
  });
});
