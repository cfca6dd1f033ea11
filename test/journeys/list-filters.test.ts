import type { FilterHistogram } from '#domain/catalog/list-contract';
import { rowTitles, waitForTable } from '../support/browser/list-page';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

describeInBrowser('the filters of a list', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open()));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  it.each([
    ['boards', 'collaborators=0..&read=any&followers=100..&active=90d&script=latin', 3],
    ['pinners', 'followers=..20000&website=1&updated=90d', 3],
    ['pins', 'saves=..500&created=2001-01-01..&picture=1', 3],
  ])('of %s keep their rows when loaded again, and Back restores them (%s)', async (variant, filters, chips) => {
    const page = await site.openPage('premium');
    const all = variant === 'boards' ? '?collaborators=0..' : '';
    await page.goto(`/${variant}${all}`);
    await waitForTable(page);
    const before = await rowTitles(page);
    await page.goto(`/${variant}?${filters}`);
    await waitForTable(page);
    const address = page.url();
    const shown = await rowTitles(page);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown).not.toEqual(before);
    const removeButtons = page.getByTestId('filter-bar').getByRole('button', { name: /^Remove filter/ });
    expect(await removeButtons.count()).toBe(chips);
    await page.reload();
    await waitForTable(page);
    expect([await rowTitles(page), page.url()]).toEqual([shown, address]);
    await page.goBack();
    await page.waitForURL(`**/${variant}${all}`);
    await waitForTable(page);
    expect(await rowTitles(page)).toEqual(before);
    await page.goForward();
    await page.waitForURL(address);
    await waitForTable(page);
    expect(await rowTitles(page)).toEqual(shown);
  });

  it('are set and removed by keyboard only, and Back restores the rows', async () => {
    const page = await site.openPage('premium');
    await page.goto('/boards');
    await waitForTable(page);
    const before = await rowTitles(page);
    await page.keyboard.press('f');
    await page.locator('[role="dialog"] button:focus').getByText('Followers').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('[role="dialog"][aria-label="Followers"] input:focus').waitFor();
    await page.keyboard.type('1000');
    await page.keyboard.press('Tab');
    await page.keyboard.type('9000');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/boards?followers=1000..9000');
    await waitForTable(page);
    const { boards, total } = await site.fetchJson<{ boards: { title: string; follower_count: number }[]; total: number }>(
      'premium',
      '/boards?followers=1000..9000&collaborators=1..&read=90d',
    );
    await page
      .getByTestId('result-count')
      .getByText(`${total.toLocaleString('en-US')} boards`)
      .waitFor();
    expect(await rowTitles(page)).toEqual(boards.map(({ title }) => title));
    for (const { follower_count: followers } of boards) expect(Math.min(Math.max(followers, 1_000), 9_000)).toBe(followers);
    await page.goBack();
    await page.waitForURL('**/boards');
    await waitForTable(page);
    expect(await rowTitles(page)).toEqual(before);
  });

  it('give the focus to a menu that loads slowly, and stay open meanwhile', async () => {
    const page = await site.openPage('premium');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/filter-panel-*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/boards');
    await waitForTable(page);
    await page.keyboard.press('f');
    const openButton = page.getByTestId('filter-bar').getByRole('button', { expanded: true });
    await openButton.waitFor();
    expect(await page.locator('[role="dialog"]').count()).toBe(0);
    release();
    await page.locator('[role="dialog"] button:focus').getByText('Followers').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('[role="dialog"][aria-label="Followers"] input:focus').waitFor();
    expect(await openButton.count()).toBe(1);
  });

  it('by a number show how the numbers are distributed, without moving the fields when that is known', async () => {
    const page = await site.openPage('premium');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/histograms/boards/followers', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/boards');
    await waitForTable(page);
    await page.keyboard.press('f');
    await page.locator('[role="dialog"] button:focus').getByText('Followers').waitFor();
    await page.keyboard.press('Enter');
    const field = page.locator('[role="dialog"][aria-label="Followers"] input:focus');
    await field.waitFor();
    const before = await field.boundingBox();
    release();
    await page.getByTestId('histogram').waitFor();
    expect(await field.boundingBox()).toEqual(before);
    const { bins } = await site.fetchJson<FilterHistogram>('visitor', '/histograms/boards/followers');
    expect(await page.getByTestId('histogram').locator('span').count()).toBe(bins.length);
  });

  it('that are locked leave the list without them, with one notice', async () => {
    const page = await site.openPage('free');
    await page.goto('/boards?followers=1000..&growth=5..&updated=90d');
    await waitForTable(page);
    const { boards } = await site.fetchJson<{ boards: { title: string }[] }>('free', '/boards?collaborators=1..&updated=90d');
    expect(await rowTitles(page)).toEqual(boards.map(({ title }) => title));
    expect(await page.getByTestId('filters-refused').allInnerTexts()).toEqual([
      'Filtering by followers is part of Premium. Filtering by growth is part of Premium. These filters were left out.',
    ]);
    expect(await page.getByTestId('toast').count()).toBe(0);
  });

  it('that leave nothing name the one to remove, with the true count', async () => {
    const page = await site.openPage('premium');
    await page.goto('/boards?followers=1000..&collaborators=2000000..');
    const { total } = await site.fetchJson<{ total: number }>('premium', '/boards?followers=1000..&read=90d');
    await page
      .getByTestId('list-empty')
      .getByText(`Without “Collaborators 2,000,000 or more” there are ${total.toLocaleString('en-US')}.`)
      .waitFor();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await page.waitForURL('**/boards?followers=1000..&collaborators=0..');
    await waitForTable(page);
    expect(await rowTitles(page)).toHaveLength(10);
  });
});
