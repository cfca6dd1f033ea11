import type { BoardPage } from '#domain/catalog/list-contract';
import { accessibilityProblems } from '../support/browser/accessibility-problems';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

describeInBrowser('alerts', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open()));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  /** Publishes scores of the next day, and has the rules evaluated. */
  async function recompute(boardId: string, score: number): Promise<void> {
    const { pool } = site.database;
    await pool.query('update board_scores set score = (select array_agg($2::real) from unnest(score)) where _id = $1', [boardId, score]);
    const { rows } = await pool.query<{ day: number }>(
      'update catalog_stats set scored_day = coalesce(scored_day, 20000) + 1, scored_at = now() returning scored_day "day"',
    );
    const admin = await site.openPage('admin');
    await admin.goto('/admin/operations');
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
    const page = await site.openPage('premium', { reducedMotion: 'reduce' });
    await page.goto(`/board/${encodeURIComponent(id)}/`);
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
    const page = await site.openPage('premium', { reducedMotion: 'reduce' });
    await page.goto(`/board/${encodeURIComponent(id)}/`);
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
