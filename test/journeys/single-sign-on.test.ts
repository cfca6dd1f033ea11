import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../support/browser/accessibility-problems';
import { describeInBrowser, TestSite } from '../support/browser/test-site';
import { testSecrets } from '../support/process/test-secrets';
import { OpenIdServer, openIdClient } from '../support/servers/openid-server';

const password = 'plum otter lake 42';
const buttonName = 'Sign in with single sign-on';

const widths = [360, 1280];

describeInBrowser('a person at a site with single sign-on', () => {
  let provider: OpenIdServer;
  let site: TestSite;
  /** The address that the site gives to the provider; the browser must begin at the same one. */
  let origin: string;
  beforeAll(async () => {
    provider = await OpenIdServer.start();
    const otherOrigins = [provider.issuer];
    const settings = { OIDC_ISSUER: provider.issuer, ...openIdClient, REGISTRATION: 'closed' };
    site = await TestSite.open(undefined, { settings, otherOrigins });
    origin = site.server.origin.replace('127.0.0.1', 'localhost');
    otherOrigins.push(origin);
    provider.register(`${origin}/api/auth/oidc/callback`);
  });
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(async () => {
    await site.close();
    await provider.close();
  });

  /** Signs in as a person that the provider knows. */
  const signInAs = async (name: string, address = '/auth/login?next=/account') => {
    provider.person = name;
    provider.people.set(name, { email: `${name}@people.test`, email_verified: true });
    const page = await site.openAt(address, 'visitor', { baseURL: origin });
    await page.getByRole('button', { name: buttonName }).focus();
    await page.keyboard.press('Enter');
    return page;
  };
  const isSignedIn = (page: Page, name: string) => page.getByRole('button', { name: `Account of ${name}@people.test` }).waitFor();

  it('gets an account by the first sign-in, though the site is closed, keeps its only way in, and confirms with it', async () => {
    const visitor = await site.openAt('/auth/register', 'visitor');
    await visitor.getByText('This site is closed to new accounts.').waitFor();
    await visitor.getByRole('button', { name: buttonName }).waitFor();
    expect(await accessibilityProblems(visitor, widths)).toEqual([]);
    await visitor.goto('/auth/login?problem=failed');
    await visitor.getByText('That sign-in expired').waitFor();
    await visitor.getByRole('button', { name: buttonName }).waitFor();
    expect(await accessibilityProblems(visitor, widths)).toEqual([]);

    const page = await signInAs('nina');
    await isSignedIn(page, 'nina');
    const card = page.getByRole('region', { name: 'Single sign-on' });
    await card.getByRole('button', { name: /^Remove/ }).click();
    expect(await accessibilityProblems(page, widths)).toEqual([]);
    const removal = page.getByRole('dialog', { name: 'Remove single sign-on?' });
    await removal.getByRole('button', { name: 'Sign in again with single sign-on to continue' }).click();
    await page.getByText("Thanks, it's you.").waitFor();
    await card.getByRole('button', { name: /^Remove/ }).click();
    await removal.getByRole('button', { name: 'Remove', exact: true }).click();
    await removal.getByText('This is the only way to sign in').waitFor();
    await removal.getByRole('button', { name: 'Cancel' }).click();
    await site.database.pool.query('update sessions set checked_at = null');
    await page.goto('/account');
    await isSignedIn(page, 'nina');

    const dialog = page.getByRole('dialog', { name: 'Export my data' });
    await page.getByRole('button', { name: 'Export my data' }).click();
    expect(await accessibilityProblems(page, widths)).toEqual([]);
    await dialog.getByRole('button', { name: 'Sign in again with single sign-on to continue' }).click();
    await page.getByText("Thanks, it's you.").waitFor();
    expect(await accessibilityProblems(page, widths)).toEqual([]);
    await page.getByRole('button', { name: 'Export my data' }).click();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    expect((await download).suggestedFilename()).toBe('corklight-my-data.json');
    await isSignedIn(await signInAs('nina'), 'nina');
  });

  it('links an existing account with its password, and then signs in to it', async () => {
    const code = testSecrets.createCode();
    await site.database.pool.query(
      `with owner as (insert into users (email, is_confirmed, created_at) values ('omar@people.test', true, now()) returning id)
       insert into codes (code_hash, user_id, purpose, created_at, expires_at) select $1, id, 'reset', now(), now() + interval '1 hour' from owner`,
      [testSecrets.hash(code)],
    );
    const before = await site.openAt(`/auth/password/reset/${code}`, 'visitor');
    await before.getByLabel('New password', { exact: true }).fill(password);
    await before.getByRole('button', { name: 'Save new password' }).click();
    await isSignedIn(before, 'omar');

    const page = await signInAs('omar');
    await page.getByText('You already have an account with this address.').waitFor();
    expect(await accessibilityProblems(page, widths)).toEqual([]);
    await page.getByLabel('Email').fill('omar@people.test');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Link single sign-on?' });
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    expect(await accessibilityProblems(page, widths)).toEqual([]);
    await page.keyboard.press('Enter');
    await page
      .getByRole('region', { name: 'Single sign-on' })
      .getByRole('button', { name: /^Remove/ })
      .waitFor();
    await isSignedIn(await signInAs('omar'), 'omar');
  });
});
