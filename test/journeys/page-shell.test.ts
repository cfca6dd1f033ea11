import { once } from 'node:events';
import { createServer, request as requestOver } from 'node:http';
import type { AddressInfo } from 'node:net';
import { indexedPaths } from '#domain/site/page-metadata';
import { sandboxConsentPath } from '../support/app/sandbox-consent';
import { describeInBrowser, TestSite, type ViewerKind } from '../support/browser/test-site';
import type { Page, Request } from 'playwright-core';
import { waitForTable } from '../support/browser/list-page';
import { movedParts, recordShifts } from '../support/browser/layout-shift';
import { accessibilityProblems } from '../support/browser/accessibility-problems';

const isListRequest = (url: string): boolean => /\/api\/(boards|pinners)\?/.test(url);

/** The size of a response's body on the wire, once it has arrived. */
async function downloadedBytes(request: Request): Promise<number> {
  await (await request.response())?.finished();
  return (await request.sizes()).responseBodySize;
}

const MAX_PICTURE_BYTES = 60 * 1024;

const inputOf = (page: Page) => page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox');

/** Matches the path of a file that the next request for it does not find, as on a server of a new release. */
let goneFile: RegExp | null = null;
/** Whether such files stay gone, as on a server that has lost them. */
let staysGone = false;
/** The site behind a proxy that answers 404 for such a file: a reload can wait forever for requests that the driver of the browser holds up. */
const proxy = createServer((request, response) => {
  if (goneFile?.test(request.url ?? '')) {
    if (!staysGone) goneFile = null;
    response.writeHead(404).end();
    return;
  }
  const { origin } = site.server;
  const headers = { ...request.headers, host: new URL(origin).host, ...(request.headers.origin && { origin }) };
  const forwarded = requestOver(`${origin}${request.url ?? ''}`, { method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  forwarded.on('error', () => response.destroy());
  request.pipe(forwarded);
});
const proxyOrigin = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

let site: TestSite;
beforeAll(async () => {
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  site = await TestSite.open(undefined, { otherOrigins: [proxyOrigin()] });
});
afterEach(async () => expect(await site.closePages()).toEqual([]));
afterAll(async () => {
  await site.close();
  proxy.close();
});

describeInBrowser('every page', () => {
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

  it.each<[path: string, viewer: ViewerKind, widths: readonly number[]]>([
    ['/boards', 'visitor', [768, 1024]],
    ['/boards', 'free', [768, 1024, 1280]],
    ['/boards', 'admin', [768]],
    ['/admin/growth', 'admin', [768, 1024, 1280]],
  ])('has room for the header of %s as %s at %j px', async (path, viewer, widths) => {
    const page = await site.openAt(path, viewer);
    const account = page.locator(viewer === 'visitor' ? 'header >> text=Sign up' : 'header [aria-controls="account-links"]');
    await account.waitFor();
    if (viewer !== 'visitor')
      await account
        .locator('span')
        .last()
        .evaluate((email) => void (email.textContent = 'katharina.longest-name@my-home-and-garden.example'));
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

  it('prints what it says without what can only be clicked', async () => {
    const page = await site.openAt('/boards', 'visitor', { colorScheme: 'dark' });
    await page.locator('main a[href^="/board/"]').first().waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const hidden of ['header', 'footer', 'nav', 'button:not(th button)', 'aside', 'form', 'select', 'input', 'main label']) {
      expect([hidden, await page.locator(`${hidden}:visible`).count()]).toEqual([hidden, 0]);
    }
    expect(await page.locator('main a[href^="/board/"]:visible').count()).toBeGreaterThan(5);
    expect(await page.evaluate(() => [getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.querySelector('h1') as Element).color])).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']); // prettier-ignore
  });

  it('prints the chart and the whole table of a detail', async () => {
    const page = await site.openAt(`/board/${await firstId('boards')}/`, 'visitor');
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
    for (const path of ['/dev/mail', sandboxConsentPath('abc'), '/api/docs']) {
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

describeInBrowser('the home page for a visitor', () => {
  const homeListRows = (page: Page, index: number) => page.getByTestId(`home-list-${index}`).getByRole('listitem');
  /** Resolves once the last list has rows: the lists load one after another. */
  const waitForLists = (page: Page) => homeListRows(page, 3).getByRole('link').first().waitFor();

  it('has a wall of ten popular pins with pictures, which scrolls by itself on a phone', async () => {
    const page = await site.openAt('/', 'visitor', { viewport: { width: 360, height: 740 } });
    const wall = page.getByTestId('wall');
    await wall.locator('img[data-loaded]').nth(2).waitFor();
    expect(await wall.getByRole('link').count()).toBe(10);
    expect(await wall.getByTestId('tile-letter').count()).toBe(0);
    const [box, listWidths] = [
      await wall.boundingBox(),
      await wall.locator('ul').evaluate((ul) => [ul.scrollWidth, ul.clientWidth] as const),
    ];
    expect(listWidths[0]).toBeGreaterThan(listWidths[1]);
    expect(await wall.locator('section').evaluate((section) => section.getBoundingClientRect().height)).toBeLessThanOrEqual(
      box?.height ?? 0,
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await wall.getByRole('link').nth(9).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/pin\//);
  });

  it('reserves the space of slow lists, so that nothing shifts when they load', async () => {
    const page = await site.openPage('visitor');
    // On a paused clock the first render waits for the session and the settings, however slow they are.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await recordShifts(page);
    await page.route(
      (url) => isListRequest(url.href),
      async (route) => {
        await released;
        await route.continue();
      },
    );
    await page.goto('/');
    await page.getByTestId('home-list-0').getByTestId('placeholder-row').nth(4).waitFor();
    expect(await page.getByTestId('home-list-0').getByTestId('placeholder-row').count()).toBe(5);
    release();
    await waitForLists(page);
    expect(await page.getByTestId('placeholder-row').count()).toBe(0);
    expect(await movedParts(page)).toEqual([]);
  });

  it.each([
    ['/', 95_000, waitForLists],
    ['/pins', 100_000, waitForTable],
    ['/boards', 100_000, waitForTable],
    ['/pinners', 100_000, waitForTable],
  ])('%s loads at most %i bytes of JavaScript and no charts', async (path, maxBytes, waitForContent) => {
    const page = await site.openPage('visitor');
    const scripts: Request[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('.js')) scripts.push(request);
    });
    await page.goto(path);
    await waitForContent(page);
    // Scripts that are loaded when the page is idle would be requested before this callback.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    const names = scripts.map((request) => new URL(request.url()).pathname);
    expect(names.join()).toMatch(/\/app-/);
    expect(names.filter((name) => name.includes('chart'))).toEqual([]);
    const sizes = await Promise.all(scripts.map(downloadedBytes));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(maxBytes);
  });

  it('stays dark after a reload from the first paint', async () => {
    const page = await site.openAt('/', 'visitor', { colorScheme: 'light' });
    for (const theme of ['light', 'dark']) {
      await page.getByRole('button', { name: /^Theme:/ }).click();
      await page.getByRole('button', { name: `Theme: ${theme}` }).waitFor();
    }
    // Without the app's scripts, the page shows its first paint.
    await page.route(/\/assets\/.*\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await page.reload();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('rgb(20, 18, 15)');
    await page.unroute(/\/assets\/.*\.js$/);
    await page.reload();
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
  });
});

describeInBrowser('the pictures of the Premium page', () => {
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

describeInBrowser('a tab of an earlier release, whose files are deleted', () => {
  const countLoads = (page: Page) => {
    const loads: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()));
    return loads;
  };

  it('reloads when it opens a dialog, which then works', async () => {
    const page = await site.openAt('/privacy-policy', 'visitor', { baseURL: proxyOrigin() });
    await page.locator('#main h1').waitFor();
    const loads = countLoads(page);
    goneFile = /\/assets\/command-palette-.*\.js$/;
    // The browser tells of the reload: a function that is polled in the page may wait forever in the document that goes away.
    const reloaded = page.waitForEvent('load');
    await page.keyboard.press('Control+k');
    await reloaded;
    await page.locator('#main h1').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    expect(loads).toHaveLength(1);
  });

  it.each([
    ['style sheet', /\/assets\/.*\.css$/],
    ['script', /\/assets\/app-.*\.js$/],
    ['preload', /\/assets\/list-screen-.*\.js$/],
  ])('is loaded again, once, if the page names a %s that is gone', async (_, file) => {
    const page = await site.openPage('visitor', { baseURL: proxyOrigin() });
    const loads = countLoads(page);
    goneFile = file;
    await page.goto('/boards').catch(() => undefined);
    await page.getByTestId('result-row').first().waitFor();
    expect(loads).toHaveLength(2);
    expect(await page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0);
  });

  it('is loaded again at most once for each of several files that stay gone', async () => {
    const page = await site.openPage('visitor', { baseURL: proxyOrigin() });
    const loads = countLoads(page);
    [goneFile, staysGone] = [/\/assets\/(app|style)-/, true];
    await page.goto('/boards').catch(() => undefined);
    await page.waitForLoadState('load');
    [goneFile, staysGone] = [null, false];
    expect(loads.length).toBeLessThanOrEqual(3);
  });
});

describeInBrowser('the command palette', () => {
  it('leads by keyboard to a screen, whose heading gets the focus, and to a board found by name', async () => {
    const page = await site.openAt('/privacy-policy', 'premium');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await inputOf(page).fill('watchl');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/watchlists$/);
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    await page.keyboard.press('Control+k');
    await inputOf(page).fill('etsy');
    await page.getByRole('group', { name: 'Boards' }).getByRole('option').first().waitFor();
    const isBoard = () => page.getByRole('group', { name: 'Boards' }).locator('[aria-selected=true]').count();
    while ((await isBoard()) === 0) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/board\//);
    await page.keyboard.press('Control+k');
    await inputOf(page).waitFor();
    await page.keyboard.press('Escape');
    await inputOf(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toMatch(/^\/board\//);
  });

  it('is accessible and fits', async () => {
    const page = await site.openAt('/privacy-policy', 'free');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await inputOf(page).waitFor();
    expect(await accessibilityProblems(page, [1280, 360])).toEqual([]);
  });
});
