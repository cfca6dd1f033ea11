/** @jest-environment jsdom */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { aBoardRow, click, type FakeServer, openApp, queriesTo, resetBrowser, type ViewerKind } from '../../../support/client/client-app';

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
const open = (address: string, viewer: ViewerKind) => openApp(address, viewer, numberedBoards(2));
const openFullPage = (address: string) => openApp(address, 'premium', numberedBoards(BOARD_COUNT));
const menu = () => screen.getByLabelText<HTMLSelectElement>('Rows per page');
const choose = (count: number) => act(async () => void fireEvent.change(menu(), { target: { value: `${count}` } }));
const rowNames = () => screen.getAllByTestId('result-row').map((row) => within(row).getByRole('link').textContent);
const shown = () => ({
  rows: [rowNames()[0], rowNames().length],
  line: screen.getByTestId('result-count').textContent,
  address: location.pathname + location.search,
});
const requestedPages = () => queriesTo('/api/boards').map((query) => `${query.get('per_page')}/${query.get('page')}`);

describe('the rows per page of a list', () => {
  beforeEach(resetBrowser);

  it('keep the row that was first on the page when the number changes', async () => {
    await openFullPage('/boards?page=7');
    await choose(25);
    expect(shown()).toEqual({ rows: ['Board 51', 25], line: '120 boards · page 3 of 5', address: '/boards?per_page=25&page=3' });
    await choose(10);
    expect(shown()).toMatchObject({ rows: ['Board 51', 10], address: '/boards?page=6' });
  });

  it('are remembered for addresses that name neither them nor a page', async () => {
    const visit = await open('/boards', 'premium');
    await choose(50);
    visit.unmount();
    const again = await open('/boards?order_by=follower_count', 'premium');
    expect(requestedPages()).toEqual(['50/1']);
    again.unmount();
    const shared = await open('/boards?order_by=follower_count&page=2', 'premium');
    expect(requestedPages()).toEqual(['10/2']);
    shared.unmount();
    await open('/boards?order_by=follower_count', 'free');
    expect(requestedPages()).toEqual(['10/1']);
    expect(screen.queryByTestId('rows-refused')).toBeNull();
  });

  it('beyond ten are locked for others, who get ten and one sentence from an address with more', async () => {
    await open('/boards?per_page=50&page=2', 'free');
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

  it.each(['7', '0', 'all', '1000', '25.0'])('of %s in an address are the default', async (text) => {
    await open(`/boards?per_page=${text}`, 'premium');
    expect(requestedPages()).toEqual(['10/1']);
  });

  it('are not offered where all rows fit on the shortest page', async () => {
    await openApp('/boards', 'premium', () => ({
      body: { boards: [aBoardRow()], total: 1, page: 1, as_of: null },
    }));
    expect(screen.queryByLabelText('Rows per page')).toBeNull();
  });
});
