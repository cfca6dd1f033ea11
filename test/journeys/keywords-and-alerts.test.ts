import { readFile } from 'node:fs/promises';
import { keywordKey } from '#domain/catalog/keywords/words';
import type { Keyword, KeywordPage } from '#domain/keywords/contract';
import type { Page } from 'playwright-core';
import type { BoardPage } from '#domain/catalog/list-contract';
import { waitUntilLoaded } from '../support/browser/loaded-page';
import { describeInBrowser, TestSite, type ViewerKind } from '../support/browser/test-site';
import { accessibilityProblems } from '../support/browser/accessibility-problems';
import { movedParts, recordShifts } from '../support/browser/layout-shift';

const MAX_HEIGHT_PX = 4_000;

const widths = [360, 1280] as const;

let site: TestSite;
beforeAll(async () => void (site = await TestSite.open()));
afterEach(async () => expect(await site.closePages()).toEqual([]));
afterAll(() => site.close());

describeInBrowser('keywords', () => {
  it('are looked up on the home page, where the page does not move, without an account', async () => {
    const page = await site.openAt('/', 'visitor');
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
    const page = await site.openAt(`/keywords/${encodeURIComponent(keyword)}`, 'premium', { viewport: { width: 360, height: 800 } });
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
    const page = await site.openAt('/keywords', 'free', { viewport: { width: 360, height: 800 } });
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
    const page = await site.openAt('/keywords?order_by=pins', 'free', { viewport: { width: 360, height: 800 } });
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
    const page = await site.openAt('/dashboard', who);
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
    await waitUntilLoaded(page);
    const tops = await page.locator('[aria-pressed]').evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().top));
    expect(tops[0]).toBe(tops[1]);
    expect(await movedParts(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(MAX_HEIGHT_PX);
  });
});

describeInBrowser('alerts', () => {
  /** Publishes scores of the next day, and has the rules evaluated. */
  async function recompute(boardId: string, score: number): Promise<void> {
    const { pool } = site.database;
    await pool.query('update board_scores set score = (select array_agg($2::real) from unnest(score)) where _id = $1', [boardId, score]);
    const { rows } = await pool.query<{ day: number }>(
      'update catalog_stats set scored_day = coalesce(scored_day, 20000) + 1, scored_at = now() returning scored_day "day"',
    );
    const admin = await site.openAt('/admin/operations', 'admin');
    // The job also runs by itself, every minute.
    for (;;) {
      await admin
        .locator('[data-testid="job-row"]', { hasText: 'alert rules' })
        .getByRole('button', { name: /Run now/ })
        .click();
      const due = await pool.query('select from alert_rules where evaluated_day < $1', [rows[0]?.day]);
      if (due.rowCount === 0) return;
      await admin.reload();
    }
  }

  it('come from a rule that is written as a sentence, and lead to what they are about', async () => {
    const { boards } = await site.fetchJson<BoardPage>('premium', '/boards?per_page=10&page=1');
    const { _id: id, title } = boards[0]!;
    const page = await site.openAt(`/board/${encodeURIComponent(id)}/`, 'premium', { reducedMotion: 'reduce' });
    await page.getByRole('button', { name: `Watch ${title}` }).click();
    await page
      .getByRole('button', { name: `Watching ${title}` })
      .first()
      .waitFor({ state: 'attached' });
    await page.goto('/watchlists');
    const rules = page.getByRole('region', { name: 'Alerts' });
    await rules.getByLabel('Threshold (0 to 100)').fill('97');
    await rules.getByRole('button', { name: 'Add rule' }).click();
    await page.getByTestId('alert-rule').getByText('Momentum rises to 97').waitFor();
    await recompute(id, 50);
    await recompute(id, 98);
    for (const width of [1280, 768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      // The alerts arrive in an open panel, which gets wider.
      const opened = Promise.withResolvers<void>();
      await page.route('**/api/users/me/alerts', (route) => opened.promise.then(() => route.continue()));
      await page.reload();
      const bell = page.getByRole('button', { name: /^Alerts/ });
      await bell.click();
      opened.resolve();
      await page.getByTestId('alert').getByText('Momentum rose to 98.').waitFor();
      await page.unroute('**/api/users/me/alerts');
      await page.getByTestId('alert-rule').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    await page.reload();
    await page.getByRole('button', { name: 'Alerts', exact: true }).click();
    await page.getByRole('dialog', { name: 'Alerts' }).getByRole('link', { name: title }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  });

  it('about one board are added from its watch menu, and edited', async () => {
    const { boards } = await site.fetchJson<BoardPage>('premium', '/boards?per_page=10&page=1');
    const { _id: id, title } = boards[1]!;
    const page = await site.openAt(`/board/${encodeURIComponent(id)}/`, 'premium', { reducedMotion: 'reduce' });
    await page.getByRole('button', { name: `Watch ${title}` }).click();
    await page.getByRole('button', { name: `Watching ${title}` }).click();
    const menu = page.getByTestId('watch-dialog').getByRole('region', { name: 'Alerts' });
    await menu.getByRole('button', { name: 'Add an alert' }).click();
    await menu.getByLabel('Threshold (0 to 100)').fill('96');
    await menu.getByRole('button', { name: 'Add rule' }).click();
    const rule = menu.getByTestId('alert-rule');
    await rule.getByText('Momentum rises to 96').waitFor();
    await rule.getByRole('button', { name: /^Edit/ }).click();
    const editor = page.getByRole('dialog', { name: 'Edit this rule' });
    await editor.getByLabel('Tell me when').selectOption('a gain comes in one jump');
    expect(await accessibilityProblems(page, [1280, 360])).toEqual([]);
    await editor.getByRole('button', { name: 'Save rule' }).click();
    await editor.waitFor({ state: 'detached' });
    await rule.getByText('Most of a gain comes in one jump').waitFor();
    await page.goto('/watchlists');
    await page.getByTestId('alert-rule').filter({ hasText: title }).getByText('Most of a gain comes in one jump').waitFor();
  });
});

const query = new URLSearchParams({ client_id: 'https://helper.example/client.json', redirect_uri: 'http://localhost/callback' });

describeInBrowser('connecting an assistant', () => {
  it.each([320, 360, 768, 1280])('is one question with two answers, also by keyboard alone: at %i px', async (width) => {
    const page = await site.openPage('premium', { viewport: { width, height: 800 } });
    const asked = { name: 'Helper', host: 'helper.example', redirect_host: 'localhost', is_loopback: true, error_uri: null };
    const sent: unknown[] = [];
    await page.route('**/api/oauth/authorization*', (route) => {
      if (route.request().method() === 'POST') sent.push(route.request().postDataJSON());
      return route.fulfill({ json: route.request().method() === 'POST' ? { redirect_uri: '/premium' } : asked });
    });
    await page.goto(`/oauth/authorize?${query}`);
    await page.getByRole('region', { name: 'Connect Helper?' }).waitFor();
    expect(await accessibilityProblems(page, [width])).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.getByRole('link', { name: 'account settings' }).focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Allow');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/premium');
    expect(sent).toEqual([{ ...Object.fromEntries(query), is_allowed: false }]);
  });
});
