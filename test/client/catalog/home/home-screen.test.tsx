import { jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { dayLabel, dayOf } from '#domain/days';
import type { PopularPin } from '#domain/catalog/detail-contract';
import type { BoardRow } from '#domain/catalog/list-contract';
import { settings } from '../../../../client/src/api/settings';
import { aBoardRow, catalogServer, catalogStatsRecord, giveCatalogStats, aPinnerRow } from '../../../support/client/catalog-records';
import { click, deferredResponse, openApp, type FakeResponse } from '../../../support/client/client-app';
import { textsOf, hrefOf } from '../../../support/client/elements';
import { queriesTo } from '../../../support/client/requests';
import { homeQuery } from '../../../support/home-query';

const boardsResponse = (count: number, over: Partial<BoardRow> = {}): FakeResponse => {
  const boards = Array.from({ length: count }, (_, index) =>
    aBoardRow({ _id: `b${index}`, name: `Board ${index}`, momentum_score: 80 - index, ...over }),
  );
  return { body: { boards, total: count, page: 1, as_of: null } };
};
const pinners = Array.from({ length: 5 }, (_, index) => aPinnerRow({ _id: `p${index}`, momentum_score: null }));
/** A server whose lists of boards answer with this, and those of influencers with five. */
const serverWith =
  (boards: (url: URL) => FakeResponse) =>
  (url: URL): FakeResponse =>
    url.pathname === '/api/boards' ? boards(url) : { body: { pinners, total: 40, page: 1, as_of: null } };
const homeServer = serverWith(() => boardsResponse(5));

describe('the home page', () => {
  it('has the headline as its one h1 and the default title, news, and three steps that explain how it works', async () => {
    await openApp('/', 'visitor', homeServer);
    expect(textsOf(screen.getAllByRole('heading', { level: 1 }))).toEqual(['Your Key to Unlocking Pinterest Potential']);
    expect(document.title).toBe('Corklight – research for Pinterest marketers');
    expect(screen.getByText("We're Back!")).toBeTruthy();
    const steps = within(await screen.findByRole('region', { name: 'How it works' })).getAllByRole('listitem');
    const names = steps.map((step) => within(step).getByRole('heading').textContent);
    expect(names).toEqual(['We count', 'We score, openly', 'You decide']);
  });

  it('hides the news for good when the visitor closes them', async () => {
    await openApp('/', 'visitor', homeServer);
    await click(screen.getByRole('button', { name: 'Hide' }));
    expect(screen.queryByText("We're Back!")).toBeNull();
    await openApp('/', 'visitor', homeServer);
    expect(screen.queryByText("We're Back!")).toBeNull();
  });

  it('requests the four lists one after another, with their search parameters', async () => {
    const first = deferredResponse();
    await openApp('/', 'visitor', (url) => (url.searchParams.get('query') === 'etsy' ? first.reply : homeServer(url)));
    const requested = () => [...queriesTo('/api/boards'), ...queriesTo('/api/pinners')].map((query) => Object.fromEntries(query));
    expect(requested()).toEqual([homeQuery('etsy')]);
    await first.give(boardsResponse(5));
    expect(requested()).toEqual(['etsy', 'pinterest marketing', 'make money', 'fashion blogging'].map(homeQuery));
    expect(screen.getByTestId('home-list-0').textContent).toMatch(/Momentum 80\.0/);
  });

  it('leaves a failed list empty and loads the next', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    await openApp('/', 'visitor', (url) => (url.searchParams.get('query') === 'etsy' ? { status: 500, body: null } : homeServer(url)));
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
    expect(within(screen.getByTestId('home-list-0')).getByText("We couldn't load this list.")).toBeTruthy();
    expect(within(screen.getByTestId('home-list-3')).getAllByRole('listitem')).toHaveLength(5);
    expect(screen.queryByTestId('toast')).toBeNull();
  });

  it.each([
    [0, 'No matches yet.'],
    [2, 'No more matches yet.'],
    [3, null],
  ])('fills the room of a list with %d rows', async (count, sentence) => {
    await openApp(
      '/',
      'visitor',
      serverWith(() => boardsResponse(count)),
    );
    const list = within(screen.getByTestId('home-list-0'));
    expect(list.queryAllByRole('link', { name: /^Board/ })).toHaveLength(count);
    expect(list.queryByText(/matches yet/)?.textContent ?? null).toBe(sentence);
    const browse = list.queryByRole('link', { name: 'Browse all group boards' });
    expect(browse?.getAttribute('href') ?? null).toBe(sentence === null ? null : '/boards');
    // An empty list has no other next step.
    expect(list.queryByRole('link', { name: /^Look it up/ }) === null).toBe(count === 0);
  });

  it('isolates user names, so that the direction of a title does not turn them', async () => {
    await openApp(
      '/',
      'visitor',
      serverWith(() => boardsResponse(1, { name: 'وصفات' })),
    );
    expect(within(screen.getByTestId('home-list-0')).getByText('@mira_makes').tagName).toBe('BDI');
  });

  it.each([
    ['the first in its place that is not', { etsy: 2, knitting: 1, crochet: 3 }, 'crochet', 3],
    ['itself where all are', { etsy: 2, knitting: 1, crochet: 0 }, 'etsy', 2],
    ['itself where it is not', { etsy: 3, knitting: 5 }, 'etsy', 3],
  ])('shows of a short list %s', async (_, counts, keyword, rows) => {
    settings.site = { ...settings.site, home_keywords: { etsy: ['knitting', 'crochet'] } };
    const countOf = (keyword: string | null) => Object.entries(counts).find(([name]) => name === keyword)?.[1] ?? 0;
    await openApp(
      '/',
      'visitor',
      serverWith(({ searchParams }) => boardsResponse(countOf(searchParams.get('query')))),
    );
    const list = within(screen.getByTestId('home-list-0'));
    expect(list.getByRole('heading').textContent).toBe(`Group boards “${keyword}”`);
    expect(list.getAllByRole('link', { name: /^Board/ })).toHaveLength(rows);
    expect(hrefOf(list.getByRole('link', { name: `Look it up “${keyword}”` }))).toBe(`/keywords/${keyword}`);
    await act(async () => void (settings.site = { ...settings.site, home_keywords: {} }));
  });

  it.each([
    [null, null, /^Not ranked: no followers were counted yet/],
    [7, null, /^Ranked by followers\. Momentum appears after a second import/],
    [null, 40, /^Ranked by momentum/],
  ])(
    'says what it ranks rows with %s followers and a momentum of %s by, and nothing in the place of unknown counts',
    async (followers, score, sentence) => {
      await openApp('/', 'visitor', ({ pathname }) =>
        pathname === '/api/boards'
          ? boardsResponse(1, { follower_count: followers, momentum_score: score })
          : { body: { pinners: [], total: 0, page: 1, as_of: null } },
      );
      expect(await screen.findByRole('region', { name: 'How it works' })).toBeTruthy();
      expect(screen.getByText(sentence)).toBeTruthy();
      expect(/momentum/i.test(screen.getByTestId('home-list-0').textContent ?? '')).toBe(score !== null);
      expect(screen.getByTestId('home-list-0').textContent).not.toMatch(/–|unknown/);
    },
  );

  it('says how much is tracked and when it was updated, once the lists are there', async () => {
    await openApp('/', 'visitor', homeServer);
    expect(screen.getByTestId('catalog-line').textContent).toBe('');
    await act(async () => {
      giveCatalogStats(catalogStatsRecord({ boards: 3000, pinners: 2000, pins: 13_000, as_of: '2026-11-22T04:00:00Z' }));
    });
    expect(screen.getByTestId('catalog-line').textContent).toBe('18,000 boards, influencers, and pins · updated Nov 22, 2026');
  });

  describe('its wall of popular pins', () => {
    const popularPin = (index: number, image_url = `https://i.pinimg.com/originals/aa/bb/cc/${index}.jpg`) =>
      ({
        _id: `n${index}`,
        title: `Pin ${index}`,
        image_url,
        saves: 1200,
        repin_count: 7,
        saves_growth_last_90_days: 12.5,
        saves_read_on: dayLabel(dayOf(new Date())),
      }) as const;
    const give = (pins: readonly PopularPin[]) => act(async () => giveCatalogStats(catalogStatsRecord({ popular_pins: [...pins] })));

    it('links to the pins, with their saves, or repins where those are unknown, and growth', async () => {
      await give([popularPin(1), { ...popularPin(2), saves: null }]);
      await openApp('/', 'visitor', homeServer);
      const pins = within(await screen.findByRole('region', { name: 'Popular pins growing now' })).getAllByRole('listitem');
      expect(pins.map((pin) => hrefOf(within(pin).getByRole('link', { name: /^Pin/ })))).toEqual(['/pin/n1/', '/pin/n2/']);
      expect(pins[0]?.textContent).toMatch(/Pin 1.*1\.2K.* saves.*12\.5/);
      expect(pins[1]?.textContent).toMatch(/Pin 2.*7.* repins.*12\.5/);
      expect(pins[1]?.textContent).not.toMatch(/save/);
    });

    it.each([
      ['if none does', { saves_growth_last_90_days: null }],
      ['if they grew years ago', { saves_read_on: '2016-01-16' }],
    ])('does not say that its pins grow %s', async (_, known) => {
      await give([{ ...popularPin(1), ...known }]);
      await openApp('/', 'visitor', homeServer);
      expect(await screen.findByRole('region', { name: 'Popular pins' })).toBeTruthy();
    });

    it.each([
      ['there are no pins', []],
      ['no picture may be loaded', [popularPin(1, 'https://elsewhere.example/1.jpg')]],
    ])('is left out if %s', async (_, pins) => {
      await give(pins);
      await openApp('/', 'visitor', homeServer);
      expect(screen.queryByTestId('wall')).toBeNull();
    });

    it('has its box before the pins are known, and keeps it, so that nothing shifts', async () => {
      giveCatalogStats(null);
      const stats = deferredResponse();
      await openApp('/', 'visitor', (url) => (url.pathname === '/api/stats' ? stats.reply : homeServer(url)));
      expect(screen.getByTestId('wall').textContent).toBe('');
      await stats.give({ body: catalogStatsRecord() });
      expect(screen.getByTestId('wall').textContent).toBe('');
      await give([popularPin(1)]);
      expect(await screen.findByRole('link', { name: 'Pin 1' })).toBeTruthy();
    });
  });

  it.each([
    ['visitor', 0, 2, '/keywords/etsy'],
    ['free', 0, 2, '/keywords/etsy'],
    ['premium', 0, 0, '/boards?query=etsy'],
    ['admin', 0, 0, '/boards?query=etsy'],
    ['visitor', 10, 2, '/keywords/etsy'],
    ['free', 10, 2, '/boards?query=etsy'],
  ] as const)(
    'shows a %s of a site with %i free searches %i Premium offers, and keeps the keyword',
    async (who, free_searches, offers, all) => {
      giveCatalogStats(catalogStatsRecord({ free_searches }));
      await openApp('/', who, catalogServer);
      expect(screen.queryAllByRole('complementary', { name: /Premium/ })).toHaveLength(offers);
      expect(hrefOf(within(screen.getByTestId('home-list-0')).getByRole('link', { name: /^See all|^Look it up/ }))).toBe(all);
    },
  );
});
