import { act, fireEvent, screen, within } from '@testing-library/react';
import { theme } from '../../../client/src/site/theme';
import { aBoardRow, aPinRow, catalogServer, catalogStatsRecord, giveCatalogStats } from '../../support/client/catalog-records';
import { openApp, press, type ViewerKind } from '../../support/client/client-app';
import { muteConsoleErrors, textsOf } from '../../support/client/elements';
import { requestedUrls } from '../../support/client/requests';
import { serveEndpoints } from '../../support/client/serve-endpoints';
import { keywordPage, keywordRow } from '../keywords/keyword-records';

const server = serveEndpoints({ 'GET /api/keywords': () => ({ body: keywordPage([keywordRow('pumpkin bread')]) }) });
const openPalette = async (viewer: ViewerKind, address = '/privacy-policy') => {
  await openApp(address, viewer, address === '/privacy-policy' ? server : catalogServer);
  await press('k', { ctrlKey: true });
  return screen.findByRole('combobox');
};
const write = (text: string) => act(async () => void fireEvent.change(screen.getByRole('combobox'), { target: { value: text } }));
const optionsIn = (title: string) => {
  const group = screen.queryByRole('group', { name: title });
  return group ? textsOf(within(group).getAllByRole('option')) : [];
};
const searches = () => requestedUrls.filter((url) => /[?&]query=/.test(url));

describe('the command palette', () => {
  beforeEach(muteConsoleErrors);
  afterEach(async () => {
    if (screen.queryByRole('dialog', { name: 'Command palette' }))
      fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    await act(async () => {});
  });

  it.each<[ViewerKind, readonly string[], readonly string[]]>([
    ['visitor', ['Boards', 'Keywords', 'Compare', 'Premium'], ['Watchlists', 'Account settings', 'Operations']],
    ['free', ['Boards', 'Watchlists', 'Account settings'], ['Operations']],
    ['admin', ['Boards', 'Watchlists', 'Operations', 'Growth Analytics'], []],
  ])('leads a %s viewer to the screens that they may see', async (viewer, seen, hidden) => {
    await openPalette(viewer);
    const names = optionsIn('Go to');
    expect(names).toEqual(expect.arrayContaining([...seen]));
    expect(names.filter((name) => hidden.includes(name))).toEqual([]);
  });

  it('finds boards, influencers, and pins for viewers who may search', async () => {
    await openPalette('premium');
    await write('etsy');
    expect(await screen.findByRole('group', { name: 'Pins' })).toBeTruthy();
    expect(within(screen.getByRole('group', { name: 'Boards' })).getAllByText('Board 1.0')).toHaveLength(1);
    expect(searches().map((url) => url.split('?')[0])).toEqual(['/api/boards', '/api/pinners', '/api/pins', '/api/keywords']);
  });

  it('keeps what is typed while it loads from the keys of the page', async () => {
    await openApp('/privacy-policy', 'visitor', server);
    const before = theme.value;
    await act(async () => {
      fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
      fireEvent.keyDown(document.body, { key: 't' });
    });
    await screen.findByRole('combobox');
    expect(theme.value).toBe(before);
  });

  it('finds keywords for the others, and says that more is Premium', async () => {
    await openPalette('free');
    await write('pump');
    await screen.findByRole('option', { name: 'pumpkin bread' });
    expect(optionsIn('Keywords')).toEqual(['Explore “pump” in Keywords', 'pumpkin bread']);
    expect(within(screen.getByRole('dialog')).getByRole('status').textContent).toContain('Keyword search is a Premium feature.');
    expect(searches().every((url) => url.startsWith('/api/keywords?'))).toBe(true);
    await act(async () => void fireEvent.click(screen.getByRole('option', { name: 'pumpkin bread' })));
    expect(location.pathname).toBe('/keywords/pumpkin%20bread');
  });

  it.each<[ViewerKind, string]>([
    ['visitor', 'Sign up to get 10 free searches a day.'],
    ['unconfirmed', 'Confirm your email address to get 10 free searches a day.'],
    ['free', 'Search in a list: 10 free searches a day.'],
  ])('says to a %s viewer of a site with free searches: %s', async (viewer, sentence) => {
    giveCatalogStats(null);
    await openPalette(viewer);
    await write('pump');
    const status = within(screen.getByRole('dialog')).getByRole('status');
    expect(status.textContent).not.toContain('Premium');
    await act(async () => giveCatalogStats(catalogStatsRecord({ free_searches: 10 })));
    expect(status.textContent).toContain(sentence);
    expect(searches().every((url) => url.startsWith('/api/keywords?'))).toBe(true);
  });

  it.each([
    ['pump', '/keywords?query=pump'],
    ['Pumpkin bread', '/keywords/Pumpkin%20bread'],
    // A screen whose name begins with the text comes first.
    ['watchl', '/watchlists'],
  ])('leads with its first row from %s to %s', async (typed, target) => {
    const input = await openPalette('premium');
    await write(typed);
    await screen.findByRole('group', { name: 'Pins' });
    expect(optionsIn('Keywords')[0]).toBe(`Explore “${typed}” in Keywords`);
    await act(async () => void fireEvent.keyDown(input, { key: 'Enter' }));
    expect(location.pathname + location.search).toBe(target);
  });

  it('lists three of a kind, found by title first, and says where the others have the words', async () => {
    const elsewhere = { field: 'description' as const, text: 'Soups and pumpkin pies', ranges: [[10, 17] as const] };
    const found = [aBoardRow({ _id: 'b1', name: 'Weeknight dinners', snippet: { title: [], elsewhere } })].concat(
      ['b2', 'b3', 'b4'].map((id) => aBoardRow({ _id: id, name: `Pumpkin ${id}`, snippet: { title: [[0, 7]], elsewhere: null } })),
    );
    const answers = {
      'GET /api/keywords': () => ({ body: keywordPage([]) }),
      'GET /api/boards': () => ({ body: { boards: found, total: 4, page: 1, as_of: null } }),
      'GET /api/pins': () => ({
        body: {
          pins: [aPinRow({ name: 'Soup', snippet: { title: [], elsewhere } })],
          total: 1,
          page: 1,
          as_of: null,
        },
      }),
    };
    await openApp('/privacy-policy', 'premium', serveEndpoints(answers));
    await press('k', { ctrlKey: true });
    await screen.findByRole('combobox');
    await write('pumpkin');
    await screen.findByRole('group', { name: 'Pins' });
    expect(optionsIn('Boards').map((name) => name?.replace(/^P(?=Pumpkin)/, ''))).toEqual(['Pumpkin b2', 'Pumpkin b3', 'Pumpkin b4']);
    expect(optionsIn('Pins')).toEqual([expect.stringMatching(/Soupin the description: Soups and pumpkin pies$/)]);
    expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
      'Keywords',
      'Boards',
      'Influencers',
      'Pins',
    ]);
  });

  it('offers the actions of the page', async () => {
    await openPalette('visitor', '/board/b1/');
    expect(optionsIn('Actions')).toEqual(expect.arrayContaining(['Compare with others', 'Copy the address of this page', 'Switch themet']));
    await act(async () => void fireEvent.click(screen.getByRole('option', { name: 'Compare with others' })));
    expect(`${location.pathname}${location.search}`).toBe('/compare?items=board:b1');
  });
});
