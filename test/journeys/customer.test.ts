import { jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, PAGE_TIMEOUT_MS } from '../support/browser/chromium';
import { copyDemoDatabase } from '../support/database/demo-database';
import type { TestDatabase } from '../support/database/test-database';
import { endPeriodInSandbox, runCustomerJourney } from '../support/browser/customer-journey';
import { killLeftoverProcesses, type ServerProcess, startServer } from '../support/process/server-process';
import { describeInBrowser } from '../support/browser/test-site';
import { type TestSmtpServer, startSmtpServer } from '../support/servers/smtp-server';

/** The origin on `localhost`, as in the links of emails, so that the cookies are the same. */
const originOf = (server: ServerProcess): string => server.origin.replace('127.0.0.1', 'localhost');

/** A journey has some forty steps. */
jest.setTimeout(600_000);

const authLink = /https?:\/\/\S+\/auth\/\S+/;

describeInBrowser('the whole customer journey', () => {
  let browser: Browser;
  let page: Page;
  let errors: string[];
  let database: TestDatabase;
  let smtpServer: TestSmtpServer;
  beforeAll(async () => {
    [browser, database, smtpServer] = await Promise.all([launchBrowser(), copyDemoDatabase(), startSmtpServer()]);
  });
  beforeEach(async () => {
    errors = [];
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(PAGE_TIMEOUT_MS);
    page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of (401|422)/.test(message.text())) errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
  });
  afterEach(async () => {
    expect(errors).toEqual([]);
    await page.context().close();
  });
  afterAll(async () => {
    await browser.close();
    killLeftoverProcesses();
    await smtpServer.close();
    await database.close();
  });

  /** Opens the printed address, as a person does, so that captured mail and the sandbox open. */
  const openPrintedAddress = async ({ printedAddress, origin }: ServerProcess) => {
    await page.goto(printedAddress.replace('127.0.0.1', 'localhost'));
    expect(page.url()).toBe(`${origin.replace('127.0.0.1', 'localhost')}/`);
  };

  /** Opens the latest captured email to an address and returns its link. */
  const linkFromCapturedMail = (urlFor: (path: string) => string) => async (email: string, subject: RegExp) => {
    await page.goto(urlFor('/dev/mail'));
    const newest = page.getByRole('row').filter({ hasText: email }).getByRole('link', { name: subject }).first();
    // Emails are delivered in the background.
    while (!(await newest.isVisible())) await page.reload();
    await newest.click();
    return (await page.locator('a[href*="/auth/"]').first().getAttribute('href')) ?? '';
  };

  it('works with one server, captured mail, and sandbox payments', async () => {
    const server = await startServer({ DATABASE_URL: database.url });
    const urlFor = (path: string) => `${originOf(server)}${path}`;
    await openPrintedAddress(server);
    await runCustomerJourney(
      { page, urlFor, emailedLink: linkFromCapturedMail(urlFor), endPeriod: () => endPeriodInSandbox(page, urlFor) },
      'mira@site.test',
    );
    expect((await server.stop()).code).toBe(0);
  });

  it('works with two server processes that take turns, emails over SMTP, and a period that ends in the database', async () => {
    const settings = { DATABASE_URL: database.url, SMTP_URL: smtpServer.url, MAIL_FROM: 'Corklight <hello@pins.test>' };
    const servers = [await startServer(settings), await startServer(settings)] as const;
    await openPrintedAddress(servers[0]);
    let turn = 0;
    const urlFor = (path: string) => `${originOf(servers[(turn = 1 - turn)] ?? servers[0])}${path}`;
    const emailedLink = async (email: string, subject: RegExp) => {
      const { mail, recipients } = await smtpServer.waitForEmail(email, subject);
      expect(recipients).toEqual([email]);
      expect(mail.html).toContain(authLink.exec(mail.text ?? '')?.[0]);
      return authLink.exec(mail.text ?? '')?.[0] ?? '';
    };
    const endPeriod = async () => {
      // The list fetches its next page in the background, which only Premium may read.
      await page.goto('about:blank');
      await database.pool.query(
        `update subscriptions set ends_at = now() - interval '1 second', period_ends_at = now() - interval '1 second'
         where user_id = (select id from users where email = 'otto@site.test')`,
      );
    };
    await runCustomerJourney({ page, urlFor, emailedLink, endPeriod }, 'otto@site.test');
    expect((await fetch(urlFor('/dev/mail'))).status).toBe(404);
    const { rows } = await database.pool.query(
      `select (select count(*)::int from users where email = 'otto@site.test') users,
         (select count(*)::int from emails where content is not null) unsent`,
    );
    expect(rows).toEqual([{ users: 0, unsent: 0 }]);
    await Promise.all(servers.map((server) => server.stop()));
  });
});
