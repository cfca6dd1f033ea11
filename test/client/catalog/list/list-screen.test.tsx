import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { parseSearch, savedQuery } from '../../../../client/src/catalog/list/list-search';
import { jest } from '@jest/globals';
import {
  aBoardRow,
  aPinnerRow,
  catalogServer,
  catalogStatsRecord,
  giveCatalogStats,
  boardPageResponse,
} from '../../../support/client/catalog-records';
import {
  type FakeServer,
  resetBrowser,
  deferredResponse,
  openApp,
  premiumRefusal,
  setWindowWidth,
} from '../../../support/client/client-app';
import { muteConsoleErrors, textsOf, hrefOf } from '../../../support/client/elements';
import { abortedUrls, requestedUrls, queriesTo } from '../../../support/client/requests';

const click = async (element: HTMLElement) => act(async () => void fireEvent.click(element));
const advanceTimers = (milliseconds: number) =>
  act(async () => {
    jest.advanceTimersByTime(milliseconds);
  });
const topPagination = () => within(screen.getByTestId('pagination-top'));
/** The page numbers of the pagination. */
const shownPages = () => textsOf(topPagination().getAllByRole('button', { name: /^Page / }));
const rowNames = () => screen.getAllByTestId('result-row').map((row) => within(row).getByRole('link').textContent);

describe('a list', () => {
  describe('whose usual order has few values', () => {
    const reason = 'Sorted by repins. This catalog has no save counts.';
    const { screen_orders: usualOrders } = catalogStatsRecord();
    const sparseStats = catalogStatsRecord({ screen_orders: { ...usualOrders, pins: { order_by: 'repin_count', reason } } });
    /** The order in the requests, the order menu, the address, and the sentence about it, after opening the address. */
    const openPins = async (address: string) => {
      giveCatalogStats(null);
      const answer: FakeServer = (url) => (url.pathname === '/api/stats' ? { body: sparseStats } : catalogServer(url));
      await openApp(address, 'visitor', answer);
      return {
        requested: queriesTo('/api/pins').map((query) => query.get('order_by')),
        menu: screen.getByLabelText<HTMLSelectElement>('Order By').value,
        address: location.pathname + location.search,
        sentence: screen.queryByTestId('order-line')?.textContent ?? null,
      };
    };

    it('has the next one and says so, until the usual order is chosen, which the address then has', async () => {
      expect(await openPins('/pins')).toEqual({ requested: ['repin_count'], menu: 'repin_count', address: '/pins', sentence: reason });
      await act(async () => void fireEvent.change(screen.getByLabelText('Order By'), { target: { value: 'saves' } }));
      expect(location.search).toBe('?order_by=saves');
      expect(screen.queryByTestId('order-line')).toBeNull();
    });

    it('never changes an order in the address', async () => {
      const shown = await openPins('/pins?order_by=saves');
      expect(shown).toEqual({ requested: ['saves'], menu: 'saves', address: '/pins?order_by=saves', sentence: null });
    });

    it.each([
      [null, '95 pins · page 1 of 10'],
      ['2026-11-02', '95 pins · page 1 of 10 · numbers as of Nov 2, 2026'],
    ])('says that its numbers are of %s', async (pins, expected) => {
      giveCatalogStats(catalogStatsRecord({ numbers_as_of: { boards: null, pinners: null, pins } }));
      await openApp('/pins', 'visitor', catalogServer);
      expect((await screen.findByTestId('result-count')).textContent).toBe(expected);
    });

    it('keeps it if the stats of the catalog cannot be loaded', async () => {
      giveCatalogStats(null);
      muteConsoleErrors();
      await openApp('/pins', 'visitor', (url) => (url.pathname === '/api/stats' ? { status: 503, body: null } : catalogServer(url)));
      expect(queriesTo('/api/pins').map((query) => query.get('order_by'))).toEqual(['saves']);
    });
  });

  describe('of boards', () => {
    const openBoards = async (address: string, hasGroupBoards: boolean, total = 95, viewer: 'visitor' | 'premium' = 'visitor') => {
      giveCatalogStats(catalogStatsRecord({ boards: 7_804, has_group_boards: hasGroupBoards }));
      const rows = total === 0 ? { boards: [] } : {};
      await openApp(address, viewer, () => boardPageResponse(1, { ...rows, total }));
    };
    const sentFilters = () => queriesTo('/api/boards').map((query) => query.get('collaborators'));
    const removeButton = () => screen.queryByRole('button', { name: 'Remove filter: Group boards only' });

    it('has group boards only by default if there are any, and all once that is removed, in the address too', async () => {
      await openBoards('/boards', true);
      expect([sentFilters(), location.search]).toEqual([['1..'], '']);
      await click(removeButton()!);
      expect([sentFilters(), location.search]).toEqual([['1..', null], '?collaborators=0..']);
      expect(removeButton()).toBeNull();
      await click(screen.getByRole('button', { name: 'Group boards only' }));
      expect([removeButton() !== null, location.search]).toEqual([true, '']);
    });

    it.each([
      ['/boards', false, null],
      ['/boards?collaborators=0..', true, null],
      ['/boards?collaborators=1..', false, '1..'],
      ['/boards?collaborators=many', true, '1..'],
      ['/boards?collaborators=5..', true, '1..'],
      ['/pins', true, null],
    ])('at %s (with group boards: %s) sends a visitor the filter %j', async (address, hasGroupBoards, filter) => {
      await openBoards(address, hasGroupBoards);
      const list = queriesTo(`/api${address.replace(/\?.*/, '')}`);
      expect(list.map((query) => query.get('collaborators'))).toEqual([filter]);
      expect(removeButton() !== null).toBe(filter === '1..');
    });

    it('sends other numbers of collaborators with Premium, exports included', async () => {
      await openBoards('/boards?collaborators=5..10', true, 95, 'premium');
      expect(sentFilters()).toEqual(['5..10']);
      expect(hrefOf(screen.getByTestId('export-csv'))).toContain('collaborators=5..10');
    });
  });

  it('searches once, 300 ms after the last key, aborts a search when the user types on, and again when Search is pressed', async () => {
    const slow = deferredResponse();
    await openApp('/boards', 'premium', (url) => (url.searchParams.get('query') === 'etsy' ? slow.reply : catalogServer(url)));
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    const typeKeywords = async (text: string, waitMs: number) => {
      fireEvent.change(screen.getByTestId('search-input'), { target: { value: text } });
      await advanceTimers(waitMs);
    };
    const searches = () => queriesTo('/api/boards').map((query) => query.get('query'));
    await typeKeywords('e', 299);
    await typeKeywords('etsy', 299);
    expect(searches()).toEqual([null]);
    await advanceTimers(1);
    await typeKeywords('etsy gift', 300);
    expect([searches(), location.search]).toEqual([[null, 'etsy', 'etsy gift'], '?query=etsy+gift']);
    expect(abortedUrls).toEqual([expect.stringContaining('query=etsy&')]);
    expect(screen.queryByTestId('toast')).toBeNull();
    await click(screen.getByRole('button', { name: 'Search' }));
    expect(searches().at(-1)).toBe('etsy gift');
    expect(searches()).toHaveLength(4);
  });

  it('sends the parameters of the address', async () => {
    await openApp('/boards?query=a%26b%2525&order_by=follower_count&sort=asc&page=3', 'premium', catalogServer);
    expect(queriesTo('/api/boards').map((query) => Object.fromEntries(query))).toEqual([
      { query: 'a&b%25', order_by: 'follower_count', sort: 'asc', per_page: '10', page: '3', with: 'momentum_score,snippet,sparkline' },
    ]);
    expect(screen.getByTestId<HTMLInputElement>('search-input').value).toBe('a&b%25');
    expect(screen.getByRole('columnheader', { name: /Followers/ }).getAttribute('aria-sort')).toBe('ascending');
  });

  it('shows a visitor a shared search without its keywords, says so, and locks Keywords and the order by momentum', async () => {
    await openApp('/boards?query=etsy&page=2', 'visitor', catalogServer);
    expect(queriesTo('/api/boards').map((query) => [query.get('query'), query.get('page')])).toEqual([[null, '1']]);
    expect(screen.getByTestId('keyword-refused').textContent).toBe('Keyword search is a Premium feature. Showing all boards.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Search' }).disabled).toBe(false);
    const field = screen.getByTestId<HTMLInputElement>('search-input');
    const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
    expect([field.disabled, hint]).toEqual([true, expect.stringContaining('Keyword search is a Premium feature.')]);
    expect(within(screen.getByLabelText('Order By')).queryAllByRole('option', { name: /Momentum/ })).toEqual([]);
    await click(screen.getByRole('button', { name: 'Hide for two weeks' }));
    expect(screen.queryByTestId('premium-banner')).toBeNull();
    expect(screen.getByRole('button', { name: "See what's in Premium" })).toBeTruthy();
  });

  it.each([
    ['created_at', ['Newest first', 'Oldest first']],
    ['board_order_modified_at', ['Newest first', 'Oldest first']],
    ['follower_count', ['Highest First', 'Lowest First']],
  ])('names the directions of %s', async (order, names) => {
    await openApp(`/boards?order_by=${order}`, 'visitor', catalogServer);
    const options = within(screen.getByLabelText('Sort')).getAllByRole('option');
    expect(textsOf(options)).toEqual(names);
  });

  it.each([
    ['created_at', 'Created ', 'Oct 8, 2026'],
    ['board_order_modified_at', 'Last activity ', 'Nov 2, 2026'],
  ])('by %s shows the day, which phones show whole: without its name', async (order, name, day) => {
    const boards = [aBoardRow({ created_at: '2026-10-08T10:00:00Z', board_order_modified_at: '2026-11-02T10:00:00Z' })];
    await openApp(`/boards?order_by=${order}`, 'visitor', (url) =>
      url.pathname === '/api/boards' ? boardPageResponse(1, { boards }) : catalogServer(url),
    );
    const shown = within(await screen.findByTestId('result-row')).getByText(day, { selector: '.note' });
    expect([shown.textContent, shown.querySelector('.long')?.textContent]).toEqual([name + day, name]);
  });

  it('orders by the momentum of a metric over a period, which address, request, saved search, and export have', async () => {
    await openApp('/pins?order_by=momentum_score', 'premium', catalogServer);
    expect(queriesTo('/api/pins').at(-1)?.has('period')).toBe(false);
    const metric = await screen.findByLabelText<HTMLSelectElement>('Momentum of');
    expect([metric.value, [...metric.options].map(({ text }) => text)]).toEqual(['saves', ['Saves', 'Repins', 'Owner’s followers']]);
    fireEvent.change(metric, { target: { value: 'repin_count' } });
    await act(async () => void fireEvent.change(screen.getByLabelText('Period'), { target: { value: '30_days' } }));
    expect(location.search).toBe('?order_by=momentum_score&metric=repin_count&period=30_days');
    const sent = queriesTo('/api/pins').at(-1);
    expect([sent?.get('order_by'), sent?.get('metric'), sent?.get('period')]).toEqual(['momentum_score', 'repin_count', '30_days']);
    expect(screen.getByTestId<HTMLAnchorElement>('export-csv').href).toContain('&metric=repin_count&period=30_days');
    expect(savedQuery(parseSearch('pins', location.search))).toBe('order_by=momentum_score&sort=desc&metric=repin_count&period=30_days');
    fireEvent.change(screen.getByLabelText('Momentum of'), { target: { value: 'saves' } });
    await act(async () => void fireEvent.change(screen.getByLabelText('Period'), { target: { value: '90_days' } }));
    expect(location.search).toBe('?order_by=momentum_score');
  });

  it.each([
    [null, 'No momentum for this period.'],
    [0, undefined],
  ])('says by momentum, with the score %s first, %j', async (score, expected) => {
    const boards = [aBoardRow({ momentum_score: score }), aBoardRow({ _id: 'b2', momentum_score: null })];
    await openApp('/boards?order_by=momentum_score', 'premium', (url) =>
      url.pathname === '/api/boards' ? boardPageResponse(1, { boards }) : catalogServer(url),
    );
    await screen.findAllByTestId('result-row');
    expect(screen.queryByTestId('order-line')?.textContent).toBe(expected);
  });

  it('says what was searched for when the keywords have no exact match', async () => {
    const match = { how: 'nearest', searched_for: 'etsy' } as const;
    await openApp('/boards?query=estyy', 'premium', () => boardPageResponse(1, { match }));
    expect(screen.getByTestId('match-line').textContent).toBe('No exact matches for “estyy”. Showing results for “etsy”.');
    resetBrowser();
    await openApp('/boards?query=ets', 'premium', () => boardPageResponse(1, { match: { how: 'beginning', searched_for: 'ets' } }));
    expect(screen.getByTestId('match-line').textContent).toBe('No exact matches for “ets”. Showing results starting with “ets”.');
  });

  it('shows ten placeholder rows while loading, then announces the result', async () => {
    const slow = deferredResponse();
    await openApp('/boards', 'visitor', () => slow.reply);
    expect(screen.getAllByTestId('placeholder-row')).toHaveLength(10);
    expect(screen.getByTestId('results-table').getAttribute('aria-busy')).toBe('true');
    await slow.give(boardPageResponse(1, { total: 12_480 }));
    expect(screen.getByTestId('result-count').textContent).toBe('12,480 boards · page 1 of 1,248');
    expect(screen.getByTestId('result-count').tagName).toBe('OUTPUT');
  });

  it('says when nothing matches and offers to clear the search, or to look in the other lists', async () => {
    await openApp('/boards?query=xyz', 'premium', (url) =>
      url.searchParams.has('query') ? boardPageResponse(1, { boards: [], total: 0 }) : catalogServer(url),
    );
    expect((await screen.findByTestId('list-empty')).textContent).toContain('No boards match “xyz”. Check the spelling or try one word.');
    const others = within(screen.getByText(/^Search for “xyz” in/)).getAllByRole('link');
    expect(others.map((link) => [link.textContent, hrefOf(link)])).toEqual([
      ['influencers', '/pinners?query=xyz'],
      ['pins', '/pins?query=xyz'],
    ]);
    await click(screen.getByRole('button', { name: 'Clear search' }));
    expect(location.search).toBe('');
    expect(rowNames()).toEqual(['Board 1.0', 'Board 1.1', 'Board 1.2']);
  });

  it('offers each word of a search that nothing matches, since each may match alone', async () => {
    await openApp('/boards?query=chocolat+%22cake+cake%22', 'premium', (url) =>
      boardPageResponse(1, (url.searchParams.get('query') ?? '').includes(' ') ? { boards: [], total: 0 } : {}),
    );
    const panel = within(await screen.findByTestId('list-empty'));
    expect(textsOf(panel.getAllByRole('button'))).toEqual(['chocolat', 'cake', 'Clear search']);
    await click(panel.getByRole('button', { name: 'cake' }));
    expect(location.search).toBe('?query=cake');
    expect(rowNames()[0]).toBe('Board 1.0');
  });

  it.each([
    ['says to check the spelling where no filter is to blame', 0, true],
    ['says which filter is to blame instead', 7, false],
  ])('with a search and filters that match nothing %s', async (_, totalWithout, hasHint) => {
    await openApp('/boards?query=xyz&followers=5..', 'premium', (url) =>
      boardPageResponse(1, { boards: [], total: url.searchParams.has('followers') ? 0 : totalWithout }),
    );
    const panel = await screen.findByTestId('list-empty');
    await waitFor(() => expect(panel.textContent).toMatch(/Check the spelling|Without/));
    expect(panel.textContent?.includes('Check the spelling or try one word.')).toBe(hasHint);
  });

  it.each([
    ['visitor', false],
    ['admin', true],
  ] as const)('without any rows tells the %s how to import data: %s', async (who, hasHint) => {
    await openApp('/boards', who, () => boardPageResponse(1, { boards: [], total: 0 }));
    expect((await screen.findByTestId('list-empty')).textContent).toContain('No boards yet.');
    expect(screen.queryByText('corklight import') !== null).toBe(hasHint);
    expect(screen.queryByTestId<HTMLButtonElement>('export-csv')?.disabled).toBe(who === 'admin' ? true : undefined);
  });

  it('shows the title of a row without a name, and a blank tile where that says that there is none', async () => {
    const rows = [aBoardRow({ _id: '314196511496629679', name: null, title: 'Shelves for all.' }), aBoardRow({ _id: '2', name: null })];
    await openApp('/boards', 'visitor', () => boardPageResponse(1, { boards: rows, total: 2 }));
    expect(rowNames()).toEqual(['Shelves for all.', 'Untitled board']);
    const [titled, untitledRow] = screen.getAllByTestId('result-row');
    expect(within(titled!).getByTestId('tile-letter').textContent).toBe('S');
    expect(within(untitledRow!).getByTestId('tile-blank')).toBeTruthy();
    expect(screen.getByRole('main').textContent).not.toContain('314196511496629679');
  });

  it('isolates user names, so that the direction of a title does not turn them', async () => {
    await openApp('/boards', 'visitor', catalogServer);
    expect(screen.getAllByText(/^@/).map(({ tagName }) => tagName)).toEqual(screen.getAllByTestId('result-row').map(() => 'BDI'));
  });

  it('names an influencer without names by the end of the id, and has the whole id in a tooltip', async () => {
    const row = aPinnerRow({ _id: '314196511496624821', name: null, username: null });
    await openApp('/pinners', 'visitor', () => ({ body: { pinners: [row], total: 1, page: 1, as_of: null } }));
    const link = await screen.findByRole('link', { name: 'Influencer …4821' });
    expect(link.title).toBe('Influencer 314196511496624821');
  });

  it('shows names as text, aligned by their own script, and never loads images of other hosts', async () => {
    const hostile = '"><img src=x onerror=window.hit=1>';
    await openApp('/boards', 'visitor', () =>
      boardPageResponse(1, { boards: [aBoardRow({ name: hostile, image_url: 'https://images.example/a.jpg' })], total: 1 }),
    );
    expect(rowNames()).toEqual([hostile]);
    expect(document.querySelectorAll('main img')).toHaveLength(0);
    for (const element of [screen.getByRole('rowheader'), screen.getByRole('heading', { level: 1 })])
      expect(element.getAttribute('dir')).toBe('auto');
  });
});

describe('a list that fails to load', () => {
  it('shows one toast at a time for five seconds and keeps the offer of Premium', async () => {
    jest.useFakeTimers();
    await openApp('/boards?page=2', 'visitor', (url) =>
      premiumRefusal(url.searchParams.get('page') === '2' ? 'More pages are part of Premium.' : 'Another reason.'),
    );
    await act(async () => {});
    const alertText = () => screen.getByTestId('live-alert').textContent;
    expect(alertText()).toBe('More pages are part of Premium.');
    await advanceTimers(2000);
    await click(topPagination().getByRole('button', { name: 'Page 3' }));
    expect((await screen.findByTestId('premium-panel')).textContent).toContain('Another reason.');
    expect(alertText()).toBe('More pages are part of Premium.');
    await advanceTimers(2999);
    expect(alertText()).toBe('More pages are part of Premium.');
    await advanceTimers(2);
    expect(alertText()).toBe('');
    expect((await screen.findByTestId('premium-panel')).textContent).toContain('Another reason.');
  });

  it.each([
    ['/boards?page=4', 'Premium shows all 3,000.'],
    ['/boards?page=3', 'Premium shows all 95.'],
  ])('offers Premium calmly, once, to a free user past page 3 (from %s), and the way back', async (address, premium) => {
    giveCatalogStats(catalogStatsRecord({ boards: 3_000 }));
    await openApp(address, 'free', catalogServer);
    if (address.endsWith('3')) {
      expect(topPagination().getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
      await act(async () => history.pushState({ key: 'past' }, '', '/boards?page=4'));
    }
    const panel = within(await screen.findByTestId('premium-panel'));
    expect(panel.getByText(`Free shows the first 3 pages (30 boards). ${premium}`)).toBeTruthy();
    expect(hrefOf(panel.getByRole('link', { name: 'See Premium' }))).toBe('/premium?next=%2Fboards%3Fpage%3D4');
    expect([screen.queryByTestId('error-panel'), screen.queryByTestId('premium-banner')]).toEqual([null, null]);
    expect(screen.getByTestId('live-alert').textContent).toBe('');
    expect(queriesTo('/api/boards').filter((query) => query.get('page') === '4')).toEqual([]);
    expect(shownPages()).toEqual(['1', '2', '3']);
    expect(screen.queryByRole('button', { name: 'Display' })).toBeNull();
    expect(topPagination().getByTestId('locked-pages').textContent).toBe('More pages are part of Premium.');
    await click(panel.getByRole('button', { name: 'Back to page 3' }));
    expect(rowNames()[0]).toBe('Board 3.0');
    expect(screen.getByRole('button', { name: 'Display' })).toBeTruthy();
  });

  it('keeps the rows of the page before while the server cannot be reached, and loads the new page once it can', async () => {
    let online = true;
    await openApp('/boards', 'premium', (url) => (online ? catalogServer(url) : Promise.reject(new TypeError('Failed to fetch'))));
    online = false;
    await click(topPagination().getByRole('button', { name: 'Page 10' }));
    expect(screen.getByTestId('stale-page').textContent).toContain('These are the rows from before (page 1).');
    expect(rowNames()[0]).toBe('Board 1.0');
    online = true;
    await click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.queryByTestId('stale-page')).toBeNull();
    expect(rowNames()[0]).toBe('Board 10.0');
  });

  it('shows other failures without a toast, can be reloaded, and is when the browser is online again', async () => {
    let response: (url: URL) => ReturnType<FakeServer> = () => ({ status: 500, body: undefined });
    await openApp('/boards', 'visitor', (url) => response(url));
    expect(screen.queryAllByTestId('result-row')).toHaveLength(0);
    expect(screen.getByTestId('result-count').textContent).toBe('');
    expect(screen.queryByTestId('toast')).toBeNull();
    response = () => Promise.reject(new TypeError('Failed to fetch'));
    await click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByTestId('error-panel').textContent).toContain("We couldn't reach the server.");
    response = catalogServer;
    await act(async () => void dispatchEvent(new Event('online')));
    expect(rowNames()).toEqual(['Board 1.0', 'Board 1.1', 'Board 1.2']);
  });

  it('counts down the seconds after a rate limit', async () => {
    jest.useFakeTimers();
    await openApp('/boards', 'visitor', () => ({ ...premiumRefusal('Too many.', 429), headers: { 'retry-after': '2' } }));
    await act(async () => {});
    const panel = screen.getByTestId('error-panel');
    expect(panel.textContent).toContain('Try again in 2 seconds.');
    expect(within(panel).getByRole<HTMLButtonElement>('button', { name: 'Try again' }).disabled).toBe(true);
    await advanceTimers(1000);
    await advanceTimers(1000);
    expect(panel.textContent).toContain('You can try again now.');
  });
});

describe('the pagination of a list', () => {
  it('is locked without Premium on a narrow screen, with the reason', async () => {
    setWindowWidth(360);
    await openApp('/boards', 'free', catalogServer);
    const buttons = topPagination().getAllByRole<HTMLButtonElement>('button');
    expect(buttons.map((button) => [button.textContent?.replace(/[‹› ]/g, ''), button.disabled])).toEqual([
      ['Previous', true],
      ['1', true],
      ['Next', true],
    ]);
    expect(topPagination().getByText('More pages are part of Premium.')).toBeTruthy();
    await openApp('/boards', 'premium', catalogServer);
    expect(topPagination().getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(false);
  });

  it('has at least one page, ends with the last, and has no lock where all pages are free', async () => {
    await openApp('/boards?page=10', 'premium', catalogServer);
    expect(topPagination().getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
    resetBrowser();
    await openApp('/boards', 'premium', () => boardPageResponse(1, { boards: [], total: 0 }));
    expect(topPagination().getByRole('button', { name: 'Page 1' }).getAttribute('aria-current')).toBe('page');
    resetBrowser();
    await openApp('/boards', 'visitor', () => boardPageResponse(1, { total: 30 }));
    expect([shownPages(), topPagination().queryByTestId('locked-pages')]).toEqual([['1', '2', '3'], null]);
  });
});

describe('a list past its last page', () => {
  const emptyPage = (url: URL) => (url.searchParams.get('page') === '9999' ? boardPageResponse(9999, { boards: [] }) : catalogServer(url));

  it.each([
    [1280, ['1', '10'], 'Go to page 10'],
    [360, ['10'], 'Previous'],
  ])('says so at %d px, names only pages that exist, and leads to the last one', async (width, pages, name) => {
    setWindowWidth(width);
    await openApp('/boards?page=9999', 'premium', emptyPage);
    expect((await screen.findByTestId('list-empty')).textContent).toContain("That page doesn't exist.");
    expect(screen.getByTestId('result-count').textContent).toBe('95 boards · 10 pages');
    expect(shownPages()).toEqual(pages);
    expect(topPagination().getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
    await click(screen.getAllByRole('button', { name: new RegExp(name) })[0]!);
    expect([location.search, rowNames()[0]]).toEqual(['?page=10', 'Board 10.0']);
  });
});

describe('coming back to a list', () => {
  it('through the navigation restores the last search of each list', async () => {
    await openApp('/boards', 'visitor', catalogServer);
    await click(topPagination().getByRole('button', { name: 'Next' }));
    await click(screen.getByRole('link', { name: 'Pins' }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Find Popular Pins');
    expect(queriesTo('/api/pins').map((query) => query.get('page'))).toEqual(['1']);
    requestedUrls.length = 0;
    await click(screen.getByRole('link', { name: 'Boards' }));
    expect(location.search).toBe('?page=2');
    expect(rowNames()[0]).toBe('Board 2.0');
    expect(requestedUrls).toEqual([]);
  });
});
