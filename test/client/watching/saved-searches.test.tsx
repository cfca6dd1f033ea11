import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import type { SavedSearch, WatchedItem } from '#domain/watching/contract';
import { newRowsText, savedSearches as userSearches } from '../../../client/src/watching/saved-searches';
import { accountServer, dialog, noContent } from '../../support/client/account-server';
import { aBoardRow } from '../../support/client/catalog-records';
import { click, deferredResponse, openApp, savedSearches, setWindowWidth, type as typeInto } from '../../support/client/client-app';
import { requestedUrls, sentBodies, sentRequests } from '../../support/client/requests';
import { aSavedSearch, aWatchedItem } from '../../support/client/watching-records';
import { changeSinceAdded, type ItemColumn, nextSort, sortItems } from '../../../client/src/watching/items/item-sort';

const page = { boards: [aBoardRow()], total: 1, page: 1, as_of: null };
const open = (path: string, searches: readonly SavedSearch[]) => {
  savedSearches.list = searches;
  return openApp(path, 'premium', (url, method) => {
    if (url.pathname === '/api/boards') return { body: page };
    if (url.pathname.startsWith('/api/users/me/saved-searches/')) return noContent;
    if (url.pathname === '/api/users/me/saved-searches') return { body: aSavedSearch({ new_count: 0 }) };
    return accountServer()(url, method);
  });
};

describe('the saved searches of a list', () => {
  it('keep the current filters and order under a name, without the page', async () => {
    await open('/boards?collaborators=2..&order_by=follower_count&page=2', []);
    await click(await screen.findByRole('button', { name: 'Save search' }));
    typeInto('Name', 'Big boards');
    await click(dialog().getByRole('button', { name: 'Save' }));
    const [saved] = sentBodies('POST /api/users/me/saved-searches') as { query: string; name: string; variant: string }[];
    expect([saved?.name, saved?.variant]).toEqual(['Big boards', 'boards']);
    const parameters = Object.fromEntries(new URLSearchParams(saved?.query));
    expect(parameters).toMatchObject({ collaborators: '2..', order_by: 'follower_count' });
    expect(Object.keys(parameters)).not.toContain('page');
    await screen.findByRole('link', { name: 'Big boards' });
    // All of them before, and the one to save: not all of them again.
    expect(requestedUrls.filter((url) => url === '/api/users/me/saved-searches')).toHaveLength(2);
  });

  it('are those of this list, lead to their search, and say what is new, once', async () => {
    await open('/boards', [aSavedSearch(), aSavedSearch({ _id: 's2', name: 'Pins', variant: 'pins' })]);
    const link = await screen.findByRole('link', { name: 'Big boards 12 new' });
    expect(within(screen.getByRole('navigation', { name: 'Saved searches' })).getAllByRole('link')).toEqual([link]);
    await click(link);
    expect(location.search).toContain('collaborators=2..');
    expect(sentRequests.map(({ endpoint }) => endpoint)).toContain('POST /api/users/me/saved-searches/s1/seen');
    await screen.findByRole('link', { name: 'Big boards' });
    // The new rows of all searches are not counted again.
    expect(requestedUrls.filter((url) => url === '/api/users/me/saved-searches')).toHaveLength(1);
  });
});

describe('saved searches that are loaded again', () => {
  it('are those of the newest request, whichever response arrives last', async () => {
    const older = deferredResponse();
    savedSearches.replies.push(older.reply);
    await open('/boards', [aSavedSearch({ name: 'Newer' })]);
    await click(await screen.findByRole('button', { name: 'Save search' }));
    typeInto('Name', 'Newer');
    await click(dialog().getByRole('button', { name: 'Save' }));
    await screen.findByRole('link', { name: /Newer/ });
    await older.give({ body: [] });
    expect(screen.getByRole('link', { name: /Newer/ })).toBeTruthy();
  });

  it('say nothing of an older request that fails', async () => {
    const older = deferredResponse();
    await open('/watchlists', [aSavedSearch({ name: 'First' })]);
    await screen.findByRole('link', { name: 'First' });
    savedSearches.replies.push(older.reply);
    const failing = userSearches.reload();
    await act(userSearches.reload);
    await older.give({ status: 503, body: null });
    await failing;
    expect(renderHook(() => userSearches.useLoaded(false)).result.current.error).toBeNull();
  });
});

describe('saved searches on phones', () => {
  it('are neither shown above lists nor loaded for them', async () => {
    setWindowWidth(360);
    await open('/boards', [aSavedSearch()]);
    await screen.findByRole('link', { name: 'Etsy sellers unite' });
    expect(screen.queryByRole('navigation', { name: 'Saved searches' })).toBeNull();
    expect(requestedUrls.filter((url) => url.includes('saved-searches'))).toEqual([]);
  });

  it('are saved below the rows, without loading the others, and are then on Watchlists', async () => {
    setWindowWidth(360);
    await open('/boards?collaborators=2..', [aSavedSearch()]);
    await click(await screen.findByRole('button', { name: 'Save search' }));
    typeInto('Name', 'Big boards');
    await click(dialog().getByRole('button', { name: 'Save' }));
    expect(sentBodies('POST /api/users/me/saved-searches')).toEqual([expect.objectContaining({ name: 'Big boards', variant: 'boards' })]);
    expect(await screen.findByText('Saved. You’ll find it on Watchlists.')).toBeTruthy();
    expect(requestedUrls.filter((url) => url.includes('saved-searches'))).toHaveLength(1);
  });
});

describe('the saved searches on the watchlists screen', () => {
  it('say what is new in each, and can be deleted', async () => {
    await open('/watchlists', [aSavedSearch({ new_count: 3 })]);
    expect((await screen.findByTestId('saved-search')).textContent).toContain('3 new boards since');
    await click(screen.getByRole('button', { name: 'Delete Big boards' }));
    await click(dialog().getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByTestId('saved-search')).toBeNull());
    expect(screen.getByText(/None yet/)).toBeTruthy();
    // The button that opened the dialog is gone.
    expect(document.activeElement?.tagName).toBe('H1');
  });
});

describe('the sentence about new rows', () => {
  const now = new Date('2026-11-22T09:00:00Z');
  it.each([
    [{}, '12 new boards since Tuesday'],
    [{ new_count: 1, variant: 'pins' as const }, '1 new pin since Tuesday'],
    [{ new_count: 0 }, 'Nothing new since Tuesday'],
    [{ seen_at: '2026-11-22T01:00:00Z' }, '12 new boards since today'],
    [{ seen_at: '2026-11-15T23:00:00Z' }, '12 new boards since Nov 15'],
    [{ new_count: null }, 'Part of Premium'],
  ])('%j is: %s', (over, sentence) => {
    expect(newRowsText(aSavedSearch(over), now)).toBe(sentence);
  });
});

const item = (_id: string, over: Partial<WatchedItem>) =>
  aWatchedItem({ _id, title: _id, value: null, growth_last_90_days: null, added_value: null, ...over });

const items = [
  item('b', { value: 5, added_value: 4, growth_last_90_days: -1, momentum_score: 9 }),
  item('unknown', {}),
  item('a', { value: 50, added_value: 60, growth_last_90_days: 0, momentum_score: null }),
];

describe('watched items sorted by a column', () => {
  it.each<[ItemColumn, string, string]>([
    ['value', 'a b unknown', 'b a unknown'],
    ['growth', 'a b unknown', 'b a unknown'],
    ['added', 'b a unknown', 'a b unknown'],
    ['momentum', 'b unknown a', 'b unknown a'],
    ['title', 'unknown b a', 'a b unknown'],
  ])('%s: %s from the highest, %s from the lowest, unknown last', (column, descending, ascending) => {
    const order = (isDescending: boolean) =>
      sortItems(items, { column, isDescending })
        .map(({ _id }) => _id)
        .join(' ');
    expect([order(true), order(false)]).toEqual([descending, ascending]);
  });

  it.each([
    ['2026-11-04', 2],
    ['2026-11-03', null],
    ['2026-08-22', null],
    [null, null],
  ])('with the last reading on %s changed by %s since they were added', (read_on, change) => {
    expect(changeSinceAdded(item('a', { value: 9, added_value: 7, read_on }))).toBe(change);
  });

  it('stay the newest first without one', () => {
    expect(sortItems(items, null)).toBe(items);
  });

  it('change by clicks: numbers from the highest, names from A, the other way round, and back', () => {
    const first = nextSort(null, 'value');
    expect(first).toEqual({ column: 'value', isDescending: true });
    expect(nextSort(first, 'title')).toEqual({ column: 'title', isDescending: false });
    expect(nextSort(first, 'value')).toEqual({ column: 'value', isDescending: false });
    expect(nextSort({ column: 'value', isDescending: false }, 'value')).toBeNull();
  });
});
