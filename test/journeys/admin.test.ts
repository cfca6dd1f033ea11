import type { Page, Download } from 'playwright-core';
import { accessibilityProblems } from '../support/browser/accessibility-problems';
import { describeInBrowser, TestSite } from '../support/browser/test-site';
import { readFile } from 'node:fs/promises';
import { wholeNumber } from '#domain/numbers';
import { corklight } from '../support/process/server-process';

const personEmail = 'mira@people.test';
const widths = [360, 768, 1280];

const email = 'ada@site.test';
const password = 'quiet-otter-lamp-71-moss';
/** The user agent of a regular browser; events of headless ones are not counted. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
/** Counts the raw events of the last 30 days. */
const COUNT_EVENTS_SQL = `
  select count(*)::int events, count(*) filter (where name = 'page_view' and path = '/momentum')::int momentum
  from events where at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '29 days'`;

interface EventCounts {
  readonly events: number;
  readonly momentum: number;
}

const linesOf = async (download: Download): Promise<string[]> => (await readFile(await download.path(), 'utf8')).trim().split('\n');

let site: TestSite;
beforeAll(async () => void (site = await TestSite.open()));
afterEach(async () => expect(await site.closePages()).toEqual([]));
afterAll(() => site.close());

describeInBrowser('an administrator of people', () => {
  let userId = '';
  beforeAll(async () => {
    const { pool } = site.database;
    const inserted = await pool.query<{ id: string }>(
      'insert into users (email, is_confirmed, created_at) values ($1, true, now()) returning id',
      [personEmail],
    );
    userId = inserted.rows[0]?.id ?? '';
    for (const token of ['first', 'second'])
      await pool.query(
        `insert into sessions (token_hash, user_id, user_agent, created_at, seen_at, expires_at)
         values ($1, $2, 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0', now(), now(), now() + interval '1 day')`,
        [token, userId],
      );
  });
  const openMira = async (page: Page) => {
    await page.goto('/admin/people');
    await page.getByLabel('Email or name begins with').fill('MIRA@');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByRole('button', { name: `Open ${personEmail}` }).click();
    await page.getByRole('heading', { name: 'Active sessions' }).waitFor();
  };

  it('finds a person, ends sessions, gives and ends Premium, deletes the account, and finds all of it in the audit', async () => {
    const page = await site.openPage('admin');
    await openMira(page);
    const panel = page.getByTestId('side-panel');
    await panel.getByText('Firefox on Windows').first().waitFor();
    expect(await accessibilityProblems(page, widths)).toEqual([]);
    await panel.getByTestId('person-session').first().getByRole('button').click();
    await page.getByText('Session ended.').first().waitFor();
    await panel.getByTestId('person-session').first().getByRole('button').click();
    await panel.getByText('No active sessions.').waitFor();

    const lastDay = `${new Date().getUTCFullYear() + 1}-06-30`;
    await panel.getByLabel('Last day (UTC)').fill(lastDay);
    await panel.getByRole('button', { name: 'Give Premium' }).click();
    await panel.getByRole('button', { name: 'End given Premium' }).waitFor();
    const row = page.getByTestId('person-row').filter({ hasText: personEmail });
    await row.filter({ hasText: 'Premium, given through Jun 30' }).waitFor();
    await panel.getByRole('button', { name: 'End given Premium' }).click();
    await row.filter({ hasText: 'Free' }).waitFor();

    await panel.getByTestId('history-row').filter({ hasText: 'Ended given Premium' }).waitFor();
    await panel.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type the address to confirm').fill(personEmail);
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

  it('has an accessible audit', async () => {
    await site.database.pool.query(
      `insert into account_audit (at, action, actor_kind, actor_label, target, details, origin) values
         (now(), 'catalog_imported', 'command', 'corklight@a-server-with-a-long-name.example', 'pins-2026-11-22-of-the-whole-crawl.ndjson.gz',
          '{"kind": "pins"}', 'corklight import pins pins-2026-11-22-of-the-whole-crawl.ndjson.gz --wait 30m --json')`,
    );
    const page = await site.openAt('/admin/audit', 'admin');
    await page.getByTestId('audit-row').first().waitFor();
    expect(await accessibilityProblems(page, widths)).toEqual([]);
  });

  it('opens a person by keyboard, and Esc returns to the button', async () => {
    const page = await site.openAt('/admin/people', 'admin');
    const button = page.getByRole('button', { name: /^Open / }).first();
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Active sessions' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByTestId('side-panel').waitFor({ state: 'detached' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describeInBrowser('an administrator', () => {
  const runCommand = (args: readonly string[], input = '') => corklight(args, { DATABASE_URL: site.database.url }, input);

  const queryRows = async <T>(sql: string): Promise<T[]> => (await site.database.pool.query(sql)).rows as T[];

  /** Signs in with the form on the way to a screen. */
  async function signIn(path: string): Promise<Page> {
    const page = await site.openAt(`/auth/login?next=${path}`, 'visitor');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`**${path}`);
    return page;
  }

  /** Views pages as another visitor; each event is acknowledged once it is stored. */
  async function browseAsVisitor(paths: readonly string[]): Promise<void> {
    const page = await site.openPage('visitor', { userAgent });
    for (const path of paths) {
      const stored = page.waitForResponse((response) => response.url().endsWith('/api/events') && response.request().method() === 'POST');
      await page.goto(path);
      expect((await stored).ok()).toBe(true);
    }
  }

  beforeAll(async () => {
    const made = await runCommand(['admin', 'create', '--email', email, '--password-stdin'], `${password}\n`);
    expect(made.stderr).toContain('role-changed');
    expect(made).toMatchObject({ code: 0, stdout: `${email} is an administrator.\nSign in with the password.\n` });
  });

  it('sees the activity of visitors in figures that match the raw events', async () => {
    const page = await signIn('/admin/analytics');
    await page.getByTestId('metric-card').first().waitFor();
    const [before] = await queryRows<EventCounts>(COUNT_EVENTS_SQL);
    await browseAsVisitor(['/boards', '/momentum', '/momentum']);
    await page.reload();
    await page.getByTestId('metric-card').first().waitFor();
    const [counted] = await queryRows<EventCounts>(COUNT_EVENTS_SQL);
    expect(counted?.momentum).toBe((before?.momentum ?? 0) + 2);
    const total = page.getByTestId('metric-card').filter({ hasText: 'Total Events' }).getByTestId('count');
    expect(await total.getAttribute('title')).toBe(wholeNumber(counted?.events ?? 0));
    await page.getByRole('tab', { name: 'Pages' }).click();
    const momentum = page.getByRole('row').filter({ has: page.getByRole('button', { name: '/momentum', exact: true }) });
    expect(await momentum.getByTestId('count').getAttribute('title')).toBe(wholeNumber(counted?.momentum ?? 0));
  });

  it('removes deleted rows only from their list, after a confirmation, and downloads them from the history', async () => {
    const page = await signIn('/admin/growth');
    const [counted] = await queryRows<{ gone: number }>(
      `select (select count(*) from boards where not searchable) + (select count(*) from pinners where not searchable)
         + (select count(*) from pins where not searchable) as gone`,
    );
    const gone = Number(counted?.gone);
    expect(gone).toBeGreaterThan(20);
    await page.getByTestId('scan-now').click();
    await page.getByText(/^Scanned /).waitFor();
    expect(await page.getByTestId('deleted-count').innerText()).toBe(String(gone));
    await page.getByTestId('remove-deleted').click();
    await page.waitForURL('**/admin/quality/deleted');
    await page.getByTestId('issue-row').first().waitFor();
    expect([await page.getByTestId('issue-row').count(), await queryRows('select from cleanups')]).toEqual([20, []]);
    const listed = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export (CSV)' }).click();
    expect(await linesOf(await listed)).toHaveLength(gone + 1);

    await page.getByTestId('remove-items').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: `Remove ${gone} deleted items?` }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await queryRows('select from cleanups')).toEqual([]);
    await page.getByTestId('remove-items').click();
    await dialog.getByRole('button', { name: `Remove ${gone} items` }).click();
    await page.getByText(`Removed ${gone} items`).first().waitFor({ timeout: 60_000 });
    await page.getByTestId('no-items').waitFor();
    expect(await page.getByTestId('remove-items').isDisabled()).toBe(true);

    await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Operations' }).click();
    await page.getByTestId('cleanup-row').first().waitFor();
    const rows = await page.getByTestId('cleanup-row').allInnerTexts();
    for (const row of rows) expect(row).toContain(email);
    const audit = await queryRows<{ deleted: number }>('select deleted from cleanups where finished_at is not null order by id desc');
    expect(rows).toHaveLength(audit.length);
    expect(audit.reduce((sum, { deleted }) => sum + deleted, 0)).toBe(gone);
    const removed = page.waitForEvent('download');
    await page.getByTestId('cleanup-row').first().getByRole('link', { name: 'Rows' }).click();
    expect(await linesOf(await removed)).toHaveLength(audit[0]?.deleted ?? 0);
  });

  it('sees the charts of both dashboards without violations of the content security policy', async () => {
    const page = await site.openPage('admin');
    const violations: string[] = [];
    await page.exposeFunction('reportViolation', (directive: string) => violations.push(directive));
    await page.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
        (globalThis as unknown as { reportViolation(directive: string): void }).reportViolation(violatedDirective),
      ),
    );
    const waitForChart = () => page.locator('.apexcharts-canvas path').first().waitFor({ state: 'attached' });
    const response = await page.goto('/admin/analytics');
    expect(response?.headers()['content-security-policy']).toMatch(/; style-src 'self' 'nonce-[\w+/=-]+';(?!.*unsafe-inline)/);
    await waitForChart();
    await page.goto('/admin/growth');
    await page.getByTestId('performer-row').getByRole('button').first().click();
    await waitForChart();
    expect(violations).toEqual([]);
  });

  it('loses access with the next request after being removed', async () => {
    const page = await signIn('/admin/growth');
    await page.getByTestId('scan-now').waitFor();
    expect((await runCommand(['admin', 'remove', '--email', email])).code).toBe(0);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/admin/'));
    expect(await page.getByTestId('scan-now').count()).toBe(0);
    expect((await page.request.get('/api/admin/analytics')).status()).toBe(401);
    await page.goto('/admin/operations');
    await page.waitForURL((url) => !url.pathname.startsWith('/admin/'));
  });
});
