import { readFile } from 'node:fs/promises';
import { keywordKey } from '#domain/catalog/keywords/words';
import type { Keyword, KeywordPage } from '#domain/keywords/contract';
import { describeInBrowser, TestSite, type ViewerKind } from '../support/browser/test-site';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../support/browser/accessibility-problems';
import { layoutShift, MAX_LAYOUT_SHIFT, recordShifts } from '../support/browser/layout-shift';

const MAX_HEIGHT_PX = 4_000;

const widths = [360, 1280] as const;

let site: TestSite;
beforeAll(async () => void (site = await TestSite.open()));
afterEach(async () => expect(await site.closePages()).toEqual([]));
afterAll(() => site.close());

describeInBrowser('keywords', () => {
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
    await page.setViewportSize({ width: 320, height: 800 });
    const heightOf = async (name: string) => (await page.getByRole('button', { name, exact: true }).boundingBox())?.height;
    expect(await heightOf('Back')).toBe(await heightOf('Save'));
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

  it('are selected in the list, compared side by side on a phone, and saved as CSV', async () => {
    const { keywords } = await site.fetchJson<KeywordPage>('visitor', '/keywords?order_by=pins');
    const names = keywords.slice(0, 2).map(({ keyword }) => keyword);
    for (const name of names)
      await site.database.pool.query(
        `insert into search_interest (keyword, day, value, name, source, region, tool, imported_at)
         select $1, 20000 + 7 * week, week, $2, $2 || '.csv', 'US', '', now() from generate_series(1, 9) week`,
        [keywordKey(name), name],
      );
    const page = await site.openPage('free', { viewport: { width: 360, height: 800 } });
    await page.goto('/keywords?order_by=pins');
    for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const heads = page.getByTestId('keyword-compare-table').getByRole('columnheader');
    await heads.nth(2).waitFor();
    for (const name of names) await heads.getByRole('link', { name, exact: true }).waitFor();
    expect(await heads.last().evaluate((head) => head.getBoundingClientRect().right)).toBeLessThanOrEqual(360);
    expect(await accessibilityProblems(page, widths)).toEqual([]);
    const download = page.waitForEvent('download');
    await page.getByTestId('compared-curves').getByRole('button', { name: 'Download CSV' }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split(/\r?\n/);
    expect(lines[0]).toContain(names.join(','));
    expect(lines).toHaveLength(10);
    await site.database.pool.query('delete from search_interest where keyword = any($1)', [names.map(keywordKey)]);
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

describeInBrowser('today', () => {
  /** Answers the questions of the first run by keys: the first topic, a user name of the catalog, and all that is proposed. */
  const answerQuestions = async (page: Page) => {
    const question = (name: string) => page.getByRole('heading', { name }).waitFor();
    await question('What do you pin about?');
    await page.locator('[aria-pressed]').first().waitFor();
    await page.keyboard.press('1');
    await page.keyboard.press('2');
    await page.getByRole('button', { name: 'Continue with 2' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await question('Your site or username?');
    const { rows } = await site.database.pool.query<{ username: string }>(
      `select owner.username from pinners owner join pins on pinner_id = owner._id where owner.username ~ '^[a-z0-9_]+$'
       group by 1 order by count(*) desc, 1 limit 1`,
    );
    await page.getByLabel('Site or Pinterest username').fill(`@${rows[0]?.username}`);
    await page.keyboard.press('Enter');
    await page.getByTestId('own-site').waitFor();
    await page.keyboard.press('Enter');
    await question('Follow these?');
    await page.getByRole('button', { name: 'Watch 10 and show today' }).waitFor();
    expect(await page.getByLabel('Email me on Mondays what moved').isChecked()).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Enter');
  };

  it.each<ViewerKind>(['free', 'premium'])('is filled for a new %s person after three questions', async (who) => {
    const page = await site.openPage(who);
    await page.goto('/dashboard');
    await answerQuestions(page);
    for (const block of ['since', 'rising-pins', 'own-site']) await page.getByTestId(block).waitFor();
    expect(await page.getByTestId('mover').count()).toBe(5);
    expect(await page.getByRole('link', { name: `Compare top ${who === 'premium' ? '5' : '2'}` }).count()).toBeLessThanOrEqual(1);
    expect(await page.getByTestId('setup').textContent()).toContain('3 of 4 done');
    expect(await accessibilityProblems(page, widths)).toEqual([]);
  });

  it('asks a new person in two columns of tiles on a phone, without moving', async () => {
    const page = await site.openPage('admin', { viewport: { width: 360, height: 800 } });
    await recordShifts(page);
    await page.goto('/dashboard');
    await page.locator('[aria-pressed]').first().waitFor();
    await page.waitForLoadState('networkidle');
    const tops = await page.locator('[aria-pressed]').evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().top));
    expect(tops[0]).toBe(tops[1]);
    expect(await layoutShift(page)).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(MAX_HEIGHT_PX);
  });
});
