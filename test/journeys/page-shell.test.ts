import { indexedPaths } from '#domain/site/page-metadata';
import { describeInBrowser, sandboxConsentPath, TestSite, type ViewerKind } from '../support/browser/test-site';

describeInBrowser('every page', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open()));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  const firstId = async (list: string): Promise<string> =>
    (await site.fetchJson<Record<string, { _id: string }[]>>('visitor', `/${list}`))[list]?.[0]?._id ?? '';

  it('has the same title and heading from the server as in the app', async () => {
    const page = await site.openPage('visitor');
    for (const path of indexedPaths) {
      const html = (await (await page.goto(path))?.text()) ?? '';
      await page.waitForSelector('#main h1');
      const [, title] = /<title>(.*)<\/title>/.exec(html) ?? [];
      const [, heading] = /<h1>(.*)<\/h1>/.exec(html) ?? [];
      await page.waitForFunction((expected) => document.title === expected, title);
      expect([path, await page.locator('h1').innerText()]).toEqual([path, heading]);
    }
  });

  it('names an entity in the title before any script runs', async () => {
    const id = await firstId('boards');
    const page = await site.openPage('visitor', { javaScriptEnabled: false });
    const { name } = await site.fetchJson<{ name: string }>('visitor', `/boards/${id}`);
    // A busy database answers a later request in time.
    do await page.goto(`/board/${id}/`);
    while ((await page.locator('link[rel="canonical"]').count()) === 0);
    expect(await page.title()).toBe(`${name} · Corklight`);
    expect(await page.locator('meta[property="og:title"]').getAttribute('content')).toBe(name);
  });

  it('that does not exist leads to the home page with a toast, and answers 404', async () => {
    const page = await site.openPage('visitor');
    const response = await page.goto('/no-such-page');
    expect(response?.status()).toBe(404);
    await page.getByText("We couldn't find that page, so here's home.").waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('of an unknown board says so, and answers 404', async () => {
    const page = await site.openPage('visitor');
    await page.goto('/board/no-such-board/');
    await page.getByTestId('detail-missing').waitFor();
    expect((await fetch(`${site.server.origin}/board/no-such-board/`)).status).toBe(404);
  });

  it.each<[path: string, viewer: ViewerKind, widths: readonly number[]]>([
    ['/boards', 'visitor', [768, 1024]],
    ['/boards', 'free', [768]],
    ['/boards', 'admin', [768]],
    ['/admin/growth', 'admin', [768, 1024]],
  ])('has room for the header of %s as %s at %j px', async (path, viewer, widths) => {
    const page = await site.openPage(viewer);
    await page.goto(path);
    await page.locator(viewer === 'visitor' ? 'header >> text=Sign up' : 'header [aria-controls="account-links"]').waitFor();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const boxes = await page.locator('header a:visible, header button:visible').evaluateAll((elements) =>
        elements.map((element) => {
          const { left, right, top } = element.getBoundingClientRect();
          return { name: element.textContent, left, right, top };
        }),
      );
      expect(boxes.filter(({ right }) => right > width - 4).map(({ name }) => name)).toEqual([]);
      const overlapping = boxes.filter((box, index) => index > 0 && box.left < (boxes[index - 1]?.right ?? 0));
      expect(overlapping.map(({ name }) => name)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const [brand, firstLink] = boxes;
      expect((firstLink?.left ?? 0) - (brand?.right ?? 0)).toBeGreaterThanOrEqual(16);
    }
  });

  it('marks the section of a detail in the header', async () => {
    const page = await site.openPage('visitor');
    await page.goto(`/board/${await firstId('boards')}/`);
    const current = page.locator('header nav [aria-current]');
    await current.waitFor();
    expect(await current.allInnerTexts()).toEqual(['Boards']);
  });

  it('prints what it says without what can only be clicked', async () => {
    const page = await site.openPage('visitor', { colorScheme: 'dark' });
    await page.goto('/boards');
    await page.locator('main a[href^="/board/"]').first().waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const hidden of ['header', 'footer', 'nav', 'button:not(th button)', 'aside', 'form', 'select', 'input', 'main label']) {
      expect([hidden, await page.locator(`${hidden}:visible`).count()]).toEqual([hidden, 0]);
    }
    expect(await page.locator('main a[href^="/board/"]:visible').count()).toBeGreaterThan(5);
    expect(await page.evaluate(() => [getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.querySelector('h1') as Element).color])).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']); // prettier-ignore
  });

  it('prints the chart and the whole table of a detail', async () => {
    const page = await site.openPage('visitor');
    await page.goto(`/board/${await firstId('boards')}/`);
    await page.getByRole('button', { name: 'Show as table' }).first().click();
    await page.locator('[role="img"] svg').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('[role="img"] svg:visible').count()).toBeGreaterThan(0);
    const table = page.getByRole('region', { name: 'Followers by day' });
    expect(await table.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(1);
  });

  it('that needs no app has the look of the others, and a header without broken words at 360 px', async () => {
    const page = await site.openPage('visitor', { viewport: { width: 360, height: 700 } });
    const colors = async () => {
      const seen: unknown[] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        seen.push(
          await page.evaluate(() => {
            const [text, bar] = [document.body, document.querySelector('header') as Element].map((element) => getComputedStyle(element));
            return [text?.color, bar?.backgroundColor, bar?.borderBottomColor];
          }),
        );
      }
      return seen;
    };
    await page.goto('/privacy-policy');
    await page.locator('#main h1').waitFor();
    const appColors = await colors();
    expect(appColors[0]).not.toEqual(appColors[1]);
    for (const path of ['/dev/mail', sandboxConsentPath, '/api/docs']) {
      await page.goto(path);
      expect([path, await colors()]).toEqual([path, appColors]);
      expect(await page.locator('header .brand').innerText()).toBe('Corklight');
      const heights = await page
        .locator('header a:visible')
        .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
      expect(heights.length).toBeGreaterThan(0);
      expect(Math.max(...heights)).toBeLessThanOrEqual(44);
      expect(await page.locator('header').evaluate((header) => header.clientHeight)).toBeLessThanOrEqual(60);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    }
  });
});
