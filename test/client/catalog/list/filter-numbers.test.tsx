import { jest } from '@jest/globals';
import { fireEvent, screen, within, act } from '@testing-library/react';
import { catalogServer, boardPageResponse } from '../../../support/client/catalog-records';
import { click, deferredResponse, type FakeResponse, openApp, type FakeServer } from '../../../support/client/client-app';
import { muteConsoleErrors, textsOf } from '../../../support/client/elements';
import { queriesTo } from '../../../support/client/requests';

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
  it('comes when it is loaded, hidden from screen readers, which get a sentence, and emphasizes what is typed', async () => {
    const loading = deferredResponse();
    await openEditor(loading.reply);
    expect(screen.queryByTestId('histogram')).toBeNull();
    await loading.give({ body: { bins } });
    await screen.findByText('Most common: 3 to 9, in 1,200 of 1,234 boards.');
    expect(bars().map(({ style }) => [Math.round(Number.parseFloat(style.height)), Number.parseFloat(style.minHeight)])).toEqual([
      [0, 2],
      [0, 0],
      [100, 2],
      [2, 2],
    ]);
    expect(screen.getByTestId('histogram').getAttribute('aria-hidden')).toBe('true');
    expect(screen.getByTestId('histogram').nextElementSibling?.textContent).toBe('029');
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

  it.each<[string, FakeResponse]>([
    ['if it fails', { status: 500, body: { error: 'Down', errors: ['Down'], code: 'internal' } }],
    ['if no row has a number', { body: { bins: [] } }],
  ])('is left out silently %s', async (_, response) => {
    muteConsoleErrors();
    await openEditor(response);
    expect(screen.queryByTestId('histogram')).toBeNull();
    expect(bar().queryByRole('alert')).toBeNull();
    type('From', '1000');
    await click(bar().getByRole('button', { name: /^(Apply|Show )/ }));
    expect(location.search).toContain('followers=1000..');
  });
});

const counts = () => screen.queryByTestId('choice-counts');

/** Opens a locked filter of boards on a site that answers its counts with this. */
async function openLocked(filter: RegExp, response: FakeResponse) {
  await openApp('/boards', 'free', (url) => (url.pathname.startsWith('/api/filter-choices/boards/') ? response : catalogServer(url)));
  await click(bar().getByRole('button', { name: /Filter$/ }));
  await click(bar().getByRole('button', { name: filter }));
  await bar().findByRole('link', { name: 'See Premium' });
}

describe('the counts behind a locked filter', () => {
  it('are those of each time window, as words without a control', async () => {
    const choices = [
      { value: '7d', rows: 12 },
      { value: '30d', rows: 412 },
      { value: '90d', rows: 1_200 },
    ];
    await openLocked(/^Last activity/, { body: { total: 1_234, choices } });
    expect(textsOf([...(await screen.findByTestId('choice-counts')).children])).toEqual([
      'In the last 7 days: 12 of 1,234 boards',
      'In the last 30 days: 412 of 1,234 boards',
      'In the last 90 days: 1,200 of 1,234 boards',
    ]);
    expect(within(counts()!).queryByRole('button')).toBeNull();
    expect(bar().getByText('Filtering by last activity is part of Premium.')).toBeTruthy();
  });

  it('are one for something that rows have', async () => {
    await openLocked(/^Steady growth/, { body: { total: 1_234, choices: [{ value: '1', rows: 412 }] } });
    expect((await screen.findByTestId('choice-counts')).textContent).toBe('412 of 1,234 boards');
  });

  it.each<[string, FakeResponse]>([
    ['that cannot be counted', { status: 503, body: null }],
    ['of an empty list', { body: { total: 0, choices: [{ value: '1', rows: 0 }] } }],
  ])('%s are left out, and the rest stays', async (_, response) => {
    muteConsoleErrors();
    await openLocked(/^Steady growth/, response);
    expect(counts()).toBeNull();
    expect(bar().getByText('Filtering by steady growth is part of Premium.')).toBeTruthy();
  });

  it('are not asked for where the filter is open', async () => {
    await openApp('/boards', 'premium', catalogServer);
    await click(bar().getByRole('button', { name: /Filter$/ }));
    await click(bar().getByRole('button', { name: 'Last activity' }));
    await bar().findByRole('button', { name: 'In the last 7 days' });
    expect(queriesTo('/api/filter-choices/boards/active')).toEqual([]);
  });
});

const button = () => bar().getByRole('button', { name: /^(Apply|Show )/ });
const advance = (milliseconds: number) =>
  act(async () => {
    jest.advanceTimersByTime(milliseconds);
  });
const typeAndWait = async (label: string, text: string, waitMs = 300) => {
  fireEvent.change(bar().getByRole('textbox', { name: label }), { target: { value: text } });
  await advance(waitMs);
};
/** The counts that were asked for, by their followers. */
const counted = () => queriesTo('/api/boards').flatMap((query) => (query.get('per_page') === '1' ? [query.get('followers')] : []));

/** Opens the editor of followers on a site that answers counts with this. */
async function openFollowers(count: (followers: string | null) => ReturnType<FakeServer>) {
  await openApp('/boards?query=etsy', 'premium', (url) =>
    url.searchParams.get('per_page') === '1' ? count(url.searchParams.get('followers')) : catalogServer(url),
  );
  await click(bar().getByRole('button', { name: /Filter$/ }));
  await click(bar().getByRole('button', { name: 'Followers' }));
  await screen.findByRole('textbox', { name: 'From' });
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
}

const boards = (total: number) => boardPageResponse(1, { boards: [], total });

describe('the button of a filter', () => {
  it('says how many rows it will show, 300 ms after the last change, with the keywords and the other filters', async () => {
    await openFollowers((followers) => boards(followers === '1000..' ? 1_234 : 1));
    await advance(300);
    expect([button().textContent, counted()]).toEqual(['Apply', []]);
    await typeAndWait('From', '10', 299);
    await typeAndWait('From', '1,000');
    expect([button().textContent, counted()]).toEqual(['Show 1,234 boards', ['1000..']]);
    const query = queriesTo('/api/boards').at(-1);
    expect([query?.get('query'), query?.get('page')]).toEqual(['etsy', '1']);
    await typeAndWait('To', '2000');
    expect(button().textContent).toBe('Show 1 board');
    await typeAndWait('To', '', 0);
    expect(button().textContent).toBe('Apply');
  });

  it('never shows the count of an older value', async () => {
    const first = deferredResponse();
    await openFollowers((followers) => (followers === '1..' ? first.reply : boards(12)));
    await typeAndWait('From', '1');
    await typeAndWait('From', '12');
    expect(button().textContent).toBe('Show 12 boards');
    await first.give(boards(999));
    expect(button().textContent).toBe('Show 12 boards');
  });

  it.each([
    ['while it is counted', () => deferredResponse().reply],
    ['if counting fails', () => ({ status: 500, body: { error: 'Down', errors: ['Down'], code: 'internal' } })],
  ] as const)('applies the value %s', async (_, count) => {
    muteConsoleErrors();
    await openFollowers(count);
    await typeAndWait('From', '1000');
    expect(button().textContent).toBe('Apply');
    await click(button());
    expect(location.search).toContain('followers=1000..');
  });

  it('counts no value that is not valid, and says what it must be when pressed', async () => {
    await openFollowers(() => boards(5));
    await typeAndWait('From', 'many');
    expect([button().textContent, counted()]).toEqual(['Apply', []]);
    await click(button());
    expect(bar().getByRole('alert').textContent).toContain('must be a range');
  });
});
