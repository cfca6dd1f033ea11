import { act, screen, within } from '@testing-library/react';
import { navigate } from '../../../../client/src/site/navigation';
import { closeShortcutHelp, openShortcutHelp, setShortcutsEnabled } from '../../../../client/src/site/shortcuts';
import { aPinRow, boardPageResponse, aBoard } from '../../../support/client/catalog-records';
import { click, goBack, openApp, press, type ViewerKind, deferredResponse, setWindowWidth } from '../../../support/client/client-app';
import { muteConsoleErrors } from '../../../support/client/elements';
import { requestedUrls, copiedTexts } from '../../../support/client/requests';
import { serveEndpoints, errorResponse } from '../../../support/client/serve-endpoints';

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
  it('lead to their comparison, in the order of their selection, from two on', async () => {
    await open();
    expect(isShown()).toBe(false);
    const requests = requestedUrls.length;
    await select('Board 1.2');
    expect(await barText()).toContain('1 selected');
    expect(await barText()).toContain('Select another to compare.');
    expect((await compareButton()).disabled).toBe(true);
    await select('Board 1.0');
    expect(await barText()).not.toContain('Select another');
    expect(requestedUrls).toHaveLength(requests);
    await click(await compareButton());
    expect(location.pathname + location.search).toBe('/compare?items=board:b1-2,board:b1-0');
  });

  it('are still selected on the way back from their comparison, and in no other list', async () => {
    await open();
    await select('Board 1.2', 'Board 1.0');
    await click(await compareButton());
    await goBack();
    expect(await barText()).toContain('2 selected');
    await click(await compareButton());
    await act(async () => navigate('/pins'));
    await box(aPinRow().title);
    expect(isShown()).toBe(false);
    await act(async () => navigate('/boards'));
    await box('Board 1.2');
    expect(isShown()).toBe(false);
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
    const offer = () => screen.queryByTestId('premium-banner');
    expect(offer()?.closest('.yielding') ?? null).toBeNull();
    await select(extra);
    // The offer of the list gives way, and its space stays.
    expect(offer() === null || offer()?.closest('.yielding') !== null).toBe(true);
    expect(await barText()).toContain(reason);
    expect((await compareButton()).disabled).toBe(true);
    await press('c');
    expect(location.pathname).toBe('/boards');
    await select(extra);
    expect(await barText()).not.toContain(reason);
    expect((await compareButton()).disabled).toBe(false);
    expect(offer()?.closest('.yielding') ?? null).toBeNull();
  });

  it('are forgotten when cleared or when the list is left, and can be cards of pins', async () => {
    await open();
    await select('Board 1.0', 'Board 1.1');
    await click(within(await bar()).getByRole('button', { name: 'Clear' }));
    expect(isShown()).toBe(false);
    await select('Board 1.0', 'Board 1.1');
    await click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Pins' }));
    await screen.findByRole('link', { name: 'Ten shop ideas' });
    expect(isShown()).toBe(false);
    await press('v');
    await select('Ten shop ideas');
    expect(await barText()).toContain('1 selected');
    await click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Boards' }));
    expect((await box('Board 1.0')).checked).toBe(false);
    expect(isShown()).toBe(false);
  });

  it('have their links copied, each on a line, and are exported', async () => {
    await open('premium');
    await select('Board 1.0', 'Board 1.1');
    await click(within(await bar()).getByRole('button', { name: 'Copy links' }));
    expect(copiedTexts).toEqual([`${location.origin}/board/b1-0/\n${location.origin}/board/b1-1/`]);
    await click(within(await bar()).getByRole('button', { name: 'Export CSV' }));
    expect(requestedUrls.filter((url) => url.includes('/exports/'))).toEqual(['/api/exports/boards?ids=b1-0%2Cb1-1']);
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

const names = Array.from({ length: 10 }, (_, index) => `Board 1.${index}`);
const details = Object.fromEntries(
  names.map((name, index) => [`GET /api/boards/b1-${index}`, () => ({ body: aBoard({ _id: `b1-${index}`, name, title: name }) })]),
);
const openDetails = (more: Parameters<typeof serveEndpoints>[0] = {}) =>
  openApp('/boards', 'visitor', serveEndpoints({ 'GET /api/boards': () => boardPageResponse(1), ...details, ...more }));
const link = (name: string) => screen.getByRole('link', { name });
const focus = (name: string) => act(() => link(name).focus());
const peekPanel = () => screen.findByTestId('side-panel');
const isOpen = () => screen.queryByTestId('side-panel') !== null;
const title = async () => (await peekPanel()).querySelector('h2')?.textContent;
const detailCalls = () => requestedUrls.filter((url) => url.startsWith('/api/boards/'));

describe('the peek panel of a list', () => {
  afterEach(() => {
    setShortcutsEnabled(true);
  });

  it('goes on with j and k up to the ends of the page, and Esc gives the focus to the row that it showed last', async () => {
    await openDetails();
    focus('Board 1.8');
    await press(' ');
    await peekPanel();
    await press('k');
    expect(await title()).toBe('Board 1.7');
    for (const name of ['Board 1.8', 'Board 1.9', 'Board 1.9']) {
      await press('j');
      expect(await title()).toBe(name);
    }
    expect(within(await peekPanel()).getByRole<HTMLButtonElement>('button', { name: 'Next row' }).disabled).toBe(true);
    await click(within(await peekPanel()).getByRole('button', { name: 'Previous row' }));
    expect(await title()).toBe('Board 1.8');
    await press('Escape');
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(link('Board 1.8'));
    await press('j');
    expect(document.activeElement).toBe(link('Board 1.9'));
  });

  it('closes with Space on its row, with its button, and when its row leaves the screen, and shows another row that is chosen', async () => {
    await openDetails({ 'GET /api/boards': (url) => boardPageResponse(Number(url.searchParams.get('page'))) });
    expect(detailCalls()).toEqual([]);
    focus('Board 1.1');
    await press(' ');
    await peekPanel();
    focus('Board 1.4');
    await press(' ');
    expect(await title()).toBe('Board 1.4');
    expect(detailCalls()).toEqual(['/api/boards/b1-1', '/api/boards/b1-4']);
    focus('Board 1.4');
    await press(' ');
    expect(isOpen()).toBe(false);
    await press(' ');
    await click(within(await peekPanel()).getByRole('button', { name: 'Close' }));
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(link('Board 1.4'));
    await press(' ');
    await peekPanel();
    await click(within(screen.getByTestId('pagination-bottom')).getByRole('button', { name: 'Page 2' }));
    await screen.findByRole('link', { name: 'Board 2.0' });
    expect(isOpen()).toBe(false);
  });

  it('is a dialog on narrow screens, which gives the focus to the row that it showed last', async () => {
    setWindowWidth(360);
    await openDetails();
    await click(screen.getByRole('button', { name: 'Peek at Board 1.3' }));
    const dialog = await screen.findByRole('dialog', { name: 'Board 1.3' });
    await press('j');
    expect(dialog.getAttribute('aria-labelledby')).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'Board 1.4' })).toBe(dialog);
    await click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(link('Board 1.4'));
  });

  it('leaves Space to the browser elsewhere, and where single-key shortcuts are off', async () => {
    await openDetails();
    act(() => screen.getByRole('button', { name: 'Display' }).focus());
    await press(' ');
    expect(isOpen()).toBe(false);
    setShortcutsEnabled(false);
    focus('Board 1.0');
    await press(' ');
    expect(isOpen()).toBe(false);
  });

  it('shows the figures of the row while details load, and says why they do not', async () => {
    muteConsoleErrors();
    const slow = deferredResponse();
    let calls = 0;
    await openDetails({
      'GET /api/boards/b1-0': () => ((calls += 1) === 1 ? slow.reply : { body: aBoard({ _id: 'b1-0' }) }),
      'GET /api/boards/b1-1': () => errorResponse('Not found.', 404, 'not_found'),
    });
    await click(screen.getByRole('button', { name: 'Peek at Board 1.0' }));
    expect(within(await peekPanel()).getByTestId('peek-skeleton')).toBeTruthy();
    expect(within(await peekPanel()).getByTestId('facts').textContent).toContain('12.4K');
    await slow.give(errorResponse('Not ready.'));
    await click(within(await peekPanel()).getByRole('button', { name: 'Try again' }));
    expect(await within(await peekPanel()).findByTestId('verdict')).toBeTruthy();
    await press('j');
    expect(await within(await peekPanel()).findByText('It is gone since the list was loaded.')).toBeTruthy();
  });
});
