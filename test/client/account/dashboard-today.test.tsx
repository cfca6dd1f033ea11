import { cleanup, screen, within } from '@testing-library/react';
import { defaultFormats, reader } from '#domain/site/reader';
import type { Today, TodayItem } from '#domain/watching/today/contract';
import { greeting, recordVisit } from '../../../client/src/app/today/dashboard-screen';
import { accountServer, aToday, button, noContent, region } from '../../support/client/account-server';
import { errorResponse } from '../../support/client/serve-endpoints';
import { aBoardRow, aPinnerRow, aPinRow } from '../../support/client/catalog-records';
import { click, type FakeResponse, openApp, press, type as typeInto } from '../../support/client/client-app';
import { textsOf, hrefOf } from '../../support/client/elements';
import { queriesTo, sentBodies, sentRequests } from '../../support/client/requests';
import { keywordRow } from '../keywords/keyword-records';

type Endpoints = Parameters<typeof accountServer>[0];

const anItem = (over: Partial<TodayItem> = {}): TodayItem => ({
  entity: 'board',
  entity_id: 'b1',
  title: 'Etsy gift ideas',
  owner: 'mira',
  image_url: null,
  pictures: [],
  sparkline: null,
  value: 3_231,
  growth_last_90_days: 30,
  read_on: new Date().toISOString().slice(0, 10),
  change: 4.1,
  jumped_on: null,
  is_gone: false,
  ...over,
});

const watchedOf = (movers: readonly TodayItem[], over: Partial<Today['watched']> = {}): Today['watched'] => ({
  ...aToday().watched,
  total: movers.length,
  is_over_90_days: false,
  movers,
  ...over,
});

const openToday = async (today: Partial<Today> | (() => FakeResponse), endpoints: Endpoints = {}, who: 'free' | 'premium' = 'free') => {
  const respond = typeof today === 'function' ? today : () => ({ body: aToday(today) });
  await openApp('/dashboard', who, accountServer({ 'GET /users/me/today': respond, ...endpoints }));
  await screen.findByRole('heading', { level: 1, name: 'Today' });
};
const prompts = () => textsOf([...document.querySelectorAll('[class~="prompt"]')]);

describe('the visits of a browser', () => {
  it('are counted from the last one on another day', () => {
    expect(['2026-11-20', '2026-11-20', '2026-11-23', '2026-11-23', '2026-11-24'].map(recordVisit)).toEqual([
      null,
      null,
      '2026-11-20',
      '2026-11-20',
      '2026-11-23',
    ]);
  });
});

describe('the greeting', () => {
  afterEach(() => (reader.formats = defaultFormats));

  it.each([
    ['en-US', 'UTC', 9, 'Good morning. Monday, Nov 23'],
    ['en-US', 'UTC', 13, 'Good afternoon. Monday, Nov 23'],
    ['en-US', 'UTC', 20, 'Good evening. Monday, Nov 23'],
    ['de-DE', 'Asia/Tokyo', 22, 'Good morning. Tuesday 24 Nov'],
    ['de-DE', 'America/Los_Angeles', 22, 'Good afternoon. Monday 23 Nov'],
  ])('of a %s reader in %s at %d:00 UTC is %s', (locale, time_zone, hour, text) => {
    reader.formats = { locale, time_zone };
    expect(greeting(new Date(Date.UTC(2026, 10, 23, hour)))).toBe(text);
  });
});

describe('today', () => {
  it('says what moved, with the change since then, and compares the top of a kind', async () => {
    const movers = [
      anItem({ jumped_on: '2026-11-14' }),
      anItem({ entity_id: 'b2', title: 'Classroom decor', change: -9.7 }),
      anItem({ entity: 'pin', entity_id: 'n1', title: 'A pin', change: null, value: null }),
      anItem({ entity_id: 'b3', title: 'Gone board', is_gone: true }),
    ];
    await openToday({ watched: watchedOf(movers, { total: 24, rising: 3, falling: 2, gone: 1, unknown: 18, alerts: 2 }) }, {}, 'premium');
    const card = within(await screen.findByTestId('since'));
    expect(card.getByRole('heading').textContent).toMatch(/^Since /);
    expect(card.getByText('3 rising').parentElement?.textContent).toBe('3 rising2 falling18 not known yet1 gone2 alerts');
    const rows = textsOf(card.getAllByTestId('mover'));
    expect(rows[0]).toContain('One jump Nov 14');
    // Phones have little room for it, which breaks it after any character.
    expect(card.getAllByText('@mira')[0]?.className).toContain('one-line');
    expect(rows[0]).toContain('+4.1%');
    expect(rows[2]).toContain('unknown');
    expect(rows[3]).toContain('No longer found');
    expect(hrefOf(card.getByRole('link', { name: 'All 24 watched' }))).toBe('/watchlists');
    expect(hrefOf(card.getByRole('link', { name: 'Compare top 2' }))).toBe('/compare?items=board:b1,board:b2');
  });

  it('asks for what is new since the last visit, and shows the growth over 90 days where nothing was read since', async () => {
    localStorage.setItem('visits', '2026-11-20');
    await openToday({ watched: watchedOf([anItem({ change: null })], { rising: 1, is_over_90_days: true }) });
    expect(queriesTo('/api/users/me/today').map((query) => query.get('since'))).toEqual(['2026-11-20']);
    const card = within(await screen.findByTestId('since'));
    expect(card.getByText(/^Nothing was read since .*; over 90 days:$/)).toBeTruthy();
    expect(card.getByTestId('mover').textContent).toContain('+30.0%');
    expect(card.queryByRole('link', { name: /^Compare/ })).toBeNull();
  });

  it.each([
    ['free', 'saves_growth_last_90_days', 'By the growth of their saves over 90 days'],
    ['premium', 'momentum_score', 'By momentum'],
  ] as const)('shows rising pins of the topics with titles; for a %s user by %s', async (who, order, caption) => {
    const pins = [aPinRow({ _id: 'n1', title: 'Pumpkin bread', saves: 363, saves_growth_last_90_days: 68 })];
    await openToday({ topics: ['recipes', 'home decor', 'a', 'b'], rising_pins: pins }, {}, who);
    const card = within(await screen.findByRole('region', { name: 'Rising in recipes · home decor · a · 1 more' }));
    expect(hrefOf(card.getByRole('link', { name: 'Pumpkin bread' }))).toBe('/pin/n1/');
    expect(card.getByText(caption)).toBeTruthy();
    expect(card.getByRole('listitem').textContent).toContain('+68.0%');
    expect(hrefOf(card.getByRole('link', { name: 'All pins' }))).toBe(`/pins?topic=recipes%2Chome+decor%2Ca%2Cb&order_by=${order}`);
  });

  it('shows other pins of the topics where none is known to rise, and says so', async () => {
    await openToday({ topics: ['recipes'], other_pins: [aPinRow({ _id: 'n1', title: 'Quiet pin', saves_growth_last_90_days: null })] });
    const card = within(await screen.findByTestId('rising-pins'));
    expect(card.getByText('No pin about this is known to rise now. Others about it, by repins:')).toBeTruthy();
    expect(card.getByRole('listitem').textContent).not.toContain('%');
  });

  it('shows keywords with their season, the own site, saved searches with news, and saved keywords', async () => {
    const search = {
      _id: 's1',
      name: 'Decor',
      variant: 'boards',
      query: 'topic=decor',
      seen_at: '2026-11-20T09:00:00Z',
      new_count: 3,
    } as const;
    await openToday({
      keywords: [
        { ...keywordRow('balcony garden ideas'), peak_month: 3 },
        { ...keywordRow('herbs'), peak_month: null },
      ],
      site: { site: 'my-blog.com', pins: 214, saves: 12_400, top_pins: [aPinRow({ _id: 'n1', title: 'Best pin' })] },
      saved_searches: [search, { ...search, _id: 's2', name: 'Quiet', new_count: 0 }],
      saved_keywords: [{ keyword: 'soup', saved_at: '2026-11-20T09:00:00Z', figures: null }],
    });
    // Of no competition in particular: contested ones are among them.
    const picks = within(await screen.findByRole('region', { name: 'Keywords worth a pin this month' })).getAllByRole('listitem');
    expect(picks.map(({ textContent }) => /Peaks in March|No known peak/.exec(textContent ?? '')?.[0])).toEqual([
      'Peaks in March',
      'No known peak',
    ]);
    expect(region('Your site: my-blog.com').getByText(/^214 pins known/).textContent).toMatch(/12\.4K.* saves together/);
    expect(region('Your site: my-blog.com').getByRole('link', { name: 'Best pin' })).toBeTruthy();
    const searches = region('Saved searches').getAllByRole('listitem');
    expect(searches.map((row) => within(row).getByRole('link').textContent)).toEqual(['Decor']);
    expect(region('Saved keywords').getByText('Fewer than five pins have it now.')).toBeTruthy();
    await click(region('Saved searches').getByRole('link', { name: 'Decor' }));
    expect(sentRequests.map(({ endpoint }) => endpoint)).toContain('POST /api/users/me/saved-searches/s1/seen');
    expect(location.pathname).toBe('/boards');
  });

  it('puts a sentence with one button in the place of what is empty, and counts what is set up', async () => {
    await openToday({});
    expect(await screen.findByTestId('setup')).toBeTruthy();
    expect(screen.getByTestId('setup').textContent).toContain(
      'Setup: 0 of 4 done. Still open: your topics, your site, something to watch, and a linked account.',
    );
    expect(prompts()).toHaveLength(6);
    for (const prompt of document.querySelectorAll('[class~="prompt"]')) expect(prompt.querySelectorAll('a, button')).toHaveLength(1);
    expect(screen.queryByTestId('since')).toBeNull();
  });

  it('leads to linking when only that is left, and shows no setup once all is done', async () => {
    const done = { topics: ['a'], watched: watchedOf([anItem()]), site: { ...aToday().site, site: '@mira' } };
    await openToday(done);
    expect(hrefOf(await screen.findByRole('link', { name: 'Link an account' }))).toBe('#linked-accounts');
    cleanup();
    await openToday({ ...done, linked_accounts: 1 });
    await screen.findByTestId('since');
    expect(screen.queryByTestId('setup')).toBeNull();
  });

  it('keeps account, linked accounts, and scheduled pins when it fails to load', async () => {
    await openToday(() => errorResponse('Broken.', 500, 'internal'));
    for (const name of ['My Account', 'Scheduled Pins sample']) expect(region(name)).toBeTruthy();
    expect(screen.getByTestId('linked-accounts')).toBeTruthy();
  });

  it.each([
    ['gives the topics of the browser to an account without any, once', [], [{ topics: ['home decor', 'a,b'] }]],
    ['leaves the topics of an account as they are', ['recipes'], []],
  ])('%s', async (_, topics, sent) => {
    localStorage.setItem('topics', 'home decor,a\\,b');
    const replies = { 'GET /users/me/topics': () => ({ body: { topics } }), 'PUT /users/me/topics': () => ({ body: { topics: [] } }) };
    await openToday({}, replies);
    await screen.findByTestId('setup');
    expect([sentBodies('PUT /api/users/me/topics'), localStorage.getItem('topics')]).toEqual([sent, null]);
  });
});

describe('the first run', () => {
  const suggestions = {
    topics: ['recipes', 'home decor'].map((topic) => ({ topic, pins: 40, pictures: [] })),
  };
  const own = { site: 'my-blog.com', pins: 2, saves: 20, top_pins: [] };
  const follows = { boards: [aBoardRow({ _id: 'b1' })], pinners: [aPinnerRow({ _id: 'p1' })], rivals: 1, are_of_topics: true };
  const endpoints: NonNullable<Endpoints> = {
    'GET /topics': () => ({ body: suggestions }),
    'PUT /users/me/topics': () => ({ body: { topics: ['recipes'] } }),
    'PUT /users/me/site': () => ({ body: own }),
    'GET /users/me/suggestions': () => ({ body: follows }),
    'GET /users/me/watchlists': () => ({ body: { watchlists: [], limits: { lists: 1, items_per_list: 10 } } }),
    'POST /users/me/watchlists/default/items': () => ({ body: { _id: 'i', watchlist_id: 'w', entity: 'board', entity_id: 'b1' } }),
    'PATCH /users/me/optional-emails': () => noContent,
  };
  const step = () => within(screen.getByTestId('first-run'));

  it('takes a new person by keys through topics, site, and what to follow to today', async () => {
    let isNew = true;
    await openToday(() => ({ body: aToday({ is_new: isNew }) }), endpoints);
    await step().findByRole('button', { name: /^recipes/, pressed: false });
    expect(document.activeElement?.textContent).not.toBe('What do you pin about?');
    await press('1');
    expect(
      step()
        .getByRole('button', { name: /^recipes/ })
        .getAttribute('aria-pressed'),
    ).toBe('true');
    await press('Enter');
    expect(sentBodies('PUT /api/users/me/topics')).toEqual([{ topics: ['recipes'] }]);
    expect(document.activeElement).toBe(screen.getByLabelText('Site or Pinterest username'));
    typeInto('Site or Pinterest username', 'my-blog.com');
    await click(button('Find my pins'));
    expect(sentBodies('PUT /api/users/me/site')).toEqual([{ site: 'my-blog.com' }]);
    expect(region('Your site: my-blog.com').getByText(/^2 pins known/)).toBeTruthy();
    await click(button('Continue'));
    expect(document.activeElement?.textContent).toBe('Follow these?');
    const boxes = await step().findAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ checked }) => checked)).toEqual([true, true, false]);
    expect(step().getByText('Similar to you')).toBeTruthy();
    await press('2');
    await click(step().getByLabelText('Email me on Mondays what moved'));
    isNew = false;
    await click(button('Watch 1 and show today'));
    expect(sentBodies('POST /api/users/me/watchlists/default/items')).toEqual([{ entity: 'board', entity_id: 'b1' }]);
    expect(sentBodies('PATCH /api/users/me/optional-emails')).toEqual([{ weekly: true }]);
    expect(await screen.findByTestId('setup')).toBeTruthy();
    expect(screen.queryByTestId('first-run')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Today');
  });

  it('can be skipped step by step, which watches nothing', async () => {
    await openToday({ is_new: true }, endpoints);
    for (const title of ['What do you pin about?', 'Your site or username?', 'Follow these?']) {
      expect(await step().findByRole('heading', { name: title })).toBeTruthy();
      await click(button('Skip'));
    }
    expect(await screen.findByTestId('setup')).toBeTruthy();
    expect(sentBodies('PUT /api/users/me/topics')).toEqual([{ topics: [] }]);
    expect(sentBodies('POST /api/users/me/watchlists/default/items')).toEqual([]);
  });

  it('ticks only what is similar where the catalog has no topics, and says so', async () => {
    const none = { 'GET /topics': () => ({ body: { topics: [] } }), 'PUT /users/me/topics': () => ({ body: { topics: [] } }) };
    await openToday(
      { is_new: true },
      { ...endpoints, ...none, 'GET /users/me/suggestions': () => ({ body: { ...follows, are_of_topics: false } }) },
    );
    expect(await step().findByText('No pin of this catalog has a topic yet.')).toBeTruthy();
    await click(button('Continue'));
    await click(button('Skip'));
    const boxes = await step().findAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ checked }) => checked)).toEqual([false, true, false]);
    expect(step().getByText(/^You chose no topics/)).toBeTruthy();
    await press('1');
    expect(button('Watch 2 and show today')).toBeTruthy();
  });

  it('shows each question from its start, and gives the focus back to a button that waited', async () => {
    const blurFocused = () => {
      // As browsers do with a disabled button.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      return { body: own };
    };
    await openToday({}, { ...endpoints, 'PUT /users/me/site': blurFocused });
    const shown: (string | null)[] = [];
    Element.prototype.scrollIntoView = function show() {
      shown.push(this.textContent);
    };
    await click(await screen.findByRole('button', { name: 'Add my site' }));
    await step().findByRole('button', { name: 'Continue' });
    typeInto('Site or Pinterest username', 'my-blog.com');
    button('Find my pins').focus();
    await click(button('Find my pins'));
    expect(document.activeElement).toBe(button('Continue'));
    await click(button('Continue'));
    expect(shown).toEqual(['Your site or username?', 'Follow these?']);
  });

  it('says what a site must be', async () => {
    await openToday({}, { ...endpoints, 'PUT /users/me/site': () => errorResponse('site must be a site', 400, 'invalid_input') });
    await click(await screen.findByRole('button', { name: 'Add my site' }));
    typeInto('Site or Pinterest username', 'no site');
    await click(button('Find my pins'));
    expect(step().getByTestId('form-error').textContent).toContain('Site must be a site');
  });

  it('lets chosen topics be unchosen, also those that are not suggested', async () => {
    await openToday({ topics: ['old topic'] }, endpoints);
    await click(await screen.findByRole('button', { name: 'Change topics' }));
    await click(await step().findByRole('button', { name: /^old topic/, pressed: true }));
    await click(button('Continue'));
    expect(sentBodies('PUT /api/users/me/topics')).toEqual([{ topics: [] }]);
  });
});
