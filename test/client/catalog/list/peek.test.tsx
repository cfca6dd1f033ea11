/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { setShortcutsEnabled, startShortcuts } from '../../../../client/src/site/shortcuts';
import {
  aBoard,
  boardPageResponse,
  click,
  deferredResponse,
  openApp,
  press,
  requestedUrls,
  resetBrowser,
  setWindowWidth,
} from '../../../support/client/client-app';
import { errorResponse, serveEndpoints } from '../../../support/client/serve-endpoints';

const names = Array.from({ length: 10 }, (_, index) => `Board 1.${index}`);
const details = Object.fromEntries(
  names.map((name, index) => [`GET /api/boards/b1-${index}`, () => ({ body: aBoard({ _id: `b1-${index}`, name, title: name }) })]),
);
const open = (more: Parameters<typeof serveEndpoints>[0] = {}) =>
  openApp('/boards', 'visitor', serveEndpoints({ 'GET /api/boards': () => boardPageResponse(1), ...details, ...more }));
const link = (name: string) => screen.getByRole('link', { name });
const focus = (name: string) => act(() => link(name).focus());
const panel = () => screen.findByTestId('side-panel');
const isOpen = () => screen.queryByTestId('side-panel') !== null;
const title = async () => (await panel()).querySelector('h2')?.textContent;
const detailCalls = () => requestedUrls.filter((url) => url.startsWith('/api/boards/'));

describe('the peek panel of a list', () => {
  beforeAll(startShortcuts);
  beforeEach(resetBrowser);
  afterEach(() => {
    setShortcutsEnabled(true);
    jest.restoreAllMocks();
  });

  it('loads details only when it is opened', async () => {
    await open();
    expect(detailCalls()).toEqual([]);
    await click(screen.getByRole('button', { name: 'Peek at Board 1.0' }));
    expect(await title()).toBe('Board 1.0');
    expect(detailCalls()).toEqual(['/api/boards/b1-0']);
  });

  it('goes on with j and k up to the ends of the page, and Esc gives the focus to the row that it showed last', async () => {
    await open();
    focus('Board 1.8');
    await press(' ');
    await panel();
    await press('k');
    expect(await title()).toBe('Board 1.7');
    for (const name of ['Board 1.8', 'Board 1.9', 'Board 1.9']) {
      await press('j');
      expect(await title()).toBe(name);
    }
    expect(within(await panel()).getByRole<HTMLButtonElement>('button', { name: 'Next row' }).disabled).toBe(true);
    await click(within(await panel()).getByRole('button', { name: 'Previous row' }));
    expect(await title()).toBe('Board 1.8');
    await press('Escape');
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(link('Board 1.8'));
    await press('j');
    expect(document.activeElement).toBe(link('Board 1.9'));
  });

  it('closes with Space on its row and with its button, and shows another row that is chosen', async () => {
    await open();
    focus('Board 1.1');
    await press(' ');
    await panel();
    focus('Board 1.4');
    await press(' ');
    expect(await title()).toBe('Board 1.4');
    focus('Board 1.4');
    await press(' ');
    expect(isOpen()).toBe(false);
    await press(' ');
    await click(within(await panel()).getByRole('button', { name: 'Close' }));
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(link('Board 1.4'));
  });

  it('is a dialog on narrow screens, which gives the focus to the row that it showed last', async () => {
    setWindowWidth(360);
    await open();
    await click(screen.getByRole('button', { name: 'Peek at Board 1.3' }));
    const dialog = await screen.findByRole('dialog', { name: 'Board 1.3' });
    await press('j');
    expect(dialog.getAttribute('aria-labelledby')).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'Board 1.4' })).toBe(dialog);
    await click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(link('Board 1.4'));
  });

  it('closes when its row leaves the screen', async () => {
    await open({ 'GET /api/boards': (url) => boardPageResponse(Number(url.searchParams.get('page'))) });
    focus('Board 1.0');
    await press(' ');
    await panel();
    await click(within(screen.getByTestId('pagination-bottom')).getByRole('button', { name: 'Page 2' }));
    await screen.findByRole('link', { name: 'Board 2.0' });
    expect(isOpen()).toBe(false);
  });

  it('leaves Space to the browser elsewhere, and where single-key shortcuts are off', async () => {
    await open();
    act(() => screen.getByRole('button', { name: 'Display' }).focus());
    await press(' ');
    expect(isOpen()).toBe(false);
    setShortcutsEnabled(false);
    focus('Board 1.0');
    await press(' ');
    expect(isOpen()).toBe(false);
  });

  it('shows the figures of the row while details load, and says why they do not', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const slow = deferredResponse();
    let calls = 0;
    await open({
      'GET /api/boards/b1-0': () => ((calls += 1) === 1 ? slow.reply : { body: aBoard({ _id: 'b1-0' }) }),
      'GET /api/boards/b1-1': () => errorResponse('Not found.', 404, 'not_found'),
    });
    await click(screen.getByRole('button', { name: 'Peek at Board 1.0' }));
    expect(within(await panel()).getByTestId('peek-skeleton')).toBeTruthy();
    expect(within(await panel()).getByTestId('facts').textContent).toContain('12.4K');
    await slow.give(errorResponse('Not ready.'));
    await click(within(await panel()).getByRole('button', { name: 'Try again' }));
    expect(await within(await panel()).findByTestId('verdict')).toBeTruthy();
    await press('j');
    expect(await within(await panel()).findByText('It is gone since the list was loaded.')).toBeTruthy();
  });
});
