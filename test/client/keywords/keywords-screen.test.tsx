import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { KeywordPage } from '#domain/keywords/contract';
import { dayLabel } from '#domain/days';
import { premiumSentences } from '#domain/subscriptions/entitlements';
import { click, openApp, premiumRefusal, setWindowWidth, type FakeResponse, type ViewerKind } from '../../support/client/client-app';
import { muteConsoleErrors, textsOf, hrefOf } from '../../support/client/elements';
import { queriesTo } from '../../support/client/requests';
import { errorResponse, serveEndpoints } from '../../support/client/serve-endpoints';
import { keywordDetail, keywordPage, keywordRow, noInterest, savedKeywordList } from './keyword-records';

const LIST_URL = '/api/keywords';
const rows = ['pumpkin bread', 'pumpkin soup'].map((keyword) => keywordRow(keyword));
const unknownFigures = { saves_per_pin: null, competition: null, competition_level: null, momentum_score: null, trend: null, growth_percent: null, sparkline: null, opportunity: null }; // prettier-ignore
const withoutOpportunity = rows.map(({ opportunity: _, ...row }) => row);

const openList = async (page: KeywordPage, viewer: ViewerKind = 'premium', url = '/keywords') => {
  const detail = () => ({ body: keywordDetail({}) });
  const endpoints = { [`GET ${LIST_URL}`]: () => ({ body: page }), [`GET ${LIST_URL}/pumpkin%20bread`]: detail };
  await openApp(url, viewer, serveEndpoints({ ...endpoints, [`GET ${LIST_URL}/pumpkin%20bread/interest`]: () => noInterest }));
  await screen.findByRole('heading', { level: 1, name: 'Keywords' });
  await act(async () => {});
};
const openDetail = async (
  change: Parameters<typeof keywordDetail>[0],
  viewer: ViewerKind = 'free',
  interest: FakeResponse = noInterest,
) => {
  const server = serveEndpoints({
    [`GET ${LIST_URL}/pumpkin%20bread`]: () => ({ body: keywordDetail(change) }),
    [`GET ${LIST_URL}/pumpkin%20bread/interest`]: () => interest,
    'GET /api/users/me/keywords': () => ({ body: savedKeywordList() }),
  });
  await openApp('/keywords/pumpkin%20bread', viewer, server);
  await screen.findByText(/^Counted /);
};
const listQueries = () =>
  queriesTo(LIST_URL)
    .map((query) => Object.fromEntries(query))
    .filter(({ per_page }) => per_page === undefined);
const tableHeaders = () => textsOf(screen.getAllByRole('columnheader'));

describe('the list of keywords', () => {
  beforeEach(muteConsoleErrors);

  it('shows each keyword with its figures, and where they come from', async () => {
    await openList(keywordPage(rows, { order_by: 'opportunity' }));
    expect(screen.getByTestId('keyword-total').textContent).toBe('2 keywords in 18,000 pins, as of Nov 22, 2026');
    expect(tableHeaders()).toEqual(['Keyword', 'Pins', 'Saves per pin', 'Competition', 'Momentum', '90 days', 'Opportunity']);
    await click(screen.getByTestId('export-csv'));
    expect(queriesTo('/api/exports/keywords')).toHaveLength(1);
    const [row] = screen.getAllByTestId('keyword-row');
    expect(hrefOf(within(row!).getByRole('link', { name: 'pumpkin bread' }))).toBe('/keywords/pumpkin%20bread');
    expect(textsOf(within(row!).getAllByRole('cell'))).toEqual(['228', '96', 'Open 48', '41.2 Rising', 'up +12.5%', '22.4']);
    expect(within(row!).getAllByTestId('sparkline')).toHaveLength(1);
    expect(screen.getByText('How we count').parentElement?.textContent).toContain(
      'Of each pin, the first 100 words of title and description count.',
    );
    expect(screen.getByRole('link', { name: 'Keywords' }).getAttribute('aria-current')).toBe('page');
  });

  it('leaves out columns that are empty in all rows, and says why Premium is not shown the best opportunities', async () => {
    await openList(keywordPage([keywordRow('etsy', unknownFigures), keywordRow('yarn', unknownFigures)], { order_by: 'pins' }));
    expect(tableHeaders()).toEqual(['Keyword', 'Pins']);
    expect(screen.getByText('By pins, because opportunity needs saves that were read on two days.')).toBeTruthy();
  });

  it.each([
    ['volume', 1, 'By pins, because none has an imported search volume.'],
    ['publish_by', 1, 'By pins, because none has a day to publish by: it needs imported search interest.'],
    // Those before may have one.
    ['publish_by', 2, undefined],
  ] as const)('says why %s orders nothing, on page %i', async (order, page, note) => {
    await openList(keywordPage(rows, { order_by: order, page, total: 45 }), 'premium', `/keywords?order_by=${order}&page=${page}`);
    expect(screen.queryByText(/^By pins, because/)?.textContent).toBe(note);
  });

  it('is filtered: chips offer, set, and remove each filter, which the address keeps', async () => {
    await openList(keywordPage(rows, { total: 45 }), 'free');
    const bar = within(screen.getByRole('group', { name: 'Filters' }));
    expect(textsOf(bar.getAllByRole('button'))).toEqual([
      '+ Competition',
      '+ Pins',
      '+ Has a season',
      '+ Peak month',
      '+ Search volume',
      '+ Publish by',
      '+ Language and script',
    ]);
    await click(bar.getByRole('button', { name: 'Competition' }));
    await click(bar.getByLabelText('Contested'));
    await click(bar.getByLabelText('Open'));
    await click(bar.getByRole('button', { name: 'Apply' }));
    expect(location.search).toBe('?competition=contested,open');
    await click(bar.getByRole('button', { name: 'Has a season' }));
    await click(bar.getByRole('button', { name: 'Pins' }));
    await act(async () => void fireEvent.change(bar.getByLabelText('From'), { target: { value: 'ten' } }));
    await click(bar.getByRole('button', { name: 'Apply' }));
    expect(bar.getByRole('alert').textContent).toBe('Pins must be a range such as 1000..50000 or 5...');
    await act(async () => void fireEvent.change(bar.getByLabelText('From'), { target: { value: '1,000' } }));
    await click(bar.getByRole('button', { name: 'Apply' }));
    expect(location.search).toBe('?competition=contested,open&pins=1000..&season=1');
    expect(listQueries().at(-1)).toEqual({ competition: 'contested,open', pins: '1000..', season: '1', page: '1' });
    const removeFocused = async (label: string) => {
      const remove = bar.getByRole('button', { name: `Remove filter: ${label}` });
      remove.focus();
      await click(remove);
    };
    // What took the place of the button that had the focus.
    expect(document.activeElement?.textContent).toBe('Pins 1,000 or more');
    await removeFocused('Competition: Open, Contested');
    expect(document.activeElement?.textContent).toBe('+ Competition');
    await removeFocused('Has a season');
    expect(document.activeElement?.textContent).toBe('+ Has a season');
    expect(bar.getByText('Pins 1,000 or more')).toBeTruthy();
    expect(location.search).toBe('?pins=1000..');
  });

  it('names its filters in words, ignores those that are not valid, and offers a list without them where nothing passes', async () => {
    await openList(keywordPage([]), 'free', '/keywords?peak_month=3,12&script=cjk&pins=wide&competition=hard');
    expect(screen.getByText('Peak month: March, December')).toBeTruthy();
    expect(screen.getByText('Language and script: Chinese, Japanese, Korean')).toBeTruthy();
    expect(listQueries()).toEqual([{ peak_month: '12,3', script: 'cjk', page: '1' }]);
    expect(screen.getByTestId('keywords-empty').textContent).toContain('No keyword passes these filters.');
    await click(screen.getByRole('button', { name: 'Remove all filters' }));
    expect(location.pathname + location.search).toBe('/keywords');
  });

  it('names the tightest filter where nothing passes, with the count without it, and removes it', async () => {
    const list = ({ searchParams }: URL) => {
      const total = searchParams.has('competition') ? 0 : searchParams.has('pins') ? 12 : 40;
      return { body: keywordPage(total === 0 ? [] : rows, { total }) };
    };
    await openApp('/keywords?competition=open&pins=100..', 'premium', serveEndpoints({ [`GET ${LIST_URL}`]: list }));
    expect(await screen.findByText('Without “Competition: Open” there are 12.')).toBeTruthy();
    await click(screen.getByRole('button', { name: 'Remove it' }));
    expect(location.search).toBe('?pins=100..');
    expect(await screen.findAllByTestId('keyword-row')).toHaveLength(2);
  });

  it('shows competition as a level with bars, not as a lock, and peaks and curves where any keyword has them', async () => {
    const levels = [['open', 'Open', 30], ['contested', 'Contested', 52], ['locked', 'Locked', 84]] as const; // prettier-ignore
    const imported = { interest: '- 12 15 20', interest_source: 'Pinterest Trends', interest_region: 'US', interest_to: '2026-11-22' };
    const keywords = levels.map(([competition_level, name, competition]) => keywordRow(name, { competition_level, competition }));
    await openList(keywordPage([{ ...keywords[0]!, ...imported, peak_month: 10 }, ...keywords.slice(1)]));
    const shown = screen.getAllByTestId('keyword-row');
    for (const [index, [, name, competition]] of levels.entries()) {
      const cell = within(shown[index]!).getByTitle(`Competition: ${name}, ${competition} of 100`);
      expect(cell.textContent).toBe(`${name} ${competition}`);
      expect([cell.querySelectorAll('rect[fill="var(--text)"]').length, cell.querySelectorAll('rect').length]).toEqual([index + 1, 3]);
    }
    expect(screen.queryByText(/Premium/, { selector: 'td *' })).toBeNull();
    expect(shown.map((row) => row.querySelector('[data-name="Season"]')?.textContent)).toEqual(['Oct', '–', '–']);
    expect(tableHeaders()).toContain('Searches');
    expect(screen.getByRole('img', { name: /^Pinterest Trends, US: 52 weeks to Nov 22/ })).toBeTruthy();
  });

  it.each([
    [1280, 'Page 3', false],
    [360, 'Next', true],
  ])(
    'without Premium ends at the last free page, has no opportunity or export, and says once what is more: %i px',
    async (width, name, isLocked) => {
      setWindowWidth(width);
      await openList(keywordPage(withoutOpportunity, { total: 45 }), 'free');
      expect(tableHeaders()).not.toContain('Opportunity');
      const orders = ['Momentum', 'Demand', 'Pins', 'Lowest competition', 'Search volume', 'Publish by'];
      expect([...screen.getByLabelText<HTMLSelectElement>('Order by').options].map(({ text }) => text)).toEqual(orders);
      expect(screen.queryByTestId('export-csv')).toBeNull();
      expect(screen.getAllByText(premiumSentences.keyword_insights, { exact: false })).toHaveLength(1);
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(isLocked);
      expect(screen.queryByRole('button', { name: 'Page 5' })).toBeNull();
      expect(screen.getByText(premiumSentences.all_pages)).toBeTruthy();
    },
  );

  it('asks the server for the order and the page, and keeps both in the address', async () => {
    await openList(keywordPage(rows, { total: 45, order_by: 'opportunity' }));
    expect(listQueries()).toEqual([{ page: '1' }]);
    await act(async () => void fireEvent.change(screen.getByLabelText('Order by'), { target: { value: 'competition' } }));
    expect(location.search).toBe('?order_by=competition');
    await click(screen.getByRole('button', { name: 'Page 2' }));
    expect(location.search).toBe('?order_by=competition&page=2');
    expect(listQueries().at(-1)).toEqual({ order_by: 'competition', page: '2' });
  });

  it.each([
    ['/keywords?page=4', premiumSentences.all_pages, 'Back to page 3', '/keywords?page=3'],
    ['/keywords?order_by=opportunity', premiumSentences.keyword_insights, 'Show the free order', '/keywords'],
    [
      '/keywords?order_by=opportunity&page=9&query=pump',
      premiumSentences.keyword_insights,
      'Back to page 3',
      '/keywords?query=pump&page=3',
    ],
  ])('shows one calm lock in the place of what only Premium includes: %s', async (url, reason, wayBack, freeUrl) => {
    await openApp(url, 'free', serveEndpoints({ [`GET ${LIST_URL}`]: () => premiumRefusal(reason) }));
    const panel = await screen.findByTestId('premium-panel');
    expect(panel.textContent).toContain(reason);
    expect(screen.getAllByRole('link', { name: 'See Premium' })).toHaveLength(1);
    expect(hrefOf(within(panel).getByRole('link', { name: wayBack }))).toBe(freeUrl);
    expect(screen.queryByTestId('error-panel')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    const chosenOrder = new URL(url, 'http://x').searchParams.get('order_by');
    expect(screen.getByLabelText<HTMLSelectElement>('Order by').value).toBe(chosenOrder ?? 'pins');
  });

  it('completes keywords, leads to a known one, and lists those that begin with anything else', async () => {
    await openList(keywordPage(rows));
    const find = async (text: string) => {
      const input = screen.getByLabelText<HTMLInputElement>('Find a keyword');
      input.focus();
      await act(async () => void fireEvent.change(input, { target: { value: text } }));
      await waitFor(() => expect(document.querySelectorAll('datalist option')).toHaveLength(2));
      await act(async () => void fireEvent.submit(input));
    };
    await find(' pump ');
    expect(location.search).toBe('?query=pump');
    expect(listQueries().at(-1)).toEqual({ query: 'pump', page: '1' });
    expect(document.activeElement).toBe(screen.getByLabelText('Find a keyword'));
    await find('Pumpkin bread');
    expect(location.pathname).toBe('/keywords/pumpkin%20bread');
  });

  it.each<[string, Partial<KeywordPage>, string, string]>([
    [
      'before the first night',
      { as_of: null, counted_pins: 0 },
      '/keywords',
      'No keywords yet. They are counted every night at 03:10 UTC.',
    ],
    ['for a text that no keyword has', {}, '/keywords?query=zzz', 'No keyword has a word that begins with “zzz”.'],
    ['past the last page', { total: 2 }, '/keywords?page=9', 'There are no more pages.'],
    ['without any', {}, '/keywords', 'No topic, search, or word is on five pins yet.'],
  ])('says why it is empty: %s', async (_, change, url, sentence) => {
    await openList(keywordPage([], change), 'premium', url);
    expect(screen.getByTestId('keywords-empty').textContent).toContain(sentence);
    expect(screen.getByTestId<HTMLButtonElement>('export-csv').disabled).toBe(change.total === undefined);
  });
});

describe('the page of a keyword', () => {
  beforeEach(muteConsoleErrors);

  it('shows figures, the reason of the competition, season, pins, boards, and influencers', async () => {
    await openDetail({});
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('pumpkin bread');
    const facts = within(screen.getByTestId('facts'));
    expect(facts.getByText('Open').textContent).toBe('Open 48');
    expect(facts.getByText('25%')).toBeTruthy();
    expect(screen.getByText('The median of its 10 most saved pins is 84 saves.')).toBeTruthy();
    expect(screen.getByText(/^Publish from August: peak in October, when 30(\.0)?% of its pins were created\.$/)).toBeTruthy();
    expect(screen.getAllByTestId('this-month')).toHaveLength(1);
    expect(within(screen.getByTestId('season')).getAllByRole('listitem')).toHaveLength(12);
    expect(within(screen.getByTestId('top-pins')).getAllByRole('link')).toHaveLength(2);
    expect(within(screen.getByTestId('strongest-board')).getAllByRole('link')).toHaveLength(1);
    expect(within(screen.getByTestId('strongest-pinner')).getAllByRole('link')).toHaveLength(1);
    expect(screen.queryByTestId('interest')).toBeNull();
    // Only Premium has more.
    expect(screen.getByText(premiumSentences.keyword_insights, { exact: false })).toBeTruthy();
    expect(screen.queryByText('Related keywords', { selector: 'h2' })).toBeNull();
    expect(facts.queryByText('Opportunity')).toBeNull();
  });

  it.each([
    ['premium', '/pins?query=pumpkin+bread'],
    ['visitor', undefined],
  ] as const)('leads a %s to its pins, if they may search', async (who, href) => {
    await openDetail({}, who);
    expect(screen.queryByRole('link', { name: 'See its pins' })?.getAttribute('href')).toBe(href);
  });

  it('shows the imported search interest of a year with the year before, and its sources', async () => {
    const weeks = Array.from({ length: 105 }, (_, week) => ({ date: dayLabel(20_000 + 7 * week), value: week }));
    const sources = [{ name: 'Pinterest Trends, US', imported_at: '2026-11-20T10:00:00Z' }];
    await openDetail({}, 'free', {
      body: { curves: [{ region: null, points: weeks, sources }], volumes: [], season: null, lead_days: 45 },
    });
    const card = await screen.findByTestId('interest');
    expect(within(card).getByTestId('chart-reading').textContent).toBe('Oct 2: 104  1 since Sep 25 a year before 52');
    expect(within(card).getByRole('slider').getAttribute('aria-valuemax')).toBe('52');
    expect(within(card).getByText(/^Search interest rose from 52 to 104, \+100.0%/).textContent).toContain(
      'The dashed line is the year before.',
    );
    expect(card.textContent).toContain('Source: Pinterest Trends, US, imported Nov 20, 2026.');
  });

  it('shows volumes with source, region, and day, the day to publish by with its rule, and a curve for each region', async () => {
    const curve = (region: string, value: number) => ({
      region,
      points: [
        { date: '2024-06-01', value },
        { date: '2024-06-08', value: value + 1 },
      ],
      sources: [{ name: 'Pinterest Trends', imported_at: '2026-11-20T10:00:00Z' }],
    });
    const volume = { source: 'PinClicks', region: 'US', date: '2026-07-09', volume: 12_000, notes: [{ name: 'Followers', value: '34' }] };
    const season = { state: 'known' as const, weeks: null, region: 'US', source: 'Pinterest Trends', curve_to: '2024-06-08', rise_on: '2027-09-01', publish_by: '2027-07-18' }; // prettier-ignore
    const interest = { curves: [curve('US', 5), curve('FR', 7)], volumes: [volume], season, lead_days: 45 };
    await openDetail({ publish_by: season.publish_by }, 'free', { body: interest });
    const volumes = await screen.findByTestId('volumes');
    expect(volumes.textContent).toContain('PinClicks, US, Jul 9, 2026');
    expect(volumes.textContent).toContain('Followers: 34');
    const publishBy = screen.getByTestId('publish-by');
    expect(publishBy.textContent).toContain('Publish by Jul 18, 2027: searches start to rise about Sep 1, 2027, and pins need 45 days');
    expect(publishBy.textContent).toContain('The curve is older than two years: it ends on Jun 8, 2024.');
    // One day to publish by is enough.
    expect(screen.getByText('Peak in October, when 30% of its pins were created.')).toBeTruthy();
    const card = screen.getByTestId('interest');
    expect(within(card).getByRole('heading').textContent).toBe('Search interest, US');
    fireEvent.change(within(card).getByLabelText('Region and source'), { target: { value: '1' } });
    expect(within(card).getByRole('heading').textContent).toBe('Search interest, FR');
  });

  it.each([
    ['short', 31, 'Not enough history: 31 of the newest 52 weeks have a value, and 50 are needed.'],
    ['even', null, 'No season: no week stands out.'],
  ] as const)('says why there is no day to publish by: %s', async (state, weeks, sentence) => {
    const season = { state, weeks, region: null, source: 'a.csv', curve_to: '2026-11-08', rise_on: null, publish_by: null };
    await openDetail({}, 'free', { body: { curves: [], volumes: [], season, lead_days: 45 } });
    expect((await screen.findByTestId('publish-by')).textContent).toContain(sentence);
  });

  it('says that the search interest failed to load, and tries again', async () => {
    await openDetail({}, 'free', errorResponse('Please try again.'));
    const failed = await screen.findByRole('region', { name: 'Search interest' });
    expect(within(failed).getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('lists related keywords with the share of common pins, without empty columns, and folds more than ten', async () => {
    const related = Array.from({ length: 24 }, (_, number) => ({
      ...keywordRow(`easy baking ${number}`, unknownFigures),
      common_pins: 61,
      common_share: 0.2675,
    }));
    await openDetail({ opportunity: 22.4, related }, 'premium');
    expect(within(screen.getByTestId('facts')).getByText('22.4')).toBeTruthy();
    expect(tableHeaders()).toEqual(['Keyword', 'Common pins', 'Pins']);
    const [row, ...others] = screen.getAllByTestId('keyword-row');
    expect(hrefOf(within(row!).getByRole('link'))).toBe('/keywords/easy%20baking%200');
    expect(within(row!).getAllByRole('cell')[0]?.textContent).toBe('61 (27%)');
    expect(others).toHaveLength(9);
    fireEvent.click(screen.getByRole('button', { name: 'All 24' }));
    expect(screen.getAllByTestId('keyword-row')).toHaveLength(24);
  });

  it('shows the search interest of a keyword that was not counted, without a failed request', async () => {
    const points = [
      { date: '2026-11-08', value: 60 },
      { date: '2026-11-15', value: 100 },
    ];
    const curve = { region: null, points, sources: [{ name: 'trends.csv', imported_at: '2026-11-22T03:10:00Z' }] };
    const interest = { curves: [curve], volumes: [], season: null, lead_days: 45 };
    const server = serveEndpoints({
      [`GET ${LIST_URL}/taper%20fade`]: () => ({ body: { pins: null } }),
      [`GET ${LIST_URL}/taper%20fade/interest`]: () => ({ body: interest }),
    });
    await openApp('/keywords/taper%20fade', 'visitor', server);
    expect(await screen.findByTestId('interest')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('taper fade');
    expect(screen.getByTestId('keyword-missing').textContent).toContain('fewer than five had this keyword');
  });

  it('leaves out what is not known', async () => {
    await openDetail({
      saves: null,
      saves_per_pin: null,
      season: null,
      fresh: null,
      top_pins: [],
      top_boards: [],
      top_pinners: [],
      competition: null,
      competition_level: null,
    });
    for (const id of ['season', 'top-pins', 'strongest-board', 'strongest-pinner']) expect(screen.queryByTestId(id)).toBeNull();
    for (const name of ['Fresh', 'Saves', 'Saves per pin']) expect(within(screen.getByTestId('facts')).queryByText(name)).toBeNull();
  });

  it.each([
    ['free', []],
    ['premium', ['/pins?query=knitting']],
  ] as const)('leads back to all keywords where there is none, and for %s to its pins: %j', async (viewer, pins) => {
    const missing = () => ({ status: 404, body: { error: 'No.', errors: ['No.'], code: 'not_found' } });
    await openApp('/keywords/knitting', viewer, serveEndpoints({ [`GET ${LIST_URL}/knitting`]: missing }));
    expect((await screen.findByTestId('keyword-missing')).textContent).toContain('fewer than five had this keyword');
    expect(hrefOf(screen.getByRole('link', { name: 'All keywords' }))).toBe('/keywords');
    const pinLinks = screen.queryAllByRole('link', { name: 'Look at its pins anyway' });
    expect(pinLinks.map(hrefOf)).toEqual(pins);
  });
});
