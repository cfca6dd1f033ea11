import type { Page } from 'playwright-core';
import { timeStepAt } from '#domain/auth/second-factor';
import { accessibilityProblems } from '../support/browser/accessibility-problems';
import { describeInBrowser, TestSite } from '../support/browser/test-site';
import { testSecrets } from '../support/process/test-secrets';

const password = 'plum otter lake 42';

const widths = [360, 1280];

let site: TestSite;
/** Passkeys belong to a host name, not to an address. */
let origin: string;
beforeAll(async () => {
  const otherOrigins: string[] = [];
  site = await TestSite.open(undefined, { otherOrigins });
  origin = site.server.origin.replace('127.0.0.1', 'localhost');
  otherOrigins.push(origin);
});
afterEach(async () => expect(await site.closePages()).toEqual([]));
afterAll(() => site.close());

/** A confirmed person without a password; returns a code for setting it. */
async function createPerson(email: string): Promise<string> {
  const resetCode = testSecrets.createCode();
  await site.database.pool.query(
    `with owner as (insert into users (email, is_confirmed, created_at) values ($1, true, now()) returning id)
     insert into codes (code_hash, user_id, purpose, created_at, expires_at) select $2, id, 'reset', now(), now() + interval '1 hour' from owner`,
    [email, testSecrets.hash(resetCode)],
  );
  return resetCode;
}

describeInBrowser('a person with a second factor', () => {
  const email = 'otto@people.test';
  const codeOf = (key: string, offset: number) => testSecrets.timeCode(key, timeStepAt(new Date()) + offset);

  it('adds it with the keyboard, signs in with its code, then with a recovery code, and removes it', async () => {
    const resetCode = await createPerson(email);
    const page = await site.openAt(`/auth/password/reset/${resetCode}`, 'visitor');
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Save new password' }).click();
    await page.getByRole('button', { name: `Account of ${email}` }).waitFor();

    await page.goto('/account');
    const card = page.getByRole('region', { name: 'Second factor' });
    await card.getByRole('button', { name: 'Add a second factor' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await card.getByRole('img', { name: 'QR code of the key' }).waitFor();
    const key = (await card.locator('code').innerText()).replaceAll(' ', '');
    expect(await accessibilityProblems(page, widths)).toEqual([]);
    await card.getByLabel('Code', { exact: true }).fill(codeOf(key, 0));
    await page.keyboard.press('Enter');
    const recoveryCodes = card.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await recoveryCodes.first().waitFor();
    const recoveryCode = await recoveryCodes.first().innerText();
    expect(await accessibilityProblems(page, widths)).toEqual([]);
    await card.getByRole('button', { name: "I've saved them" }).click();
    await card.getByText('10 recovery codes are left.').waitFor();
    expect(await accessibilityProblems(page, widths)).toEqual([]);

    for (const code of [codeOf(key, 1), recoveryCode]) {
      const other = await site.openAt('/auth/login?next=/account', 'visitor');
      await other.getByLabel('Email').fill(email);
      await other.getByLabel('Password', { exact: true }).fill(password);
      await other.keyboard.press('Enter');
      await other.getByRole('heading', { name: 'Enter your code' }).waitFor();
      expect(await accessibilityProblems(other, widths)).toEqual([]);
      await other.getByLabel('Code', { exact: true }).fill(code);
      await other.keyboard.press('Enter');
      await other.getByRole('heading', { level: 1, name: 'Account settings' }).waitFor();
    }

    await page.reload();
    await card.getByText('9 recovery codes are left.').waitFor();
    await card.getByRole('button', { name: 'Remove the second factor' }).click();
    // The password of a moment ago still counts.
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await card.getByRole('button', { name: 'Add a second factor' }).waitFor();
  });
});

describeInBrowser('a person with a passkey', () => {
  const email = 'lena@people.test';

  /** A device with a fingerprint reader that knows its owner's finger. */
  const addAuthenticator = async (page: Page) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return { setVerified: (isUserVerified: boolean) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }) };
  };
  const isSignedIn = (page: Page) => page.getByRole('button', { name: `Account of ${email}` }).waitFor();
  const signOut = async (page: Page) => {
    await page.getByRole('button', { name: `Account of ${email}` }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  };
  const typePassword = async (page: Page) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  };

  it('adds it with the keyboard, signs in with it, gives it after the password, proves ownership, and removes it', async () => {
    const resetCode = await createPerson(email);
    const page = await site.openPage('visitor', { baseURL: origin });
    const authenticator = await addAuthenticator(page);
    await page.goto(`/auth/password/reset/${resetCode}`);
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Save new password' }).click();
    await isSignedIn(page);

    await page.goto('/account');
    const card = page.getByRole('region', { name: 'Passkeys' });
    const dialog = page.getByRole('dialog');
    await card.getByText('A passkey signs in').waitFor();
    expect(await accessibilityProblems(page, widths)).toEqual([]);
    await card.getByRole('button', { name: 'Add a passkey' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Name').fill('Lena’s laptop');
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    expect(await accessibilityProblems(page, widths)).toEqual([]);
    await page.keyboard.press('Enter');
    const recoveryCodes = card.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await recoveryCodes.first().waitFor();
    const recoveryCode = await recoveryCodes.first().innerText();
    expect(await accessibilityProblems(page, widths)).toEqual([]);
    await card.getByRole('button', { name: "I've saved them" }).click();
    await card.getByText('Lena’s laptop').waitFor();
    await page.getByRole('region', { name: 'Second factor' }).getByText('10 recovery codes are left.').waitFor();
    expect(await accessibilityProblems(page, widths)).toEqual([]);

    await signOut(page);
    await page.goto('/auth/login?next=/account');
    const passkeyButton = page.getByRole('button', { name: 'Sign in with a passkey' });
    await passkeyButton.waitFor();
    expect(await accessibilityProblems(page, widths)).toEqual([]);
    await authenticator.setVerified(false);
    await passkeyButton.click();
    await page.getByTestId('form-error').getByText('No passkey was used. Try again.').waitFor();
    await authenticator.setVerified(true);
    await passkeyButton.click();
    await page.getByRole('heading', { level: 1, name: 'Account settings' }).waitFor();

    await signOut(page);
    await page.goto('/auth/login?next=/account');
    await typePassword(page);
    expect(await accessibilityProblems(page, widths)).toEqual([]);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('heading', { level: 1, name: 'Account settings' }).waitFor();

    const other = await site.openAt('/auth/login?next=/account', 'visitor', { baseURL: origin });
    await typePassword(other);
    await other.getByLabel('Code', { exact: true }).fill(recoveryCode);
    await other.keyboard.press('Enter');
    await isSignedIn(other);

    await page.reload();
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await dialog.getByRole('button', { name: 'Use a passkey instead' }).click();
    await dialog.getByText("Thanks, it's you.").waitFor();
    expect(await accessibilityProblems(page, widths)).toEqual([]);
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Signed out everywhere else.').waitFor();

    await card.getByRole('button', { name: 'Remove the passkey Lena’s laptop' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await card.getByText('A passkey signs in').waitFor();
  });
});
