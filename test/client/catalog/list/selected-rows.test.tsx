/** @jest-environment jsdom */
import { act, screen, within } from '@testing-library/react';
import { closeShortcutHelp, openShortcutHelp, startShortcuts } from '../../../../client/src/site/shortcuts';
import {
  aPinRow,
  boardPageResponse,
  click,
  openApp,
  press,
  requestedUrls,
  resetBrowser,
  setWindowWidth,
  type ViewerKind,
} from '../../../support/client/client-app';
import { serveEndpoints } from '../../../support/client/serve-endpoints';

const open = (viewer: ViewerKind = 'visitor', address = '/boards', rowCount = 4) =>
  openApp(
    address,
    viewer,
    serveEndpoints({
      'GET /api/boards': (url) => boardPageResponse(Number(url.searchParams.get('page') ?? 1), {}, rowCount),
      'GET /api/pins': () => ({ body: { pins: [aPinRow()], count: 1, page: 1, per_page: 10, approximate: false } }),
    }),
  );
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` });
const select = async (...names: readonly string[]) => {
  for (const name of names) await click(await box(name));
};
const bar = () => screen.findByRole('group', { name: 'Selected rows' });
const barText = async () => (await bar()).textContent;
const isShown = () => screen.queryByRole('group', { name: 'Selected rows' }) !== null;
const compareButton = async () => within(await bar()).getByRole<HTMLButtonElement>('button', { name: 'Compare' });
const focusLink = (name: string) => act(() => screen.getByRole('link', { name }).focus());

describe('selected rows of a list', () => {
  beforeAll(startShortcuts);
  beforeEach(resetBrowser);

  it('lead to their comparison, in the order of their selection, from two on', async () => {
    await open();
    expect(isShown()).toBe(false);
    await select('Board 1.2');
    expect(await barText()).toContain('1 selected');
    expect(await barText()).toContain('Select another to compare.');
    expect((await compareButton()).disabled).toBe(true);
    await select('Board 1.0');
    expect(await barText()).not.toContain('Select another');
    await click(await compareButton());
    expect(location.pathname + location.search).toBe('/compare?items=board:b1-2,board:b1-0');
  });

  it('are selected with x on the row with the focus, and compared with c, also after a click on a box', async () => {
    await open();
    await press('x');
    expect(isShown()).toBe(false);
    focusLink('Board 1.1');
    await press('x');
    expect((await box('Board 1.1')).checked).toBe(true);
    expect(document.activeElement?.textContent).toBe('Board 1.1');
    await bar();
    await press('c');
    expect(location.pathname).toBe('/boards');
    await press('x');
    expect(isShown()).toBe(false);
    await press('x');
    await select('Board 1.3');
    await press('c');
    expect(location.search).toBe('?items=board:b1-1,board:b1-3');
  });

  it.each<[ViewerKind, number, string]>([
    ['visitor', 2, 'Comparing more than two is part of Premium. See Premium'],
    ['free', 2, 'Comparing more than two is part of Premium. See Premium'],
    ['premium', 5, 'Up to 5 can be compared.'],
  ])('beyond what a %s may compare, %i, are not compared, and the bar says why', async (viewer, limit, reason) => {
    await open(viewer, '/boards', limit + 1);
    const [extra = '', ...names] = Array.from({ length: limit + 1 }, (_, index) => `Board 1.${index}`);
    await select(...names);
    expect((await compareButton()).disabled).toBe(false);
    await select(extra);
    expect(await barText()).toContain(reason);
    expect((await compareButton()).disabled).toBe(true);
    await press('c');
    expect(location.pathname).toBe('/boards');
    await select(extra);
    expect(await barText()).not.toContain(reason);
    expect((await compareButton()).disabled).toBe(false);
  });

  it('beyond the limit replace the Premium offer of the list, whose space stays', async () => {
    await open();
    const offer = screen.getByTestId('premium-banner');
    expect(offer.closest('.yielding')).toBeNull();
    await select('Board 1.0', 'Board 1.1', 'Board 1.2');
    expect(offer.closest('.yielding')).not.toBeNull();
    await click(within(await bar()).getByRole('button', { name: 'Clear' }));
    expect(isShown()).toBe(false);
    expect(offer.closest('.yielding')).toBeNull();
  });

  it('are forgotten when the list is left', async () => {
    await open();
    await select('Board 1.0', 'Board 1.1');
    await click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Pins' }));
    await screen.findByRole('link', { name: 'Ten shop ideas' });
    expect(isShown()).toBe(false);
    await click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Boards' }));
    expect((await box('Board 1.0')).checked).toBe(false);
    expect(isShown()).toBe(false);
  });

  it('have their links copied, each on a line', async () => {
    const written: string[] = [];
    Object.assign(navigator, { clipboard: { writeText: async (text: string) => void written.push(text) } });
    await open();
    await select('Board 1.0', 'Board 1.1');
    await click(within(await bar()).getByRole('button', { name: 'Copy links' }));
    expect(written).toEqual([`${location.origin}/board/b1-0/\n${location.origin}/board/b1-1/`]);
  });

  it('can be cards of pins', async () => {
    await open('visitor', '/pins?view=grid');
    await select('Ten shop ideas');
    expect(await barText()).toContain('1 selected');
  });

  it('ask the server for nothing', async () => {
    setWindowWidth(360);
    await open();
    const before = requestedUrls.length;
    await select('Board 1.0', 'Board 1.1', 'Board 1.2');
    await bar();
    expect(requestedUrls).toHaveLength(before);
  });

  it('have their keys in the list of shortcuts', async () => {
    await open();
    await act(async () => openShortcutHelp());
    const keys = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(keys.getByText('Select a row').previousSibling?.textContent).toBe('x');
    expect(keys.getByText('Compare the selected rows').previousSibling?.textContent).toBe('c');
    await act(async () => closeShortcutHelp());
  });
});
