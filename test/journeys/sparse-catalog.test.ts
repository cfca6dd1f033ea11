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

  it.each(['boards', 'pinners', 'pins'])('has titles on /%s and on the page of each row, never an id', async (list) => {
    const page = await site.openPage('visitor');
    await page.goto(`/${list}`);
    await waitForTable(page);
    const links = await page.locator('[data-testid="result-row"] th a').all();
    expect(links).toHaveLength(10);
    const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
    const titles = await Promise.all(links.map((link) => link.innerText()));
    for (const [index, path] of paths.entries()) {
      await page.goto(path ?? '');
      await page.getByTestId('facts').waitFor();
      titles.push(await page.locator('h1').innerText(), (await page.title()).replace(' · Corklight', ''));
      expect(titles.at(-1)).toBe(titles[index]);
    }
    expect(titles.filter((title) => title === '' || LONG_NUMBER.test(title))).toEqual([]);
  });

  it.each([
    ['boards', 'Followers'],
    ['pinners', 'Followers'],
    ['pins', 'Repins'],
  ])('has a first page of /%s sorted by values that are known', async (list, column) => {
    const page = await site.openPage('visitor');
    await page.goto(`/${list}`);
    await waitForTable(page);
    const head = page.getByTestId('results-table').locator('th[aria-sort="descending"]');
    expect(await head.innerText()).toContain(column);
    const cells = await sortedCells(page);
    expect(cells).toHaveLength(10);
    expect(cells.filter((cell) => /\d/.test(cell)).length).toBeGreaterThanOrEqual(9);
  });

  it.each(['boards', 'pinners', 'pins'])(
    'has no column on /%s in which no row has a value, the two that always show aside',
    async (list) => {
      const page = await site.openPage('premium');
      await page.goto(`/${list}`);
      await waitForTable(page);
      expect(await emptyColumns(page)).toEqual([]);
    },
  );

  it.each(['boards', 'pinners', 'pins'])('has at most two boxes on the page of what was read once: %s', async (list) => {
    const page = await site.openPage('premium');
    await page.goto(`/${list}`);
    await waitForTable(page);
    await page.locator('[data-testid="result-row"] th a').first().click();
    await page.getByTestId('facts').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('main [class*="card__card"]:visible').count()).toBeLessThanOrEqual(2);
  });
});
