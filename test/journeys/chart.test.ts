import type { Page } from 'playwright-core';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

describeInBrowser('the chart of a detail page', () => {
  let site: TestSite;
  let boardPath = '';
  beforeAll(async () => {
    site = await TestSite.open();
    const list = await site.fetchJson<{ boards: { _id: string }[] }>('premium', '/boards?query=etsy&per_page=10&page=1');
    boardPath = `/board/${list.boards[0]?._id}/`;
  });
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  const slider = (page: Page) => page.getByRole('slider', { name: 'Followers by day' });
  const measured = (page: Page) => page.getByTestId('chart-measure');

  async function openChart(viewer: 'free' | 'premium', query = '') {
    const page = await site.openPage(viewer);
    await page.goto(`${boardPath}${query}`);
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
