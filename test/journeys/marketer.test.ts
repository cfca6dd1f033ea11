import type { BoardPage } from '#domain/catalog/list-contract';
import type { Page } from 'playwright-core';
import { rowTitles, showList, waitForTable } from '../support/browser/list-page';
import { describeInBrowser, TestSite } from '../support/browser/test-site';
import { copyDemoDatabase } from '../support/database/demo-database';
import { startSmtpServer, type TestSmtpServer } from '../support/servers/smtp-server';

const NOTE = 'Ask for an invitation in spring.';

/** The path of the first link in a text that contains a word; its origin is that of the settings, not of this test's server. */
function pathWith(word: string, text: string): string {
  const link = text.match(/https?:\/\/\S+/g)?.find((one) => one.includes(word));
  const { pathname, search } = new URL(link ?? '');
  return pathname + search;
}

describeInBrowser('the journey of a marketer', () => {
  let site: TestSite;
  let page: Page;
  let smtpServer: TestSmtpServer;
  beforeAll(async () => {
    smtpServer = await startSmtpServer();
    const settings = { DEMO: 'true', SMTP_URL: smtpServer.url, MAIL_FROM: 'Corklight <hello@pins.test>' };
    site = await TestSite.open(await copyDemoDatabase(), { settings });
    page = await site.openPage('premium', { viewport: { width: 1280, height: 900 } });
  });
  afterAll(async () => {
    const problems = await site.closePages();
    await site.close();
    await smtpServer.close();
    expect(problems).toEqual([]);
  });

  /** Adds a filter from the menu of the list. */
  const addFilter = async (label: string, fill?: (editor: ReturnType<Page['getByRole']>) => Promise<void>) => {
    await page.getByTestId('filter-bar').getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('dialog', { name: 'Add a filter' }).getByRole('button', { name: label, exact: true }).click();
    await fill?.(page.getByRole('dialog', { name: label }));
    await waitForTable(page);
  };

  it('finds active group boards with at least five collaborators and steady growth, with pictures', async () => {
    await showList(page, '/boards');
    await addFilter('Collaborators', async (editor) => {
      await editor.getByRole('textbox').first().fill('5');
      await page.keyboard.press('Enter');
      await page.waitForURL(/collaborators=5\.\./);
    });
    await addFilter('Steady growth');
    await page.waitForURL(/steady=1/);
    await addFilter('Last activity', async (editor) => {
      await editor.getByText('90 days').click();
      await page.waitForURL(/active=90d/);
    });
    const { boards } = await site.fetchJson<BoardPage>('premium', `/boards${new URL(page.url()).search}`);
    expect(boards.length).toBeGreaterThanOrEqual(3);
    expect(await rowTitles(page)).toEqual(boards.map(({ title }) => title));
    for (const { collaborator_count: count } of boards) expect(count).toBeGreaterThanOrEqual(5);
    await page.locator('[data-testid="result-row"] img[data-loaded]').first().waitFor();
  });

  it('saves the search', async () => {
    await page.getByRole('button', { name: 'Save search' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Open group boards');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const view = page.getByRole('navigation', { name: 'Saved searches' }).getByRole('link', { name: 'Open group boards' });
    await view.waitFor();
    expect(await view.getAttribute('href')).toMatch(/^\/boards\?.*collaborators=5\.\./);
  });

  it('watches three boards, opens one, judges it, and writes a note', async () => {
    for (const index of [1, 2]) {
      const star = page
        .getByTestId('result-row')
        .nth(index)
        .getByRole('button', { name: /^Watch / });
      await star.click();
      await star.waitFor({ state: 'detached' });
    }
    await page.getByTestId('result-row').first().getByRole('link').first().click();
    await page.getByTestId('verdict').waitFor();
    await page.getByRole('button', { name: /^Watch / }).click();
    await page.getByTestId('watch-bar').getByRole('button', { name: 'Note' }).click();
    const dialog = page.getByTestId('watch-dialog');
    await dialog.getByLabel('Note').fill(NOTE);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { rows } = await site.database.pool.query(`select entity, note from watched_items order by note desc`);
    expect(rows).toEqual([NOTE, '', ''].map((note) => ({ entity: 'board', note })));
  });

  it('compares the three', async () => {
    await page.getByRole('link', { name: 'Compare', exact: true }).click();
    for (const count of [2, 3]) {
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('region', { name: 'From your watchlists' }).getByRole('button').first().click();
      await page
        .locator('[data-testid="compared-line"]')
        .nth(count - 1)
        .waitFor();
    }
    expect(await page.getByTestId('compared-chip').count()).toBe(3);
  });

  it('explores a keyword', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Keywords' }).click();
    await page.getByTestId('keyword-row').first().waitFor();
    // The keyword of the most pins has enough of them for a season.
    await page.goto('/keywords?order_by=pins');
    const first = page.getByTestId('keyword-row').first().getByRole('link');
    const keyword = (await first.textContent()) ?? '';
    await first.click();
    await page.getByRole('heading', { level: 1, name: keyword, exact: true }).waitFor();
    await page.getByTestId('season').waitFor();
    expect(await page.getByTestId('top-pins').getByRole('listitem').count()).toBeGreaterThan(0);
  });

  it('switches on the weekly email, receives it, follows its link, and ends it by another', async () => {
    await page.goto('/watchlists');
    await page.getByText(NOTE).waitFor();
    await page.getByRole('link', { name: /Open group boards/ }).waitFor();
    const isOn = page.getByRole('checkbox', { name: 'Email me on Mondays what moved' });
    const isStored = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await isOn.click();
    expect((await isStored).status()).toBe(204);
    // As if it had been switched on before last week: the first email comes on the Monday after.
    await site.database.pool.query(`update email_choices set handled_day = handled_day - 14`);
    const admin = await site.openAt('/admin/operations', 'admin');
    const job = admin.getByRole('row').filter({ hasText: 'Weekly email' });
    const isStarted = admin.waitForResponse((response) => response.url().endsWith('/jobs/weekly-email/run'));
    await job.getByRole('button', { name: /^Run/ }).click();
    expect((await isStarted).status()).toBe(204);
    const { mail } = await smtpServer.waitForEmail('premium@site.test', /^Your watchlists this week/);
    const text = mail.text ?? '';
    await page.goto(pathWith('/board/', text));
    await page.getByTestId('verdict').waitFor();
    const reader = await site.openAt(pathWith('/unsubscribe', text), 'visitor');
    await reader.getByText("p***@site.test won't get the weekly email.").waitFor();
    await page.goto('/watchlists');
    await page.locator('input[type="checkbox"]:not(:checked):enabled').first().waitFor();
    expect(await isOn.isChecked()).toBe(false);
  });
});
