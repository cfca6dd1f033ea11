import { jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { BoardRow } from '#domain/catalog/list-contract';
import { catalogServer, catalogStatsRecord, giveCatalogStats, aBoardRow, boardPageResponse } from '../../../support/client/catalog-records';
import {
  deferredResponse,
  type FakeServer,
  openApp,
  savedSearches,
  setWindowWidth,
  type ViewerKind,
} from '../../../support/client/client-app';
import { muteConsoleErrors, hrefOf } from '../../../support/client/elements';
import { queriesTo } from '../../../support/client/requests';

const searchInput = () => screen.getByTestId<HTMLInputElement>('search-input');
const hint = () => document.getElementById('keywords-locked');
const keywordsAsked = () => queriesTo('/api/boards').map((query) => query.get('query'));

/** Opens a list of a site with ten free searches a day, of which `left` are left. */
async function openList(address: string, viewer: ViewerKind, left: number) {
  giveCatalogStats(catalogStatsRecord({ free_searches: 10 }));
  const server: FakeServer = (url, method) => {
    const response = catalogServer(url, method);
    return viewer === 'free' && url.pathname === '/api/boards' && !(response instanceof Promise)
      ? { ...response, headers: { 'x-free-searches-left': String(left) } }
      : response;
  };
  await openApp(address, viewer, server);
}

async function searchFor(text: string) {
  fireEvent.change(searchInput(), { target: { value: text } });
  await act(async () => void fireEvent.submit(searchInput().form!));
}

describe('a list with free searches', () => {
  it('tells a confirmed user how many are left, and searches with the button only', async () => {
    await openList('/boards', 'free', 7);
    expect(await screen.findByText('7 of 10 free searches left today')).toBeTruthy();
    expect(searchInput().disabled).toBe(false);
    expect(searchInput().getAttribute('aria-describedby')).toBe(hint()?.id);
    fireEvent.change(searchInput(), { target: { value: 'et' } });
    await searchFor('etsy');
    expect(keywordsAsked()).toEqual([null, 'etsy']);
    expect(location.search).toBe('?query=etsy');
  });

  it.each<[string, number, RegExp]>([
    ['10 a day', 200, /^Sign up to get 10 free searches a day/],
    ['none because the site does not say', 503, /^Keyword search is a Premium feature/],
  ])('says nothing of Premium until it is known that there are %s', async (_, status, sentence) => {
    muteConsoleErrors();
    giveCatalogStats(null);
    const stats = deferredResponse();
    await openApp('/boards', 'visitor', (url, method) => (url.pathname === '/api/stats' ? stats.reply : catalogServer(url, method)));
    expect(hint()?.textContent).toBe('');
    await stats.give({ status, body: status === 200 ? catalogStatsRecord({ free_searches: 10 }) : null });
    expect((await screen.findByText(sentence)).closest('#keywords-locked')).toBe(hint());
  });

  it('shows the whole list to a visitor whose address has keywords, with the way to the search', async () => {
    await openList('/boards?query=etsy', 'visitor', 0);
    expect(await screen.findByText(/Sign up to get 10 free searches a day/)).toBeTruthy();
    expect([keywordsAsked(), screen.getByTestId('keyword-refused').textContent?.trim()]).toEqual([[null], 'Showing all boards.']);
    expect(hrefOf(within(hint()!).getByRole('link'))).toBe('/auth/register?next=%2Fboards%3Fquery%3Detsy');
  });

  it('asks an account without a confirmed address to confirm it', async () => {
    await openList('/boards', 'unconfirmed', 0);
    expect(await screen.findByText(/Confirm your email address to get 10 free searches a day/)).toBeTruthy();
    expect(searchInput().disabled).toBe(true);
    expect(hrefOf(within(hint()!).getByRole('link'))).toBe('/auth/email/confirm?next=%2Fboards');
  });

  it('offers neither later pages of a free search nor saving it', async () => {
    setWindowWidth(1280);
    savedSearches.list = [];
    await openList('/boards?query=etsy', 'free', 5);
    expect(await screen.findByText('5 of 10 free searches left today')).toBeTruthy();
    expect(within(screen.getByTestId('pagination-top')).queryByRole('button', { name: 'Page 2' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save search' })).toBeNull();
  });

  it('leads from the last search back to the whole list once all are used up', async () => {
    await openList('/boards?query=etsy', 'free', 0);
    expect(await screen.findByText(/^You have used your 10 free searches of today/)).toBeTruthy();
    expect([searchInput().disabled, searchInput().value]).toEqual([true, 'etsy']);
    await act(async () => screen.getByRole('button', { name: 'Clear search' }).click());
    expect([keywordsAsked(), searchInput().value]).toEqual([['etsy', null], '']);
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
  });

  it('says nothing of them to Premium users', async () => {
    await openList('/boards', 'premium', 0);
    expect([searchInput().disabled, hint()]).toEqual([false, null]);
  });
});

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
describe('the order of a search', () => {
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
});

describe('a row of a search', () => {
  const open = (row: Partial<BoardRow>) =>
    openApp('/boards?query=etsy%20shop', 'premium', () => boardPageResponse(1, { boards: [aBoardRow(row)], total: 1 }));
  const rowTitle = () => within(screen.getByTestId('result-row')).getByRole('link').textContent;
  it('whose title has all words shows nothing else, and markup in it is text', async () => {
    await open({ title: '<b>Etsy</b> shop', snippet: { title: [[3, 7], [12, 16]], elsewhere: null } }); // prettier-ignore
    await screen.findByText('Etsy', { selector: 'mark' });
    expect(rowTitle()).toBe('<b>Etsy</b> shop');
    expect(screen.queryByTestId('match-elsewhere')).toBeNull();
  });
});
