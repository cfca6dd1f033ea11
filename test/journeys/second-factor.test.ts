import { timeStepAt } from '#domain/auth/second-factor';
import { accessibilityProblems } from '../support/browser/accessibility-problems';
import { describeInBrowser, TestSite } from '../support/browser/test-site';
import { testSecrets } from '../support/process/test-secrets';

const email = 'lena@people.test';
const password = 'plum otter lake 42';
const codeOf = (key: string, offset: number) => testSecrets.timeCode(key, timeStepAt(new Date()) + offset);

const widths = [360, 1280];

describeInBrowser('a person with a second factor', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open()));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  it('adds it with the keyboard, signs in with its code, then with a recovery code, and removes it', async () => {
    const resetCode = testSecrets.createCode();
    await site.database.pool.query(
      `with owner as (insert into users (email, is_confirmed, created_at) values ($1, true, now()) returning id)
       insert into codes (code_hash, user_id, purpose, created_at, expires_at) select $2, id, 'reset', now(), now() + interval '1 hour' from owner`,
      [email, testSecrets.hash(resetCode)],
    );
    const page = await site.openPage('visitor');
    await page.goto(`/auth/password/reset/${resetCode}`);
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
      const other = await site.openPage('visitor');
      await other.goto('/auth/login?next=/account');
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
