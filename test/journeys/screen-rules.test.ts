import type { Page } from 'playwright-core';
import type { KeywordPage } from '#domain/keywords/contract';
import type { PinPage } from '#domain/catalog/list-contract';
import { arriveInOrder, layoutShift, MAX_LAYOUT_SHIFT, recordShifts } from '../support/browser/layout-shift';
import { emptyColumns, waitForTable } from '../support/browser/list-page';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

const MAX_REQUESTS = 25;
/** Of a phone's screen with at most ten rows; Operations has a row for each job. */
const MAX_PAGE_HEIGHT_PX = 4_000;
const screensWithMoreRows = new Set(['/admin/operations']);

/** Scrolls to the end, so that what loads near the viewport is loaded too. */
async function scrollThrough(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 600) {
    await page.evaluate((y) => scrollTo(0, y), top);
    await page.waitForLoadState('networkidle');
  }
}

/** The screens of the main layout that have content; `:id` stands for the first entity of its list. */
const screens = [
  '/',
  '/boards',
  '/pins',
  '/pins?view=grid',
  '/pinners',
  '/keywords',
  '/keywords/:keyword',
  '/board/:id/',
  '/pinner/:id/',
  '/pin/:id/',
  '/compare?items=board::id,board::id2',
  '/dashboard',
  '/watchlists',
  '/account',
  '/premium',
  '/designer',
];

const adminScreens = ['/admin/analytics', '/admin/growth', '/admin/operations', '/admin/people', '/admin/audit'];

describeInBrowser('every screen with content', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await TestSite.open();
    // A watchlist of ten, for the screens that show what is watched.
    const page = await site.openPage('premium');
    await page.goto('/boards');
    await waitForTable(page);
    for (let row = 0; row < 10; row += 1) await page.keyboard.press('j').then(() => page.keyboard.press('x'));
    await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Watch' }).click();
    await page.getByTestId('watch-bar').getByText('Watching 10 items').waitFor();
    await site.closePages();
  });
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  /** The path with ids of the demo. */
  async function concretePath(path: string): Promise<string> {
    if (path.includes(':keyword')) {
      const { keywords } = await site.fetchJson<KeywordPage>('visitor', '/keywords');
      return path.replace(':keyword', encodeURIComponent(keywords[0]?.keyword ?? ''));
    }
    const entity = /(board|pinner|pin)[/:]:id/.exec(path)?.[1];
    if (entity === undefined) return path;
    const page = await site.fetchJson<Record<string, { _id: string }[]>>('premium', `/${entity}s?per_page=10&page=1`);
    const [first, second] = (page[`${entity}s`] ?? []).map(({ _id: id }) =>
      encodeURIComponent(path.includes('items=') ? encodeURIComponent(id) : id),
    );
    return path.replace(':id2', second ?? '').replace(':id', first ?? '');
  }

  it.each([...screens, ...adminScreens].flatMap((path) => [360, 1280].map((width) => [path, width] as const)))(
    'stays where it is while it loads, with few requests, and is not endless on a phone: %s at %d px',
    async (path, width) => {
      const page = await site.openPage(adminScreens.includes(path) ? 'admin' : 'premium', { viewport: { width, height: 800 } });
      await recordShifts(page);
      let requests = 0;
      page.on('request', (request) => (requests += Number(request.resourceType() !== 'image')));
      await page.goto(await concretePath(path));
      await page.locator('#main h1').waitFor();
      await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"]'));
      await page.waitForLoadState('networkidle');
      expect(requests).toBeLessThan(MAX_REQUESTS);
      await scrollThrough(page);
      expect(await layoutShift(page)).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
      if (width === 360 && !screensWithMoreRows.has(path))
        expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(MAX_PAGE_HEIGHT_PX);
    },
  );

  it.each(['/', '/boards', '/pins', '/pinners', '/keywords', '/keywords/:keyword', '/board/:id/', '/premium'])(
    'stays where it is for visitors: %s',
    async (path) => {
      for (const width of [360, 1280]) {
        const page = await site.openPage('visitor', { viewport: { width, height: 800 } });
        await recordShifts(page);
        await page.goto(await concretePath(path));
        await page.locator('#main h1').waitFor();
        await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"]'));
        await scrollThrough(page);
        expect({ width, isStill: (await layoutShift(page)) <= MAX_LAYOUT_SHIFT }).toEqual({ width, isStill: true });
      }
    },
  );

  it.each(
    (['premium', 'visitor'] as const).flatMap((viewer) =>
      ['/boards', '/pins?order_by=saves_growth_last_90_days', '/boards?order_by=momentum_score'].map((path) => [path, viewer] as const),
    ),
  )('stays where it is in whichever order its responses come: %s (%s)', async (path, viewer) => {
    for (const order of [
      ['/stats', '/sessions'],
      ['/sessions', '/stats'],
    ])
      for (const width of [360, 1280]) {
        const page = await site.openPage(viewer, { viewport: { width, height: 800 } });
        await recordShifts(page);
        await arriveInOrder(page, order);
        await page.goto(path);
        await waitForTable(page);
        await page.waitForLoadState('networkidle');
        expect({ order, width, isStill: (await layoutShift(page)) <= MAX_LAYOUT_SHIFT }).toEqual({ order, width, isStill: true });
      }
  });

  it.each([360, 1280])('stays where it is with nothing watched at %d px', async (width) => {
    const page = await site.openPage('free', { viewport: { width, height: 800 } });
    await recordShifts(page);
    await page.goto('/watchlists');
    await page.getByTestId('watchlists-empty').waitFor();
    await page.getByRole('heading', { name: 'Saved searches' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await layoutShift(page)).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
  });

  it('has the left edge of all others', async () => {
    const page = await site.openPage('premium', { viewport: { width: 1920, height: 900 } });
    const edges: Record<string, number> = {};
    for (const path of screens) {
      await page.goto(await concretePath(path));
      await page.locator('#main h1').waitFor();
      await page.waitForFunction(() => !document.querySelector('main > [aria-busy="true"]'));
      // The content, not the heading: that of a detail stands beside its picture.
      edges[path] = await page
        .locator('#main > *')
        .first()
        .evaluate((element) => Math.round(element.getBoundingClientRect().left));
    }
    expect(edges).toEqual(Object.fromEntries(screens.map((path) => [path, edges['/boards']])));
  });
});

describeInBrowser('the rows of a list', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open()));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  it.each([
    ['boards', 'follower_growth_last_90_days'],
    ['pinners', 'follower_growth_last_90_days'],
    ['pins', 'saves_growth_last_90_days'],
  ] as const)('with steady growth all have a gain: %s', async (list, growth) => {
    const page = await site.fetchJson<Record<string, PinPage['pins']>>(
      'premium',
      `/${list}?steady=1&order_by=${growth}&sort=asc&per_page=100`,
    );
    const gains = (page[list] ?? []).map((row) => (row as never as Record<string, number | null>)[growth]);
    expect(gains.length).toBeGreaterThan(0);
    expect(gains.filter((gain) => gain === null || gain === undefined || gain <= 0)).toEqual([]);
  });

  it.each(['boards', 'pinners', 'pins'])('fill every column of /%s, the two that always show aside', async (list) => {
    const page = await site.openPage('premium');
    const orders = ['', '?order_by=created_at', '?page=30'];
    for (const query of orders) {
      await page.goto(`/${list}${query}`);
      await waitForTable(page);
      expect([query, await emptyColumns(page)]).toEqual([query, []]);
    }
  });
});
