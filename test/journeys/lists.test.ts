import type { BoardPage, FilterHistogram } from '#domain/catalog/list-contract';
import { accessibilityProblems } from '../support/browser/accessibility-problems';
import { rowTitles, waitForKeywordLock, waitForKeywordSearch, waitForTable } from '../support/browser/list-page';
import { recordRequests, describeInBrowser, TestSite } from '../support/browser/test-site';

let site: TestSite;
beforeAll(async () => void (site = await TestSite.open()));
afterEach(async () => expect(await site.closePages()).toEqual([]));
afterAll(() => site.close());

describeInBrowser('the lists', () => {
  it.each([
    ['pins', 'saves'],
    ['boards', 'follower_growth_last_90_days'],
    ['pinners', 'follower_count'],
  ])('load the first page of /%s ordered by %s', async (variant, order) => {
    const page = await site.openPage('visitor');
    const requests = recordRequests(page, `/${variant}`);
    await page.goto(`/${variant}`);
    await waitForTable(page);
    const groupBoards = variant === 'boards' ? { collaborators: '1..', read: '90d' } : {};
    expect(requests.map((request) => Object.fromEntries(request))).toEqual([
      { ...groupBoards, order_by: order, sort: 'desc', per_page: '10', page: '1', with: 'sparkline' },
    ]);
    expect(await page.getByTestId('result-row').count()).toBe(10);
  });

  it('lock keyword search for visitors with a hint', async () => {
    const page = await site.openPage('visitor');
    await page.goto('/boards');
    const field = page.getByTestId('search-input');
    await waitForKeywordLock(page);
    expect(await field.isDisabled()).toBe(true);
    const described = await field.getAttribute('aria-describedby');
    expect(await page.locator(`#${described}`).innerText()).toContain('Premium');
    expect(await page.getByTestId('premium-banner').count()).toBe(1);
  });

  it('search once, 300 ms after the last key, and update the URL', async () => {
    const page = await site.openPage('premium');
    await page.clock.install();
    await page.addInitScript(() => {
      const log: [what: string, at: number][] = [];
      const { fetch } = globalThis;
      Object.assign(globalThis, {
        log,
        fetch: (url: string, options: RequestInit) => {
          if (url.includes('query=')) log.push([url, performance.now()]);
          return fetch(url, options);
        },
      });
      addEventListener('input', () => log.push(['key', performance.now()]), true);
    });
    await page.goto('/boards');
    await waitForTable(page);
    await waitForKeywordSearch(page);
    expect(await page.getByTestId('premium-banner').count()).toBe(0);
    // The page's clock is paused between the keys.
    await page.clock.pauseAt(Date.now() + 1_000);
    const input = page.getByTestId('search-input');
    for (const key of 'etsy') {
      await input.press(key);
      await page.clock.runFor(40);
    }
    await page.clock.resume();
    await page.waitForURL('**/boards?query=etsy');
    await waitForTable(page);
    // The next page is requested last: a second search would be in the log by then.
    await page.waitForFunction(() => (globalThis as never as { log: [string, number][] }).log.some(([what]) => what.endsWith('&page=2')));
    const log = await page.evaluate(() => (globalThis as never as { log: [string, number][] }).log);
    const keys = log.filter(([what]) => what === 'key');
    const searches = log.filter(([what]) => what.endsWith('&page=1')).map(([, at]) => at);
    expect(keys).toHaveLength(4);
    expect(searches).toHaveLength(1);
    expect((searches[0] ?? 0) - (keys[3]?.[1] ?? 0)).toBeGreaterThanOrEqual(295);
    const before = await rowTitles(page);
    expect(before).toHaveLength(10);
    await page.reload();
    await waitForTable(page);
    expect(await rowTitles(page)).toEqual(before);
    expect(await page.getByTestId('search-input').inputValue()).toBe('etsy');
  });

  it('show the best match of a search first, with its words marked', async () => {
    const page = await site.openPage('premium');
    await page.goto('/boards?query=gift');
    await page.locator('mark').first().waitFor();
    expect(await page.getByLabel('Order By').inputValue()).toBe('best_match');
    await page.waitForFunction(() =>
      Array.from(document.querySelectorAll('[data-testid="result-row"]')).every((row) => row.querySelector('mark') !== null),
    );
    for (const word of await page.locator('mark').allTextContents()) expect(word).toMatch(/^gift/i);
    const { boards } = await site.fetchJson<{ boards: { title: string }[] }>(
      'premium',
      '/boards?query=gift&order_by=best_match&collaborators=1..',
    );
    expect(await rowTitles(page)).toEqual(boards.map(({ title }) => title));
    await page.goto('/pins?query=kids&view=grid');
    await page.getByTestId('match-elsewhere').first().waitFor();
    const widths = await page
      .getByTestId('result-row')
      .evaluateAll((cards) => cards.map((card) => [card.clientWidth, card.firstElementChild?.clientWidth]));
    for (const [cardWidth, pictureWidth] of widths) expect(pictureWidth).toBe(cardWidth);
  });

  it('silently abort a search when the user types on', async () => {
    const page = await site.openPage('premium');
    await page.goto('/boards');
    await waitForTable(page);
    await waitForKeywordSearch(page);
    const abortedRequests: (string | undefined)[] = [];
    page.on('requestfailed', (request) =>
      abortedRequests.push(`${new URL(request.url()).searchParams.get('query')} ${request.failure()?.errorText}`),
    );
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/query=etsy&/, async (route) => {
      await released;
      await route.continue().catch(() => undefined);
    });
    const first = page.waitForRequest(/query=etsy&/);
    await page.getByTestId('search-input').pressSequentially('etsy');
    await first;
    await page.getByTestId('search-input').pressSequentially(' gift');
    await page.waitForURL('**/boards?query=etsy+gift');
    await waitForTable(page);
    release();
    expect(abortedRequests).toEqual(['etsy net::ERR_ABORTED']);
    expect(await page.getByTestId('toast').count()).toBe(0);
    expect((await rowTitles(page)).join().toLowerCase()).toContain('gift');
  });

  it('have as many rows on a page as Premium users choose, on the next pages and after a reload too', async () => {
    const page = await site.openPage('premium');
    const titles = async (query: string) => {
      const list = await site.fetchJson<BoardPage>(
        'premium',
        `/boards?collaborators=1..&read=90d&order_by=follower_growth_last_90_days&sort=desc&${query}`,
      );
      return list.boards.map(({ title }) => title);
    };
    await page.goto('/boards');
    await waitForTable(page);
    const prefetch = page.waitForResponse(/per_page=25&page=2/);
    await page.getByLabel('Rows per page').selectOption('25');
    await page.waitForURL('**/boards?per_page=25');
    await prefetch;
    await waitForTable(page);
    const first = await rowTitles(page);
    expect(first).toEqual(await titles('per_page=25&page=1'));
    await page.getByTestId('pagination-bottom').getByRole('button', { name: 'Next' }).click();
    await page.waitForURL('**/boards?per_page=25&page=2');
    await page
      .getByTestId('result-count')
      .getByText(/page 2 of/)
      .waitFor();
    await waitForTable(page);
    const second = await rowTitles(page);
    expect([...first, ...second]).toEqual(await titles('per_page=50&page=1'));
    await page.reload();
    await waitForTable(page);
    expect(await rowTitles(page)).toEqual(second);
    await page.goto('/boards');
    await waitForTable(page);
    expect(await rowTitles(page)).toEqual(first);
  });

  it('sort by a column header, and in reverse with the second click', async () => {
    const page = await site.openPage('visitor');
    await page.goto('/pinners');
    await waitForTable(page);
    const header = page.getByRole('columnheader', { name: 'Monthly Viewers' });
    for (const [sort, ariaSort] of [
      ['desc', 'descending'],
      ['asc', 'ascending'],
    ] as const) {
      await header.getByRole('button').click();
      await page.waitForURL(new RegExp(`order_by=profile_views${sort === 'asc' ? '&sort=asc' : '$'}`));
      await waitForTable(page);
      expect(await header.getAttribute('aria-sort')).toBe(ariaSort);
      const { pinners } = await site.fetchJson<{ pinners: { profile_views: number }[] }>(
        'visitor',
        `/pinners?order_by=profile_views&sort=${sort}&per_page=10&page=1`,
      );
      const cells = await page.locator('[data-testid="result-row"] td:nth-child(4)').allInnerTexts();
      expect(pinners.map(({ profile_views: views }) => views)).toEqual(
        pinners.map(({ profile_views: views }) => views).toSorted((a, b) => (sort === 'asc' ? a - b : b - a)),
      );
      expect(cells).toHaveLength(pinners.length);
    }
  });
});

describeInBrowser('the peek panel of a list', () => {
  it('is used with the keyboard only: Space opens it, j goes on, and Esc returns to the row', async () => {
    const page = await site.openPage('visitor');
    await page.goto('/boards');
    await waitForTable(page);
    const titles = await rowTitles(page);
    const panel = page.getByTestId('side-panel');
    await page.keyboard.press('j');
    const scrolledBefore = await page.evaluate(() => scrollY);
    await page.keyboard.press('Space');
    await panel.getByTestId('verdict').waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(scrolledBefore);
    expect(await panel.locator('h2').first().innerText()).toBe(titles[0]);
    await page.keyboard.press('j');
    await panel
      .locator('h2')
      .first()
      .getByText(titles[1] ?? '', { exact: true })
      .waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(titles[1]);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/board\//);
  });

  it('moves nothing on the page', async () => {
    const page = await site.openPage('premium');
    await page.goto('/boards');
    await waitForTable(page);
    const rowTop = () =>
      page
        .getByTestId('result-row')
        .nth(4)
        .evaluate((row) => row.getBoundingClientRect().top);
    await page.getByTestId('result-row').nth(4).hover();
    const before = await rowTop();
    await page
      .getByRole('button', { name: /^Peek at/ })
      .nth(4)
      .click();
    await page.getByTestId('side-panel').getByTestId('verdict').waitFor();
    expect(await rowTop()).toBe(before);
  });

  it.each([
    ['pins?view=grid', 1280],
    ['pinners', 1280],
    ['boards', 768],
    ['pins', 360],
  ])('of /%s is accessible at %d px, and scrolls nothing sideways', async (path, width) => {
    const page = await site.openPage('visitor', { viewport: { width, height: 740 }, hasTouch: width < 1000 });
    await page.goto(`/${path}`);
    await page.getByTestId('result-row').first().waitFor();
    await page.getByTestId('result-row').nth(1).getByRole('link').first().focus();
    await page.keyboard.press('Space');
    const panel = page.getByTestId('side-panel');
    await panel.getByTestId('verdict').waitFor();
    await panel.getByRole('region', { name: /, 90 days$/ }).scrollIntoViewIfNeeded();
    await panel.locator('svg.apexcharts-svg').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    // On phones it is a sheet at the bottom.
    if (width < 768)
      expect(await page.locator('dialog[open]').evaluate((sheet) => innerHeight - sheet.getBoundingClientRect().bottom)).toBeLessThan(1);
  });

  it('opens by touching the picture of a row, which nothing covers', async () => {
    const page = await site.openPage('visitor', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    await page.goto('/boards');
    await waitForTable(page);
    const row = page.getByTestId('result-row').first();
    expect(await row.getByRole('checkbox').count()).toBe(0);
    const peek = await row.getByRole('button', { name: /^Peek at/ }).boundingBox();
    const picture = await row.locator('img, [data-picture]').first().boundingBox();
    if (!peek || !picture) throw new Error('The row has no picture or no way to peek.');
    expect(peek.x).toBeLessThanOrEqual(picture.x);
    expect(peek.x + peek.width).toBeGreaterThanOrEqual(picture.x + picture.width);
    await page.touchscreen.tap(picture.x + picture.width / 2, picture.y + picture.height / 2);
    const panel = page.getByRole('dialog');
    await panel.getByTestId('verdict').waitFor();
    await panel.getByRole('button', { name: 'Close' }).tap();
    await panel.waitFor({ state: 'detached' });
    expect(page.url()).toMatch(/\/boards$/);
  });
});

describeInBrowser('the filters of a list', () => {
  it.each([
    ['boards', 'collaborators=0..&read=any&followers=100..&active=90d&script=latin', 3],
    ['pinners', 'followers=..20000&website=1&updated=90d', 3],
    ['pins', 'saves=..500&created=2001-01-01..&picture=1', 3],
  ])('of %s keep their rows when loaded again, and Back restores them (%s)', async (variant, filters, chips) => {
    const page = await site.openPage('premium');
    const all = variant === 'boards' ? '?collaborators=0..' : '';
    await page.goto(`/${variant}${all}`);
    await waitForTable(page);
    const before = await rowTitles(page);
    await page.goto(`/${variant}?${filters}`);
    await waitForTable(page);
    const address = page.url();
    const shown = await rowTitles(page);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown).not.toEqual(before);
    const removeButtons = page.getByTestId('filter-bar').getByRole('button', { name: /^Remove filter/ });
    expect(await removeButtons.count()).toBe(chips);
    await page.reload();
    await waitForTable(page);
    expect([await rowTitles(page), page.url()]).toEqual([shown, address]);
    await page.goBack();
    await page.waitForURL(`**/${variant}${all}`);
    await waitForTable(page);
    expect(await rowTitles(page)).toEqual(before);
    await page.goForward();
    await page.waitForURL(address);
    await waitForTable(page);
    expect(await rowTitles(page)).toEqual(shown);
  });

  it('are set and removed by keyboard only, and Back restores the rows', async () => {
    const page = await site.openPage('premium');
    await page.goto('/boards');
    await waitForTable(page);
    const before = await rowTitles(page);
    await page.keyboard.press('f');
    await page.locator('[role="dialog"] button:focus').getByText('Followers').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('[role="dialog"][aria-label="Followers"] input:focus').waitFor();
    await page.keyboard.type('1000');
    await page.keyboard.press('Tab');
    await page.keyboard.type('9000');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/boards?followers=1000..9000');
    await waitForTable(page);
    const { boards, total } = await site.fetchJson<{ boards: { title: string; follower_count: number }[]; total: number }>(
      'premium',
      '/boards?followers=1000..9000&collaborators=1..&read=90d',
    );
    await page
      .getByTestId('result-count')
      .getByText(`${total.toLocaleString('en-US')} boards`)
      .waitFor();
    expect(await rowTitles(page)).toEqual(boards.map(({ title }) => title));
    for (const { follower_count: followers } of boards) expect(Math.min(Math.max(followers, 1_000), 9_000)).toBe(followers);
    await page.goBack();
    await page.waitForURL('**/boards');
    await waitForTable(page);
    expect(await rowTitles(page)).toEqual(before);
  });

  it('give the focus to a menu that loads slowly, and stay open meanwhile', async () => {
    const page = await site.openPage('premium');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/filter-panel-*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/boards');
    await waitForTable(page);
    await page.keyboard.press('f');
    const openButton = page.getByTestId('filter-bar').getByRole('button', { expanded: true });
    await openButton.waitFor();
    expect(await page.locator('[role="dialog"]').count()).toBe(0);
    release();
    await page.locator('[role="dialog"] button:focus').getByText('Followers').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('[role="dialog"][aria-label="Followers"] input:focus').waitFor();
    expect(await openButton.count()).toBe(1);
  });

  it('by a number show how the numbers are distributed, without moving the fields when that is known', async () => {
    const page = await site.openPage('premium');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/histograms/boards/followers', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/boards');
    await waitForTable(page);
    await page.keyboard.press('f');
    await page.locator('[role="dialog"] button:focus').getByText('Followers').waitFor();
    await page.keyboard.press('Enter');
    const field = page.locator('[role="dialog"][aria-label="Followers"] input:focus');
    await field.waitFor();
    const before = await field.boundingBox();
    release();
    await page.getByTestId('histogram').waitFor();
    expect(await field.boundingBox()).toEqual(before);
    const { bins } = await site.fetchJson<FilterHistogram>('visitor', '/histograms/boards/followers');
    expect(await page.getByTestId('histogram').locator('span').count()).toBe(bins.length);
  });

  it('that leave nothing name the one to remove, with the true count', async () => {
    const page = await site.openPage('premium');
    await page.goto('/boards?followers=1000..&collaborators=2000000..');
    const { total } = await site.fetchJson<{ total: number }>('premium', '/boards?followers=1000..&read=90d');
    await page
      .getByTestId('list-empty')
      .getByText(`Without “Collaborators 2,000,000 or more” there are ${total.toLocaleString('en-US')}.`)
      .waitFor();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await page.waitForURL('**/boards?followers=1000..&collaborators=0..');
    await waitForTable(page);
    expect(await rowTitles(page)).toHaveLength(10);
  });
});
