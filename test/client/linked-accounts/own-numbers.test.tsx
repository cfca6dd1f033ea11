import { configure, screen, within } from '@testing-library/react';
import type { OwnBoards, ResearchResults, Trends, Volumes } from '#domain/linked-accounts/contract';
import { accountServer, aLinkedAccount, aToday, button } from '../../support/client/account-server';
import { errorResponse } from '../../support/client/serve-endpoints';
import { keywordRow } from '../keywords/keyword-records';
import { aPin } from '../../support/client/catalog-records';
import { click, linkedAccount, openApp, type, resetBrowser } from '../../support/client/client-app';
import { textsOf, hrefOf } from '../../support/client/elements';
import { queriesTo, requestedUrls, sentBodies } from '../../support/client/requests';

const account = aLinkedAccount({ has_volumes: true });
const values = { impressions: 1_000, saves: 40, pin_clicks: 30, outbound_clicks: 12, engagements: 82 };
const days = [{ day: '2026-11-18', status: 'ready' as const, values }];
const trends: Trends = {
  trends: [
    {
      keyword: 'winter outfits',
      week_growth: 12,
      month_growth: -4,
      year_growth: 10_001,
      weeks: [
        { day: '2026-11-14', value: 60 },
        { day: '2026-11-21', value: 100 },
      ],
    },
    { keyword: 'cozy cabin', week_growth: null, month_growth: 0, year_growth: 7, weeks: [] },
  ],
};
const boards: OwnBoards = {
  boards: [
    {
      id: '1',
      name: 'Baking',
      owner: 'mira_makes',
      pin_count: 9,
      follower_count: 5,
      collaborator_count: 0,
      own_pins: 2,
      outbound_clicks: 4,
      outbound_share: 0.04,
    },
    {
      id: '2',
      name: 'Shared',
      owner: 'other',
      pin_count: 90,
      follower_count: null,
      collaborator_count: 8,
      own_pins: 0,
      outbound_clicks: null,
      outbound_share: null,
    },
  ],
  pins_read: 13,
  pins: 14,
};
const volumes: Volumes = { volumes: [{ keyword: 'etsy', volume: '5M+' }], day: '2026-11-23' };
const results: ResearchResults = {
  keywords: [
    {
      keyword: 'etsy',
      total: 3,
      pins: [
        { id: '7', title: 'Etsy in fall', created_at: '2026-11-02T10:00:00Z', saves: 240 },
        { id: '8', title: 'Etsy tips', created_at: '2026-11-01T10:00:00Z', saves: 1_000 },
        { id: '9', title: 'Etsy old', created_at: '2026-06-01T10:00:00Z', saves: null },
      ],
    },
  ],
  pins_unread: 0,
  pins_read: 14,
  is_complete: true,
};

type Replies = NonNullable<Parameters<typeof accountServer>[0]>;
const OWN = '/users/me/pinterest_accounts';
const replies: Replies = {
  [`GET ${OWN}`]: () => ({ body: [account] }),
  [`GET ${OWN}/l1/analytics`]: () => ({ body: { split: 'site', series: [{ name: 'CLAIMED', days }] } }),
  [`GET ${OWN}/l1/top_pins`]: () => ({
    body: { metric: 'impressions', pins: [{ id: '11', title: 'Fall outfits', image: null, created_at: null, values }] },
  }),
  [`GET ${OWN}/l1/boards`]: () => ({ body: boards }),
  [`GET ${OWN}/l1/trends`]: () => ({ body: trends }),
  [`GET ${OWN}/l1/terms`]: () => ({ body: { related: ['nail art'], suggested: ['nail art', 'nails 2027'] } }),
  [`GET ${OWN}/l1/volumes`]: () => ({ body: volumes }),
  [`GET ${OWN}/l1/results`]: () => ({ body: results }),
  [`GET ${OWN}/l1/pins/11/analytics`]: () => ({ body: { days } }),
  'GET /users/me/today': () => ({ body: aToday({ linked_accounts: 1 }) }),
  'GET /users/me/keywords': () => ({
    body: { keywords: [{ keyword: 'etsy', saved_at: '2026-10-01T10:00:00Z', figures: null }], limit: 100 },
  }),
  'GET /keywords/etsy': () => ({ body: { keyword: 'etsy', pins: null } }),
  'GET /keywords/etsy/interest': () => ({ body: { curves: [], volumes: [] } }),
};
const UNREADABLE = "Pinterest sent an answer that we can't read. Please try again later.";
const failing = (what: string, reason = UNREADABLE): Replies => ({
  [`GET ${OWN}/l1/${what}`]: () => errorResponse(reason, 503, 'unavailable'),
});
const REFUSED = "Pinterest doesn't let this app read this.";
const open = async (path: string, over: Replies = {}) => {
  linkedAccount.username = account.username;
  return openApp(path, 'premium', accountServer({ ...replies, ...over }));
};
const card = async (testId: string) => within(await screen.findByTestId(testId));
const rowTexts = (testId: string) => textsOf(screen.getAllByTestId(testId));

// The screens are lazy chunks, which a busy machine loads slowly.
configure({ asyncUtilTimeout: 60_000 });
describe('Today with a linked account', () => {
  it('shows what Pinterest counts for the site and the pins', async () => {
    await open('/dashboard');
    expect((await card('today-site')).getByText('Outbound clicks').parentElement?.textContent).toMatch(/^Outbound clicks12/);
    expect((await card('today-pins')).getByRole('listitem').textContent).toMatch(/^Fall outfits.*1\.0K.*impressions, 40 saves$/);
  });

  it('loses one card, with a sentence, when one request fails', async () => {
    await open('/dashboard', failing('analytics'));
    expect((await card('today-site')).getByText(UNREADABLE)).toBeTruthy();
    expect((await card('today-pins')).getByRole('listitem')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Today');
  });
});

describe('one’s own boards', () => {
  it('say what they bring, and of how many pins', async () => {
    await open('/accounts/l1');
    const own = await card('own-boards');
    expect(own.getByText('Baking brings 4% of your outbound clicks. Counted from 13 of your 14 pins, the last 90 days.')).toBeTruthy();
    expect(rowTexts('own-board')).toEqual([
      expect.stringMatching(/^Baking44%295$/),
      expect.stringMatching(/^SharedGroup board of @other–/),
    ]);
    // The permission for search volumes was given.
    expect((await card('volumes-permission')).queryByRole('button')).toBeNull();
  });
});

describe('the permission for search volumes', () => {
  it('is asked for with its reason, by a button', async () => {
    await open('/accounts/l1', {
      [`GET ${OWN}`]: () => ({ body: [{ ...account, has_volumes: false }] }),
      [`POST ${OWN}`]: () => ({ body: { redirect_uri: 'https://evil.test/' } }),
    });
    const own = await card('volumes-permission');
    expect(own.getByText(/only to accounts that let us read their ad account/)).toBeTruthy();
    await click(own.getByRole('button', { name: 'Allow search volumes' }));
    expect(sentBodies(`POST /api${OWN}`)).toEqual([{ with_volumes: true }]);
    expect(own.getByText("We couldn't open Pinterest. Please try again.")).toBeTruthy();
  });
});

describe('the figures of one’s own pin', () => {
  const pin = aPin({ _id: '11', pinner: { _id: 'p1', username: 'mira_makes' }, saves: 900 });

  it('stand beside those of the catalog, and are not asked for of a pin of someone else', async () => {
    await open('/pin/11/', { 'GET /pins/11': () => ({ body: { ...pin, pinner: { _id: 'p2', username: 'other' } } }) });
    await screen.findAllByRole('button', { name: 'Back' });
    expect(screen.queryByTestId('own-pin-figures')).toBeNull();
    expect(requestedUrls.filter((url) => url.includes('/analytics'))).toEqual([]);
    resetBrowser();
    await open('/pin/11/', { 'GET /pins/11': () => ({ body: pin }) });
    expect(textsOf((await card('own-pin-figures')).getAllByTestId('own-pin-row'))).toEqual([
      'Impressions1.0K1,000–',
      'Saves40900',
      'Pin clicks30–',
      'Outbound clicks12–',
    ]);
  });
});

describe('trends', () => {
  it('have curves and growth, also beyond what Pinterest counts, are saved by their text, and come with other terms', async () => {
    await open('/trends', { 'POST /users/me/keywords': () => ({ status: 204, body: undefined }) });
    await card('trends');
    expect(rowTexts('trend-row')).toEqual([
      expect.stringMatching(/^winter outfits\+12%-4%more than \+10,000%/),
      expect.stringMatching(/^cozy cabin–0%\+7%/),
    ]);
    expect(screen.getByRole('img', { name: /^Highest in the week to Nov 21/ })).toBeTruthy();
    expect(hrefOf(screen.getByRole('link', { name: 'winter outfits' }))).toBe('/keywords/winter%20outfits');
    await click(button('Save winter outfits'));
    // It keeps the focus, and saves once.
    expect(button('winter outfits is saved').disabled).toBe(false);
    await click(button('winter outfits is saved'));
    expect(sentBodies('POST /api/users/me/keywords')).toEqual([{ keywords: ['winter outfits'] }]);
    type('Term', 'nails, red');
    await click((await card('terms')).getByRole('button', { name: 'Show terms' }));
    expect(rowTexts('term-row').map((text) => text?.replace(/Save$/, ''))).toEqual(['nail art', 'nails 2027']);
    expect(requestedUrls.find((url) => url.includes('/terms'))).toContain('term=nails++red');
  });

  it('are asked for by region, kind, interest, age, and gender', async () => {
    await open('/trends');
    await card('trends');
    for (const [label, value] of [
      ['Region', 'GB+IE'],
      ['Interest', 'travel'],
      ['Age', '65+'],
      ['Gender', 'male'],
    ] as const)
      type(label, value);
    await click(button('Seasonal'));
    const last = requestedUrls.findLast((url) => url.includes('/trends')) ?? '';
    expect(Object.fromEntries(new URL(last, 'http://site.test').searchParams)).toEqual({
      region: 'GB+IE',
      type: 'seasonal',
      interest: 'travel',
      age: '65+',
      gender: 'male',
    });
  });

  it('say in one sentence why Pinterest refuses them', async () => {
    await open('/trends', failing('trends', REFUSED));
    expect((await card('trends')).getByText(REFUSED)).toBeTruthy();
    expect((await card('terms')).getByLabelText('Term')).toBeTruthy();
  });

  it('offer to reconnect the account that they are read through, with all that it was allowed', async () => {
    const ended = { needs_reconnect: true, state: 'needs_you', reason: 'ended', since: '2026-11-20T10:00:00Z' } as const;
    await open('/trends', {
      [`GET ${OWN}`]: () => ({ body: [{ ...account, ...ended }] }),
      [`GET ${OWN}/l1/trends`]: () => errorResponse('Pinterest has ended our access to this account. Reconnect it.', 422, 'not_possible'),
      [`POST ${OWN}`]: () => ({ body: { redirect_uri: 'https://evil.test/' } }),
    });
    expect(await screen.findByText(/^Pinterest has ended our access since .*\. Reconnect it\.$/)).toBeTruthy();
    await click(button('Reconnect'));
    expect(sentBodies(`POST /api${OWN}`)).toEqual([{ with_volumes: true }]);
  });

  it('need a linked account', async () => {
    await openApp('/trends', 'free', accountServer());
    expect(hrefOf((await card('trends-missing')).getByRole('link'))).toBe('/dashboard#linked-accounts');
  });
});

describe('keywords by search volume', () => {
  const page = (count: number, total: number, number = 1) => ({
    body: {
      keywords: Array.from({ length: count }, (_, index) =>
        keywordRow(index === 0 ? `red, white ${number}` : `keyword ${(number - 1) * count + index}`),
      ),
      total,
      counted_pins: 9,
      as_of: '2026-11-20',
      order_by: 'pins',
    },
  });
  const volumeOf = (url: URL) => ({
    body: {
      day: '2026-11-23',
      volumes: (url.searchParams.get('keywords') ?? '').split(',').map((keyword) => {
        const place = Number(keyword.replace('keyword ', '')) % 100;
        return { keyword, volume: place === 7 ? '5M+' : place === 8 ? '10K+' : null };
      }),
    },
  });

  it('are the first 2,000 of the filter, without those that have a comma', async () => {
    await open('/keywords?query=key', {
      'GET /keywords': ({ searchParams }) =>
        page(Number(searchParams.get('per_page') ?? 10), 12_345, Number(searchParams.get('page') ?? 1)),
      [`GET ${OWN}/l1/volumes`]: volumeOf,
    });
    await click(await screen.findByRole('button', { name: 'Order by search volume' }));
    const own = await card('volume-order');
    expect(
      await own.findByText(/^The first 2,000 of 12,345 keywords of this filter, ordered by search volume\. 20 with a comma left out/),
    ).toBeTruthy();
    expect(
      rowTexts('volume-row')
        .slice(0, 21)
        .map((text) => text?.slice(0, 12)),
    ).toContain('keyword 75M+');
    expect(rowTexts('volume-row')[20]).toMatch(/^keyword 810K\+ Pinterest, United States, Nov 23, 2026/);
    expect(queriesTo('/api/keywords').map((query) => query.get('page'))).toContain('20');
    for (const url of requestedUrls.filter((one) => one.includes('/volumes'))) expect(url.length).toBeLessThan(6_000);
  });

  it('stand in the list, by country, with their source and day', async () => {
    await open('/keywords', { 'GET /keywords': () => page(10, 10), [`GET ${OWN}/l1/volumes`]: volumeOf });
    const cell = async (row: number) =>
      (await screen.findAllByTestId('keyword-row'))[row]?.querySelector('[data-name="Volume, Pinterest"]');
    await screen.findByText('5M+');
    expect((await cell(7))?.textContent).toBe('5M+ Pinterest, United States, Nov 23, 2026');
    expect((await cell(0))?.textContent).toBe('Not for a keyword with a comma');
    // On phones, too, unlike the figures that have no room there.
    expect((await cell(7))?.className).toBe('');
    expect(queriesTo(`/api${OWN}/l1/volumes`).map((query) => query.get('keywords'))).toEqual([
      Array.from({ length: 9 }, (_, index) => `keyword ${index + 1}`).join(','),
    ]);
    type('Country of Pinterest’s volumes', 'DE');
    expect((await screen.findAllByText('Pinterest, Germany, Nov 23, 2026')).length).toBeGreaterThan(1);
  });

  it('leave the list as it is where Pinterest refuses them, and say why, or were not allowed', async () => {
    await open('/keywords', { 'GET /keywords': () => page(2, 2), ...failing('volumes', REFUSED) });
    expect(await screen.findByText(REFUSED)).toBeTruthy();
    expect(screen.getAllByTestId('keyword-row')).toHaveLength(2);
    resetBrowser();
    await open('/keywords', { 'GET /keywords': () => page(2, 2), [`GET ${OWN}`]: () => ({ body: [aLinkedAccount()] }) });
    expect(screen.queryByRole('button', { name: 'Order by search volume' })).toBeNull();
  });
});

describe('the saved keywords', () => {
  const saved = (keyword: string, nameNow: string | null) => ({
    keyword,
    saved_at: '2026-10-01T10:00:00Z',
    figures: nameNow === null ? null : keywordRow(nameNow),
  });
  const keywords = () => ({ body: { keywords: [saved('etsy', 'etsys'), saved('fig', 'fig'), saved('new', null)], limit: 100 } });
  const openSaved = (over: Replies = {}) => open('/keywords?saved=1', { 'GET /users/me/keywords': keywords, ...over });
  const resultTexts = async () => textsOf(await screen.findAllByTestId('saved-results'));

  it('have what came of each, in one call', async () => {
    await openSaved();
    expect(await resultTexts()).toEqual([
      expect.stringMatching(/^3 pins, 1,240 saves of 2 of them, best: Etsy tips/),
      'No pin of yours yet',
      'No pin of yours yet',
    ]);
    expect(screen.getByText(/^Your pins with this keyword in their title, and their saves of the first 30 days/)).toBeTruthy();
    expect(requestedUrls.filter((url) => url.includes('/results'))).toHaveLength(1);
  });

  it('say what was not read', async () => {
    await openSaved({ [`GET ${OWN}/l1/results`]: () => ({ body: { ...results, pins_unread: 12, pins_read: 1_000, is_complete: false } }) });
    expect(
      await screen.findByText(
        'Only your newest 1,000 pins were looked through. The saves of 12 pins were not read: those of the newest 25 are, if Pinterest answers in time.',
      ),
    ).toBeTruthy();
  });

  it('of several accounts name each', async () => {
    await openSaved({
      [`GET ${OWN}`]: () => ({ body: [account, { ...account, _id: 'l2', username: 'other' }] }),
      [`GET ${OWN}/l2/results`]: () => ({ body: { ...results, keywords: [] } }),
    });
    expect((await resultTexts()).slice(0, 2)).toEqual([expect.stringMatching(/^@mira_makes: 3 pins/), '@other: No pin of yours yet']);
  });

  it('stay without results, with one sentence that says why', async () => {
    await openSaved(failing('results'));
    expect((await screen.findByTestId('saved-results-error')).textContent).toBe(UNREADABLE);
    expect(screen.getAllByTestId('keyword-row')).toHaveLength(2);
    expect(screen.queryByTestId('saved-results')).toBeNull();
  });

  it('are as they were without a linked account', async () => {
    await openApp('/keywords?saved=1', 'premium', accountServer({ 'GET /users/me/keywords': keywords }));
    expect(await screen.findAllByTestId('keyword-row')).toHaveLength(2);
    expect(requestedUrls.filter((url) => url.includes('pinterest_accounts'))).toEqual([]);
  });
});

describe('a keyword at Pinterest', () => {
  it('has its volume with source, day, and country, and what came of saving it', async () => {
    await open('/keywords/etsy');
    expect((await screen.findByTestId('keyword-volume')).textContent).toMatch(
      /^Search volume: 5M\+ Pinterest, United States, Nov 23, 2026$/,
    );
    expect((await screen.findByTestId('keyword-results')).textContent).toMatch(
      /^Since you saved it: 3 pins, 1,240 saves of 2 of them, best: Etsy tips/,
    );
    type('Country', 'DE');
    expect(await screen.findByText(/^Pinterest, Germany, /)).toBeTruthy();
  });

  it.each([
    ['no_ad_account', 'Pinterest gives search volumes through an ad account, and this account has none. Business accounts have one.'],
    ['unavailable', UNREADABLE],
  ])('says in one sentence why there is no volume: %s', async (code, message) => {
    await open('/keywords/etsy', { [`GET ${OWN}/l1/volumes`]: () => errorResponse(message, 422, code) });
    expect((await screen.findByTestId('keyword-volume')).textContent).toBe(message);
    expect(await screen.findByTestId('keyword-results')).toBeTruthy();
  });

  it('shows nothing to those without a linked account', async () => {
    await openApp(
      '/keywords/etsy',
      'premium',
      accountServer({
        'GET /keywords/etsy': replies['GET /keywords/etsy']!,
        'GET /keywords/etsy/interest': replies['GET /keywords/etsy/interest']!,
      }),
    );
    await screen.findByTestId('keyword-missing');
    expect(screen.queryByTestId('keyword-numbers')).toBeNull();
    expect(requestedUrls.filter((url) => url.includes('pinterest_accounts'))).toEqual([]);
  });
});
