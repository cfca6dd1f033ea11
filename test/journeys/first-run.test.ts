import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessibilityProblems } from '../support/browser/accessibility-problems';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

const email = 'mine@example.com';
const password = 'quiet-otter-lamp-71-moss';

/** Where the screenshots are, which are for people to look at. */
const pictureFolder = join(tmpdir(), 'corklight-first-run');

/** A table of boards as they were some days ago: the first grows, the second shrinks. */
function boardsTable(daysAgo: number): { readonly name: string; readonly mimeType: string; readonly buffer: Buffer } {
  const day = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const rows = ['cakes', 'jams'].map((board, index) => {
    const followers = index === 0 ? 5_000 - 10 * daysAgo : 4_000 + 10 * daysAgo;
    return `https://www.pinterest.com/ada/${board}/;Plum ${board};${followers};12;${day}`;
  });
  const text = ['board_url;board_title;fans;collaborators;crawled_at', ...rows].join('\n');
  return { name: `boards-${daysAgo}-days-ago.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) };
}

/** A board that there is, with other numbers, and one that there is not. */
const wrongTable = {
  name: 'wrong.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'board_url,board_title,follower_count',
      'https://www.pinterest.com/ada/cakes/,Wrong cakes,9',
      'https://www.pinterest.com/ada/soups/,Wrong soups,9',
    ].join('\n'),
  ),
};

let site: TestSite;
let dataFolder: string;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'corklight-first-run-data-'));
  await mkdir(pictureFolder, { recursive: true });
  site = await TestSite.open(undefined, { settings: { DATA_DIR: dataFolder } });
});
afterAll(async () => {
  await site.close();
  await rm(dataFolder, { recursive: true, force: true });
});

describeInBrowser('a new operator without a terminal', () => {
  it('gets from the demo to own data with first verdicts', async () => {
    const page = await site.openPage('visitor');
    // Importing and removing run in the background for as long as the machine needs.
    page.setDefaultTimeout(180_000);
    const picture = (name: string) => page.screenshot({ path: join(pictureFolder, `${name}.png`), fullPage: true });
    await page.goto('/');
    await page.getByRole('link', { name: 'Load your own data' }).click();
    await page.getByRole('button', { name: 'Sign in as admin' }).click();
    await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.getByText(`You are signed in as ${email}`).waitFor();
    await picture('1-you');

    await page.getByLabel('Choose files, or drop them here').setInputFiles([boardsTable(100), boardsTable(0)]);
    const files = page.getByTestId('received-file');
    await files.nth(1).getByTestId('field-row').first().waitFor();
    await page.getByText('No row has followers: growth lists will be thin.').first().waitFor();
    await files.first().getByLabel('What fans becomes').selectOption('follower_count');
    await page.getByText('No row has followers: growth lists will be thin.').nth(1).waitFor({ state: 'detached' });
    expect(await accessibilityProblems(page, [360, 768, 1280])).toEqual([]);
    await picture('2-preview');
    for (let left = 2; left > 0; left--) {
      await files.first().getByRole('button', { name: 'Import', exact: true }).click();
      await files.nth(left - 1).waitFor({ state: 'detached' });
    }
    const done = page.getByTestId('import-row').filter({ hasText: 'Done' });
    await done.nth(1).waitFor();

    // A file that should not have been imported goes again, without a trace in the catalog.
    await page.getByLabel('Choose files, or drop them here').setInputFiles([wrongTable]);
    await files.first().getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('button', { name: 'Take back wrong.csv' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take wrong.csv back?' });
    await dialog.getByText('1 board goes, 1 board stays with what other imports gave.').waitFor();
    await dialog.getByText('2 rows').click();
    expect(await dialog.getByTestId('taken-row').count()).toBe(2);
    expect(await accessibilityProblems(page, [360, 768, 1280])).toEqual([]);
    await picture('3-take-back');
    await dialog.getByRole('button', { name: 'Take it back' }).click();
    await page.getByTestId('import-row').filter({ hasText: 'Taken back' }).waitFor();

    await page.getByRole('button', { name: 'Remove the demo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the demo' }).click();
    await page.getByTestId('demo-card').waitFor({ state: 'detached' });
    await page.getByTestId('data-uses').getByText('2 boards, 2 with growth over 90 days.').waitFor();
    await picture('4-done');

    await page.getByTestId('data-uses').getByRole('link', { name: 'Boards' }).click();
    await page.getByTestId('result-row').nth(1).waitFor();
    expect(await page.getByTestId('result-row').count()).toBe(2);
    await page.getByRole('link', { name: 'Plum cakes' }).click();
    await page.getByTestId('verdict').waitFor();
    await picture('5-verdict');
  }, 900_000);
});
