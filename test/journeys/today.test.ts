import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../support/browser/accessibility-problems';
import { layoutShift, MAX_LAYOUT_SHIFT, recordShifts } from '../support/browser/layout-shift';
import { describeInBrowser, TestSite, type ViewerKind } from '../support/browser/test-site';

const MAX_REQUESTS = 25;
const MAX_HEIGHT_PX = 4_000;

const widths = [360, 1280] as const;

describeInBrowser('today', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open()));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  /** Answers the questions of the first run by keys: the first topic, a user name of the catalog, and all that is proposed. */
  const answerQuestions = async (page: Page) => {
    const question = (name: string) => page.getByRole('heading', { name }).waitFor();
    await question('What do you pin about?');
    await page.locator('[aria-pressed]').first().waitFor();
    await page.keyboard.press('1');
    await page.keyboard.press('2');
    await page.getByRole('button', { name: 'Continue with 2' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await question('Your site or username?');
    const { rows } = await site.database.pool.query<{ username: string }>(
      `select owner.username from pinners owner join pins on pinner_id = owner._id where owner.username ~ '^[a-z0-9_]+$'
       group by 1 order by count(*) desc, 1 limit 1`,
    );
    await page.getByLabel('Site or Pinterest username').fill(`@${rows[0]?.username}`);
    await page.keyboard.press('Enter');
    await page.getByTestId('own-site').waitFor();
    await page.keyboard.press('Enter');
    await question('Follow these?');
    await page.getByRole('button', { name: 'Watch 10 and show today' }).waitFor();
    expect(await page.getByLabel('Email me on Mondays what moved').isChecked()).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Enter');
  };

  it.each<ViewerKind>(['free', 'premium'])('is filled for a new %s person after three questions', async (who) => {
    const page = await site.openPage(who);
    await page.goto('/dashboard');
    await answerQuestions(page);
    for (const block of ['since', 'rising-pins', 'own-site']) await page.getByTestId(block).waitFor();
    expect(await page.getByTestId('mover').count()).toBe(5);
    expect(await page.getByRole('link', { name: `Compare top ${who === 'premium' ? '5' : '2'}` }).count()).toBeLessThanOrEqual(1);
    expect(await page.getByTestId('setup').textContent()).toContain('3 of 4 done');
    expect(await accessibilityProblems(page, widths)).toEqual([]);
  });

  it('asks a new person in two columns of tiles on a phone, without moving', async () => {
    const page = await site.openPage('admin', { viewport: { width: 360, height: 800 } });
    await recordShifts(page);
    await page.goto('/dashboard');
    await page.locator('[aria-pressed]').first().waitFor();
    await page.waitForLoadState('networkidle');
    const tops = await page.locator('[aria-pressed]').evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().top));
    expect(tops[0]).toBe(tops[1]);
    expect(await layoutShift(page)).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(MAX_HEIGHT_PX);
  });

  it.each(widths)('stays where it is while it loads at %d, with few requests', async (width) => {
    const page = await site.openPage('free', { viewport: { width, height: 800 } });
    await recordShifts(page);
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() !== 'image') requests.push(request.url());
    });
    await page.goto('/dashboard');
    await page.getByTestId('since').waitFor();
    await page.getByTestId('plan').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await layoutShift(page)).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
    expect(requests.length).toBeLessThan(MAX_REQUESTS);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(MAX_HEIGHT_PX);
  });

  it.each(widths)('has watchlists of ten items that stay where they are while they load at %d', async (width) => {
    const page = await site.openPage('free', { viewport: { width, height: 800 } });
    await recordShifts(page);
    await page.goto('/watchlists');
    await page.getByTestId('watched-item').nth(9).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await layoutShift(page)).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(MAX_HEIGHT_PX);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
