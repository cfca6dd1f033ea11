import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser/chromium';
import { copyDemoDatabase } from '../support/database/demo-database';
import type { TestDatabase } from '../support/database/test-database';
import { runCustomerJourney } from '../support/browser/customer-journey';
import { killLeftoverProcesses, type ServerProcess, startServer } from '../support/process/server-process';
import { describeInBrowser } from '../support/browser/test-site';
import { type TestSmtpServer, startSmtpServer } from '../support/servers/smtp-server';

/** Links in letters lead to `localhost`: so does the whole journey, that cookies are the same. */
const originOf = (server: ServerProcess): string => server.origin.replace('127.0.0.1', 'localhost');

const authLink = /https?:\/\/\S+\/auth\/\S+/;

describeInBrowser('from a stranger to a customer and back,', () => {
  let browser: Browser;
  let page: Page;
  let faults: string[];
  beforeAll(async () => void (browser = await launchBrowser()));
  beforeEach(async () => {
    faults = [];
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of (401|422)/.test(message.text())) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(String(error)));
  });
  afterEach(async () => {
    expect(faults).toEqual([]);
    await page.context().close();
  });
  afterAll(async () => {
    await browser.close();
    killLeftoverProcesses();
  });

  /** The button of the sandbox, on the dashboard. */
  const endPeriodInSandbox = async (at: (path: string) => string) => {
    await page.goto(at('/dashboard'));
    await page.getByRole('button', { name: 'End period now' }).click();
    await page
      .getByText('You have no Premium.')
      .or(page.getByText(/Premium ended on/))
      .first()
      .waitFor();
  };

  /** Opens the newest letter to somebody at the local mailbox and reads its link there. */
  const linkFromCapturedMail = (at: (path: string) => string) => async (email: string, subject: RegExp) => {
    await page.goto(at('/dev/mail'));
    await page.getByRole('row').filter({ hasText: email }).getByRole('link', { name: subject }).first().click();
    return (await page.locator('a[href*="/auth/"]').first().getAttribute('href')) ?? '';
  };

  it('with nothing but the server: embedded Postgres, the local mailbox, the sandbox', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'corklight-customer-'));
    const server = await startServer({ DATA_DIR: relative(process.cwd(), join(folder, 'data')) });
    const urlFor = (path: string) => `${originOf(server)}${path}`;
    try {
      await runCustomerJourney(
        { page, urlFor, emailedLink: linkFromCapturedMail(urlFor), endPeriod: () => endPeriodInSandbox(urlFor) },
        'mira@site.test',
      );
      expect(faults).toEqual([]);
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });

  describe('on one database', () => {
    let database: TestDatabase;
    let catcher: TestSmtpServer;
    beforeAll(async () => {
      database = await copyDemoDatabase();
      catcher = await startSmtpServer();
    });
    afterAll(async () => {
      await catcher.close();
      await database.close();
    });

    it('with letters over real SMTP', async () => {
      const server = await startServer({ DATABASE_URL: database.url, SMTP_URL: catcher.url, MAIL_FROM: 'Corklight <hello@pins.test>' });
      const urlFor = (path: string) => `${originOf(server)}${path}`;
      const emailedLink = async (email: string, subject: RegExp) => {
        const { mail, recipients } = await catcher.waitForEmail(email, subject);
        expect(recipients).toEqual([email]);
        expect(mail.html).toContain(authLink.exec(mail.text ?? '')?.[0]);
        return authLink.exec(mail.text ?? '')?.[0] ?? '';
      };
      await runCustomerJourney({ page, urlFor, emailedLink, endPeriod: () => endPeriodInSandbox(urlFor) }, 'noor@site.test');
      expect((await fetch(urlFor('/dev/mail'))).status).toBe(200);
      const { rows } = await database.pool.query(`select count(*)::int left_over from letters where content is not null`);
      expect(rows).toEqual([{ left_over: 0 }]);
      await server.stop();
    });

    it('with two server processes, each step at the other one, and time that passes in the books', async () => {
      const servers = [await startServer({ DATABASE_URL: database.url }), await startServer({ DATABASE_URL: database.url })] as const;
      let turn = 0;
      const urlFor = (path: string) => `${originOf(servers[(turn = 1 - turn)] ?? servers[0])}${path}`;
      const endPeriod = async () => {
        await database.pool.query(
          `update subscriptions set ends_at = now() - interval '1 second', period_ends_at = now() - interval '1 second'
           where user_id = (select id from users where email = 'otto@site.test')`,
        );
      };
      await runCustomerJourney({ page, urlFor, emailedLink: linkFromCapturedMail(urlFor), endPeriod }, 'otto@site.test');
      const { rows } = await database.pool.query(`select count(*)::int left_over from users where email = 'otto@site.test'`);
      expect(rows).toEqual([{ left_over: 0 }]);
      await Promise.all(servers.map((server) => server.stop()));
    });
  });
});
