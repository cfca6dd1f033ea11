import { accessibilityProblems } from '../support/browser/accessibility-problems';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

const query = new URLSearchParams({ client_id: 'https://helper.example/client.json', redirect_uri: 'http://localhost/callback' });

describeInBrowser('connecting an assistant', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open()));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  it.each([320, 360, 768, 1280])('is one question with two answers, also by keyboard alone: at %i px', async (width) => {
    const page = await site.openPage('premium', { viewport: { width, height: 800 } });
    const asked = { name: 'Helper', host: 'helper.example', redirect_host: 'localhost', is_loopback: true, error_uri: null };
    const sent: unknown[] = [];
    await page.route('**/api/oauth/authorization*', (route) => {
      if (route.request().method() === 'POST') sent.push(route.request().postDataJSON());
      return route.fulfill({ json: route.request().method() === 'POST' ? { redirect_uri: '/premium' } : asked });
    });
    await page.goto(`/oauth/authorize?${query}`);
    await page.getByRole('region', { name: 'Connect Helper?' }).waitFor();
    expect(await accessibilityProblems(page, [width])).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.getByRole('link', { name: 'account settings' }).focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Allow');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/premium');
    expect(sent).toEqual([{ ...Object.fromEntries(query), is_allowed: false }]);
  });
});
