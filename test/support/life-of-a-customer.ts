import type { Page } from 'playwright-core';

/** What a journey through the product needs from where it runs. */
export interface Surroundings {
  readonly page: Page;
  /** The address of a path; each call may lead to another of several servers. */
  readonly at: (path: string) => string;
  /** The link in the newest letter to this person whose subject fits. */
  readonly linkOf: (email: string, subject: RegExp) => Promise<string>;
  /** Moves time to the end of what is paid. */
  readonly endPeriod: () => Promise<void>;
}

const shown = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

async function fill(page: Page, fields: Readonly<Record<string, string>>, button: string): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: button, exact: true }).click();
}

const isLocked = async (page: Page): Promise<boolean> => page.getByTestId('search-input').isDisabled();

async function joins({ page, at, linkOf }: Surroundings, email: string, password: string): Promise<void> {
  await page.goto(at('/auth/register?next=/boards'));
  await fill(page, { 'E-mail': email, Password: password }, 'Sign up');
  await shown(page, /Please check your email inbox \(including the spam folder\) – we've sent you a Magic Link!/);
  await page.goto(await linkOf(email, /^Confirm/));
  await page.getByTestId('live-polite').getByText('Your E-Mail address has been confirmed.').waitFor();
  expect(page.url()).not.toMatch(/confirm\/\w/);
}

async function buys({ page, at }: Surroundings): Promise<void> {
  await page.goto(at('/boards'));
  await page.getByTestId('result-row').first().waitFor();
  expect(await isLocked(page)).toBe(true);
  await page.goto(at('/premium'));
  await page.getByTestId('purchase-button').click();
  await page.getByRole('button', { name: 'Pretend to pay' }).click();
  await shown(page, 'Premium is active.');
  await page.goto(at('/boards'));
  await page.getByTestId('search-input').fill('etsy');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForURL(/query=etsy/);
  await page.getByTestId('result-row').first().waitFor();
  expect(await page.getByTestId('premium-banner').count()).toBe(0);
}

async function links({ page, at }: Surroundings): Promise<void> {
  for (const [place, account] of ['@maple_kitchen', '@tiny_garden_days'].entries()) {
    await page.goto(at('/dashboard'));
    await page.getByRole('button', { name: 'Add Account' }).click();
    await page.getByRole('heading', { name: 'Sandbox: this is not Pinterest' }).waitFor();
    await page.getByLabel(account).check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: `(${place + 1}/5)` }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  }
  expect(await page.getByTestId('account-row').count()).toBe(2);
}

async function cancels({ page, at, endPeriod }: Surroundings): Promise<void> {
  await page.goto(at('/dashboard'));
  await page.getByTestId('plan').getByRole('button', { name: 'Cancel Premium' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Premium' }).click();
  await shown(page, /Cancelled\. Premium stays until/);
  await page.goto(at('/pins'));
  await page.getByTestId('result-row').first().waitFor();
  expect(await isLocked(page)).toBe(false);
  await endPeriod();
  await page.goto(at('/pins'));
  await page.getByTestId('result-row').first().waitFor();
  expect(await isLocked(page)).toBe(true);
}

async function forgets({ page, at, linkOf }: Surroundings, email: string, password: string): Promise<void> {
  await page.goto(at('/'));
  await page.getByRole('button', { name: `Account of ${email}` }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  await page.goto(at('/auth/password/recover'));
  await fill(page, { 'E-mail': email }, 'Send Reset Link');
  await shown(page, 'Please check your E-Mail Inbox. A reset code has been sent.');
  await page.goto(await linkOf(email, /^Choose a new password/));
  await fill(page, { 'New password': password }, 'Save new password');
  await page.getByRole('button', { name: `Account of ${email}` }).waitFor();
}

async function leaves({ page, at }: Surroundings, email: string, password: string): Promise<void> {
  await page.goto(at('/dashboard'));
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  await page.goto(at('/auth/login'));
  await fill(page, { 'E-mail': email, Password: password }, 'Sign in');
  await page.getByTestId('form-error').getByText('E-mail or password is wrong.').waitFor();
}

/** Registers, confirms, meets the wall, buys, searches, links two accounts, cancels, loses Premium, forgets the password, leaves for good. */
export async function liveAsCustomer(surroundings: Surroundings, email: string): Promise<void> {
  await joins(surroundings, email, 'quiet-otter-lamp-71');
  await buys(surroundings);
  await links(surroundings);
  await cancels(surroundings);
  await forgets(surroundings, email, 'loud-heron-desk-38');
  await leaves(surroundings, email, 'loud-heron-desk-38');
}
