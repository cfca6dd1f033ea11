import type { Page } from 'playwright-core';
import { waitForKeywordLock, waitForKeywordSearch } from './list-page';

/** What a customer journey needs from its environment. */
export interface JourneyContext {
  readonly page: Page;
  /** The URL of a path; each call may use another of several servers. */
  readonly urlFor: (path: string) => string;
  /** The link in the newest email to this address with a matching subject. */
  readonly emailedLink: (email: string, subject: RegExp) => Promise<string>;
  /** Moves the clock to the end of the paid period. */
  readonly endPeriod: () => Promise<void>;
  /** False where the sandbox asks for no consent: it answers only this machine, which the network of a container is not. */
  readonly hasPlatform?: boolean;
}

const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

async function fillForm(page: Page, fields: Readonly<Record<string, string>>, button: string): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: button, exact: true }).click();
}

async function register({ page, urlFor, emailedLink }: JourneyContext, email: string, password: string): Promise<void> {
  await page.goto(urlFor('/auth/register?next=/boards'));
  await fillForm(page, { Email: email, Password: password }, 'Sign up');
  await waitForText(page, /Please check your email inbox \(including the spam folder\) – we've sent you a Magic Link!/);
  await page.goto(await emailedLink(email, /^Confirm/));
  await page.getByTestId('live-polite').getByText('Your E-Mail address has been confirmed.').waitFor();
  expect(page.url()).not.toMatch(/confirm\/\w/);
}

async function buyPremium({ page, urlFor }: JourneyContext): Promise<void> {
  await page.goto(urlFor('/boards'));
  await page.getByTestId('result-row').first().waitFor();
  await waitForKeywordLock(page);
  await page.goto(urlFor('/premium'));
  await page.getByTestId('purchase-button').click();
  await page.getByRole('button', { name: 'Pay (test)' }).click();
  await waitForText(page, 'Premium is active.');
  await page.goto(urlFor('/boards'));
  await page.getByTestId('search-input').fill('etsy');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForURL(/query=etsy/);
  await page.getByTestId('result-row').first().waitFor();
  expect(await page.getByTestId('premium-banner').count()).toBe(0);
}

async function linkAccounts({ page, urlFor }: JourneyContext): Promise<void> {
  for (const [index, account] of ['@maple_kitchen', '@tiny_garden_days'].entries()) {
    await page.goto(urlFor('/dashboard'));
    await page.getByRole('button', { name: 'Add Account' }).click();
    await page.getByRole('heading', { name: 'Sandbox: this is not Pinterest' }).waitFor();
    await page.getByLabel(account).check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: `(${index + 1}/5)` }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  }
  expect(await page.getByTestId('account-row').count()).toBe(2);
}

async function cancelPremium({ page, urlFor, endPeriod }: JourneyContext): Promise<void> {
  await page.goto(urlFor('/dashboard'));
  await page.getByTestId('plan').getByRole('button', { name: 'Cancel Premium' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Premium' }).click();
  await waitForText(page, /Canceled\. You keep Premium until/);
  await page.goto(urlFor('/pins'));
  await page.getByTestId('result-row').first().waitFor();
  await waitForKeywordSearch(page);
  await endPeriod();
  await page.goto(urlFor('/pins'));
  await page.getByTestId('result-row').first().waitFor();
  await waitForKeywordLock(page);
}

async function resetPassword({ page, urlFor, emailedLink }: JourneyContext, email: string, password: string): Promise<void> {
  await page.goto(urlFor('/'));
  await page.getByRole('button', { name: `Account of ${email}` }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  await page.goto(urlFor('/auth/password/recover'));
  await fillForm(page, { Email: email }, 'Send Reset Link');
  await waitForText(page, 'Please check your E-Mail Inbox. A reset code has been sent.');
  await page.goto(await emailedLink(email, /^Reset your .* password/));
  await fillForm(page, { 'New password': password }, 'Save new password');
  await page.getByRole('button', { name: `Account of ${email}` }).waitFor();
}

async function deleteAccount({ page, urlFor }: JourneyContext, email: string, password: string): Promise<void> {
  await page.goto(urlFor('/account'));
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  await page.goto(urlFor('/auth/login'));
  await fillForm(page, { Email: email, Password: password }, 'Sign in');
  await page.getByTestId('form-error').getByText('Wrong email or password.').waitFor();
}

/** Ends the paid period with the sandbox button on the dashboard. */
export async function endPeriodInSandbox(page: Page, urlFor: JourneyContext['urlFor']): Promise<void> {
  await page.goto(urlFor('/dashboard'));
  await page.getByRole('button', { name: 'End period now' }).click();
  await page
    .getByText("You're on the free plan.")
    .or(page.getByText(/Premium ended on/))
    .first()
    .waitFor();
}

/** Registers, confirms, hits the Premium wall, buys, searches, links two accounts, cancels, loses Premium, resets the password, and deletes the account. */
export async function runCustomerJourney(context: JourneyContext, email: string): Promise<void> {
  await register(context, email, 'quiet-otter-lamp-71');
  await buyPremium(context);
  if (context.hasPlatform ?? true) await linkAccounts(context);
  await cancelPremium(context);
  await resetPassword(context, email, 'loud-heron-desk-38');
  await deleteAccount(context, email, 'loud-heron-desk-38');
}
