import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../support/browser/accessibility-problems';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

const inputOf = (page: Page) => page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox');

describeInBrowser('the command palette', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open()));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  it('leads by keyboard to a screen, whose heading gets the focus, and to a board found by name', async () => {
    const page = await site.openPage('premium');
    await page.goto('/privacy-policy');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await inputOf(page).fill('watchl');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/watchlists$/);
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    await page.keyboard.press('Control+k');
    await inputOf(page).fill('etsy');
    await page.getByRole('group', { name: 'Boards' }).getByRole('option').first().waitFor();
    const isBoard = () => page.getByRole('group', { name: 'Boards' }).locator('[aria-selected=true]').count();
    while ((await isBoard()) === 0) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/board\//);
    await page.keyboard.press('Control+k');
    await inputOf(page).waitFor();
    await page.keyboard.press('Escape');
    await inputOf(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toMatch(/^\/board\//);
  });

  it('is accessible and fits', async () => {
    const page = await site.openPage('free');
    await page.goto('/privacy-policy');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await inputOf(page).waitFor();
    expect(await accessibilityProblems(page, [1280, 360])).toEqual([]);
  });
});
