import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../support/browser/accessibility-problems';
import { waitForTable } from '../support/browser/list-page';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

/** The names of the columns after the two that always show, as seen. */
const shownColumns = async (page: Page) =>
  (await page.locator('[data-testid="results-table"] thead th:visible').allInnerTexts()).slice(4, -1).map((name) => name.split('\n')[0]);

/** The words of the table's head, or its whole texts, that are broken into two lines. */
const brokenTexts = (page: Page, unit: 'word' | 'text') =>
  page.locator('thead th:visible').evaluateAll((heads, isWord) => {
    const broken: string[] = [];
    for (const head of heads) {
      const texts = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const node = texts.currentNode as Text;
        // A name for screen readers is one pixel wide.
        if ((node.parentElement?.getBoundingClientRect().width ?? 0) <= 1) continue;
        for (const { index, 0: word } of node.data.matchAll(isWord ? /\S+/g : /\S.*/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
        }
      }
    }
    return broken;
  }, unit === 'word');

describeInBrowser('the columns of a list', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open()));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  it('are chosen with the keyboard, kept in the address, and remembered', async () => {
    const page = await site.openPage('premium');
    await page.goto('/boards?order_by=follower_count');
    await waitForTable(page);
    expect(await shownColumns(page)).toEqual(['90 days', '90-day growth', 'Momentum', 'Worth joining?', 'Pins']);
    expect(await page.getByTestId('sparkline').first().isVisible()).toBe(true);
    const line = page.getByRole('img', { name: /^[A-Z][a-z]{2} \d+: [\d,]+; [A-Z][a-z]{2} \d+: [\d,]+/ }).first();
    const shownWords = () => line.evaluate((element) => getComputedStyle(element, '::after').content);
    expect(await shownWords()).toBe('none');
    await line.hover();
    expect(await shownWords()).toContain(await line.getAttribute('aria-label'));
    await page.getByRole('button', { name: 'Display' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: '90 days' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Space');
    await page.waitForURL('**/boards?order_by=follower_count&cols=growth,momentum,checks,pins');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: 'Display' }).evaluate((button) => button === document.activeElement)).toBe(true);
    await page.goto('/boards');
    await waitForTable(page);
    expect(await shownColumns(page)).toEqual(['90-day growth', 'Momentum', 'Worth joining?', 'Pins']);
    const other = await site.openPage('visitor');
    await other.goto('/boards?cols=growth,created');
    await waitForTable(other);
    expect(await shownColumns(other)).toEqual(['90-day growth', 'Date created']);
  });

  it('are growth only on tablets, and none on phones', async () => {
    const page = await site.openPage('premium', { viewport: { width: 768, height: 800 } });
    await page.goto('/boards');
    await waitForTable(page);
    expect(await shownColumns(page)).toEqual(['90-day growth']);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await page.locator('[data-testid="results-table"] thead th:visible').count()).toBe(5);
  });

  it('scroll inside the list when all are chosen, accessible with the picker open', async () => {
    const page = await site.openPage('premium', { viewport: { width: 1024, height: 800 } });
    await page.goto('/boards?cols=sparkline,growth,growth_30,momentum,collaborator_growth,pins,active,created');
    await waitForTable(page);
    expect(await page.getByTestId('results-table').evaluate((table) => table.clientWidth > innerWidth)).toBe(true);
    await page.getByRole('button', { name: 'Display' }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('that only Premium includes are locked for visitors, accessible with the picker open', async () => {
    const page = await site.openPage('visitor');
    await page.goto('/pins');
    await waitForTable(page);
    await page.getByRole('button', { name: 'Display' }).click();
    expect(await page.getByRole('checkbox', { name: 'Momentum' }).isDisabled()).toBe(true);
    expect(await page.getByText('Momentum scores are a Premium feature.').isVisible()).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it.each(['boards', 'pinners', 'pins'])('of /%s have names on one line, from tablets on', async (list) => {
    const page = await site.openPage('premium');
    await page.goto(`/${list}?view=table`);
    await waitForTable(page);
    for (const width of [768, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      expect([width, await brokenTexts(page, 'text')]).toEqual([width, []]);
    }
  });

  it.each([
    ['visitor', ['/boards?order_by=board_order_modified_at', '/pinners', '/pins']],
    [
      'premium',
      [
        '/boards',
        '/boards?order_by=collaborator_growth_last_90_days',
        '/pinners?order_by=viewer_growth_last_90_days',
        '/pins?order_by=momentum_score',
      ],
    ],
    ['admin', ['/admin/growth']],
  ] as const)('break no word of their names on a narrow phone (%s)', async (viewer, paths) => {
    const page = await site.openPage(viewer, { viewport: { width: 320, height: 700 } });
    for (const path of paths) {
      await page.goto(path);
      await page.locator('thead th').first().waitFor();
      if (viewer !== 'admin') await waitForTable(page);
      expect([path, await brokenTexts(page, 'word')]).toEqual([path, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    }
  });
});
