import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../support/browser/accessibility-problems';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

const email = 'mira@people.test';
const widths = [360, 768, 1280];

describeInBrowser('an administrator of people', () => {
  let site: TestSite;
  let userId = '';
  beforeAll(async () => {
    site = await TestSite.open();
    const { pool } = site.database;
    const inserted = await pool.query<{ id: string }>(
      'insert into users (email, is_confirmed, created_at) values ($1, true, now()) returning id',
      [email],
    );
    userId = inserted.rows[0]?.id ?? '';
    for (const token of ['first', 'second'])
      await pool.query(
        `insert into sessions (token_hash, user_id, user_agent, created_at, seen_at, expires_at)
         values ($1, $2, 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0', now(), now(), now() + interval '1 day')`,
        [token, userId],
      );
  });
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  const openMira = async (page: Page) => {
    await page.goto('/admin/people');
    await page.getByLabel('Email or name begins with').fill('MIRA@');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByRole('button', { name: `Open ${email}` }).click();
    await page.getByRole('heading', { name: 'Active sessions' }).waitFor();
  };

  it('finds a person, ends sessions, gives and ends Premium, deletes the account, and finds all of it in the audit', async () => {
    const page = await site.openPage('admin');
    await openMira(page);
    const panel = page.getByTestId('side-panel');
    await panel.getByText('Firefox on Windows').first().waitFor();
    await panel.getByTestId('person-session').first().getByRole('button').click();
    await page.getByText('Session ended.').first().waitFor();
    await panel.getByTestId('person-session').first().getByRole('button').click();
    await panel.getByText('No active sessions.').waitFor();

    const lastDay = `${new Date().getUTCFullYear() + 1}-06-30`;
    await panel.getByLabel('Last day (UTC)').fill(lastDay);
    await panel.getByRole('button', { name: 'Give Premium' }).click();
    await panel.getByRole('button', { name: 'End given Premium' }).waitFor();
    const row = page.getByTestId('person-row').filter({ hasText: email });
    await row.filter({ hasText: 'Premium, given through Jun 30' }).waitFor();
    await panel.getByRole('button', { name: 'End given Premium' }).click();
    await row.filter({ hasText: 'Free' }).waitFor();

    await panel.getByTestId('history-row').filter({ hasText: 'Ended given Premium' }).waitFor();
    await panel.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type the address to confirm').fill(email);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await page.getByText('No address or name begins with “MIRA@”.').waitFor();
    await page.getByRole('link', { name: 'Audit', exact: true }).first().click();
    await page.getByTestId('audit-row').filter({ hasText: 'Deleted an account' }).waitFor();
    const rows = await page.getByTestId('audit-row').allInnerTexts();
    expect(rows.map((text) => /Deleted an account|Ended given Premium|Gave Premium|Ended 1 session/.exec(text)?.[0])).toEqual([
      'Deleted an account',
      'Ended given Premium',
      'Gave Premium',
      'Ended 1 session',
      'Ended 1 session',
    ]);
    for (const text of rows) expect(text).toContain('Deleted user');
    expect((await site.database.pool.query('select from users where id = $1', [userId])).rowCount).toBe(0);
  });

  it('has an accessible panel', async () => {
    const page = await site.openPage('admin');
    await page.goto('/admin/people');
    await page.getByRole('button', { name: 'Open free@demo.test' }).click();
    await page.getByRole('heading', { name: 'Active sessions' }).waitFor();
    expect(await accessibilityProblems(page, widths)).toEqual([]);
  });

  it('has an accessible audit', async () => {
    await site.database.pool.query(
      `insert into account_audit (at, action, actor_kind, actor_label, target, details, origin) values
         (now(), 'catalog_imported', 'command', 'corklight@a-server-with-a-long-name.example', 'pins-2026-11-22-of-the-whole-crawl.ndjson.gz',
          '{"kind": "pins"}', 'corklight import pins pins-2026-11-22-of-the-whole-crawl.ndjson.gz --wait 30m --json')`,
    );
    const page = await site.openPage('admin');
    await page.goto('/admin/audit');
    await page.getByTestId('audit-row').first().waitFor();
    expect(await accessibilityProblems(page, widths)).toEqual([]);
  });

  it('filters the audit by keyboard, and the address has the filters', async () => {
    const page = await site.openPage('admin');
    await page.goto('/admin/audit');
    await page.getByTestId('audit-row').first().waitFor();
    await page.getByLabel('Who', { exact: true }).focus();
    await page.keyboard.type('a-server');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/audit?actor=a-server');
    await page.getByText('1 entry, newest first').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export (CSV)' }).focus();
    await page.keyboard.press('Enter');
    expect((await download).suggestedFilename()).toMatch(/^audit-.*\.csv$/);
  });

  it('opens a person by keyboard, and Esc returns to the button', async () => {
    const page = await site.openPage('admin');
    await page.goto('/admin/people');
    const button = page.getByRole('button', { name: /^Open / }).first();
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Active sessions' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByTestId('side-panel').waitFor({ state: 'detached' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});
