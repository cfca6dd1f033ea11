import { describeInBrowser, TestSite } from '../support/browser/test-site';

const MAX_PICTURE_BYTES = 60 * 1024;

describeInBrowser('the pictures of the Premium page', () => {
  let site: TestSite;
  beforeAll(async () => void (site = await TestSite.open()));
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(() => site.close());

  it.each(['light', 'dark'] as const)(
    'load when they come near, small and cached for good, in the theme of the device: %s',
    async (colorScheme) => {
      const page = await site.openPage('visitor', { colorScheme, viewport: { width: 360, height: 740 } });
      const loaded: string[] = [];
      page.on('response', (response) => {
        if (response.url().endsWith('.webp')) loaded.push(response.url());
      });
      await page.goto('/boards');
      await page.getByTestId('result-row').first().waitFor();
      expect(loaded).toEqual([]);

      await page.goto('/premium');
      const pictures = page.getByRole('region', { name: 'What you see with Premium' }).getByRole('img');
      await pictures.first().waitFor({ state: 'attached' });
      for (const picture of await pictures.all()) {
        const { height } = (await picture.boundingBox()) ?? { height: 0 };
        expect(height).toBeGreaterThan(200);
        await picture.scrollIntoViewIfNeeded();
        const handle = await picture.elementHandle();
        await page.waitForFunction((element) => (element as HTMLImageElement | null)?.naturalWidth === 1120, handle);
        expect((await picture.boundingBox())?.height).toBe(height);
      }
      expect(loaded).toHaveLength(4);
      for (const url of loaded) {
        const response = await fetch(url);
        expect(new URL(url).pathname).toMatch(new RegExp(`^/assets/\\w+-${colorScheme}-`));
        expect(response.headers.get('content-type')).toBe('image/webp');
        expect(response.headers.get('cache-control')).toContain('immutable');
        expect((await response.arrayBuffer()).byteLength).toBeLessThanOrEqual(MAX_PICTURE_BYTES);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    },
  );
});
