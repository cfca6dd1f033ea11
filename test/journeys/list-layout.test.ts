import { waitForTable } from '../support/browser/list-page';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

/** Where the first row must start on a phone, in CSS pixels. */
const MAX_FIRST_ROW_TOP_PX = 420;
const MAX_SELECTION_BAR_HEIGHT_PX = 104;

describeInBrowser('the layout of a list', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open()));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  it.each(['visitor', 'premium'] as const)('has its first row on the first screen of a phone (%s)', async (who) => {
    const page = await site.openPage(who, { viewport: { width: 360, height: 740 } });
    for (const list of ['boards', 'pinners', 'pins']) {
      await page.goto(`/${list}`);
      await waitForTable(page);
      const top = await page
        .getByTestId('result-row')
        .first()
        .evaluate((row) => row.getBoundingClientRect().top);
      expect({ list, isAbove: top < MAX_FIRST_ROW_TOP_PX, top: Math.round(top) }).toMatchObject({ list, isAbove: true });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    expect(await page.getByTestId('pagination-bottom').isVisible()).toBe(true);
    if (who === 'premium') expect(await page.getByTestId('export-csv').isVisible()).toBe(true);
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
