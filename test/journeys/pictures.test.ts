import { rm } from 'node:fs/promises';
import type { Page, Request, Route } from 'playwright-core';
import { movedParts, recordShifts } from '../support/browser/layout-shift';
import { ImportFixture } from '../support/database/import-fixture';
import { waitUntilLoaded } from '../support/browser/loaded-page';
import { describeInBrowser, TestSite } from '../support/browser/test-site';

const IMAGE_ORIGIN = 'https://i.pinimg.com';
const hashOf = (number: number): string => number.toString(16).padStart(32, '0');
const original = (number: number): string => `${IMAGE_ORIGIN}/originals/01/23/45/${hashOf(number)}.png`;

const pinner = {
  _id: 'mira',
  username: 'mira',
  name: 'Mira',
  follower_count: 5,
  image_url: `${IMAGE_ORIGIN}/280x280_RS/01/23/45/${hashOf(99)}.jpg`,
};
const board = { _id: 'bare', name: 'A board without a cover', follower_count: 7, pinner: { _id: 'mira', username: 'mira' } };
const pins = Array.from({ length: 30 }, (_, index) => ({
  _id: `pin-${index}`,
  name: `Pin ${index}`,
  saves: 1_000 - index,
  image_url: original(index),
  pinner: { _id: 'mira', username: 'mira' },
  board_id: 'bare',
}));

/** A picture of 2 x 3 pixels. */
const drawing = {
  contentType: 'image/svg+xml',
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="236" height="354"><rect width="236" height="354" fill="teal"/></svg>',
};

/** Answers the requests for pictures, and records them. */
async function servePictures(page: Page, answer: (route: Route) => Promise<void>): Promise<Request[]> {
  const requests: Request[] = [];
  await page.route(`${IMAGE_ORIGIN}/**`, async (route) => {
    requests.push(route.request());
    await answer(route);
  });
  return requests;
}

/** The boxes of the pictures on screen, as width and height. */
const boxSizes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main [class*="picture__box"]')].map((box) => {
      const { width, height } = box.getBoundingClientRect();
      return `${Math.round(width)}x${Math.round(height)}`;
    }),
  );

const screens = ['/pins', '/pins?view=grid', '/boards', '/pinners', '/pin/pin-0/', '/board/bare/', '/pinner/mira/'];

describeInBrowser('pictures', () => {
  let imports: ImportFixture;
  let site: TestSite;
  beforeAll(async () => {
    imports = await ImportFixture.open();
    for (const [kind, rows] of [
      ['pinners', [pinner]],
      ['boards', [board]],
      ['pins', pins],
    ] as const) {
      expect(await imports.importRecords(kind, rows)).toMatchObject({ outcome: 'applied', rejected: 0 });
    }
    site = await TestSite.open(imports.database, { otherOrigins: [IMAGE_ORIGIN, 'https://elsewhere.example'] });
  });
  afterEach(async () => expect(await site.closePages()).toEqual([]));
  afterAll(async () => {
    await site.close();
    await rm(imports.folder, { recursive: true });
  });

  it.each(screens)('that are slow move nothing on %s, and are asked for without a Referer, never as originals', async (path) => {
    const page = await site.openPage('visitor');
    await recordShifts(page);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const requests = await servePictures(page, async (route) => {
      await released;
      await route.fulfill(drawing);
    });
    const firstRequest = page.waitForRequest(`${IMAGE_ORIGIN}/**`);
    await page.goto(path);
    await firstRequest;
    const before = await boxSizes(page);
    expect(before.length).toBeGreaterThan(0);
    release();
    await page.locator('main img[data-loaded]').first().waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('main img')].every((image) => image.loading === 'lazy' || 'loaded' in image.dataset),
    );
    expect(await boxSizes(page)).toEqual(before);
    expect(await movedParts(page)).toEqual([]);
    const headers = await Promise.all(requests.map((request) => request.allHeaders()));
    expect(headers.filter((header) => 'referer' in header)).toEqual([]);
    expect(requests.map((request) => request.url()).filter((url) => url.includes('originals'))).toEqual([]);
  });

  it.each(screens)('that are gone are asked for once per address on %s; a tile takes their place in the same box', async (path) => {
    const page = await site.openPage('visitor');
    await recordShifts(page);
    // All boxes with the same address ask for it before the answer: a box that is lazy does so in a later frame.
    const requests = await servePictures(page, async (route) => {
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await route.fulfill({ status: 404 });
    });
    await page.goto(path);
    await page.locator('main [data-testid="tile-letter"]').first().waitFor();
    await page.waitForFunction(() => document.querySelectorAll('main img:not([loading="lazy"])').length === 0);
    await waitUntilLoaded(page);
    const addresses = requests.map((request) => request.url());
    expect(addresses).toEqual([...new Set(addresses)]);
    const tiles = await page.locator('main [data-testid="tile-letter"]').evaluateAll((all) =>
      all.map((tile) => {
        const [inner, outer] = [tile.getBoundingClientRect(), (tile.parentElement as Element).getBoundingClientRect()];
        return inner.width === outer.width && inner.height === outer.height && inner.width > 0;
      }),
    );
    expect(tiles.every(Boolean)).toBe(true);
    expect(await movedParts(page)).toEqual([]);
  });

  it.each([
    [360, 2],
    [1280, 5],
  ])('are a grid at %i px with %i columns, whose cards the arrow keys move between', async (width, columns) => {
    const page = await site.openPage('visitor', { viewport: { width, height: 800 } });
    await servePictures(page, (route) => route.fulfill(drawing));
    await page.goto('/pins');
    await page.getByTestId('results-table').getByText('Pin 0').waitFor();
    await page.keyboard.press('v');
    await page.waitForURL('**/pins?view=grid');
    const cards = page.getByTestId('pin-grid').getByRole('link');
    await cards.first().focus();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    const reached: (string | null | undefined)[] = [];
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowLeft', 'End', 'Home']) {
      await page.keyboard.press(key);
      reached.push(await focused());
    }
    expect(reached).toEqual([columns, columns + 1, 1, 1, 0, 0, 9, 0].map((number) => `Pin ${number}`));
    // The browser remembers the view.
    await page.goto('/pins');
    await page.getByTestId('pin-grid').getByText('Pin 0').waitFor();
  });

  it('are allowed from the hosts of the setting only', async () => {
    const page = await site.openPage('visitor');
    await servePictures(page, (route) => route.fulfill(drawing));
    await page.goto('/pins');
    await page.locator('main img[data-loaded]').first().waitFor();
    // A picture from elsewhere is refused by the browser.
    const isRefused = (address: string) =>
      page.evaluate(
        (src) =>
          new Promise<boolean>((resolve) =>
            Object.assign(new Image(), { src, onload: () => resolve(false), onerror: () => resolve(true) }),
          ),
        address,
      );
    expect(await isRefused('https://elsewhere.example/a.svg')).toBe(true);
    expect(await isRefused(original(1))).toBe(false);
    expect(await site.closePages()).toEqual([expect.stringMatching(/elsewhere\.example.*violates.*img-src/)]);
  });
});
