/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import {
  boardPageResponse,
  catalogServer,
  click,
  deferredResponse,
  type FakeServer,
  openApp,
  queriesTo,
  resetBrowser,
} from '../../../support/client/client-app';

const bar = () => within(screen.getByTestId('filter-bar'));
const button = () => bar().getByRole('button', { name: /^(Apply|Show )/ });
const advance = (milliseconds: number) =>
  act(async () => {
    jest.advanceTimersByTime(milliseconds);
  });
const type = async (label: string, text: string, waitMs = 300) => {
  fireEvent.change(bar().getByRole('textbox', { name: label }), { target: { value: text } });
  await advance(waitMs);
};
/** The counts that were asked for, by their followers. */
const counted = () => queriesTo('/api/boards').flatMap((query) => (query.get('per_page') === '1' ? [query.get('followers')] : []));

/** Opens the editor of followers on a site that answers counts with this. */
async function openEditor(count: (followers: string | null) => ReturnType<FakeServer>) {
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
  beforeEach(resetBrowser);

  it('says how many rows it will show, 300 ms after the last change, with the keywords and the other filters', async () => {
    await openEditor((followers) => boards(followers === '1000..' ? 1_234 : 7));
    await advance(300);
    expect([button().textContent, counted()]).toEqual(['Apply', []]);
    await type('From', '10', 299);
    await type('From', '1,000');
    expect([button().textContent, counted()]).toEqual(['Show 1,234 boards', ['1000..']]);
    const query = queriesTo('/api/boards').at(-1);
    expect([query?.get('query'), query?.get('page')]).toEqual(['etsy', '1']);
    await type('To', '2000');
    expect(button().textContent).toBe('Show 7 boards');
    await type('To', '', 0);
    expect(button().textContent).toBe('Apply');
  });

  it.each([
    [1, 'Show 1 board'],
    [0, 'Show 0 boards'],
  ])('for %d rows is %j', async (total, name) => {
    await openEditor(() => boards(total));
    await type('From', '5');
    expect(button().textContent).toBe(name);
  });

  it('never shows the count of an older value', async () => {
    const first = deferredResponse();
    await openEditor((followers) => (followers === '1..' ? first.reply : boards(12)));
    await type('From', '1');
    await type('From', '12');
    expect(button().textContent).toBe('Show 12 boards');
    await first.give(boards(999));
    expect(button().textContent).toBe('Show 12 boards');
  });

  it.each([
    ['while it is counted', () => deferredResponse().reply],
    ['if counting fails', () => ({ status: 500, body: { error: 'Down', errors: ['Down'], code: 'internal' } })],
  ] as const)('applies the value %s', async (_, count) => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    await openEditor(count);
    await type('From', '1000');
    expect(button().textContent).toBe('Apply');
    await click(button());
    expect(location.search).toContain('followers=1000..');
  });

  it('counts no value that is not valid, and says what it must be when pressed', async () => {
    await openEditor(() => boards(5));
    await type('From', 'many');
    expect([button().textContent, counted()]).toEqual(['Apply', []]);
    await click(button());
    expect(bar().getByRole('alert').textContent).toContain('must be a range');
  });
});
