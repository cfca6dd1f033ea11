import { type FilterName, filtersOf } from '#domain/catalog/filters/filters';
import type { FilterHistogram } from '#domain/catalog/list-contract';
import type { Variant } from '#domain/catalog/variants';
import { rowTitles, waitForTable } from '../support/browser/list-page';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

/** A value of each filter that leaves rows of the demo. */
const values: Readonly<Record<FilterName, string>> = {
  followers: '100..',
  collaborators: '2..',
  pins: '5..',
  active: '90d',
  growth: '1..',
  viewers: '100..',
  website: '1',
  saves: '10..',
  repins: '1..',
  created: '2001-01-01..',
  domain: '',
  board: '',
  owner: '',
  topic: '',
  picture: '1',
  script: 'latin',
  updated: '90d',
  momentum: '10..100',
  steady: '1',
  checks: '1..',
  read: '90d',
};

describeInBrowser('the filters of a list', () => {
  let site: TestSite;
  // Without limits: all filters together make more requests in a minute than one user may.
  beforeAll(async () => void (site = await TestSite.open(undefined, { settings: { RATE_LIMITS: 'off' } })));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  /** The value of a filter; those that depend on the demo come from its first rows. */
  const valueOf = async (variant: Variant, name: FilterName): Promise<string> => {
    if (values[name] !== '') return values[name];
    const column = { domain: 'domain', board: 'board_id', owner: 'pinner_id', topic: 'topics[1]' }[name as string] ?? '';
    const { rows } = await site.database.pool.query<{ value: string }>(
      `select ${column} "value" from ${variant} where ${column} is not null order by _id limit 1`,
    );
    return rows[0]?.value ?? '';
  };

  it.each(['boards', 'pinners', 'pins'] as const)('of %s keep their rows when loaded again, and Back restores them', async (variant) => {
    const page = await site.openPage('premium');
    const all = variant === 'boards' ? '?collaborators=0..' : '';
    for (const [name] of filtersOf(variant)) {
      const value = await valueOf(variant, name);
      await page.goto(`/${variant}${all}`);
      await waitForTable(page);
      // Growth, which boards are ordered by, is not read recently in the rows of every filter.
      const any = variant === 'boards' ? { read: 'any' } : {};
      await page.goto(`/${variant}?${String(new URLSearchParams({ ...any, [name]: value }))}`);
      await waitForTable(page);
      const address = page.url();
      const shown = await rowTitles(page);
      expect([name, shown.length > 0]).toEqual([name, true]);
      const chips = await page
        .getByTestId('filter-bar')
        .getByRole('button', { name: /^Remove filter/ })
        .count();
      const defaults = variant === 'boards' ? ['collaborators'] : [];
      expect([name, chips]).toEqual([name, new Set([...defaults, name]).size]);
      await page.reload();
      await waitForTable(page);
      expect([name, await rowTitles(page), page.url()]).toEqual([name, shown, address]);
      await page.goBack();
      await page.waitForURL(`**/${variant}${all}`);
      await waitForTable(page);
      await page.goForward();
      await page.waitForURL(address);
      await waitForTable(page);
      expect([name, await rowTitles(page)]).toEqual([name, shown]);
    }
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

  it.each(['visitor', 'free'] as const)('that are locked leave the list without them, with one notice (%s)', async (viewer) => {
    const page = await site.openPage(viewer);
    await page.goto('/boards?followers=1000..&growth=5..&updated=90d');
    await waitForTable(page);
    const { boards } = await site.fetchJson<{ boards: { title: string }[] }>(viewer, '/boards?collaborators=1..&updated=90d');
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
