import { arriveInOrder, movedParts, recordShifts } from '../support/browser/layout-shift';
import { showList, waitForTable } from '../support/browser/list-page';
import { describeInBrowser, TestSite } from '../support/browser/test-site';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../support/browser/accessibility-problems';

/** Where the first row must start, in CSS pixels. */
const MAX_FIRST_ROW_TOP_PX = { phone: 420, laptop: 330 };
const MAX_SELECTION_BAR_HEIGHT_PX = 104;

/** The names of the columns after the two that always show, as seen. */
const shownColumns = async (page: Page) =>
  (await page.locator('[data-testid="results-table"] thead th:visible').allInnerTexts()).slice(4, -1).map((name) => name.split('\n')[0]);

/** The words of the table's head, or its whole texts, that are broken into two lines. */
const brokenTexts = (page: Page, unit: 'word' | 'text') =>
  page.locator('thead th:visible').evaluateAll((heads, isWord) => {
    const broken: string[] = [];
    for (const head of heads) {
      const texts = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const node = texts.currentNode as Text;
        // A name for screen readers is one pixel wide.
        if ((node.parentElement?.getBoundingClientRect().width ?? 0) <= 1) continue;
        for (const { index, 0: word } of node.data.matchAll(isWord ? /\S+/g : /\S.*/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
        }
      }
    }
    return broken;
  }, unit === 'word');

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const watchFirstRow = async (page: Page) => {
  await showList(page, '/boards');
  await page.locator('[data-watch][title^="Watch"]').first().click();
  await page.getByTestId('watch-bar').waitFor();
};

/** Ways to the dialogs that have a text field. */
const dialogs: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'Save this search': async (page) => {
    await page.goto('/boards');
    await page.getByRole('button', { name: 'Save search' }).click();
  },
  'of a watched item': async (page) => {
    await watchFirstRow(page);
    await page.getByTestId('watch-bar').getByRole('button', { name: 'Note' }).click();
    await page.getByLabel('Note', { exact: true }).waitFor();
  },
  'of a watched row': async (page) => {
    await watchFirstRow(page);
    await page.locator('tbody [data-watch][aria-haspopup=dialog]').first().click();
    await page.getByLabel('Note', { exact: true }).waitFor();
  },
  Rename: async (page) => {
    await watchFirstRow(page);
    await page.goto('/watchlists');
    await page.getByRole('button', { name: 'Rename' }).click();
  },
  'Export my data': async (page) => {
    await page.goto('/account');
    await page.getByRole('button', { name: 'Export my data' }).click();
  },
  'Delete my account?': async (page) => {
    await page.goto('/account');
    await page.getByRole('button', { name: 'Delete my account' }).click();
  },
};

let site: TestSite;
beforeAll(async () => void (site = await TestSite.open()));
afterEach(async () => expect(await site.closePages()).toEqual([]));
afterAll(() => site.close());

describeInBrowser('the layout of a list', () => {
  it.each([
    ['phone', 'visitor', { width: 360, height: 740 }],
    ['phone', 'premium', { width: 360, height: 740 }],
    ['laptop', 'premium', { width: 1280, height: 800 }],
  ] as const)('has its first row on the first screen of a %s (%s)', async (device, who, viewport) => {
    const page = await site.openPage(who, { viewport });
    for (const list of ['boards', 'pinners', 'pins']) {
      await showList(page, `/${list}`);
      const top = await page
        .getByTestId('result-row')
        .first()
        .evaluate((row) => row.getBoundingClientRect().top);
      expect({ list, isAbove: top <= MAX_FIRST_ROW_TOP_PX[device], top: Math.round(top) }).toMatchObject({ list, isAbove: true });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    for (const place of ['top', 'bottom']) expect(await page.getByTestId(`pagination-${place}`).isVisible()).toBe(true);
    if (who === 'premium') expect(await page.getByTestId('export-csv').isVisible()).toBe(true);
  });

  it.each([768, 1280])('writes why Keywords is locked over nothing else at %d px', async (width) => {
    const page = await site.openPage('visitor', { viewport: { width, height: 800 } });
    for (const list of ['boards', 'pinners']) {
      await showList(page, `/${list}`);
      const hint = page.locator('#keywords-locked', { hasText: 'Keyword search is a Premium feature.' });
      const label = page.locator('label', { hasText: 'Keywords' });
      const [above, below] = [await label.boundingBox(), await hint.boundingBox()];
      const isShown = await label.evaluate((element) => getComputedStyle(element).opacity !== '0');
      const overlap = isShown ? (above?.y ?? 0) + (above?.height ?? 0) - (below?.y ?? 0) : 0;
      // Lines may touch: their letters are lower than they are.
      expect([list, overlap, overlap <= 4]).toEqual([list, overlap, true]);
      // The sentence makes the field no higher than the controls beside it.
      const heights = [page.getByTestId('search-input'), page.getByLabel('Order By')].map(async (one) => (await one.boundingBox())?.height);
      expect(new Set(await Promise.all(heights)).size).toBe(1);
    }
  });

  it('has keywords, filters, order, display, and export in one row on a laptop', async () => {
    const page = await site.openPage('premium');
    for (const list of ['pinners', 'pins', 'pins?order_by=saves_growth_last_90_days', 'boards?order_by=follower_count']) {
      await showList(page, `/${list}`);
      const controls = [
        page.getByTestId('search-input'),
        page.getByRole('button', { name: 'Search', exact: true }),
        page.getByRole('button', { name: 'Filter', exact: true }),
        page.getByLabel('Order By'),
        page.getByLabel('Sort'),
        page.getByRole('button', { name: 'Display' }),
        page.getByTestId('export-csv'),
      ];
      const boxes = await Promise.all(controls.map((control) => control.boundingBox()));
      expect([...new Set(boxes.map((box) => box?.y))]).toHaveLength(1);
    }
  });

  it.each([
    ['pinners?order_by=momentum_score', 1280],
    ['pins?order_by=momentum_score', 1280],
    ['boards?order_by=follower_count', 1280],
    ['pinners?order_by=follower_count', 1024],
  ])('has its controls in the same place with any number of filters: %s at %d px', async (list, width) => {
    const page = await site.openPage('premium', { viewport: { width, height: 800 } });
    const places: object[] = [];
    for (const filters of ['', '&picture=1', '&picture=1&followers=1000..5000000', '&picture=1&followers=1000..5000000&steady=1']) {
      await showList(page, `/${list}${filters.replaceAll('followers', list.startsWith('pins') ? 'saves' : 'followers')}`);
      // It has a line of its own on tablets.
      await page.getByRole('button', { name: 'Save search' }).waitFor();
      const controls = [page.getByLabel('Order By'), page.getByLabel('Sort'), page.getByTestId('export-csv')];
      places.push(await Promise.all(controls.map(async (control) => (await control.boundingBox())?.y)));
    }
    expect(places).toEqual(places.map(() => places[0]));
  });

  it('shows ten rows on a laptop where they are compact, on every list and after a reload', async () => {
    const page = await site.openList('/boards', 'premium');
    await page.getByRole('button', { name: 'Display' }).click();
    await page.getByRole('button', { name: 'Compact' }).click();
    for (const list of ['boards', 'pinners', 'pins']) {
      await showList(page, `/${list}`);
      const rows = await page.getByTestId('result-row').evaluateAll((all) => all.map((row) => row.getBoundingClientRect()));
      expect(rows.filter(({ bottom }) => bottom <= 800)).toHaveLength(10);
      expect(Math.max(...rows.map(({ height }) => height))).toBeLessThanOrEqual(46);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    const stars = await page.locator('[data-watch]').evaluateAll((all) => all.map((star) => star.getBoundingClientRect()));
    expect(stars.map(({ width, height }) => Math.min(width, height) >= 44)).toEqual(Array.from({ length: 10 }, () => true));
  });

  it('has a low bar of selected rows on a phone, whatever it says', async () => {
    const page = await site.openList('/boards', 'free', { viewport: { width: 360, height: 740 } });
    const bar = page.getByRole('group', { name: 'Selected rows' });
    for (const [index, note] of ['Select another to compare.', null, 'See Premium'].entries()) {
      await page.getByTestId('result-row').nth(index).getByRole('checkbox').check();
      await bar.getByText(`${index + 1} selected`).waitFor();
      if (note !== null) await bar.getByText(note).waitFor();
      expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(MAX_SELECTION_BAR_HEIGHT_PX);
    }
  });

  it.each([
    ['/boards', 1280],
    ['/boards?page=200', 1280],
    ['/boards', 800],
  ])('stays where it is when its pages and then its saved searches come: %s at %d px', async (path, width) => {
    const page = await site.openAt('/boards', 'premium', { viewport: { width, height: 800 } });
    const searches = page.getByRole('navigation', { name: 'Saved searches' });
    await searches.getByRole('button', { name: 'Save search' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(`Long name of a search on ${path} at ${width}`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await searches.getByRole('link').last().waitFor();

    await recordShifts(page);
    await arriveInOrder(page, ['/boards', '/users/me/saved-searches']);
    await page.goto(path);
    await searches.getByRole('link').last().waitFor();
    expect(await movedParts(page)).toEqual([]);
  });

  it('is up to 1360 px wide, header included', async () => {
    const page = await site.openList('/boards', 'premium', { viewport: { width: 1920, height: 900 } });
    expect(await page.getByTestId('results-table').evaluate((table) => table.clientWidth)).toBeGreaterThan(1350);
    const left = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => Math.round(element.getBoundingClientRect().left));
    expect(await left('header a')).toBe(await left('main h1'));
  });
});

describeInBrowser('the columns of a list', () => {
  it('are chosen with the keyboard, kept in the address, and remembered', async () => {
    const page = await site.openList('/boards?order_by=follower_count', 'premium');
    expect(await shownColumns(page)).toEqual(['90 days', '90-day growth', 'Momentum', 'Worth joining?', 'Pins']);
    expect(await page.getByTestId('sparkline').first().isVisible()).toBe(true);
    const line = page.getByRole('img', { name: /^[A-Z][a-z]{2} \d+: [\d,]+; [A-Z][a-z]{2} \d+: [\d,]+/ }).first();
    const shownWords = () => line.evaluate((element) => getComputedStyle(element, '::after').content);
    expect(await shownWords()).toBe('none');
    await line.hover();
    expect(await shownWords()).toContain(await line.getAttribute('aria-label'));
    await page.getByRole('button', { name: 'Display' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: '90 days' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Space');
    await page.waitForURL('**/boards?order_by=follower_count&cols=growth,momentum,checks,pins');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: 'Display' }).evaluate((button) => button === document.activeElement)).toBe(true);
    await showList(page, '/boards');
    expect(await shownColumns(page)).toEqual(['90-day growth', 'Momentum', 'Worth joining?', 'Pins']);
    const other = await site.openList('/boards?cols=growth,created', 'visitor');
    expect(await shownColumns(other)).toEqual(['90-day growth', 'Date created']);
  });

  it('are growth only on tablets, and none on phones', async () => {
    const page = await site.openList('/boards', 'premium', { viewport: { width: 768, height: 800 } });
    expect(await shownColumns(page)).toEqual(['90-day growth']);
    expect((await page.locator('thead th').nth(1).boundingBox())?.width).toBeGreaterThan(260);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await page.locator('[data-testid="results-table"] thead th:visible').count()).toBe(5);
    expect((await page.locator('thead th').nth(1).boundingBox())?.width).toBeGreaterThan(110);
  });

  it('scroll inside the list when all are chosen, accessible with the picker open', async () => {
    const page = await site.openList(
      '/boards?cols=sparkline,growth,growth_30,momentum,collaborator_growth,pins,active,created',
      'premium',
      { viewport: { width: 1024, height: 800 } },
    );
    expect(await page.getByTestId('results-table').evaluate((table) => table.clientWidth > innerWidth)).toBe(true);
    await page.getByRole('button', { name: 'Display' }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it.each(['boards', 'pinners', 'pins'])('of /%s have names on one line, from tablets on', async (list) => {
    const page = await site.openList(`/${list}?view=table`, 'premium');
    for (const width of [768, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      expect([width, await brokenTexts(page, 'text')]).toEqual([width, []]);
    }
  });

  it.each([
    ['visitor', ['/boards?order_by=board_order_modified_at', '/pinners', '/pins']],
    [
      'premium',
      [
        '/boards',
        '/boards?order_by=collaborator_growth_last_90_days',
        '/pinners?order_by=viewer_growth_last_90_days',
        '/pins?order_by=momentum_score',
      ],
    ],
    ['admin', ['/admin/growth']],
  ] as const)('break no word of their names on a narrow phone (%s)', async (viewer, paths) => {
    const page = await site.openPage(viewer, { viewport: { width: 320, height: 700 } });
    for (const path of paths) {
      await page.goto(path);
      await page.locator('thead th').first().waitFor();
      if (viewer !== 'admin') await waitForTable(page);
      expect([path, await brokenTexts(page, 'word')]).toEqual([path, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    }
  });
});

describeInBrowser('on the site of a marketer,', () => {
  afterEach(async () => {
    expect(await site.closePages()).toEqual([]);
    await site.database.pool.query('delete from watchlists');
  });
  describe('dialogs', () => {
    it.each(Object.keys(dialogs))('take what is typed into their first field, and are aligned as the page is: %s', async (name) => {
      const page = await site.openPage('premium');
      await site.database.pool.query(`update users set password_hash = 'some' where email = 'premium@site.test'`);
      await dialogs[name]?.(page);
      const dialog = page.locator('dialog[open]');
      await dialog.waitFor();
      await page.keyboard.type('a b');
      const field = dialog.locator('input:not([type=checkbox]), textarea').first();
      expect(await field.inputValue()).toBe('a b');
      expect(await dialog.evaluate((element) => getComputedStyle(element).textAlign)).toBe('start');
    });

    it('propose a name for a view, which Enter saves', async () => {
      const page = await site.openAt('/boards?topic=home+decor&active=30d', 'premium');
      await page.getByRole('button', { name: 'Save search' }).click();
      await page.locator('dialog[open] input:focus').waitFor();
      await page.keyboard.press('Enter');
      const saved = page.getByRole('navigation', { name: 'Saved searches' }).getByRole('link', { name: /^home decor/ });
      await saved.waitFor();
      expect(await saved.innerText()).toBe('home decor, active 30 days');
    });

    it('show the shortcuts from their beginning', async () => {
      const page = await site.openList('/boards', 'free', { viewport: { width: 1280, height: 600 } });
      await page.keyboard.press('?');
      const help = page.locator('dialog[open]');
      await help.getByText('Watch a row').waitFor();
      expect(await help.evaluate((element) => [element.scrollTop, document.activeElement?.tagName])).toEqual([0, 'H2']);
    });
  });

  describe('watching from a list', () => {
    it('takes one key', async () => {
      const page = await site.openList('/boards', 'free');
      await page.locator('[data-watch]:enabled').first().waitFor();
      // What takes the key comes last.
      await page.getByTestId('watch-region').waitFor({ state: 'attached' });
      await page.keyboard.press('j');
      const title = await page.evaluate(() => document.activeElement?.textContent);
      await page.keyboard.press('s');
      await page.getByTestId('watch-bar').waitFor();
      expect(await page.getByTestId('watch-bar').innerText()).toContain(`Watching ${title} in Watchlist.`);
    });

    it('has a star of 44 px in every row on phones, and nothing scrolls sideways', async () => {
      const page = await site.openPage('premium', phone);
      for (const list of ['boards', 'pins', 'pinners']) {
        await showList(page, `/${list}?view=table`);
        // Each star arrives on its own, with the chunk that has them all.
        await page.waitForFunction(() =>
          [...document.querySelectorAll('[data-testid=result-row]')].every((row) => row.querySelector('[data-watch]')),
        );
        const sizes = await page.locator('[data-testid=result-row] [data-watch]').evaluateAll((stars) =>
          stars.map((star) => {
            const { width, height, right } = star.getBoundingClientRect();
            return Math.min(width, height) >= 44 && right <= innerWidth;
          }),
        );
        expect([list, sizes]).toEqual([list, Array.from({ length: 10 }, () => true)]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
    });

    it('selects a row by a long press, which does not open it', async () => {
      const page = await site.openList('/boards', 'premium', phone);
      const box = await page.getByTestId('result-row').nth(1).boundingBox();
      const touch = await page.context().newCDPSession(page);
      const point = { x: (box?.x ?? 0) + 120, y: (box?.y ?? 0) + 30 };
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
      await page.getByText('1 selected').waitFor();
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      expect(new URL(page.url()).pathname).toBe('/boards');
      expect(await page.getByText('1 selected').count()).toBe(1);
    });
  });
});
