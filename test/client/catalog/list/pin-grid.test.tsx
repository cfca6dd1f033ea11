import { act, fireEvent, screen, within } from '@testing-library/react';
import { DAY_MS } from '#domain/durations';
import type { PinPage } from '#domain/catalog/list-contract';
import { nextIndex } from '../../../../client/src/catalog/list/pin-grid';
import { aPinRow, catalogServer } from '../../../support/client/catalog-records';
import { click, deferredResponse, type FakeResponse, openApp, press } from '../../../support/client/client-app';
import { textsOf } from '../../../support/client/elements';
import { queriesTo } from '../../../support/client/requests';

const pins = Array.from({ length: 10 }, (_, index) =>
  aPinRow({ _id: `n${index}`, name: `Pin ${index}`, saves: 1_000 - index, image_url: `https://i.pinimg.com/${index}.jpg` }),
);
const pinPage = (over: Partial<PinPage> = {}): FakeResponse => ({
  body: { pins, total: 25, page: 1, as_of: null, ...over },
});
const pinServer = (url: URL) => (url.pathname === '/api/pins' ? pinPage() : catalogServer(url));
const cards = () => within(screen.getByTestId('pin-grid')).getAllByTestId('result-row');
const viewButton = (name: string) => within(screen.getByRole('group', { name: 'View' })).getByRole('button', { name });

describe('the list of pins as a grid', () => {
  it('shows picture, title, owner, saves, growth, and age of the rows of the table, the first six pictures at once', async () => {
    await openApp('/pins?view=grid', 'visitor', pinServer);
    expect(screen.queryByTestId('results-table')).toBeNull();
    expect(cards()).toHaveLength(10);
    expect(cards()[1]?.textContent).toBe('Pin 1@mira_makes999 saves');
    const images = cards().map((card) => card.querySelector('img'));
    expect(images.map((image) => image?.getAttribute('loading'))).toEqual(pins.map((_, index) => (index < 6 ? 'eager' : 'lazy')));
    expect(images[0]?.getAttribute('src')).toBe('https://i.pinimg.com/0.jpg');
  });

  it('says how a pin grows and when it was created, nothing of what is unknown, and the repins of pins that are sorted by them', async () => {
    const dates = { saves_read_on: new Date().toISOString(), created_at: new Date(Date.now() - 150 * DAY_MS).toISOString() };
    let rows = [aPinRow({ _id: 'n1', saves_growth_last_90_days: 12.5, ...dates }), aPinRow({ _id: 'n2', saves: null })];
    const server = (url: URL) => (url.pathname === '/api/pins' ? pinPage({ pins: rows }) : catalogServer(url));
    await openApp('/pins?view=grid', 'visitor', server);
    expect(textsOf(cards())).toEqual([expect.stringMatching(/\+12\.5%5 months ago$/), expect.stringMatching(/Ten shop ideas@mira_makes$/)]);
    rows = [1_200, null, 1].map((repin_count, index) => aPinRow({ _id: `n${index}`, saves: null, repin_count }));
    await openApp('/pins?view=grid&order_by=repin_count', 'visitor', server);
    expect(textsOf(cards())).toEqual([
      expect.stringMatching(/1\.2K.* repins/),
      expect.not.stringMatching(/ repins| saves|–/),
      expect.stringMatching(/1 repin(?!s)/),
    ]);
  });

  it('is chosen by a button or with v, without another request; address and browser remember it, also after a sign-in', async () => {
    await openApp('/pins', 'visitor', pinServer);
    expect([viewButton('Table'), viewButton('Grid')].map((button) => button.getAttribute('aria-pressed'))).toEqual(['true', 'false']);
    await click(viewButton('Grid'));
    expect([cards().length, location.search, localStorage.getItem('pins-view')]).toEqual([10, '?view=grid', 'grid']);
    await press('v');
    expect([screen.queryByTestId('pin-grid'), location.search, localStorage.getItem('pins-view')]).toEqual([null, '', 'table']);
    await press('v');
    expect(cards()).toHaveLength(10);
    expect(queriesTo('/api/pins')).toHaveLength(1);
    await click(screen.getByRole('button', { name: 'Watch Pin 3: sign in first' }));
    expect(location.pathname + location.search).toBe('/auth/login?next=%2Fpins%3Fview%3Dgrid');
    await openApp('/boards?view=grid', 'visitor', catalogServer);
    expect(screen.queryByRole('group', { name: 'View' })).toBeNull();
    expect(screen.getByTestId('results-table')).toBeTruthy();
  });

  it('has pages of 24 with Premium, which fill its rows, where the table has 25', async () => {
    await openApp('/pins?view=grid&per_page=24', 'premium', pinServer);
    const options = within(screen.getByLabelText('Rows per page')).getAllByRole('option');
    expect(textsOf(options)).toEqual(['10', '24', '48', '96']);
    await press('v');
    expect([location.search, queriesTo('/api/pins').at(-1)?.get('per_page')]).toEqual(['?per_page=25', '25']);
    await press('v');
    expect(location.search).toBe('?per_page=24&view=grid');
  });

  it('shows placeholders of the final size while it loads, and the states of the table without rows and after a failure', async () => {
    const { reply, give } = deferredResponse();
    let answer: FakeResponse | Promise<FakeResponse> = reply;
    await openApp('/pins?view=grid', 'visitor', (url) => (url.pathname === '/api/pins' ? answer : catalogServer(url)));
    const grid = screen.getByTestId('pin-grid');
    expect([grid.getAttribute('aria-busy'), within(grid).getAllByTestId('placeholder-row').length]).toEqual(['true', 10]);
    await give({ status: 500, body: {} });
    expect(screen.queryByTestId('pin-grid')).toBeNull();
    answer = pinPage({ pins: [], total: 0 });
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: /Try again/ })));
    expect(screen.getByTestId('list-empty').textContent).toContain('No pins yet.');
  });

  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 1, 7],
    ['ArrowDown', 5, 5],
    ['ArrowUp', 7, 1],
    ['ArrowUp', 3, 3],
    ['Home', 7, 0],
    ['End', 0, 9],
    ['Enter', 4, 4],
  ])('with %s moves from card %i to %i of ten in six columns', (key, from, to) => {
    expect(nextIndex(key, from, 10, 6)).toBe(to);
  });
});
