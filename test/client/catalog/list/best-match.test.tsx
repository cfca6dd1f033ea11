/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { BoardRow } from '#domain/catalog/list-contract';
import { aBoardRow, boardPageResponse, catalogServer, openApp, queriesTo, resetBrowser } from '../../../support/client/client-app';

const orderMenu = () => screen.getByLabelText<HTMLSelectElement>('Order By');
const sortMenu = () => screen.getByLabelText<HTMLSelectElement>('Sort');
const namesOf = (menu: HTMLSelectElement) => [...menu.options].map(({ text }) => text);
const sent = () => {
  const query = queriesTo('/api/boards').at(-1);
  return [query?.get('query'), query?.get('order_by'), query?.get('sort')];
};
const typeKeywords = async (text: string) => {
  fireEvent.change(screen.getByTestId('search-input'), { target: { value: text } });
  await act(async () => {
    jest.advanceTimersByTime(300);
  });
};
const choose = async (menu: HTMLSelectElement, value: string) => {
  fireEvent.change(menu, { target: { value } });
  await act(async () => {});
};

describe('the order of a search', () => {
  beforeEach(resetBrowser);

  it('is best match with keywords, and the usual one again without', async () => {
    await openApp('/boards?sort=asc', 'premium', catalogServer);
    const usual = orderMenu().value;
    expect(namesOf(orderMenu())).not.toContain('Best match');
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    await typeKeywords('etsy');
    expect([sent(), location.search]).toEqual([['etsy', 'best_match', 'desc'], '?query=etsy']);
    expect([orderMenu().value, namesOf(orderMenu())[0], namesOf(sortMenu())]).toEqual(['best_match', 'Best match', ['Best first']]);
    await typeKeywords('');
    expect([sent(), orderMenu().value, namesOf(sortMenu())]).toEqual([[null, usual, 'desc'], usual, ['Highest First', 'Lowest First']]);
  });

  it('stays the one that was chosen, and is in the address', async () => {
    await openApp('/boards?query=etsy', 'premium', catalogServer);
    await choose(orderMenu(), 'follower_count');
    await choose(sortMenu(), 'asc');
    expect([sent(), location.search]).toEqual([['etsy', 'follower_count', 'asc'], '?query=etsy&order_by=follower_count&sort=asc']);
    await choose(orderMenu(), 'best_match');
    expect([orderMenu().value, sortMenu().value, location.search]).toEqual(['best_match', 'desc', '?query=etsy']);
    await choose(orderMenu(), 'follower_count');
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    await typeKeywords('etsy shop');
    expect(sent()).toEqual(['etsy shop', 'follower_count', 'desc']);
  });

  it.each([
    ['premium', '/boards?order_by=best_match', [null, 'follower_growth_last_90_days', 'desc']],
    ['premium', '/boards?query=etsy&order_by=best_match&sort=asc', ['etsy', 'best_match', 'desc']],
    ['premium', '/boards?query=etsy&sort=asc', ['etsy', 'follower_growth_last_90_days', 'asc']],
    ['visitor', '/boards?query=etsy', [null, 'follower_growth_last_90_days', 'desc']],
  ] as const)('is one that the viewer and the keywords allow: %s at %s', async (viewer, address, expected) => {
    await openApp(address, viewer, catalogServer);
    expect(sent()).toEqual(expected);
  });
});

describe('a row of a search', () => {
  beforeEach(resetBrowser);

  const open = (row: Partial<BoardRow>) =>
    openApp('/boards?query=etsy%20shop', 'premium', () => boardPageResponse(1, { boards: [aBoardRow(row)], total: 1 }));
  const rowTitle = () => within(screen.getByTestId('result-row')).getByRole('link').textContent;
  const marks = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent);

  it('whose title has all words shows nothing else, and markup in it is text', async () => {
    await open({ title: '<b>Etsy</b> shop', snippet: { title: [[3, 7], [12, 16]], elsewhere: null } }); // prettier-ignore
    await screen.findByText('Etsy', { selector: 'mark' });
    expect(rowTitle()).toBe('<b>Etsy</b> shop');
    expect(screen.queryByTestId('match-elsewhere')).toBeNull();
  });

  it('of a list without keywords asks for no snippet', async () => {
    await openApp('/boards', 'premium', catalogServer);
    expect(queriesTo('/api/boards').at(-1)?.get('with')).not.toContain('snippet');
    expect(marks()).toEqual([]);
  });
});
