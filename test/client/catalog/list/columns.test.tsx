import { screen, within, act, fireEvent } from '@testing-library/react';
import { MOMENTUM_ORDER, type OrderBy, orderings, sorts } from '#domain/catalog/orders';
import { variants } from '#domain/catalog/variants';
import { sparklinePath } from '../../../../client/src/ui/charts/sparkline';
import { aBoardRow, boardPageResponse, catalogServer, catalogStatsRecord, giveCatalogStats } from '../../../support/client/catalog-records';
import { click, openApp, reloadPage, resetBrowser, type ViewerKind, type FakeServer } from '../../../support/client/client-app';
import { textsOf } from '../../../support/client/elements';
import { queriesTo } from '../../../support/client/requests';

/** The names of the columns, without the picture and the Watch buttons. */
const heads = () =>
  screen
    .getAllByRole('columnheader')
    .slice(1, -1)
    .map((head) => (head.querySelector('button > span') ?? head).textContent);
const sent = () => queriesTo('/api/boards').at(-1)?.get('with') ?? null;
const row = aBoardRow({
  sparkline: `A${' '.repeat(28)}_`,
  sparkline_text: 'Aug 27: 1,204; Nov 24: 1,530; best day Nov 3: +57',
  momentum_score: 62.4,
  growth_last_30_days: 4.1,
  follower_growth_last_90_days: 30.6,
  checks_passed: 3,
  checks_judged: 4,
  checks: { active: 'pass', growing: 'pass', steady: 'unknown', reach: 'pass', crowded: 'warn' },
});
const open = (address: string, viewer: ViewerKind) => openApp(address, viewer, () => boardPageResponse(1, { boards: [row], total: 1 }));
const cells = () => textsOf(within(screen.getByTestId('result-row')).getAllByRole('cell'));
const checkbox = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const openPicker = () => click(screen.getByRole('button', { name: 'Display' }));

describe('the columns of a list', () => {
  it('are a sparkline and growth for visitors, and momentum with Premium', async () => {
    await open('/boards?order_by=follower_count', 'visitor');
    const counts = ['Board', 'Followers', 'Collaborators'];
    expect([heads(), sent()]).toEqual([[...counts, '90 days', '90-day growth', 'Worth joining?', 'Pins'], 'sparkline']);
    expect(cells().at(-4)).toContain('+30.6');
    expect(cells().at(-3)).toBe('3 of 4. Active: yes, Growing: yes, Steady: unknown, Reach: yes, Not crowded: no');
    // Sorting by it needs Premium.
    expect(screen.queryByRole('button', { name: 'Worth joining?' })).toBeNull();
    expect(screen.getByTestId('sparkline')).toBeTruthy();
    const line = screen.getByRole('img', { name: 'Aug 27: 1,204; Nov 24: 1,530; best day Nov 3: +57' });
    await click(line);
    expect(location.pathname).toMatch(/^\/board\//);
    resetBrowser();
    await open('/boards?order_by=follower_count', 'premium');
    expect([heads().slice(-3), sent()]).toEqual([['Momentum', 'Worth joining?', 'Pins'], 'momentum_score,sparkline']);
    expect(cells().at(-4)).toBe('62');
    await click(screen.getByRole('button', { name: 'Worth joining?' }));
    expect(location.search).toBe('?order_by=checks_passed');
    await click(screen.getByRole('button', { name: 'Worth joining?' }));
    expect(location.search).toBe('?order_by=checks_passed&sort=asc');
  });

  it.each([
    ['', 'followers, 90 days'],
    ['&metric=pin_count&period=7_days', 'pins, 7 days'],
    ['&metric=saves&period=8_days', 'followers, 90 days'],
  ])('name the metric and the period of momentum (%s)', async (choice, note) => {
    await open(`/boards?order_by=follower_count${choice}`, 'premium');
    expect(screen.getByRole('columnheader', { name: /^Momentum/ }).querySelector('small')?.textContent).toBe(note);
  });

  it('are chosen, kept in the address, and remembered', async () => {
    await open('/boards?order_by=follower_count', 'premium');
    await openPicker();
    await click(checkbox(/^30-day growth/));
    await click(checkbox(/^90 days/));
    expect([location.search, sent()]).toEqual([
      '?order_by=follower_count&cols=growth,growth_30,momentum,checks,pins',
      'growth_last_30_days,momentum_score',
    ]);
    expect(cells().some((cell) => cell?.includes('+4.1'))).toBe(true);
    reloadPage();
    await open('/boards', 'premium');
    expect(sent()).toBe('growth_last_30_days,momentum_score');
  });

  it.each([
    ['2026-11-20', '+30.6%'],
    ['2026-08-26', '+30.6%'],
    ['2026-08-25', '+30.6% as of Aug 25'],
    ['2023-02-14', '+30.6% as of Feb 14, 2023'],
  ])('say of growth that was last read on %s: %s, that it came in one jump, and that a row is gone', async (followers_read_on, text) => {
    const [steady, jump] = [
      { ...row, followers_read_on },
      { ...row, jump_share: 1, jumped_on: '2026-11-14', is_gone: true },
    ];
    await openApp('/boards?order_by=follower_count', 'visitor', () => boardPageResponse(1, { boards: [steady], total: 1 }));
    expect(cells().at(-4)?.replace('up ', '')).toBe(text);
    // All rows fit on the shortest page.
    expect(screen.queryByLabelText('Rows per page')).toBeNull();
    await openApp('/boards?order_by=follower_count&sort=asc', 'visitor', () => boardPageResponse(1, { boards: [jump], total: 1 }));
    expect(screen.getByTestId('result-row').textContent).toContain('GoneOne jump, Nov 14');
  });

  /** Boards of which the first has values and the others none. */
  const boardsWithValues = (count: number, known: number) => {
    const unjudged = { checks: { growing: 'unknown' }, checks_passed: 0, checks_judged: 0 } as const;
    const empty = { sparkline: null, follower_growth_last_90_days: null, pin_count: null, ...unjudged };
    return Array.from({ length: count }, (_, index) => aBoardRow({ ...row, _id: `b${index}`, ...(index < known ? {} : empty) }));
  };
  const sparse = (...boards: OrderBy[]) => giveCatalogStats(catalogStatsRecord({ sparse_orders: { boards, pinners: [], pins: [] } }));

  it.each([
    ['growth and checks are known in enough rows of the list', [], 1, ['90 days', '90-day growth', 'Worth joining?']],
    ['but in none of the page', [], 0, []],
    ['growth is not', ['follower_growth_last_90_days'], 1, ['Worth joining?']],
    ['checks are not', ['checks_passed'], 1, ['90 days', '90-day growth']],
  ] as const)('are the same on each page with any value: %s', async (_, orders, known, names) => {
    sparse(...orders);
    const boards = boardsWithValues(11, known);
    await openApp('/boards?order_by=follower_count', 'visitor', () => boardPageResponse(1, { boards, total: 11 }));
    expect(heads().slice(3)).toEqual(names);
  });

  it.each([
    [1, 10, ['90 days', 'Pins']],
    [1, 11, []],
  ])('go by the rows on screen where the list is not counted: %i of %i', async (known, total, names) => {
    const boards = boardsWithValues(total, known);
    sparse('follower_growth_last_90_days', 'checks_passed');
    await openApp('/boards?order_by=follower_count', 'visitor', () => boardPageResponse(1, { boards, total }));
    expect(heads().slice(3)).toEqual(names);
  });

  it('stay as chosen where no row has a value, and are the usual ones again without the choice', async () => {
    sparse('checks_passed');
    const boards = [aBoardRow({ ...row, checks: null, pin_count: null })];
    const server = () => boardPageResponse(1, { boards, total: 1 });
    await openApp('/boards?order_by=follower_count', 'premium', server);
    expect(heads().slice(3)).toEqual(['90 days', '90-day growth', 'Momentum']);
    await openPicker();
    await click(checkbox(/^Pins/));
    expect([heads().slice(3), location.search]).toEqual([
      ['90 days', '90-day growth', 'Momentum', 'Pins'],
      '?order_by=follower_count&cols=sparkline,growth,momentum,pins',
    ]);
    reloadPage();
    await openApp('/boards?order_by=follower_count', 'premium', server);
    expect(heads().at(-1)).toBe('Pins');
    await openPicker();
    await click(checkbox(/^Pins/));
    expect([heads().at(-1), location.search]).toEqual(['Momentum', '?order_by=follower_count']);
  });

  it('are those of the address; those that only Premium includes are listed with a lock and the reason for others', async () => {
    await open('/boards?order_by=follower_count&cols=created,momentum,growth_30', 'visitor');
    expect([heads().slice(3), sent()]).toEqual([['Date created'], null]);
    await openPicker();
    for (const [name, reason] of [
      [/^Momentum/, 'Momentum scores are a Premium feature.'],
      [/^30-day growth/, 'Growth over 30 days is a Premium feature.'],
    ] as const) {
      expect([checkbox(name).disabled, checkbox(name).checked]).toEqual([true, false]);
      expect(document.getElementById(checkbox(name).getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason);
    }
  });

  const orders = variants.flatMap((variant) =>
    [...orderings[variant].map(({ value }) => value), MOMENTUM_ORDER].map((order) => [variant, order]),
  );
  it.each(orders.flatMap(([variant, order]) => sorts.map((sort) => [variant, order, sort])))(
    'of %s always have the sorted one, which says its direction: %s, %s',
    async (variant, order, sort) => {
      await openApp(`/${variant}?cols=&order_by=${order}&sort=${sort}`, 'premium', catalogServer);
      const directions = screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-sort'));
      expect(directions.filter((direction) => direction !== null)).toEqual([`${sort}ending`]);
    },
  );
});

describe('the line of a sparkline', () => {
  it.each([
    [[0, 1], 'M2.0 26.0L86.0 2.0'],
    [[5, 5], 'M2.0 14.0L86.0 14.0'],
    [[null, 0, null, null, 1], 'M23.0 26.0L86.0 2.0'],
    [[0, null, null, null, 1], 'M2.0 26.0h0M86.0 2.0h0'],
    [[0, 1, null, null, null, null, 1], 'M2.0 26.0L16.0 2.0M86.0 2.0h0'],
  ])('through %j is %s', (points, path) => {
    expect(sparklinePath(points)).toBe(path);
  });
});

const BOARD_COUNT = 120;
/** Serves boards that are named by their position, of each page the first ones. */
const numberedBoards =
  (maxRows: number): FakeServer =>
  (url) => {
    const [size, page] = [Number(url.searchParams.get('per_page')), Number(url.searchParams.get('page'))];
    const first = (page - 1) * size;
    const boards = Array.from({ length: Math.max(0, Math.min(size, BOARD_COUNT - first, maxRows)) }, (_, index) =>
      aBoardRow({ _id: `b${first + index + 1}`, name: `Board ${first + index + 1}` }),
    );
    return { body: { boards, total: BOARD_COUNT, page, as_of: null } };
  };
const openNumbered = (address: string, viewer: ViewerKind) => openApp(address, viewer, numberedBoards(2));
const menu = () => screen.getByLabelText<HTMLSelectElement>('Rows per page');
const choose = (count: number) => act(async () => void fireEvent.change(menu(), { target: { value: `${count}` } }));
const requestedPages = () => queriesTo('/api/boards').map((query) => `${query.get('per_page')}/${query.get('page')}`);

describe('the rows per page of a list', () => {
  it('are remembered for addresses that name neither them nor a page', async () => {
    await openNumbered('/boards', 'premium');
    await choose(50);
    await openNumbered('/boards?order_by=follower_count', 'premium');
    expect(requestedPages()).toEqual(['50/1']);
    await openNumbered('/boards?order_by=follower_count&page=2', 'premium');
    expect(requestedPages()).toEqual(['10/2']);
    await openNumbered('/boards?order_by=follower_count', 'free');
    expect(requestedPages()).toEqual(['10/1']);
    expect(screen.queryByTestId('rows-refused')).toBeNull();
  });

  it('beyond ten are locked for others, who get ten and one sentence from an address with more', async () => {
    await openNumbered('/boards?per_page=50&page=2', 'free');
    expect([...menu().options].map(({ text, disabled }) => [text, disabled])).toEqual([
      ['10', false],
      ['25 (Premium)', true],
      ['50 (Premium)', true],
      ['100 (Premium)', true],
    ]);
    expect([menu().value, requestedPages()]).toEqual(['10', ['10/1']]);
    expect(screen.getByTestId('rows-refused').textContent).toBe('More than 10 rows on a page are part of Premium.');
    await click(within(screen.getByTestId('pagination-bottom')).getByRole('button', { name: 'Page 2' }));
    expect(screen.queryByTestId('rows-refused')).toBeNull();
    expect(location.search).toBe('?page=2');
  });
});
