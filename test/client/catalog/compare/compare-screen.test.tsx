import { act, fireEvent, screen, within } from '@testing-library/react';
import type { WatchedItem } from '#domain/watching/contract';
import type { Board } from '#domain/catalog/detail-contract';
import { captureDownloads } from '../../../support/client/capture-downloads';
import { aBoard, aBoardRow, aMomentumReading } from '../../../support/client/catalog-records';
import { click, openApp, press, type, type ViewerKind } from '../../../support/client/client-app';
import { textsOf, hrefOf } from '../../../support/client/elements';
import { requestedUrls } from '../../../support/client/requests';
import { errorResponse, serveEndpoints } from '../../../support/client/serve-endpoints';

const days = ['2026-11-17', '2026-11-18', '2026-11-19'];
const board = (id: string, values: readonly number[], over: Partial<Board> = {}): Board =>
  aBoard({
    _id: id,
    name: `Board ${id}`,
    title: `Board ${id}`,
    follower_count: values.at(-1) ?? null,
    time_series: { followers: { x: days.slice(-values.length), y: [...values] }, collaborators: { x: [], y: [] }, pins: { x: [], y: [] } },
    ...over,
  });
const boards: Readonly<Record<string, Board>> = {
  a: board('a', [1000, 1010, 1100]),
  b: board('b', [2000, 1990], { growth: { follower_count: { '7_days': -2, '90_days': -0.5 } } }),
  c: board('c', [10, 11, 12]),
  zero: board('zero', [0, 5, 9]),
};
const endpoints = {
  ...Object.fromEntries(Object.entries(boards).map(([id, body]) => [`GET /api/boards/${id}`, () => ({ body })])),
  'GET /api/boards/gone': () => errorResponse('Not found.', 404, 'not_found'),
};
const openCompare = async (query: string, viewer: ViewerKind = 'premium', more: Parameters<typeof serveEndpoints>[0] = {}) => {
  await openApp(`/compare${query}`, viewer, serveEndpoints({ ...endpoints, ...more }));
  await screen.findByRole('heading', { level: 1, name: 'Compare' });
};
const chips = () => textsOf(screen.getAllByTestId('compared-chip'));
const table = () => screen.findByTestId('compare-table');
const cells = async (name: string) => {
  const row = within(await table()).getByRole('row', { name: new RegExp(`^${name}`) });
  return textsOf(within(row).getAllByRole('cell'));
};
const address = () => `${location.pathname}${location.search}`;
const detailCalls = () => requestedUrls.filter((url) => url.includes('/api/boards/'));

describe('a comparison', () => {
  it('says of which day growth is that has no reading inside its period, which is never the best, and never 0 for unknown growth', async () => {
    const old = { followers_read_on: '2023-02-14', growth: { follower_count: { '90_days': 30.6 } } };
    await openCompare('?items=board:a,board:b,board:c', 'premium', {
      'GET /api/boards/a': () => ({ body: { ...boards['a'], ...old } }),
      'GET /api/boards/c': () => ({ body: { ...boards['c'], growth: { follower_count: { '90_days': 2 } } } }),
    });
    expect(await cells('Followers, 90 days')).toEqual(['up +30.6% as of Feb 14, 2023', 'down -0.5%', 'up +2.0% best']);
    expect((await cells('Followers, 7 days'))[0]).toBe('–unknown');
  });

  it('has a column per entity with counts, growth of all periods, momentum, confidence, and the verdict', async () => {
    const momentum = [aMomentumReading()];
    const verdict = [{ rule: 'active', mark: 'pass', value: 2, text: 'Last activity 2 days ago.' }] as const;
    await openCompare('?items=board:a,board:b', 'premium', {
      'GET /api/boards/a': () => ({ body: { ...boards['a'], momentum, verdict } }),
    });
    expect(await cells('Followers [0-9–]')).toEqual(['1,100', '1,990'].map((count) => expect.stringContaining(count) as string));
    expect(await cells('Followers, 7 days')).toEqual(['–unknown', 'down -2.0%']);
    expect(await cells('Followers, 90 days')).toEqual(['up +30.6% best', 'down -0.5%']);
    expect(await cells('Momentum, 90 days')).toEqual(['62.0 Rising', '– ']);
    expect(await cells('Confidence')).toEqual(['High', '–']);
    expect((await cells('Active'))[0]).toBe('Yes: Last activity 2 days ago.');
    expect(hrefOf(within(await table()).getByRole('link', { name: 'Board a' }))).toBe('/board/a/');
  });

  it.each([
    [-8.6, null, 'Falling', 'Falling'],
    [-1.3, 0, 'Falling', 'Falling'],
    [0.4, 0, 'Steady', 'Steady'],
    [0.4, null, 'Unknown', 'Steady'],
    [null, null, 'Unknown', 'Steady'],
  ])('calls growth of %s with a share of %s %s, and its flat momentum %s', async (growth, share, word, trend) => {
    const raw = Math.sign(growth ?? 0) / 1000;
    const momentum = [aMomentumReading({ score: 0, raw, trend: 'flat' })];
    const board = { ...boards['a'], follower_growth_last_90_days: growth, jump_share: share, momentum };
    await openCompare('?items=board:a,board:b', 'premium', { 'GET /api/boards/a': () => ({ body: board }) });
    expect((await cells('Steady growth'))[0]).toBe(word);
    expect((await cells('Momentum, 90 days'))[0]).toBe(`0.0 ${trend}`);
  });

  it('counts the checks, and says of one that is not made that it was not', async () => {
    const active = { rule: 'active', mark: 'pass', value: 2, text: 'Last activity 2 days ago.' } as const;
    const growing = { rule: 'growing', mark: 'warn', value: -4, text: 'Followers -4.0% in 90 days.' } as const;
    await openCompare('?items=board:a,board:b', 'visitor', {
      'GET /api/boards/a': () => ({ body: { ...boards['a'], verdict: [growing] } }),
      'GET /api/boards/b': () => ({ body: { ...boards['b'], verdict: [active, growing] } }),
    });
    expect(await cells('Checks')).toEqual(['Too little is known · 0 of 1 check', 'Probably not · 1 of 2 checks']);
    expect(await cells('Active')).toEqual(['Not checked', 'Yes: Last activity 2 days ago.']);
  });

  it('without Premium has no other periods and no momentum, and compares two', async () => {
    await openCompare('?items=board:a,board:b,board:c', 'free');
    await table();
    expect(screen.queryByRole('rowheader', { name: 'Followers, 7 days' })).toBeNull();
    expect(screen.queryByRole('rowheader', { name: /^Momentum/ })).toBeNull();
    expect(chips()).toEqual(['Board a @mira_makes', 'Board b @mira_makes']);
    expect(detailCalls()).toHaveLength(2);
    const lock = screen.getByTestId('compare-locked');
    expect(lock.textContent).toContain('Comparing more than two is part of Premium. 1 more item is in the address.');
    expect(within(lock).getByRole('link', { name: 'See Premium' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Add/ })).toBeNull();
    await click(within(lock).getByRole('button', { name: 'Leave it out' }));
    expect(address()).toBe('/compare?items=board:a,board:b');
    expect(screen.getByTestId('compare-limit').textContent).toContain('Comparing more than two is part of Premium.');
  });

  it('without items says how to begin, and of one asks for another, which a pasted address adds', async () => {
    await openCompare('', 'visitor');
    expect(screen.getByTestId('compare-empty').textContent).toContain('Nothing to compare yet.');
    type('Address of a page', 'board:a');
    fireEvent.submit(screen.getByRole('button', { name: 'Add' }));
    expect(address()).toBe('/compare?items=board:a');
    expect((await screen.findByTestId('compare-hint')).textContent).toBe('Add another to compare.');
    await click(screen.getByRole('button', { name: /Add/ }));
    const panel = screen.getByRole('dialog', { name: 'Add to the comparison' });
    const submit = async (text: string) => {
      type('Address of a page', text);
      await click(within(panel).getByRole('button', { name: 'Add' }));
    };
    for (const [text, refusal] of [
      ['etsy', /^Paste the address of the page/],
      ['https://www.pinterest.com/pin/7/', /^You're comparing boards\. This is a pin\.$/],
      ['/board/a/', /^It is in the comparison already\.$/],
    ] as const) {
      await submit(text);
      expect(within(panel).getByRole('alert').textContent).toMatch(refusal);
    }
    await submit('https://corklight.example/board/b/?period=30');
    expect(address()).toBe('/compare?items=board:a,board:b');
    expect(await screen.findByText('Board b', { selector: 'th *' })).toBeTruthy();
    expect(screen.queryByTestId('compare-hint')).toBeNull();
    expect(detailCalls()).toEqual(['/api/boards/a', '/api/boards/b']);
  });

  it('offers similar entities and what the user watches', async () => {
    const item = (id: string, entity: WatchedItem['entity']) => ({ _id: `i${id}`, watchlist_id: 'w1', entity, entity_id: id });
    const watched = [item('b', 'board'), item('n1', 'pin')];
    await openCompare('?items=board:a', 'free', {
      'GET /api/boards/a': () => ({ body: { ...boards['a'], similar: [aBoardRow({ _id: 'c', title: 'Board c' })] } }),
      'GET /api/users/me/watchlists': () => ({
        body: { watchlists: [{ _id: 'w1', name: 'Watchlist', items: watched }], limits: { lists: 1, items_per_list: 10 } },
      }),
      'GET /api/users/me/watchlists/w1': () => ({
        body: { _id: 'w1', name: 'Watchlist', items: watched.map((one) => ({ ...one, title: `Board ${one.entity_id}`, is_gone: false })) },
      }),
    });
    await screen.findByTestId('compare-hint');
    await click(screen.getByRole('button', { name: /Add/ }));
    const lists = await screen.findByRole('region', { name: 'From your watchlists' });
    expect(textsOf(within(lists).getAllByRole('button'))).toEqual(['+ Board b']);
    const similar = screen.getByRole('region', { name: 'Similar' });
    await click(within(similar).getByRole('button', { name: 'Board c' }));
    expect(address()).toBe('/compare?items=board:a,board:c');
  });

  it('tells boards of one title apart by their owners, also in the saved table', async () => {
    await openCompare('?items=board:a,board:b', 'premium', {
      'GET /api/boards/b': () => ({ body: { ...boards['b'], title: 'Board a', pinner: { _id: 'p2', username: 'other_owner' } } }),
    });
    await table();
    expect(chips()).toEqual(['Board a @mira_makes', 'Board a @other_owner']);
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe(
      'Nov 19, 2026: Board a (@other_owner) 1,990, Board a (@mira_makes) 1,100',
    );
  });

  it('draws the days of the period up to the newest reading of all, and says of which day an earlier one is', async () => {
    const followers = (x: string[], y: number[]) => ({ followers: { x, y }, collaborators: { x: [], y: [] }, pins: { x: [], y: [] } });
    const early = { followers_read_on: '2026-11-10', time_series: followers(['2022-11-09', '2026-11-09', '2026-11-10'], [1, 3000, 3001]) };
    const old = { time_series: followers(['2022-11-30', '2022-12-01'], [500, 510]) };
    await openCompare('?items=board:a,board:b,board:c', 'premium', {
      'GET /api/boards/b': () => ({ body: { ...boards['b'], ...early } }),
      'GET /api/boards/c': () => ({ body: { ...boards['c'], ...old } }),
    });
    expect((await screen.findByTestId('compare-reading')).textContent).toBe(
      'Nov 19:Board b @mira_makes 3,001 as of Nov 10Board a @mira_makes 1,100',
    );
    const slider = screen.getByRole('slider');
    expect(slider.getAttribute('aria-valuetext')).toBe('Nov 19, 2026: Board b 3,001 as of Nov 10, Board a 1,100');
    act(() => slider.focus());
    await press('Home');
    expect(slider.getAttribute('aria-valuetext')).toBe('Nov 9, 2026: Board b 3,000');
    expect(screen.getByTestId('compare-note').textContent).toBe(
      'Without a line, for lack of readings in the 90 days to Nov 19, 2026: Board c (last read Dec 1, 2022).',
    );
    expect((await cells('Followers [0-9–]'))[1]).toBe('2.0K1,990 as of Nov 10 best');
    await click(screen.getByRole('button', { name: 'Remove Board b' }));
    await click(screen.getByRole('button', { name: 'Remove Board a' }));
    expect(screen.getByTestId('compare-reading').textContent).toBe('Dec 1, 2022:Board c @mira_makes 510');
  });

  it('says where nothing was read twice in the period', async () => {
    const readOn = (day: string) => ({
      time_series: { followers: { x: ['2022-11-30', day], y: [5, 6] }, collaborators: { x: [], y: [] }, pins: { x: [], y: [] } },
    });
    await openCompare('?items=board:a,board:b', 'premium', {
      'GET /api/boards/a': () => ({ body: { ...boards['a'], ...readOn('2026-11-10') } }),
      'GET /api/boards/b': () => ({ body: { ...boards['b'], ...readOn('2026-11-19') } }),
    });
    expect(await screen.findByText('None was read twice in the 90 days to Nov 19, 2026.')).toBeTruthy();
  });

  it('leaves out other kinds, says that an entity is gone, and removes it', async () => {
    await openCompare('?items=board:a,pin:n1,board:gone');
    await table();
    expect(screen.getByText(/These are boards, so 1 item of another kind is left out/)).toBeTruthy();
    expect(chips()).toEqual(['Board a @mira_makes', "We don't have board gone"]);
    await click(screen.getByRole('button', { name: 'Remove board gone' }));
    expect(address()).toBe('/compare?items=board:a');
  });

  it('chooses an index where the largest is more than 20 times the smallest, and says so; the address keeps another choice', async () => {
    await openCompare('?items=board:a,board:c');
    const note = await screen.findByTestId('compare-note');
    expect(note.textContent).toBe('100 = Nov 17, 2026, the first day that all have. Shown as an index because sizes differ.');
    expect(screen.getByTestId('compare-reading').textContent).toBe('Nov 19:Board c @mira_makes 120.0Board a @mira_makes 110.0');
    await click(screen.getByRole('button', { name: 'Count' }));
    expect(address()).toBe('/compare?items=board:a,board:c&scale=count');
    expect(screen.getByTestId('compare-reading').textContent).toBe('Nov 19:Board a @mira_makes 1,100Board c @mira_makes 12');
    await press('i');
    expect(address()).toBe('/compare?items=board:a,board:c&scale=index');
    expect(screen.getByTestId('compare-note').textContent).toBe('100 = Nov 17, 2026, the first day that all have.');
  });

  it('says that a line from 0 has no index, which is not for lack of readings', async () => {
    await openCompare('?items=board:a,board:zero&scale=index');
    expect((await screen.findByTestId('compare-note')).textContent).toBe(
      '100 = Nov 17, 2026, the first day that all have. Without a line, because an index cannot start at 0: Board zero.',
    );
    await click(screen.getByRole('button', { name: 'Remove Board a' }));
    expect(screen.getByText('An index cannot start at 0. Choose “Count” to see the lines.')).toBeTruthy();
    await click(screen.getByRole('button', { name: 'Count' }));
    expect((await screen.findByTestId('compare-reading')).textContent).toBe('Nov 19:Board zero @mira_makes 9');
  });

  it('shows counts where sizes are alike, moves from day to day by keyboard, and is saved with a column per entity', async () => {
    const downloads = captureDownloads();
    await openCompare('?items=board:a,board:b');
    const slider = await screen.findByRole('slider', { name: 'Followers by day' });
    expect(slider.getAttribute('aria-valuetext')).toBe('Nov 19, 2026: Board b 1,990, Board a 1,100');
    act(() => slider.focus());
    await press('Home');
    expect(slider.getAttribute('aria-valuetext')).toBe('Nov 17, 2026: Board a 1,000');
    await click(await screen.findByRole('button', { name: 'Download CSV' }));
    expect(downloads.names).toEqual(['compare-follower_count.csv']);
    expect(await downloads.text(0)).toBe('day,Board a,Board b\r\n2026-11-17,1000,\r\n2026-11-18,1010,2000\r\n2026-11-19,1100,1990\r\n');
  });
});
