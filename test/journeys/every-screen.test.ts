import type { Page, Request } from 'playwright-core';
import type { BoardPage } from '#domain/catalog/list-contract';
import type { LinkedAccount } from '#domain/linked-accounts/contract';
import type { KeywordPage } from '#domain/keywords/contract';
import { accessibilityProblems, overflowOf } from '../support/browser/accessibility-problems';
import { arriveInOrder, movedParts, recordShifts } from '../support/browser/layout-shift';
import { emptyColumns, showList } from '../support/browser/list-page';
import { sandboxConsentPath } from '../support/app/sandbox-consent';
import { waitUntilLoaded } from '../support/browser/loaded-page';
import { describeInBrowser, TestSite, type ViewerKind } from '../support/browser/test-site';

const widths = [1280, 360] as const;
const OTHER_WIDTHS_PX = [320, 768];
const WIDE_PX = 1920;
const MAX_REQUESTS = 25;
/** Longer than a screen waits for a session. */
const SLOW_RESPONSE_MS = 1_100;
/** Of a phone's screen with at most ten rows; Operations has a row for each job. */
const MAX_PAGE_HEIGHT_PX = 4_000;
const screensWithMoreRows = new Set(['/admin/operations']);

// What a screen shows once it is loaded.
const heading = 'h1';
const table = '[data-testid="results-table"][aria-busy="false"]';
const cards = '[data-testid="pin-grid"] [data-testid="result-row"]';
const lineChart = '.apexcharts-line-series path';
const doughnutChart = '.apexcharts-pie-series path';
const submitButton = 'main form [type="submit"]';
const purchaseButton = '[data-testid="purchase-button"]';
const keywordRow = '[data-testid="keyword-row"]';
const homeList = '[data-testid="home-list-3"] li a';
const dashboard = ['[data-testid="plan"]', '#sandbox-payments', '[data-testid="linked-accounts"] button:enabled'] as const;

type Screen = [path: string, who: ViewerKind, ...content: string[]];

/** The screens of the main layout that have content; `:id` stands for the first entity of its list. */
const screens: readonly Screen[] = [
  ['/', 'visitor', homeList],
  ['/', 'premium', homeList],
  ['/boards', 'visitor', table],
  ['/boards', 'premium', table],
  ['/pinners', 'visitor', table],
  ['/pinners', 'premium', table],
  ['/pins', 'visitor', table],
  ['/pins?page=2', 'premium', table],
  ['/pins?view=grid', 'premium', cards],
  ['/board/:id/', 'visitor', lineChart],
  ['/board/:id/', 'premium', lineChart],
  ['/pinner/:id/', 'visitor', lineChart],
  ['/pin/:id/', 'premium', lineChart],
  ['/keywords', 'visitor', keywordRow],
  ['/keywords', 'premium', keywordRow],
  ['/keywords/:keyword', 'visitor', '[data-testid="top-pins"]'],
  ['/keywords/:keyword', 'premium', keywordRow],
  ['/keywords/compare?keywords=:keyword,wedding,bread,pumpkin%20bread,zzzz', 'premium', '[data-testid="keyword-compare-table"]'],
  ['/compare?items=board::id,board::id2', 'premium', '[data-testid="compared-line"]', '[data-testid="compare-table"]'],
  ['/dashboard', 'premium', ...dashboard, '[data-testid="since"]'],
  ['/watchlists', 'free', '[data-testid="watchlists-empty"]'],
  ['/watchlists', 'premium', '[data-testid="watched-item"]'],
  [
    '/accounts/:linked',
    'premium',
    '[data-testid="day-processing"]',
    '[data-testid="part-row"]',
    '[data-testid="own-pin"]',
    '[data-testid="own-board"]',
  ],
  ['/trends', 'premium', '[data-testid="trend-row"]'],
  ['/account', 'premium', '[aria-labelledby="open-sessions"] li'],
  ['/premium', 'visitor', purchaseButton],
  ['/premium', 'premium', heading],
  ['/designer', 'premium', heading],
  ['/admin/analytics', 'admin', lineChart, doughnutChart],
  ['/admin/growth', 'admin', '[data-testid="performer-row"]'],
  ['/admin/people', 'admin', '[data-testid="person-row"]'],
  ['/admin/audit', 'admin', '[aria-label="Entries"]'],
  ['/admin/setup', 'admin', '[data-testid="data-uses"]'],
  ['/admin/imports', 'admin', '[data-testid="drop-area"]'],
  ['/admin/operations', 'admin', '[data-testid="job-row"]'],
];

/** Forms, what is empty or refused, and pages that need no app. */
const otherScreens: readonly Screen[] = [
  ['/boards?page=4', 'visitor', '[data-testid="premium-panel"]'],
  ['/boards?page=9999', 'premium', '[data-testid="list-empty"]'],
  ['/boards?query=zzzzzzzzz', 'premium', '[data-testid="list-empty"]'],
  ['/boards?query=etsy', 'premium', '[data-testid="result-row"] mark'],
  ['/keywords?query=zzzzzzzzz', 'premium', '[data-testid="keywords-empty"]'],
  ['/compare', 'visitor', '[data-testid="compare-empty"]'],
  ['/compare?items=board::id,board::id2,board:3', 'free', '[data-testid="compare-locked"]', '[data-testid="compared-line"]'],
  ['/board/gone/', 'visitor', '[data-testid="detail-missing"]'],
  ['/momentum', 'visitor', heading],
  ['/privacy-policy', 'visitor', heading],
  ['/maintenance', 'visitor', heading],
  ['/auth/login', 'visitor', '#demo-accounts'],
  ['/auth/register', 'visitor', submitButton],
  ['/auth/email/confirm', 'visitor', submitButton],
  ['/auth/password/recover', 'visitor', submitButton],
  ['/auth/password/reset', 'visitor', submitButton],
  ['/dashboard', 'free', ...dashboard],
  ['/oauth/authorize', 'free', 'main [href^="/premium"]'],
  ['/premium', 'free', purchaseButton],
  ['/unsubscribe', 'visitor', 'main output'],
  ['/admin/analytics?tab=pages', 'admin', '[role="tabpanel"] table'],
  ['/admin/quality/never-crawled', 'admin', '[data-testid="issue-row"], [data-testid="no-items"]'],
  ['/api/docs', 'visitor', heading],
  ['/accessibility', 'visitor', heading],
  ['/dev/mail', 'visitor', heading],
  [sandboxConsentPath('abc'), 'visitor', heading],
];

/** Scrolls through a loaded screen to its end, so that what loads near the viewport is loaded too. */
async function scrollThrough(page: Page): Promise<void> {
  await waitUntilLoaded(page);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 600) await page.evaluate((y) => scrollTo(0, y), top);
}

const leftOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => Math.round(element.getBoundingClientRect().left));

describeInBrowser('every screen, light and dark, on desktop and phone', () => {
  let site: TestSite;
  const pages = new Map<ViewerKind, Page>();

  /** The page of a viewer, which goes from screen to screen as a person does: a browser profile for each screen takes as long as a screen. */
  const pageOf = async (viewer: ViewerKind): Promise<Page> => {
    const page = pages.get(viewer) ?? (await site.openPage(viewer));
    if (!pages.has(viewer)) await recordShifts(page);
    pages.set(viewer, page);
    // Not the page before, so that the browser does not restore how far it was scrolled; of the site, so that its process stays.
    await page.goto('/healthz');
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
    return page;
  };

  beforeAll(async () => {
    site = await TestSite.open();
    // A watchlist of ten, for the screens that show what is watched.
    const page = await pageOf('premium');
    await showList(page, '/boards');
    for (let row = 0; row < 10; row += 1) await page.keyboard.press('j').then(() => page.keyboard.press('x'));
    await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Watch' }).click();
    await page.getByTestId('watch-bar').getByText('Watching 10 items').waitFor();
    await page.goto('/dashboard');
    // Cards that load above the button move it away from a click.
    await waitUntilLoaded(page);
    await page.getByRole('button', { name: 'Add Account' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByTestId('account-row').waitFor();
  });
  afterEach(() => expect(site.takeProblems()).toEqual([]));
  afterAll(async () => {
    await site.closePages();
    await site.close();
  });

  /** The path with ids of the demo. */
  const concretePath = async (path: string): Promise<string> => {
    if (path.includes(':keyword')) {
      const { keywords } = await site.fetchJson<KeywordPage>('visitor', '/keywords');
      return path.replace(':keyword', encodeURIComponent(keywords[0]?.keyword ?? ''));
    }
    if (path.includes(':linked')) {
      const [linked] = await site.fetchJson<readonly LinkedAccount[]>('premium', '/users/me/pinterest_accounts');
      return path.replace(':linked', linked?._id ?? '');
    }
    const entity = /(board|pinner|pin)[/:]:id/.exec(path)?.[1];
    if (entity === undefined) return path;
    const page = await site.fetchJson<Record<string, BoardPage['boards']>>('premium', `/${entity}s?per_page=10&page=1`);
    const [first, second] = (page[`${entity}s`] ?? []).map(({ _id: id }) =>
      encodeURIComponent(path.includes('items=') ? encodeURIComponent(id) : id),
    );
    return path.replace(':id2', second ?? '').replace(':id', first ?? '');
  };

  const openScreen = async (page: Page, [path, , ...content]: Screen) => {
    await page.goto(await concretePath(path));
    for (const selector of content) await page.locator(selector).first().waitFor({ state: 'attached' });
    // The heading of the page as the server sent it gives way to the screen's own.
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]') && document.querySelector('h1'));
    expect(await page.locator('h1').count()).toBe(1);
  };

  it.each<Screen>(screens)('is accessible, stays where it is while it loads, and has few requests: %s for a %s user', async (...screen) => {
    const page = await pageOf(screen[1]);
    await page.setViewportSize({ width: 360, height: 800 });
    let requests = 0;
    const countRequest = (request: Request) => (requests += Number(request.resourceType() !== 'image'));
    page.on('request', countRequest);
    const expectStill = async (width: number) => {
      await scrollThrough(page);
      expect({ width, moved: await movedParts(page) }).toEqual({ width, moved: [] });
    };
    // Charts are drawn near the viewport only, which is where the desktop has them.
    await openScreen(page, [screen[0], screen[1]]);
    await expectStill(360);
    page.off('request', countRequest);
    expect(requests).toBeLessThan(MAX_REQUESTS);
    if (!screensWithMoreRows.has(screen[0]))
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(MAX_PAGE_HEIGHT_PX);
    await pageOf(screen[1]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await openScreen(page, screen);
    await expectStill(1280);
    expect(await accessibilityProblems(page, widths)).toEqual([]);
    for (const width of OTHER_WIDTHS_PX) {
      await page.setViewportSize({ width, height: 800 });
      expect([width, await overflowOf(page)]).toEqual([width, null]);
    }
    // The content, not the heading: that of a detail stands beside its picture.
    await page.setViewportSize({ width: WIDE_PX, height: 900 });
    expect(await leftOf(page, '#main > *')).toBe(await leftOf(page, 'header a'));
  });

  it.each<Screen>(otherScreens)('is accessible: %s for a %s user', async (...screen) => {
    const page = await pageOf(screen[1]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await openScreen(page, screen);
    expect(await accessibilityProblems(page, widths)).toEqual([]);
  });

  it.each(['premium', 'visitor'] as const)('stays where it is in whichever order its responses come (%s)', async (viewer) => {
    const page = await pageOf(viewer);
    for (const order of [
      ['/stats', '/sessions'],
      ['/sessions', '/stats'],
    ])
      for (const [path, width] of [
        ['/boards', 360],
        ['/boards', 1280],
        ['/pins?order_by=saves_growth_last_90_days', 1280],
        ['/boards?order_by=momentum_score', 1280],
      ] as const) {
        await page.unrouteAll();
        await arriveInOrder(page, order);
        await page.setViewportSize({ width, height: 800 });
        await showList(page, path);
        await waitUntilLoaded(page);
        expect({ path, order, width, moved: await movedParts(page) }).toEqual({ path, order, width, moved: [] });
      }
    await page.unrouteAll();
  });

  it('stays where it is when the settings, which bring the banner above it, come late', async () => {
    const page = await pageOf('admin');
    await page.route('**/api/settings', (route) => void page.waitForTimeout(SLOW_RESPONSE_MS).then(() => route.continue()));
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/admin/imports');
    await waitUntilLoaded(page);
    expect(await page.getByTestId('demo-strip').count()).toBe(1);
    expect(await movedParts(page)).toEqual([]);
    await page.unrouteAll();
  });

  it.each(['boards', 'pinners', 'pins'])('fills every column of /%s, the two that always show aside', async (list) => {
    const page = await pageOf('premium');
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const query of ['', '?order_by=created_at', '?page=30']) {
      await showList(page, `/${list}${query}`);
      expect([query, await emptyColumns(page)]).toEqual([query, []]);
    }
  });
});
