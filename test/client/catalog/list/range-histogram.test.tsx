/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { catalogServer, click, deferredResponse, type FakeResponse, openApp, resetBrowser } from '../../../support/client/client-app';

const bar = () => within(screen.getByTestId('filter-bar'));
const bins = [
  { from: 0, to: 1, rows: 5 },
  { from: 1, to: 3, rows: 0 },
  { from: 3, to: 10, rows: 1_200 },
  { from: 10, to: 30, rows: 29 },
];

/** Opens the editor of a filter of boards on a site that answers histograms with this. */
async function openEditor(histogram: FakeResponse | Promise<FakeResponse>, filter = 'Followers') {
  await openApp('/boards', 'premium', (url) => (url.pathname.startsWith('/api/histograms/boards/') ? histogram : catalogServer(url)));
  await click(bar().getByRole('button', { name: /Filter$/ }));
  await click(bar().getByRole('button', { name: filter }));
  await screen.findByRole('textbox', { name: /^From/ });
}

const bars = () => [...screen.getByTestId('histogram').children] as HTMLElement[];
const isChosen = () => bars().map(({ className }) => className.includes('chosen'));
const type = (label: string, text: string) => fireEvent.change(bar().getByRole('textbox', { name: label }), { target: { value: text } });

describe('the histogram of a filter by a number', () => {
  beforeEach(resetBrowser);

  it('has a bar for each range, hidden from screen readers, which get the most common one in a sentence', async () => {
    await openEditor({ body: { bins } });
    await screen.findByText('Most common: 3 to 9, in 1,200 of 1,234 boards.');
    expect(bars().map(({ style }) => [Math.round(Number.parseFloat(style.height)), Number.parseFloat(style.minHeight)])).toEqual([
      [0, 2],
      [0, 0],
      [100, 2],
      [2, 2],
    ]);
    expect(screen.getByTestId('histogram').getAttribute('aria-hidden')).toBe('true');
    expect(screen.getByTestId('histogram').nextElementSibling?.textContent).toBe('029');
  });

  it('emphasizes the bars of the range that is typed', async () => {
    await openEditor({ body: { bins } });
    await screen.findByTestId('histogram');
    expect(isChosen()).toEqual([true, true, true, true]);
    type('From', '1');
    type('To', '9');
    expect(isChosen()).toEqual([false, true, true, false]);
    type('From', 'many');
    expect(isChosen()).toEqual([false, false, false, false]);
  });

  it('names percentages and the range without an end', async () => {
    const percentages = [
      { from: 0, to: 3, rows: 1 },
      { from: 3_000, to: null, rows: 1_000 },
    ];
    await openEditor({ body: { bins: percentages } }, 'Growth');
    const histogram = await screen.findByTestId('histogram');
    expect(histogram.parentElement?.nextElementSibling?.textContent).toBe('Most common: 3,000% or more, in 1,000 of 1,001 boards.');
    expect(histogram.nextElementSibling?.textContent).toBe('0%3,000% or more');
  });

  it('is there without Premium too, with its sentence on screen and one lock in place of the fields', async () => {
    await openApp('/boards', 'free', (url) =>
      url.pathname.startsWith('/api/histograms/boards/') ? { body: { bins } } : catalogServer(url),
    );
    await click(bar().getByRole('button', { name: /Filter$/ }));
    await click(bar().getByRole('button', { name: /^Followers/ }));
    const sentence = await screen.findByText('Most common: 3 to 9, in 1,200 of 1,234 boards.');
    expect(sentence.className).toBe('muted');
    expect(isChosen()).toEqual([true, true, true, true]);
    expect(bar().getByText('Filtering by followers is part of Premium.')).toBeTruthy();
    expect(bar().queryByRole('textbox')).toBeNull();
    expect(bar().getAllByRole('link', { name: 'See Premium' })).toHaveLength(1);
  });

  it('comes when it is loaded; the fields need not wait', async () => {
    const loading = deferredResponse();
    await openEditor(loading.reply);
    expect(screen.queryByTestId('histogram')).toBeNull();
    await loading.give({ body: { bins } });
    expect(bars()).toHaveLength(4);
  });

  it.each<[string, FakeResponse]>([
    ['if it fails', { status: 500, body: { error: 'Down', errors: ['Down'], code: 'internal' } }],
    ['if no row has a number', { body: { bins: [] } }],
  ])('is left out silently %s', async (_, response) => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    await openEditor(response);
    expect(screen.queryByTestId('histogram')).toBeNull();
    expect(bar().queryByRole('alert')).toBeNull();
    type('From', '1000');
    await click(bar().getByRole('button', { name: /^(Apply|Show )/ }));
    expect(location.search).toContain('followers=1000..');
  });
});
