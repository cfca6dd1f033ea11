import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describeInBrowser, TestSite, type ViewerKind } from '../support/browser/test-site';

const appearances = (['light', 'dark'] as const).flatMap((colorScheme) => [1280, 360].map((width) => ({ colorScheme, width })));

/** Serious accessibility violations, and horizontal scrolling. */
async function accessibilityProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...serious.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    ...(overflow > 0 ? [`${overflow} px too wide`] : []),
  ];
}

describeInBrowser('every screen, light and dark, on desktop and phone', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open()));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  /** The path with the id of the first entity in the list. */
  const concretePath = async (path: string): Promise<string> => {
    const [, entity] = path.split('/');
    if (!path.includes(':id')) return path;
    const page = await site.fetchJson<Record<string, { _id: string }[]>>('premium', `/${entity}s?per_page=10&page=1`);
    return path.replace(':id', page[`${entity}s`]?.[0]?._id ?? '');
  };

  it.each<[path: string, who: ViewerKind]>([
    ['/', 'visitor'],
    ['/boards', 'visitor'],
    ['/boards?page=4', 'visitor'],
    ['/pinners', 'visitor'],
    ['/pins?page=2', 'premium'],
    ['/boards?page=9999', 'premium'],
    ['/boards?query=zzzzzzzzz', 'premium'],
    ['/board/:id/', 'premium'],
    ['/pinner/:id/', 'visitor'],
    ['/pin/:id/', 'premium'],
    ['/board/gone/', 'visitor'],
    ['/momentum', 'visitor'],
    ['/privacy-policy', 'visitor'],
    ['/maintenance', 'visitor'],
    ['/auth/login', 'visitor'],
    ['/auth/register', 'visitor'],
    ['/auth/email/confirm', 'visitor'],
    ['/auth/password/recover', 'visitor'],
    ['/auth/password/reset', 'visitor'],
    ['/dashboard', 'free'],
    ['/dashboard', 'premium'],
    ['/premium', 'visitor'],
    ['/premium', 'free'],
    ['/designer', 'visitor'],
    ['/unsubscribe', 'visitor'],
    ['/admin/analytics', 'admin'],
    ['/admin/analytics?tab=pages', 'admin'],
    ['/admin/growth', 'admin'],
    ['/admin/operations', 'admin'],
    ['/api/docs', 'visitor'],
    ['/dev/mail', 'visitor'],
    ['/sandbox/oauth?state=abc', 'visitor'],
  ])('is accessible: %s for a %s user', async (path, who) => {
    const page = await site.openPage(who, { reducedMotion: 'reduce' });
    await page.goto(await concretePath(path), { waitUntil: 'networkidle' });
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
