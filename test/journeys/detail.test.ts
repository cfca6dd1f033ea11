import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Board } from '#domain/catalog/detail-contract';
import { corklight } from '../support/process/server-process';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

const HOSTILE = '"><img src=x onerror=window.hit=1>';
const boards = [
  {
    _id: 'hostile',
    name: HOSTILE,
    url: 'https://www.pinterest.com/x/hostile/',
    description: HOSTILE,
    follower_count: 90_000_000,
    collaborator_count: 3,
  },
  {
    _id: 'knit',
    name: '手作りのアイデア 編み物',
    url: 'https://www.pinterest.com/x/knit/',
    follower_count: 80_000_000,
    collaborator_count: 3,
  },
  { _id: 'nameless', follower_count: 70_000_000 },
];
const pins = [{ _id: 'cats', name: 'Treats for cats 🐱💕', url: 'https://www.pinterest.com/pin/123/', saves: 90_000_000 }];

const scriptHit = (page: Page) => page.evaluate(() => (globalThis as { hit?: number }).hit);
const waitForFacts = (page: Page) => page.getByTestId('facts').waitFor();

describeInBrowser('a detail page', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await TestSite.open();
    const folder = await mkdtemp(join(tmpdir(), 'corklight-journey-'));
    for (const [kind, rows] of Object.entries({ boards, pins })) {
      const file = join(folder, `${kind}.ndjson`);
      await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      expect(await corklight(['import', kind, file], { DATABASE_URL: site.database.url })).toMatchObject({ code: 0 });
    }
    await rm(folder, { recursive: true });
  });
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  /** A demo board with daily readings of its followers. */
  const findBoard = async (): Promise<Board> => {
    const list = await site.fetchJson<{ boards: { _id: string }[] }>('premium', '/boards?query=etsy&per_page=10&page=1');
    return site.fetchJson<Board>('premium', `/boards/${list.boards[0]?._id}`);
  };

  it('saves its chart as a picture that shows the line', async () => {
    const { _id: id } = await findBoard();
    const page = await site.openPage('free');
    await page.goto(`/board/${id}/`);
    await page.locator('.apexcharts-line-series path').first().waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PNG' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe(`board-${id}-follower_count.png`);
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

  it('links to Pinterest in a new tab without opener and referrer', async () => {
    const page = await site.openPage('visitor');
    await page.goto('/board/knit/');
    const visit = page.getByRole('link', { name: 'Visit On Pinterest' });
    await visit.waitFor();
    expect(await visit.getAttribute('href')).toBe('https://www.pinterest.com/x/knit/');
    expect(await visit.getAttribute('target')).toBe('_blank');
    expect(await visit.getAttribute('rel')).toMatch(/\bnoopener\b.*\bnoreferrer\b/);
  });

  it.each(['light', 'dark'] as const)(
    'draws growth as a line in the color of the %s theme, with at most ten labels',
    async (colorScheme) => {
      const board = await findBoard();
      const page = await site.openPage('premium', { colorScheme });
      await page.goto(`/board/${board._id}/`);
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

  it('shows every point in a table on demand', async () => {
    const board = await findBoard();
    const page = await site.openPage('premium');
    await page.goto(`/board/${board._id}/?period=all`);
    const chart = page.getByRole('region', { name: 'Followers' }).first();
    await chart.getByRole('button', { name: 'Show as table' }).click();
    const points = board.time_series.followers.y.filter((value) => value !== null);
    expect(points.length).toBeGreaterThan(100);
    expect(await chart.locator('tbody tr').count()).toBe(points.length);
  });

  it('changes figures, sentence, line, and address with its period', async () => {
    const board = await findBoard();
    const page = await site.openPage('premium');
    await page.goto(`/board/${board._id}/`);
    const chart = page.getByRole('region', { name: 'Followers' });
    const line = chart.locator('.apexcharts-line-series path.apexcharts-line').first();
    const shown = async () => [
      await page.getByTestId('metric-follower_count').textContent(),
      await chart.getByRole('img', { name: / to / }).getAttribute('aria-label'),
      await line.getAttribute('d'),
      new URL(page.url()).search,
    ];
    await chart.scrollIntoViewIfNeeded();
    await line.waitFor({ state: 'attached' });
    const before = await shown();
    await page.getByRole('button', { name: '30 days', exact: true }).click();
    await page.getByTestId('metric-follower_count').getByText('30 days').waitFor();
    await page.waitForFunction((old) => {
      const path = document.querySelector('.apexcharts-line-series path.apexcharts-line')?.getAttribute('d');
      return path && path !== old;
    }, before[2]);
    const after = await shown();
    after.forEach((part, index) => expect(part).not.toBe(before[index]));
    expect(after[3]).toBe('?period=30');
    await page.reload();
    await page.getByTestId('metric-follower_count').getByText('30 days').waitFor();
  });

  it('tells free users by keyboard why a period is locked', async () => {
    const board = await findBoard();
    const page = await site.openPage('free');
    await page.goto(`/board/${board._id}/`);
    await page.getByRole('button', { name: '7 days', exact: true }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.getByTestId('period-lock').getByText('Growth over 30 days is a Premium feature.').waitFor();
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).search).toBe('');
  });

  it('follows the arrow keys along the line, with the reading above it', async () => {
    const board = await findBoard();
    const page = await site.openPage('premium');
    await page.goto(`/board/${board._id}/`);
    const slider = page.getByRole('slider', { name: 'Followers by day' });
    await slider.focus();
    await page.locator('.apexcharts-line-series path.apexcharts-line').first().waitFor({ state: 'attached' });
    const reading = page.getByTestId('chart-reading');
    const last = await reading.textContent();
    await page.keyboard.press('Home');
    await page.waitForFunction((old) => document.querySelector('[data-testid="chart-reading"]')?.textContent !== old, last);
    await page.keyboard.press('End');
    await page.waitForFunction((old) => document.querySelector('[data-testid="chart-reading"]')?.textContent === old, last);
    expect(await slider.getAttribute('aria-valuenow')).toBe(await slider.getAttribute('aria-valuemax'));
    const drawnLine = page.locator('.apexcharts-line-series path.apexcharts-line').first();
    await drawnLine.evaluate((path) => path.setAttribute('data-marked', ''));
    const box = await slider.boundingBox();
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 100);
    await page.waitForFunction((old) => document.querySelector('[data-testid="chart-reading"]')?.textContent !== old, last);
    // Following the pointer draws nothing again.
    expect(await drawnLine.getAttribute('data-marked')).toBe('');
  });

  it('shows a name with markup as text, in the list and on its page', async () => {
    const page = await site.openPage('visitor');
    await page.goto('/boards?order_by=follower_count');
    const link = page.locator('[data-testid="result-row"] th a').first();
    await link.waitFor();
    expect(await link.innerText()).toBe(HOSTILE);
    await link.click();
    await waitForFacts(page);
    expect(await page.locator('main h1').innerText()).toBe(HOSTILE);
    expect(await page.getByTestId('description').innerText()).toBe(HOSTILE);
    expect(await page.title()).toBe(`${HOSTILE} · Corklight`);
    expect(await page.locator('main img').count()).toBe(0);
    expect(await scriptHit(page)).toBeUndefined();
  });

  it('is found by a name in another script, and a pin by its name with emoji', async () => {
    const page = await site.openPage('premium');
    await page.goto('/boards');
    await page.getByTestId('search-input').fill('編み物');
    await page.getByRole('link', { name: '手作りのアイデア 編み物' }).click();
    await waitForFacts(page);
    expect(await page.locator('main h1').innerText()).toBe('手作りのアイデア 編み物');
    await page.goto('/pins?query=cats');
    await page.getByRole('link', { name: 'Treats for cats 🐱💕' }).click();
    await waitForFacts(page);
    expect(await page.locator('main h1').innerText()).toBe('Treats for cats 🐱💕');
  });

  it('has a title if there is no name', async () => {
    const page = await site.openPage('visitor');
    await page.goto('/board/nameless/');
    await waitForFacts(page);
    expect(await page.locator('main h1').innerText()).toBe('Untitled board');
  });
});
