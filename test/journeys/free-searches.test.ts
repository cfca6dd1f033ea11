import { accessibilityProblems } from '../support/browser/accessibility-problems';
import { describeInBrowser, TestSite, type ViewerKind } from '../support/browser/test-site';
import { copyDemoDatabase } from '../support/database/demo-database';

const widths = [360, 768, 1280];

describeInBrowser('free searches', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open(await copyDemoDatabase(), { settings: { DEMO: 'true', FREE_SEARCHES: '3' } })));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  const openBoards = async (viewer: ViewerKind) => {
    const page = await site.openAt('/boards', viewer);
    await page.getByTestId('result-row').first().waitFor();
    await page.locator('#keywords-locked', { hasText: 'free searches' }).waitFor();
    return page;
  };

  it('lead a visitor to the sign-up and back, and look right', async () => {
    const page = await openBoards('visitor');
    expect(await accessibilityProblems(page, widths)).toEqual([]);
    await page.getByTestId('search-input').fill('etsy');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.waitForURL(/\/auth\/register\?next=%2Fboards%3Fquery%3Detsy$/);
    await page.getByRole('button', { name: 'Sign up', exact: true }).waitFor();
    expect(await page.getByLabel('Email', { exact: true }).isVisible()).toBe(true);
  });

  it('are used up one by one, lock the field then, and look right', async () => {
    const page = await openBoards('free');
    await page.getByText('3 of 3 free searches left today').waitFor();
    expect(await accessibilityProblems(page, widths)).toEqual([]);
    for (const [keyword, left] of [
      ['etsy', '2 of 3'],
      ['recipes', '1 of 3'],
    ] as const) {
      await page.getByTestId('search-input').fill(keyword);
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByText(`${left} free searches left today`).waitFor();
    }
    await page.getByLabel('Sort').selectOption({ index: 0 });
    expect(await page.getByText('1 of 3 free searches left today').isVisible()).toBe(true);
    await page.getByTestId('search-input').fill('garden');
    await page.getByTestId('search-input').press('Enter');
    await page.getByText('You have used your 3 free searches of today. New ones start at midnight UTC.').waitFor();
    expect(await page.getByTestId('search-input').isDisabled()).toBe(true);
    expect(await accessibilityProblems(page, widths)).toEqual([]);
    // Phones show which search there is to clear.
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.getByTestId('search-input').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.waitForURL((url) => !url.searchParams.has('query'));
    await page.goto('/boards?query=etsy');
    await page.locator('[data-testid="result-row"] mark').first().waitFor();
    await page.goto('/boards?query=wedding');
    await page
      .getByTestId('premium-panel')
      .getByText(/You have used your 3 free searches of today/)
      .waitFor();
  });
});
