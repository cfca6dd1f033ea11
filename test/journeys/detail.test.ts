import { readFile } from 'node:fs/promises';
import { describeInBrowser, TestSite } from '../support/browser/test-site';
import type { Page } from 'playwright-core';
import { itemsText } from '#domain/catalog/compare/compared-items';
import type { BoardPage } from '#domain/catalog/list-contract';

const MAX_ITEMS = 5;
const LINE = '[data-testid="compared-line"]';

let site: TestSite;
beforeAll(async () => void (site = await TestSite.open()));
afterEach(async () => expect(await site.closePages()).toEqual([]));
afterAll(() => site.close());

describeInBrowser('the chart of a detail page', () => {
  let boardPath = '';
  beforeAll(async () => {
    const list = await site.fetchJson<{ boards: { _id: string }[] }>('premium', '/boards?query=etsy&per_page=10&page=1');
    boardPath = `/board/${list.boards[0]?._id}/`;
  });

  const slider = (page: Page) => page.getByRole('slider', { name: 'Followers by day' });
  const measured = (page: Page) => page.getByTestId('chart-measure');

  async function openChart(viewer: 'free' | 'premium', query = '') {
    const page = await site.openAt(`${boardPath}${query}`, viewer);
    await page.locator('.apexcharts-line-series path').first().waitFor({ state: 'attached' });
    await slider(page).scrollIntoViewIfNeeded();
    return page;
  }

  /** Drags over the middle half of the chart. */
  async function drag(page: Page) {
    const box = (await slider(page).boundingBox())!;
    await page.mouse.move(box.x + box.width / 4, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + (box.width * 3) / 4, box.y + 120, { steps: 4 });
    await page.mouse.up();
  }

  it('saves its chart as a picture that shows the line', async () => {
    const page = await site.openAt(boardPath, 'free');
    await page.locator('.apexcharts-line-series path').first().waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PNG' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toMatch(/^board-.+-follower_count\.png$/);
    const content = (await readFile(await saved.path())).toString('base64');
    const linePixels = await page.evaluate(async (base64) => {
      const picture = new Image();
      picture.src = `data:image/png;base64,${base64}`;
      await picture.decode();
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: picture.width, height: picture.height });
      const context = canvas.getContext('2d')!;
      context.drawImage(picture, 0, 0);
      const { data } = context.getImageData(0, 0, picture.width, picture.height);
      // Pink, as the line is: much red, little green.
      return Array.from({ length: data.length / 4 }, (_, index) => index * 4).filter((at) => data[at]! > 190 && data[at + 1]! < 60).length;
    }, content);
    expect(linePixels).toBeGreaterThan(500);
  });

  it.each(['light', 'dark'] as const)(
    'draws growth as a line in the color of the %s theme, with at most ten labels',
    async (colorScheme) => {
      const page = await site.openAt(boardPath, 'premium', { colorScheme });
      const chart = page.getByRole('region', { name: 'Followers' }).first();
      const line = chart.locator('.apexcharts-line-series path.apexcharts-line').first();
      await line.waitFor({ state: 'attached' });
      const [stroke, token, width] = await line.evaluate((path) => {
        const probe = document.createElement('i');
        probe.style.color = 'var(--chart-line)';
        document.body.append(probe);
        return [getComputedStyle(path).stroke, getComputedStyle(probe).color, getComputedStyle(path).strokeWidth];
      });
      expect(token).toBe(colorScheme === 'light' ? 'rgb(208, 31, 104)' : 'rgb(255, 125, 181)');
      expect(stroke).toBe(token);
      expect(Number.parseFloat(width ?? '')).toBeGreaterThanOrEqual(2);
      const labels = (await chart.locator('.apexcharts-xaxis-label').allTextContents()).filter((text) => text !== '');
      expect(labels.length).toBeGreaterThan(1);
      expect(labels.length).toBeLessThanOrEqual(10);
    },
  );

  it.each([600, 800])('is on paper below the name and the figures, at %d px', async (width) => {
    const page = await openChart('premium');
    await page.setViewportSize({ width, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    const parts = [page.getByRole('heading', { level: 1 }), page.getByTestId('metric-follower_count'), slider(page)];
    const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? Number.NaN));
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    expect(tops).not.toContain(Number.NaN);
    expect(await page.getByRole('group', { name: 'Period' }).isVisible()).toBe(false);
  });

  it('follows the pointer without drawing the line again', async () => {
    const page = await openChart('premium');
    const reading = page.getByTestId('chart-reading');
    const last = await reading.textContent();
    const drawnLine = page.locator('.apexcharts-line-series path.apexcharts-line').first();
    await drawnLine.evaluate((path) => path.setAttribute('data-marked', ''));
    const box = (await slider(page).boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + 100);
    await page.waitForFunction((old) => document.querySelector('[data-testid="chart-reading"]')?.textContent !== old, last);
    expect(await drawnLine.getAttribute('data-marked')).toBe('');
  });

  it('measures what is dragged, then zooms in on it, and returns by Escape', async () => {
    const page = await openChart('free');
    const card = page.getByTestId('metric-follower_count');
    const whole = await card.textContent();
    await drag(page);
    const words = await measured(page).textContent();
    expect(words).toMatch(/^[A-Z][a-z]{2} \d+ to [A-Z][a-z]{2} \d+: [\d,]+ to [\d,]+, \+?-?[\d,]+, [+-]?\d+\.\d%, \d+ days$/);
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('button', { name: 'Zoom' }).click();
    await page.getByTestId('chart-window').waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('from'), searchParams.get('to')]).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d$/), expect.any(String)]);
    const percent = /[+-]?\d+\.\d%/.exec(words!)![0];
    expect(await card.textContent()).toContain(percent);
    expect(await page.getByRole('region', { name: 'Followers' }).getByRole('img').first().getAttribute('aria-label')).toContain(percent);
    await page.reload();
    await page.getByTestId('chart-window').waitFor();
    expect(await card.textContent()).toContain(percent);
    await slider(page).focus();
    await page.keyboard.press('Escape');
    await page.getByTestId('chart-window').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    expect(await card.textContent()).toBe(whole);
  });

  it('shows gains per day as bars, which follow the keys and are saved as a picture', async () => {
    const page = await openChart('free');
    await page.getByRole('button', { name: 'Per day' }).click();
    await page.getByTestId('gain-bar').first().waitFor();
    expect(new URL(page.url()).searchParams.get('chart')).toBe('per_day');
    expect(await page.getByTestId('gain-bar').count()).toBeGreaterThan(30);
    const bars = page.getByRole('slider', { name: 'Followers gained by day' });
    await bars.focus();
    await page.keyboard.press('Home');
    expect(await bars.getAttribute('aria-valuenow')).toBe('0');
    expect(await page.getByTestId('chart-reading').textContent()).toMatch(
      /^[A-Z][a-z]{2} \d+: [+-]?[\d,.]+ (in one day|a day over \d+ days)$/,
    );
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PNG' }).click();
    expect((await download).suggestedFilename()).toMatch(/-follower_count-per-day\.png$/);
    await page.reload();
    await page.getByTestId('gain-bar').first().waitFor();
  });

  it('marks the note of something watched', async () => {
    const page = await openChart('premium');
    expect(await page.getByTestId('note-mark').count()).toBe(0);
    await page.getByTestId('watch-region').waitFor({ state: 'attached' });
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Note' }).fill('Ask for an invite');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await page.getByTestId('note-mark').waitFor({ state: 'attached' });
    expect(await page.getByTestId('chart-note').textContent()).toMatch(/^Your note, [A-Z][a-z]{2} \d+: Ask for an invite$/);
  });

  it('fixes a reading by a click and measures to a second one', async () => {
    const page = await openChart('premium');
    const box = (await slider(page).boundingBox())!;
    await page.mouse.click(box.x + box.width / 3, box.y + 100);
    expect(await measured(page).textContent()).toContain('Choose a second day.');
    await page.mouse.click(box.x + box.width / 2, box.y + 100);
    expect(await measured(page).textContent()).toMatch(/%, \d+ days$/);
    await page.mouse.dblclick(box.x + box.width / 2, box.y + 100);
    await measured(page).waitFor({ state: 'detached' });
  });

  it('measures and zooms by keys, which win over those of the page', async () => {
    const page = await openChart('premium');
    await slider(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('s');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('e');
    expect(await measured(page).textContent()).toMatch(/, 8 days$/);
    expect(await slider(page).getAttribute('aria-valuetext')).toMatch(/^\w+ \d+ to \w+ \d+, (plus |minus )?\d+\.\d percent$/);
    // `s` would have watched the board.
    expect(await page.getByTestId('watch-bar').count()).toBe(0);
    await page.keyboard.press('z');
    await page.getByTestId('chart-window').waitFor();
    await page.keyboard.press('Backspace');
    await page.getByTestId('chart-window').waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+X');
    await page.getByRole('button', { name: /^vs previous/, pressed: true }).waitFor();
    await page.goto(boardPath);
    await page.getByRole('button', { name: /^vs previous/, pressed: true }).waitFor();
    await page.keyboard.press('Shift+X');
    await page.getByRole('button', { name: /^vs previous/, pressed: false }).waitFor();
  });
});

describeInBrowser('comparing', () => {
  let ids: readonly string[];
  beforeAll(async () => {
    const page = await site.fetchJson<BoardPage>('premium', '/boards?order_by=follower_count&per_page=10');
    ids = page.boards.map(({ _id: id }) => id);
  });
  const addressOf = (count: number, more = '') =>
    `/compare?items=${ids
      .slice(0, count)
      .map((id) => `board:${encodeURIComponent(encodeURIComponent(id))}`)
      .join(',')}${more}`;

  it('draws five lines that differ without color, in marks and names', async () => {
    const page = await site.openAt(addressOf(MAX_ITEMS), 'premium', { viewport: { width: 1280, height: 900 } });
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
  });

  it('restores everything from its address, and saves a picture and a table', async () => {
    const page = await site.openAt(addressOf(3), 'premium');
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

  it('begins with rows selected on two pages of a list, which do not move', async () => {
    const page = await site.openAt('/boards?order_by=follower_count', 'premium');
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
});
