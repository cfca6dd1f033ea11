import type { Page } from 'playwright-core';
import { wholeNumber } from '#domain/numbers';
import { corklight } from '../support/process/server-process';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

const email = 'ada@site.test';
const password = 'quiet-otter-lamp-71-moss';
/** A person's browser: one that says it runs without a window is taken for a robot, and not counted. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';
/** What of the present day and the 29 before it was stored, counted from the raw events. */
const COUNT_EVENTS_SQL = `
  select count(*)::int events, count(*) filter (where name = 'page_view' and path = '/momentum')::int momentum
  from events where at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '29 days'`;

interface EventCounts {
  readonly events: number;
  readonly momentum: number;
}

describeInBrowser('an administrator', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open()));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  const runCommand = (args: readonly string[], input = '') => corklight(args, { DATABASE_URL: site.database.url }, input);

  const queryRows = async <T>(sql: string): Promise<T[]> => (await site.database.pool.query(sql)).rows as T[];

  /** Signs in through the form, on the way to a screen. */
  async function signIn(path: string): Promise<Page> {
    const page = await site.openPage('visitor');
    await page.goto(`/auth/login?next=${path}`);
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`**${path}`);
    return page;
  }

  /** Somebody else looks around; each report is answered once it is stored. */
  async function browseAsVisitor(paths: readonly string[]): Promise<void> {
    const page = await site.openPage('visitor', { userAgent });
    for (const path of paths) {
      const stored = page.waitForResponse((answer) => answer.url().endsWith('/api/events') && answer.request().method() === 'POST');
      await page.goto(path);
      expect((await stored).ok()).toBe(true);
    }
  }

  beforeAll(async () => {
    const made = await runCommand(['admin', 'create', '--email', email, '--password-stdin'], `${password}\n`);
    expect(made).toMatchObject({ code: 0, stdout: `${email} is an administrator.\nSign in with the password.\n` });
  });

  it('sees what a visitor did, in the figures that the raw events add up to', async () => {
    const page = await signIn('/admin/analytics');
    await page.getByTestId('metric-card').first().waitFor();
    const [before] = await queryRows<EventCounts>(COUNT_EVENTS_SQL);
    await browseAsVisitor(['/boards', '/momentum', '/momentum']);
    await page.reload();
    await page.getByTestId('metric-card').first().waitFor();
    const [counted] = await queryRows<EventCounts>(COUNT_EVENTS_SQL);
    expect(counted?.momentum).toBe((before?.momentum ?? 0) + 2);
    const total = page.getByTestId('metric-card').filter({ hasText: 'Total Events' }).locator('.count');
    expect(await total.getAttribute('title')).toBe(wholeNumber(counted?.events ?? 0));
    await page.getByRole('tab', { name: 'Pages' }).click();
    const momentum = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '/momentum', exact: true }) });
    expect(await momentum.locator('.count').getAttribute('title')).toBe(wholeNumber(counted?.momentum ?? 0));
  });

  it('scans the catalogue, removes what is deleted after a question, and finds that written down', async () => {
    const page = await signIn('/admin/growth');
    const deleted = page.getByTestId('deleted-count');
    const [found] = await queryRows<{ gone: number }>(
      `select (select count(*) from boards where not searchable) + (select count(*) from pinners where not searchable)
         + (select count(*) from pins where not searchable) as gone`,
    );
    const gone = Number(found?.gone);
    expect(gone).toBeGreaterThan(1);
    await page.getByTestId('scan-now').click();
    await page.getByText(/^Scanned /).waitFor();
    expect(await deleted.innerText()).toBe(String(gone));
    await page.getByTestId('remove-deleted').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: `Remove ${gone} deleted items?` }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await queryRows('select from cleanups')).toEqual([]);
    await page.getByTestId('remove-deleted').click();
    await dialog.getByRole('button', { name: `Remove ${gone} items` }).click();
    await page.getByText(`Removed ${gone} items`).first().waitFor({ timeout: 60_000 });
    await page.waitForFunction(() => document.querySelector('[data-testid="deleted-count"]')?.textContent?.trim() === '0');
    expect(await page.getByTestId('remove-deleted').isDisabled()).toBe(true);

    await page.getByRole('link', { name: 'Operations' }).click();
    await page.getByTestId('cleanup-row').first().waitFor();
    const written = await page.getByTestId('cleanup-row').allInnerTexts();
    expect(written).toHaveLength(3);
    for (const row of written) expect(row).toContain(email);
    const [audit] = await queryRows<{ deleted: number }>('select sum(deleted)::int deleted from cleanups where finished_at is not null');
    expect(audit?.deleted).toBe(gone);
  });

  it('T46 sees the charts of both dashboards drawn without a breach of the content policy', async () => {
    const page = await site.openPage('admin');
    const breaches: string[] = [];
    await page.exposeFunction('breach', (directive: string) => breaches.push(directive));
    await page.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
        (globalThis as unknown as { breach(directive: string): void }).breach(violatedDirective),
      ),
    );
    const waitForChart = () => page.locator('.apexcharts-canvas path').first().waitFor({ state: 'attached' });
    const answer = await page.goto('/admin/analytics');
    expect(answer?.headers()['content-security-policy']).toMatch(/; style-src 'self' 'nonce-[\w+/=-]+';(?!.*unsafe-inline)/);
    await waitForChart();
    await page.goto('/admin/growth');
    await page.locator('button[id^="performer-"]').first().click();
    await waitForChart();
    expect(breaches).toEqual([]);
  });

  it('is sent away by the next request after the dismissal', async () => {
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
