import { rm } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { ImportFixture } from '../support/database/import-fixture';
import { emptyColumns, waitForTable } from '../support/browser/list-page';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

/** What Pinterest's ids look like, and no title. */
const LONG_NUMBER = /^\d{15,}$/;
const longId = (number: number): string => String(314_196_511_496_000_000n + BigInt(number));

const owner = { _id: 'mira', username: 'mira' };
const pinners = Array.from({ length: 40 }, (_, index) => ({
  _id: longId(index),
  username: `maker_${index}`,
  follower_count: 1_000 + index,
}));
/** None has collaborators, readings on two days, or followers for all. */
const boards = Array.from({ length: 60 }, (_, index) => ({
  _id: longId(100 + index),
  ...(index > 0 && { name: `Board ${index}` }),
  pin_count: index,
  pinner: owner,
  ...(index < 40 && { follower_count: 1_000 - index }),
}));
/** Most have no name, two have saves of 0, and half have repins. */
const pins = Array.from({ length: 80 }, (_, index) => ({
  _id: longId(200 + index),
  pinner: owner,
  ...(index % 8 === 0 && { name: `Pin ${index}` }),
  ...(index % 8 < 7 && { description: `Seven ideas for a small garden, number ${index}. More in the link.` }),
  ...(index < 2 && { saves: 0 }),
  ...(index < 40 && { repin_count: 500 - index }),
}));

/** The cells of the column by which the list says it is sorted. */
const sortedCells = (page: Page) =>
  page.getByTestId('results-table').evaluate((table) => {
    const heads = [...table.querySelectorAll('thead th')];
    const index = heads.findIndex((head) => head.hasAttribute('aria-sort'));
    return [...table.querySelectorAll('tbody tr')].map((row) => row.children[index]?.textContent ?? '');
  });

describeInBrowser('a catalog with few known values', () => {
  let imports: ImportFixture;
  let site: TestSite;
  beforeAll(async () => {
    imports = await ImportFixture.open();
    for (const [kind, rows] of Object.entries({ pinners, boards, pins }))
      expect(await imports.importRecords(kind as 'pins', rows)).toMatchObject({ outcome: 'applied', rejected: 0 });
    site = await TestSite.open(imports.database);
  });
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(async () => {
    await site.close();
    await rm(imports.folder, { recursive: true });
  });

  it.each([
    ['boards', 'Followers'],
    ['pinners', 'Followers'],
    ['pins', 'Repins'],
  ])('has a first page of /%s with titles, sorted by values that are known, and no column without one', async (list, column) => {
    const page = await site.openPage('premium');
    await page.goto(`/${list}`);
    await waitForTable(page);
    const head = page.getByTestId('results-table').locator('th[aria-sort="descending"]');
    expect(await head.innerText()).toContain(column);
    const cells = await sortedCells(page);
    expect(cells).toHaveLength(10);
    expect(cells.filter((cell) => /\d/.test(cell)).length).toBeGreaterThanOrEqual(9);
    expect(await emptyColumns(page)).toEqual([]);
    const links = page.locator('[data-testid="result-row"] th a');
    const titles = await links.allInnerTexts();
    expect(titles).toHaveLength(10);
    expect(titles.filter((title) => title === '' || LONG_NUMBER.test(title))).toEqual([]);
    for (const [index, title] of titles.entries()) {
      await links.nth(index).click();
      await page.getByTestId('facts').waitFor();
      expect([await page.locator('h1').innerText(), await page.title()]).toEqual([title, `${title} · Corklight`]);
      // What was read once has at most two boxes.
      expect(await page.locator('main [class*="card__card"]:visible').count()).toBeLessThanOrEqual(2);
      await page.goBack();
      await waitForTable(page);
    }
  });
});
