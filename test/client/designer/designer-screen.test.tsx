import { act, fireEvent, screen } from '@testing-library/react';
import {
  INITIAL_SELECTION,
  type Handle,
  handles,
  moveSelection,
  resizeSelection,
  type Selection,
  keyboardStep,
} from '../../../client/src/designer/designer-screen';
import { catalogServer } from '../../support/client/catalog-records';
import { resetBrowser, openApp } from '../../support/client/client-app';

const selection = (x: number, y: number, width: number, height: number): Selection => ({ x, y, width, height });

describe('a selection', () => {
  it.each<[Handle, number, number, Selection]>([
    ['nw', -10, -20, selection(90, 205, 310, 320)],
    ['n', 99, -20, selection(100, 205, 300, 320)],
    ['ne', 10, 20, selection(100, 245, 310, 280)],
    ['e', 10, 99, selection(100, 225, 310, 300)],
    ['se', 10, 20, selection(100, 225, 310, 320)],
    ['s', 99, 20, selection(100, 225, 300, 320)],
    ['sw', 10, 20, selection(110, 225, 290, 320)],
    ['w', 10, 99, selection(110, 225, 290, 300)],
    ['nw', -999, -999, selection(0, 0, 400, 525)],
    ['se', 999, 999, selection(100, 225, 400, 525)],
    ['nw', 999, 999, selection(380, 505, 20, 20)],
    ['se', -999, -999, selection(100, 225, 20, 20)],
    ['e', 0.6, 0, selection(100, 225, 301, 300)],
    ['w', -0.4, 0, selection(100, 225, 300, 300)],
  ])('resizes with the handle %s by %d, %d', (handle, right, down, result) => {
    expect(resizeSelection(INITIAL_SELECTION, handle, right, down)).toEqual(result);
  });

  it.each([
    [10, -10, selection(110, 215, 300, 300)],
    [-999, -999, selection(0, 0, 300, 300)],
    [999, 999, selection(200, 450, 300, 300)],
  ])('moves by %d, %d', (right, down, result) => {
    expect(moveSelection(INITIAL_SELECTION, right, down)).toEqual(result);
  });

  it('stays on the canvas and keeps its minimum size', () => {
    let selection = INITIAL_SELECTION;
    for (let step = 0; step < 2000; step += 1) {
      const handle = handles[step % handles.length] ?? 'n';
      selection = resizeSelection(selection, handle, ((step * 7919) % 401) - 200, ((step * 104_729) % 401) - 200);
      expect(Math.min(selection.x, selection.y, selection.width - 20, selection.height - 20)).toBeGreaterThanOrEqual(0);
      expect([selection.x + selection.width <= 500, selection.y + selection.height <= 750]).toEqual([true, true]);
    }
  });

  it.each([
    ['ArrowLeft', false, [-1, 0]],
    ['ArrowDown', true, [0, 10]],
    ['Tab', false, null],
  ])('moves with the key %s (Shift: %s) by %j', (key, shift, step) => {
    expect(keyboardStep(key, shift)).toEqual(step);
  });
});

describe('the designer', () => {
  beforeEach(() => {
    resetBrowser();
    Object.assign(HTMLElement.prototype, { setPointerCapture: () => {} });
  });
  const selectionText = () => screen.getByText(/ at \d+, \d+$/).textContent;
  const pressKey = (target: HTMLElement, name: string, shiftKey = false) =>
    act(async () => void fireEvent.keyDown(target, { key: name, shiftKey }));

  it('starts with 300 × 300 in the middle, labeled as a prototype', async () => {
    await openApp('/designer', 'visitor', catalogServer);
    expect(await screen.findByText('Prototype – nothing is saved')).toBeTruthy();
    expect(selectionText()).toBe('300 × 300 at 100, 225');
    expect(document.title).toBe('Pin designer · Corklight');
    expect(handles.map((handle) => screen.getByTestId(`handle-${handle}`).getAttribute('aria-label'))).toEqual([
      'Resize, top left',
      'Resize, top',
      'Resize, top right',
      'Resize, right',
      'Resize, bottom right',
      'Resize, bottom',
      'Resize, bottom left',
      'Resize, left',
    ]);
  });

  it('works with the keyboard', async () => {
    await openApp('/designer', 'visitor', catalogServer);
    await pressKey(await screen.findByTestId('handle-e'), 'ArrowRight');
    await pressKey(screen.getByTestId('handle-n'), 'ArrowUp', true);
    expect(selectionText()).toBe('301 × 310 at 100, 215');
    await pressKey(screen.getByRole('button', { name: 'Move the selection' }), 'ArrowLeft', true);
    expect(selectionText()).toBe('301 × 310 at 90, 215');
  });

  it('follows a drag on a canvas displayed at half its size, and Esc cancels it', async () => {
    await openApp('/designer', 'visitor', catalogServer);
    const handle = await screen.findByTestId('handle-se');
    const canvas = handle.closest<HTMLElement>('.canvas');
    if (canvas) canvas.getBoundingClientRect = () => ({ width: 250 }) as DOMRect;
    const fireMouse = (type: string, clientX: number, clientY: number) =>
      act(async () => void fireEvent(handle, new MouseEvent(type, { bubbles: true, clientX, clientY })));
    await fireMouse('pointerdown', 10, 10);
    await fireMouse('pointermove', 20, 35);
    expect(selectionText()).toBe('320 × 350 at 100, 225');
    await act(async () => void fireEvent.keyDown(document.body, { key: 'Escape' }));
    await fireMouse('pointermove', 90, 90);
    expect(selectionText()).toBe('300 × 300 at 100, 225');
  });
});
