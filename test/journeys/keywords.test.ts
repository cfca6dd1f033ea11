import type { Keyword, KeywordPage } from '#domain/keywords/contract';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

describeInBrowser('keywords', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open()));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  it('are counted in the demo from its first start', async () => {
    const { total, as_of: countedAt, counted_pins: pins } = await site.fetchJson<KeywordPage>('visitor', '/keywords');
    expect(total).toBeGreaterThan(50);
    expect(pins).toBeGreaterThan(1_000);
    expect(countedAt).not.toBeNull();
    const { keywords } = await site.fetchJson<KeywordPage>('premium', '/keywords?per_page=100');
    expect(keywords[0]?.opportunity).toBeGreaterThanOrEqual(80);
    expect(keywords[0]?.competition_level).not.toBe('locked');
  });

  it('are looked up on the home page, where the page does not move, without an account', async () => {
    const page = await site.openPage('visitor');
    await page.goto('/');
    await page.getByTestId('wall').locator('img[data-loaded]').first().waitFor();
    const topOf = () => page.getByTestId('wall').evaluate((wall) => wall.getBoundingClientRect().top);
    const top = await topOf();
    await page.getByLabel('Look up a keyword').fill('bread');
    await page
      .getByTestId('keyword-answers')
      .getByText(/^pumpkin bread.*: \w+.*\d+ pins$/)
      .first()
      .waitFor();
    expect(await topOf()).toBe(top);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'bread' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/keywords/bread');
  });

  it('list no phrase a second time as a part of it', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((page) => site.fetchJson<KeywordPage>('premium', `/keywords?per_page=100&page=${page}`)),
    );
    const keywords = pages.flatMap((page) => page.keywords);
    expect(keywords).toHaveLength(pages[0]!.total);
    const repeated = keywords.filter(({ keyword, pins, saves }) =>
      keywords.some(
        (longer) =>
          ` ${longer.keyword} `.includes(` ${keyword} `) && longer.keyword !== keyword && longer.pins === pins && longer.saves === saves,
      ),
    );
    expect(repeated).toEqual([]);
  });

  it('lead from the header to a keyword, its related ones, and a pin, and back', async () => {
    const page = await site.openPage('premium');
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Keywords' }).click();
    await page.getByLabel('Order by').selectOption('pins');
    const name = 'wedding';
    await page.getByTestId('keyword-row').getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    const related = page.getByTestId('keyword-row').first().getByRole('link');
    const relatedName = (await related.textContent()) ?? '';
    await related.click();
    await page.getByRole('heading', { level: 1, name: relatedName, exact: true }).waitFor();
    await page.getByTestId('top-pins').getByRole('link').first().click();
    await page.waitForURL(/\/pin\//);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: relatedName, exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/keywords/${encodeURIComponent(name)}`);
  });

  it('are found by keyboard: typed, completed, and opened', async () => {
    const { keywords } = await site.fetchJson<KeywordPage>('visitor', '/keywords');
    const keyword = keywords[0]!.keyword;
    const page = await site.openPage('free');
    await page.goto('/keywords');
    await page.getByTestId('keyword-row').first().waitFor();
    await page.getByTestId('keyword-input').focus();
    await page.keyboard.type(keyword);
    await page.locator(`datalist option[value="${keyword}"]`).waitFor({ state: 'attached' });
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: keyword, exact: true }).waitFor();
    const { top_pins: pins } = await site.fetchJson<Keyword>('free', `/keywords/${encodeURIComponent(keyword)}`);
    await page.getByTestId('top-pins').waitFor();
    expect(await page.getByTestId('top-pins').getByRole('listitem').count()).toBe(pins.length);
  });

  it('are saved as CSV with Premium', async () => {
    const page = await site.openPage('premium');
    await page.goto('/keywords');
    const download = page.waitForEvent('download');
    await page.getByTestId('export-csv').click();
    expect((await download).suggestedFilename()).toMatch(/^keywords-\d{4}-\d\d-\d\d\.csv$/);
  });

  it('are selected, saved, shown after a reload, and removed, by keyboard', async () => {
    const page = await site.openPage('free');
    await page.goto('/keywords');
    const boxes = page.getByTestId('keyword-row').getByRole('checkbox');
    await boxes.first().focus();
    await page.keyboard.press('Space');
    await boxes.nth(1).press('Space');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.getByText('Saved to your keywords.').waitFor();
    await page.getByRole('link', { name: 'Saved', exact: true }).press('Enter');
    await page.getByText(/^2 saved keywords of 10/).waitFor();
    await page.reload();
    await page.getByTestId('keyword-row').nth(1).waitFor();
    await boxes.first().press('Space');
    await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
    await page.getByText(/^1 saved keyword of 10/).waitFor();
    expect(await boxes.count()).toBe(1);
  });

  it('show ten related words on phones, in at most two lines each, then all', async () => {
    const { keywords } = await site.fetchJson<KeywordPage>('visitor', '/keywords');
    const details = await Promise.all(
      keywords.map(({ keyword }) => site.fetchJson<Keyword>('premium', `/keywords/${encodeURIComponent(keyword)}`)),
    );
    const { keyword, related = [] } = details.toSorted((a, b) => (b.related?.length ?? 0) - (a.related?.length ?? 0))[0]!;
    expect(related.length).toBeGreaterThan(10);
    const page = await site.openPage('premium', { viewport: { width: 360, height: 800 } });
    await page.goto(`/keywords/${encodeURIComponent(keyword)}`);
    const rows = page.getByTestId('keyword-row');
    await rows.first().waitFor();
    const lineCounts = await rows.evaluateAll((found) =>
      found.map((row) => {
        const range = document.createRange();
        const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
        const centers: number[] = [];
        while (texts.nextNode()) {
          range.selectNodeContents(texts.currentNode);
          for (const { width, top, bottom } of range.getClientRects()) if (width > 1) centers.push((top + bottom) / 2);
        }
        return centers.toSorted((a, b) => a - b).filter((center, index, all) => index === 0 || center - (all[index - 1] ?? 0) > 8).length;
      }),
    );
    expect(lineCounts).toHaveLength(10);
    expect(Math.max(...lineCounts)).toBe(2);
    await page.getByRole('button', { name: `All ${related.length}`, exact: true }).click();
    expect(await rows.count()).toBe(related.length);
  });

  it('are selected by boxes of 24 px in targets of 44', async () => {
    const page = await site.openPage('free', { viewport: { width: 360, height: 800 } });
    await page.goto('/keywords');
    await page.getByTestId('keyword-row').first().waitFor();
    const sizes = await page.locator('[data-testid=keyword-row] label').evaluateAll((labels) =>
      labels.map((label) =>
        [label, label.querySelector('input')].map((element) => {
          const { width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
          return Math.min(width, height);
        }),
      ),
    );
    expect(new Set(sizes.map(String))).toEqual(new Set(['44,24']));
  });

  it.each([320, 768, 1280])('fit a screen of %i px', async (width) => {
    const { keywords } = await site.fetchJson<KeywordPage>('visitor', '/keywords');
    const page = await site.openPage('premium', { viewport: { width, height: 800 } });
    for (const path of ['/keywords', `/keywords/${encodeURIComponent(keywords[0]!.keyword)}`]) {
      await page.goto(path);
      await page.getByTestId('keyword-row').first().waitFor();
      if (path === '/keywords') await page.getByTestId('keyword-row').getByRole('checkbox').first().check();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
});
