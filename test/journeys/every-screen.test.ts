import type { KeywordPage } from '#domain/keywords/contract';
import type { BoardPage } from '#domain/catalog/list-contract';
import { accessibilityProblems } from '../support/browser/accessibility-problems';
import { describeInBrowser, TestSite, type ViewerKind } from '../support/browser/test-site';

const appearances = (['light', 'dark'] as const).flatMap((colorScheme) => [1280, 360].map((width) => ({ colorScheme, width })));

// What a screen shows once it is loaded.
const heading = 'h1';
const table = '[data-testid="results-table"][aria-busy="false"]';
const lineChart = '.apexcharts-line-series path';
const doughnutChart = '.apexcharts-pie-series path';
const submitButton = 'main form [type="submit"]';
const dashboard = ['[data-testid="plan"]', '#sandbox-payments', '[data-testid="linked-accounts"] button:enabled'] as const;

describeInBrowser('every screen, light and dark, on desktop and phone', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open()));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  /** The path with the id of the first entity in the list. */
  const concretePath = async (path: string): Promise<string> => {
    const [, entity] = path.split('/');
    if (path.includes(':keyword')) {
      const { keywords } = await site.fetchJson<KeywordPage>('visitor', '/keywords');
      return path.replace(':keyword', encodeURIComponent(keywords[0]?.keyword ?? ''));
    }
    if (path.includes('items=')) {
      const { boards } = await site.fetchJson<BoardPage>('premium', '/boards?per_page=10&page=1');
      const [first, second] = boards.map(({ _id: id }) => encodeURIComponent(encodeURIComponent(id)));
      return path.replace(':id2', second ?? '').replace(':id', first ?? '');
    }
    if (!path.includes(':id')) return path;
    const page = await site.fetchJson<Record<string, { _id: string }[]>>('premium', `/${entity}s?per_page=10&page=1`);
    return path.replace(':id', page[`${entity}s`]?.[0]?._id ?? '');
  };

  it.each<[path: string, who: ViewerKind, ...content: string[]]>([
    ['/', 'visitor', '[data-testid="home-list-3"] li a'],
    ['/boards', 'visitor', table],
    ['/boards?page=4', 'visitor', '[data-testid="premium-panel"]'],
    ['/pinners', 'visitor', table],
    ['/pins?page=2', 'premium', table],
    ['/boards?page=9999', 'premium', '[data-testid="list-empty"]'],
    ['/boards?query=zzzzzzzzz', 'premium', '[data-testid="list-empty"]'],
    ['/boards?query=etsy', 'premium', '[data-testid="result-row"] mark'],
    ['/board/:id/', 'premium', lineChart],
    ['/pinner/:id/', 'visitor', lineChart],
    ['/pin/:id/', 'premium', lineChart],
    ['/keywords', 'visitor', '[data-testid="keyword-row"]'],
    ['/keywords?query=zzzzzzzzz', 'premium', '[data-testid="keywords-empty"]'],
    ['/keywords/:keyword', 'visitor', '[data-testid="top-pins"]'],
    ['/keywords/:keyword', 'premium', '[data-testid="keyword-row"]'],
    ['/compare', 'visitor', '[data-testid="compare-empty"]'],
    ['/compare?items=board::id,board::id2', 'premium', '[data-testid="compared-line"]', '[data-testid="compare-table"]'],
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
    ['/dashboard', 'premium', ...dashboard],
    ['/watchlists', 'free', '[data-testid="watchlists-empty"]'],
    ['/account', 'free', '[aria-labelledby="open-sessions"] li'],
    ['/premium', 'visitor', '[data-testid="purchase-button"]'],
    ['/premium', 'free', '[data-testid="purchase-button"]'],
    ['/designer', 'visitor', heading],
    ['/unsubscribe', 'visitor', 'main output'],
    ['/admin/analytics', 'admin', lineChart, doughnutChart],
    ['/admin/analytics?tab=pages', 'admin', '[role="tabpanel"] table'],
    ['/admin/growth', 'admin', '[data-testid="performer-row"]'],
    ['/admin/quality/never-crawled', 'admin', '[data-testid="issue-row"], [data-testid="no-items"]'],
    ['/admin/people', 'admin', '[data-testid="person-row"]'],
    ['/admin/audit', 'admin', '[aria-label="Entries"]'],
    ['/admin/operations', 'admin', '[data-testid="job-row"]'],
    ['/api/docs', 'visitor', heading],
    ['/accessibility', 'visitor', heading],
    ['/dev/mail', 'visitor', heading],
    ['/sandbox/oauth?state=abc', 'visitor', heading],
  ])('is accessible: %s for a %s user', async (path, who, ...content) => {
    const page = await site.openPage(who, { reducedMotion: 'reduce' });
    await page.goto(await concretePath(path));
    for (const selector of content) await page.locator(selector).first().waitFor({ state: 'attached' });
    // The heading of the page as the server sent it gives way to the screen's own.
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]') && document.querySelector('h1'));
    expect(await page.locator('h1').count()).toBe(1);
    const problems: string[] = [];
    for (const { colorScheme, width } of appearances) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
      problems.push(...(await accessibilityProblems(page)).map((problem) => `${colorScheme} ${width}: ${problem}`));
    }
    expect(problems).toEqual([]);
  });
});
