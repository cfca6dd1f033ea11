import { itemsText } from '#domain/catalog/compare/compared-items';
import type { Board } from '#domain/catalog/detail-contract';
import type { BoardPage } from '#domain/catalog/list-contract';
import { periodDays, periods } from '#domain/catalog/metrics';
import { percentLabel, wholeNumber } from '#domain/numbers';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

const MAX_ITEMS = 5;
const LINE = '[data-testid="compared-line"]';

describeInBrowser('comparing', () => {
  let site: TestSite;
  let ids: readonly string[];
  beforeAll(async () => {
    site = await TestSite.open();
    const page = await site.fetchJson<BoardPage>('premium', '/boards?order_by=follower_count&per_page=10');
    ids = page.boards.map(({ _id: id }) => id);
  });
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  const addressOf = (count: number, more = '') =>
    `/compare?items=${ids
      .slice(0, count)
      .map((id) => `board:${encodeURIComponent(encodeURIComponent(id))}`)
      .join(',')}${more}`;

  it('draws five lines that differ without color, in marks and names, and a table like the API', async () => {
    const page = await site.openPage('premium', { viewport: { width: 1280, height: 900 } });
    await page.goto(addressOf(MAX_ITEMS));
    await page
      .locator(LINE)
      .nth(MAX_ITEMS - 1)
      .waitFor();
    const shapes = await page.locator(`${LINE} path:last-of-type`).evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
    expect(new Set(shapes).size).toBe(MAX_ITEMS);
    const names = await page.locator(`${LINE} text`).allTextContents();
    expect(new Set(names).size).toBe(MAX_ITEMS);
    const boxes = await page.locator(`${LINE} text`).evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().y));
    const gaps = boxes.toSorted((a, b) => a - b).map((y, index, all) => (index === 0 ? 99 : y - (all[index - 1] ?? 0)));
    expect(Math.min(...gaps)).toBeGreaterThan(12);
    const boards = await Promise.all(
      ids.slice(0, MAX_ITEMS).map((id) => site.fetchJson<Board>('premium', `/boards/${encodeURIComponent(id)}`)),
    );
    const expectCells = async (name: string, values: readonly string[]) => {
      const row = page
        .getByTestId('compare-table')
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name, exact: true }) });
      const cells = await row.locator('td').allTextContents();
      expect([name, cells]).toEqual([name, values.map((value) => expect.stringContaining(value))]);
    };
    for (const [name, metric] of [
      ['Followers', 'follower_count'],
      ['Collaborators', 'collaborator_count'],
      ['Pins', 'pin_count'],
    ] as const)
      await expectCells(
        name,
        boards.map((board) => wholeNumber(board[metric])),
      );
    for (const period of periods)
      await expectCells(
        `Followers, ${periodDays[period]} days`,
        boards.map(({ growth }) => percentLabel(growth.follower_count?.[period])),
      );
    await expectCells(
      'Momentum, 90 days',
      boards.map(({ momentum }) => {
        const reading = momentum?.find(({ metric, period }) => metric === 'follower_count' && period === '90_days');
        return reading?.score?.toFixed(1) ?? '–';
      }),
    );
  });

  it('restores everything from its address, and saves a picture and a table', async () => {
    const page = await site.openPage('premium');
    await page.goto(addressOf(3));
    await page.locator(LINE).nth(2).waitFor();
    await page.getByRole('button', { name: '30 days' }).click();
    await page.getByRole('button', { name: 'Index' }).click();
    await page.waitForURL(/period=30&scale=index/);
    const before = await page.getByTestId('compare-reading').textContent();
    await page.reload();
    await page.locator(LINE).nth(2).waitFor();
    expect(await page.getByTestId('compare-reading').textContent()).toBe(before);
    for (const kind of ['PNG', 'CSV']) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: `Download ${kind}` }).click();
      expect((await download).suggestedFilename()).toBe(`compare-follower_count.${kind.toLowerCase()}`);
    }
  });

  it('begins on a detail page and goes on with a similar board, without Premium up to two', async () => {
    const page = await site.openPage('free');
    await page.goto(`/board/${encodeURIComponent(ids[0]!)}/`);
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.getByTestId('compare-hint').waitFor();
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('region', { name: 'Similar' }).getByRole('button').first().click();
    await page.locator(LINE).nth(1).waitFor();
    expect(await page.getByTestId('compare-limit').textContent()).toContain('part of Premium');
    await page.goBack();
    await page.getByRole('link', { name: 'Compare' }).waitFor();
  });

  it('begins with rows selected on two pages of a list, which do not move', async () => {
    const page = await site.openPage('premium');
    await page.goto('/boards?order_by=follower_count');
    const rows = page.getByTestId('result-row');
    await rows.first().waitFor();
    const places = () => rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.getBoundingClientRect().x)));
    const idOf = async (index: number) => (await rows.nth(index).getAttribute('data-row-id')) ?? '';
    const before = await places();
    const selected = [await idOf(1), await idOf(0)];
    await rows.nth(1).getByRole('link').first().focus();
    await page.keyboard.press('x');
    await rows.nth(0).hover();
    await rows.nth(0).getByRole('checkbox').check();
    const bar = page.getByRole('group', { name: 'Selected rows' });
    await bar.getByText('2 selected').waitFor();
    expect(await places()).toEqual(before);
    await page.getByTestId('pagination-bottom').getByRole('button', { name: 'Page 2', exact: true }).click();
    await page.waitForURL(/page=2/);
    await page.locator(`[data-row-id="${selected[1]}"]`).waitFor({ state: 'detached' });
    selected.push(await idOf(0));
    await rows.nth(0).hover();
    await rows.nth(0).getByRole('checkbox').check();
    await bar.getByText('3 selected').waitFor();
    await page.keyboard.press('c');
    await page.locator(LINE).nth(2).waitFor();
    expect(new URL(page.url()).searchParams.get('items')).toBe(itemsText(selected.map((id) => ({ entity: 'board', id }))));
  });

  it.each([320, 768, 1280])('fits a screen of %i px', async (width) => {
    const page = await site.openPage('premium', { viewport: { width, height: 800 } });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(addressOf(MAX_ITEMS));
      await page
        .locator(LINE)
        .nth(MAX_ITEMS - 1)
        .waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
});
