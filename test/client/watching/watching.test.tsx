import { jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ref } from 'valtio';
import type { WatchedItem, Watching } from '#domain/watching/contract';
import { changeSummary } from '../../../client/src/watching/change-summary';
import { lastWatched } from '../../../client/src/watching/watching';
import { accountServer, dialog, noContent, toastText } from '../../support/client/account-server';
import { errorResponse } from '../../support/client/serve-endpoints';
import { aBoard } from '../../support/client/catalog-records';
import {
  alertsOfViewer,
  click,
  deferredResponse,
  type FakeResponse,
  type FakeServer,
  openApp,
  setWindowWidth,
  press,
  resetBrowser,
  type as typeInto,
} from '../../support/client/client-app';
import { textsOf } from '../../support/client/elements';
import { requestedUrls, sentBodies, sentRequests } from '../../support/client/requests';
import { anAlertRule, aWatchedItem, freeLimits, watchedKey, watchingOf } from '../../support/client/watching-records';

const watched = watchingOf([watchedKey]);
const unwatched: Watching = { watchlists: [], limits: freeLimits };

/** A server whose lists are those of `state`. */
const watchServer =
  (
    state: { data: Watching; items?: readonly WatchedItem[] },
    writes: Readonly<Record<string, () => FakeResponse | Promise<FakeResponse>>> = {},
  ): FakeServer =>
  (url, method) => {
    const write = writes[`${method} ${url.pathname}`];
    if (write) return write();
    if (url.pathname === '/api/boards/b1') return { body: aBoard() };
    if (url.pathname === '/api/users/me/watchlists' && method === 'GET') return { body: state.data };
    if (url.pathname === '/api/users/me/watchlists/w1' && method === 'GET')
      return { body: { _id: 'w1', name: state.data.watchlists[0]?.name, items: state.items ?? [] } };
    return accountServer()(url, method);
  };

const openBoard = (who: 'visitor' | 'free' | 'premium', server: FakeServer) => openApp('/board/b1/', who, server);
const star = (name: string) => screen.findByRole('button', { name: `${name} Etsy sellers unite` });

afterEach(() => {
  jest.useRealTimers();
  lastWatched.shown = null;
});

describe('the Watch button', () => {
  it('leads visitors to sign-in and back, and asks the server nothing', async () => {
    await openBoard('visitor', watchServer({ data: unwatched }));
    const link = await screen.findByRole('link', { name: 'Watch Etsy sellers unite: sign in first' });
    expect(link.getAttribute('href')).toBe('/auth/login?next=%2Fboard%2Fb1%2F');
    expect(requestedUrls.filter((url) => url.includes('watchlists'))).toEqual([]);
  });

  it('adds at once, and then offers to undo it, and a note', async () => {
    const state = { data: unwatched, items: [aWatchedItem()] };
    const change = (data: Watching, reply: FakeResponse) => () => {
      state.data = data;
      return reply;
    };
    const server = watchServer(state, {
      'POST /api/users/me/watchlists/default/items': change(watched, { body: watchedKey }),
      'DELETE /api/users/me/watchlists/w1/items/i1': change(unwatched, noContent),
      'PATCH /api/users/me/watchlists/w1/items/i1': () => noContent,
    });
    await openBoard('free', server);
    await click(await star('Watch'));
    expect(sentBodies('POST /api/users/me/watchlists/default/items')).toEqual([{ entity: 'board', entity_id: 'b1' }]);
    await click(within(await screen.findByTestId('watch-bar')).getByRole('button', { name: 'Undo' }));
    await click(await star('Watch'));
    const bar = within(await screen.findByTestId('watch-bar'));
    expect(bar.getByText(/^Watching/).textContent).toBe('Watching Etsy sellers unite in Watchlist.');
    await click(bar.getByRole('button', { name: 'Note' }));
    expect(document.activeElement).toBe(await screen.findByLabelText('Note'));
    typeInto('Note', 'asked to join');
    await click(dialog().getByRole('button', { name: 'Save note' }));
    expect(sentBodies('PATCH /api/users/me/watchlists/w1/items/i1')).toEqual([{ note: 'asked to join' }]);
    expect(document.activeElement).toBe(screen.getByLabelText('Note'));
    await dialog().findByText('Saved');
    await click(dialog().getByRole('button', { name: 'Done' }));
    await star('Watching');
  });

  it('saves a typed note when the dialog is done, and keeps the dialog open when that fails', async () => {
    const failed = errorResponse('Busy.', 503, 'busy');
    const replies: FakeResponse[] = [failed, noContent];
    await openBoard(
      'free',
      watchServer(
        { data: watched, items: [aWatchedItem()] },
        { 'PATCH /api/users/me/watchlists/w1/items/i1': () => replies.shift() ?? noContent },
      ),
    );
    await click(await star('Watching'));
    await screen.findByLabelText('Note');
    typeInto('Note', 'asked to join');
    await click(dialog().getByRole('button', { name: 'Done' }));
    await dialog().findByText("Couldn't save.");
    await click(dialog().getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentBodies('PATCH /api/users/me/watchlists/w1/items/i1')).toEqual([{ note: 'asked to join' }, { note: 'asked to join' }]);
  });

  it('keeps a typed note that a reload interrupts, until it is saved or discarded', async () => {
    const interrupted = deferredResponse();
    const replies: (FakeResponse | Promise<FakeResponse>)[] = [interrupted.reply];
    const server = watchServer(
      { data: watched, items: [aWatchedItem()] },
      { 'PATCH /api/users/me/watchlists/w1/items/i1': () => replies.shift() ?? noContent },
    );
    const typeAndReload = async () => {
      await openBoard('free', server);
      await click(await star('Watching'));
      await screen.findByLabelText('Note');
      typeInto('Note', 'asked to join');
      cleanup();
      const drafts = sessionStorage.getItem('note-drafts') ?? '';
      resetBrowser();
      sessionStorage.setItem('note-drafts', drafts);
      await openBoard('free', server);
      return within(await screen.findByTestId('draft-bar'));
    };
    const bar = await typeAndReload();
    expect(bar.getByText(/isn't saved/).textContent).toBe("Your note about Etsy sellers unite isn't saved.");
    await click(bar.getByRole('button', { name: 'Go on' }));
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Note')).value).toBe('asked to join');
    await click(dialog().getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentBodies('PATCH /api/users/me/watchlists/w1/items/i1')).toContainEqual({ note: 'asked to join' });
    expect(sessionStorage.getItem('note-drafts')).toBeNull();
  });

  it('removes from a list when its box is unchecked, and asks nothing of alert rules without Premium', async () => {
    const state = { data: watched, items: [aWatchedItem()] };
    const remove = () => {
      state.data = watchingOf([]);
      return noContent;
    };
    await openBoard('free', watchServer(state, { 'DELETE /api/users/me/watchlists/w1/items/i1': remove }));
    await click(await star('Watching'));
    await screen.findByLabelText('Note');
    expect(dialog().queryByRole('region', { name: 'Alerts' })).toBeNull();
    expect(requestedUrls.filter((url) => url.includes('alert-rules'))).toEqual([]);
    await click(dialog().getByRole('checkbox', { name: 'Watchlist' }));
    await waitFor(() => expect(dialog().getByRole<HTMLInputElement>('checkbox').checked).toBe(false));
    expect(dialog().queryByLabelText('Note')).toBeNull();
  });

  it('has the alert rules of the item with Premium, and adds one', async () => {
    alertsOfViewer.rules = [
      anAlertRule({ _id: 'r1', watched_item_id: 'i1', sentence: 'Momentum rises to 60' }),
      anAlertRule({ _id: 'r2', watched_item_id: 'another', sentence: 'Momentum rises to 70' }),
      anAlertRule({ _id: 'r3', watchlist_id: 'w1', sentence: 'Momentum rises to 80' }),
    ];
    const add = () => {
      alertsOfViewer.rules = [...alertsOfViewer.rules, anAlertRule({ _id: 'r4', watched_item_id: 'i1', sentence: 'Something is gone' })];
      return { body: alertsOfViewer.rules.at(-1) };
    };
    const state = { data: watched, items: [aWatchedItem()] };
    await openBoard('premium', watchServer(state, { 'POST /api/users/me/alert-rules': add }));
    await click(await star('Watching'));
    const alerts = within(await screen.findByRole('region', { name: 'Alerts' }));
    const sentences = () => alerts.getAllByTestId('alert-rule').map((rule) => rule.querySelector('p')?.textContent);
    expect(sentences()).toEqual(['Momentum rises to 60']);
    await click(alerts.getByRole('button', { name: 'Add an alert' }));
    expect(alerts.queryByLabelText('In the watchlist')).toBeNull();
    expect(alerts.getByRole('option', { name: 'a board has no change for' })).toBeTruthy();
    const primaryButtons = dialog()
      .getAllByRole('button')
      .filter(({ className }) => className.split(' ').includes('primary'));
    expect(textsOf(primaryButtons)).toEqual(['Add rule']);
    typeInto('Tell me when', 'gone');
    await click(alerts.getByRole('button', { name: 'Add rule' }));
    expect(sentBodies('POST /api/users/me/alert-rules')).toEqual([{ measure: 'gone', watched_item_id: 'i1' }]);
    await waitFor(() => expect(sentences()).toEqual(['Momentum rises to 60', 'Something is gone']));
    expect(alerts.queryByRole('button', { name: 'Add rule' })).toBeNull();
  });

  it('has one form open at a time', async () => {
    const data = { ...watched, limits: { lists: 20, items_per_list: 200 } };
    await openBoard('premium', watchServer({ data, items: [aWatchedItem()] }));
    await click(await star('Watching'));
    await click(await screen.findByRole('button', { name: 'Add an alert' }));
    expect(dialog().getByRole('button', { name: 'Add rule' })).toBeTruthy();
    await click(dialog().getByRole('button', { name: 'New list…' }));
    expect(dialog().queryByRole('button', { name: 'Add rule' })).toBeNull();
    expect(document.activeElement).toBe(dialog().getByLabelText('Name of the list'));
    await click(dialog().getByRole('button', { name: 'Add an alert' }));
    expect(dialog().queryByRole('button', { name: 'Create list' })).toBeNull();
    expect(dialog().getByRole('button', { name: 'Add rule' })).toBeTruthy();
  });

  it('says why an item is refused, and stays as it was', async () => {
    const error = 'This list is full: it has room for 10 items, and with Premium for 200.';
    const refuse = () => errorResponse(error, 422, 'watch_limit');
    await openBoard('free', watchServer({ data: unwatched }, { 'POST /api/users/me/watchlists/default/items': refuse }));
    await click(await star('Watch'));
    await waitFor(() => expect(toastText()).toBe(error));
    await star('Watch');
    expect(screen.queryByTestId('watch-bar')).toBeNull();
  });

  it('offers the lists and a new one with Premium', async () => {
    const premium = { lists: 20, items_per_list: 200 };
    const other = { _id: 'w2', name: 'Etsy', items: [] };
    const state: { data: Watching } = {
      data: { watchlists: [{ _id: 'w1', name: 'Watchlist', items: [watchedKey] }, other], limits: premium },
    };
    const server = watchServer(state, {
      'POST /api/users/me/watchlists': () => ({ body: { _id: 'w3', name: 'Crafts', items: [] } }),
      'POST /api/users/me/watchlists/w3/items': () => ({ body: { ...watchedKey, watchlist_id: 'w3' } }),
    });
    await openBoard('premium', server);
    await click(await star('Watching'));
    const loads = () => requestedUrls.filter((url) => url.endsWith('/users/me/watchlists')).length;
    const loadsBefore = loads();
    expect(sentRequests.filter(({ endpoint }) => endpoint.startsWith('POST'))).toEqual([]);
    expect(dialog().getAllByRole('checkbox')).toHaveLength(2);
    await click(dialog().getByRole('button', { name: 'New list…' }));
    expect(document.activeElement).toBe(dialog().getByLabelText('Name of the list'));
    typeInto('Name of the list', 'Crafts');
    await click(dialog().getByRole('button', { name: 'Create list' }));
    expect(sentBodies('POST /api/users/me/watchlists')).toEqual([{ name: 'Crafts' }]);
    expect(sentBodies('POST /api/users/me/watchlists/w3/items')).toEqual([{ entity: 'board', entity_id: 'b1' }]);
    // One is the creation, the other loads the lists.
    expect(loads() - loadsBefore).toBe(2);
    expect(document.activeElement?.textContent).toBe('New list…');
  });
});

describe('the rows of a list', () => {
  const page = { boards: [aBoard()], total: 1, page: 1, as_of: null };
  const listServer: FakeServer = (url, method) =>
    url.pathname === '/api/boards' ? { body: page } : watchServer({ data: watched, items: [aWatchedItem()] })(url, method);

  it('have a star that says what is watched, and none for visitors, whom details ask to sign in', async () => {
    await openApp('/boards', 'free', listServer);
    await click(await star('Watching'));
    expect(dialog().getByRole<HTMLInputElement>('checkbox', { name: 'Watchlist' }).checked).toBe(true);
    await openApp('/boards', 'visitor', listServer);
    await screen.findByRole('link', { name: 'Etsy sellers unite' });
    expect(screen.queryByRole('link', { name: /^Watch/ })).toBeNull();
    expect(requestedUrls.filter((url) => url.includes('watchlists'))).toEqual([]);
  });
});

describe('the watchlists', () => {
  const open = async (state: { data: Watching; items?: readonly WatchedItem[] }, writes = {}, who: 'free' | 'premium' = 'free') => {
    await openApp('/watchlists', who, watchServer(state, writes));
    await screen.findByRole('heading', { level: 1, name: 'Watchlists' });
  };
  const rows = () => screen.findAllByTestId('watched-item');

  it('show figures, the change since the first day, and notes; of old growth its day; of what is gone only how to remove it', async () => {
    const items = [
      aWatchedItem({ note: 'asked to join', momentum_score: 62.4 }),
      aWatchedItem({ _id: 'i2', entity_id: 'b2', read_on: '2016-01-16' }),
      aWatchedItem({ _id: 'i3', entity_id: 'b3', is_gone: true, value: null, growth_last_90_days: null }),
    ];
    await open({ data: watched, items }, { 'DELETE /api/users/me/watchlists/w1/items/i3': () => noContent }, 'premium');
    const [usual, old, gone] = await rows();
    for (const text of ['Etsy sellers unite', 'Board by @mira', '12.4K', '+127', '+4.1', '62', 'asked to join'])
      expect(usual?.textContent).toContain(text);
    expect(old?.textContent).toContain('+4.1% as of Jan 16, 2016');
    expect(old?.textContent).not.toContain('+127');
    expect(within(gone!).queryByRole('link')).toBeNull();
    expect(gone?.textContent).toContain('No longer found');
    expect(screen.getByText('1 rising over 90 days; 1 not read in 90 days; 1 gone.')).toBeTruthy();
    const remove = within(gone!).getByRole('button', { name: 'Remove Etsy sellers unite' });
    remove.focus();
    await click(remove);
    await waitFor(() => expect(screen.queryAllByTestId('watched-item')).toHaveLength(2));
    expect(document.activeElement).toBe(within(old!).getByRole('button', { name: /^Remove/ }));
  });

  it('tell equal names apart, and are sorted by the head of a column', async () => {
    const items = [
      aWatchedItem({ title: 'Cosy living rooms', owner: 'ana', growth_last_90_days: 1 }),
      aWatchedItem({ _id: 'i2', entity_id: 'b2', title: 'Cosy living rooms', owner: 'ben', growth_last_90_days: null }),
      aWatchedItem({ _id: 'i3', entity: 'pinner', entity_id: 'p1', title: 'Cosy living rooms', owner: null, growth_last_90_days: 7 }),
    ];
    await open({ data: watched, items });
    const owners = async () => (await rows()).map((row) => row.querySelector('p')?.textContent);
    expect(await owners()).toEqual(['Board by @ana', 'Board by @ben', 'Influencer']);
    await click(screen.getByRole('button', { name: 'Growth' }));
    expect(await owners()).toEqual(['Influencer', 'Board by @ana', 'Board by @ben']);
    expect(screen.getByRole('columnheader', { name: 'Growth' }).getAttribute('aria-sort')).toBe('descending');
    await click(screen.getByRole('button', { name: 'Growth' }));
    expect(await owners()).toEqual(['Board by @ana', 'Influencer', 'Board by @ben']);
  });

  it('are stepped through with j and k, past those that are gone', async () => {
    const names = ['Figs', 'Plums', 'Soups'];
    const items = names.map((title, index) =>
      aWatchedItem({ _id: `i${index}`, entity_id: `b${index}`, title, is_gone: title === 'Plums' }),
    );
    await open({ data: watched, items });
    await rows();
    const focused = async (key: string) => {
      await press(key);
      return document.activeElement?.textContent;
    };
    expect([await focused('j'), await focused('j'), await focused('k')]).toEqual(['Figs', 'Soups', 'Figs']);
  });

  it.each([
    [2, 'Compare all'],
    [3, 'Compare top 2'],
  ])('compare %i boards without Premium: %s', async (count, name) => {
    const items = Array.from({ length: count }, (_, index) =>
      aWatchedItem({ _id: `i${index}`, entity_id: `b${index}`, growth_last_90_days: index }),
    );
    await open({ data: watched, items });
    const link = await screen.findByRole('link', { name });
    expect(link.getAttribute('href')).toBe(`/compare?items=board:b${count - 1},board:b${count - 2}`);
  });

  it.each([
    [1280, ['Image', 'Name', '90 days', 'Count', 'Growth', 'Since added', 'Momentum', 'Note', 'Remove']],
    [360, ['Image', 'Name', 'Count', 'Growth', 'Remove']],
  ])('have at %i px only the columns that the cell of a note spans', async (width, names) => {
    setWindowWidth(width);
    await open({ data: watched, items: [aWatchedItem()] }, {}, 'premium');
    expect((await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent)).toEqual(names);
    await click(screen.getByRole('button', { name: /^Add note on / }));
    expect(screen.getByRole('textbox', { name: 'Note' }).closest('td')?.colSpan).toBe(names.length);
  });

  it('keep the place of every row while the items load', async () => {
    const items = deferredResponse();
    const keys = [1, 2, 3].map((n) => ({ ...watchedKey, _id: `i${n}` }));
    const data = { ...watched, watchlists: [{ _id: 'w1', name: 'Watchlist', items: keys }] };
    await openApp('/watchlists', 'free', (url, method) =>
      url.pathname.endsWith('/w1') ? items.reply : watchServer({ data })(url, method),
    );
    const table = await screen.findByTestId('watched-items');
    expect([table.getAttribute('aria-busy'), table.querySelectorAll('tbody tr')]).toEqual(['true', expect.objectContaining({ length: 3 })]);
    await items.give({ body: { _id: 'w1', name: 'Watchlist', items: [aWatchedItem()] } });
    expect((await rows()).length).toBe(1);
  });

  describe('whose changes overlap', () => {
    const second = aWatchedItem({ _id: 'i2', entity_id: 'b2', title: 'Boho' });
    const lists = (count: number): Watching => ({
      watchlists: [
        { _id: 'w1', name: 'Watchlist', items: [watchedKey, { ...watchedKey, _id: 'i2', entity_id: 'b2' }].slice(0, count) },
        { _id: 'w2', name: 'Second', items: [] },
      ],
      limits: { lists: 20, items_per_list: 200 },
    });
    const remove = async (title: string) => click(await screen.findByRole('button', { name: `Remove ${title}` }));

    it('keep no item that was removed, and every note, in whichever order the responses arrive', async () => {
      const [first, other, note] = [deferredResponse(), deferredResponse(), deferredResponse()];
      const third = aWatchedItem({ _id: 'i3', entity_id: 'b3', title: 'Crafts' });
      await open(
        { data: lists(2), items: [aWatchedItem(), second, third] },
        {
          'DELETE /api/users/me/watchlists/w1/items/i1': () => first.reply,
          'DELETE /api/users/me/watchlists/w1/items/i2': () => other.reply,
          'PATCH /api/users/me/watchlists/w1/items/i3': () => note.reply,
        },
      );
      await click(await screen.findByRole('button', { name: 'Add note on Crafts' }));
      typeInto('Note', 'ask again');
      await click(screen.getByRole('button', { name: 'Save note' }));
      await remove('Etsy sellers unite');
      await remove('Boho');
      for (const { give } of [other, first, note]) await give(noContent);
      const left = await rows();
      expect(textsOf(left)).toEqual([expect.stringContaining('ask again')]);
    });
  });

  it.each([
    [404, []],
    [503, [expect.stringContaining('Etsy sellers unite')]],
  ])('say why one was not removed, and keep it unless it is gone: %i', async (status, left) => {
    const refuse = () => errorResponse('Not removed.', status, 'refused');
    await open({ data: watched, items: [aWatchedItem()] }, { 'DELETE /api/users/me/watchlists/w1/items/i1': refuse });
    await click(await screen.findByRole('button', { name: 'Remove Etsy sellers unite' }));
    await waitFor(() => expect(toastText()).toBe('Not removed.'));
    expect(textsOf(screen.queryAllByTestId('watched-item'))).toEqual(left);
  });

  it('keep a note that was not saved, and offer to try again', async () => {
    const fail = () => errorResponse('Busy.', 503, 'busy');
    await open({ data: watched, items: [aWatchedItem()] }, { 'PATCH /api/users/me/watchlists/w1/items/i1': fail });
    await click(within((await rows())[0]!).getByRole('button', { name: 'Add note on Etsy sellers unite' }));
    typeInto('Note', 'ask again');
    await click(screen.getByRole('button', { name: 'Save note' }));
    await screen.findByText("Couldn't save.");
    expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('ask again');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('begin with a list of a name of their own where nothing is watched yet', async () => {
    const state: { data: Watching; items: readonly WatchedItem[] } = { data: unwatched, items: [] };
    const create = () => {
      state.data = { ...unwatched, watchlists: [{ _id: 'w1', name: 'Crafts', items: [] }] };
      return { body: state.data.watchlists[0] };
    };
    await openApp('/watchlists', 'free', watchServer(state, { 'POST /api/users/me/watchlists': create }));
    await screen.findByTestId('watchlists-empty');
    await click(screen.getByRole('button', { name: 'New list…' }));
    typeInto('Name of the list', 'Crafts');
    await click(screen.getByRole('button', { name: 'Create list' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Crafts' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create list' })).toBeNull();
    // The form is gone: this list is the last one that is free.
    expect(document.activeElement?.tagName).toBe('H1');
  });

  it('can be renamed', async () => {
    const state = { data: watched, items: [aWatchedItem()] };
    const rename = () => {
      state.data = { ...watched, watchlists: [{ _id: 'w1', name: 'Boards to join', items: [watchedKey] }] };
      return noContent;
    };
    await open(state, { 'PATCH /api/users/me/watchlists/w1': rename });
    await click(await screen.findByRole('button', { name: 'Rename' }));
    typeInto('Name of the list', 'Boards to join');
    await click(dialog().getByRole('button', { name: 'Rename' }));
    await screen.findByRole('heading', { level: 2, name: 'Boards to join' });
    expect(sentBodies('PATCH /api/users/me/watchlists/w1')).toEqual([{ name: 'Boards to join' }]);
  });
});

describe('what has changed in a list', () => {
  it.each([
    [[4, -1, 2, null], 0, '2 rising, 1 falling over 90 days; 1 not known yet.'],
    [[0, null, 3], 0, '1 rising, 1 unchanged over 90 days; 1 not known yet.'],
    [[null, null], 0, 'Growth over 90 days is not known yet.'],
    [[null], 1, 'Growth over 90 days is not known yet; 1 gone.'],
    [[-1], 2, '1 falling over 90 days; 2 gone.'],
  ])('is told in a sentence: %j, %i gone', (growth, gone, sentence) => {
    const items = [
      ...growth.map((percent) => aWatchedItem({ growth_last_90_days: percent })),
      ...Array.from({ length: gone }, () => aWatchedItem({ is_gone: true, growth_last_90_days: null })),
    ];
    expect(changeSummary(items)).toBe(sentence);
  });

  it('does not count growth that ended before as that of the last 90 days', () => {
    const items = [aWatchedItem({ growth_last_90_days: 4, read_on: '2016-01-16' }), aWatchedItem({ growth_last_90_days: 2 })];
    expect(changeSummary(items)).toBe('1 rising over 90 days; 1 not read in 90 days.');
    expect(changeSummary(items.slice(0, 1))).toBe('1 not read in 90 days.');
  });
});

/** Tells the bar that something was watched. */
const showWatched = (id: string, title: string) =>
  act(
    async () =>
      void (lastWatched.shown = ref({
        entities: [{ entity: 'board' as const, id, title }],
        items: [{ ...watchedKey, _id: id, entity_id: id }],
      })),
  );
const elapse = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1_000));
const bar = () => screen.queryByTestId('watch-bar');

describe('the bar of what was watched', () => {
  const open = async () => {
    await openBoard('free', watchServer({ data: watched }));
    await star('Watching');
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    await showWatched('b1', 'First');
    expect(bar()?.textContent).toContain('Watching First in Watchlist.');
  };

  it('stays while it is hovered or focused, and ten seconds after that', async () => {
    await open();
    fireEvent.mouseEnter(bar()!);
    await elapse(60);
    act(() => screen.getByRole('button', { name: 'Undo' }).focus());
    fireEvent.mouseLeave(bar()!);
    await elapse(60);
    expect(bar()).not.toBeNull();
    act(() => screen.getByRole('button', { name: 'Undo' }).blur());
    await elapse(9.9);
    expect(bar()).not.toBeNull();
    await elapse(0.2);
    expect(bar()).toBeNull();
  });

  it('is replaced by a new one, which stays for its own ten seconds', async () => {
    await open();
    await elapse(9);
    await showWatched('b2', 'Second');
    expect(bar()?.textContent).toContain('Watching Second');
    await elapse(9.9);
    expect(bar()?.textContent).toContain('Watching Second');
    await elapse(0.2);
    expect(bar()).toBeNull();
  });
});

describe('the key s', () => {
  it('watches also before the watchlists are loaded', async () => {
    const lists = deferredResponse();
    const replies = [lists.reply];
    await openBoard('free', (url, method) => {
      if (url.pathname === '/api/users/me/watchlists') return replies.shift() ?? { body: watched };
      if (url.pathname === '/api/users/me/watchlists/default/items') return { body: watchedKey };
      return watchServer({ data: watched })(url, method);
    });
    await star('Watch');
    await press('s');
    await lists.give({ body: { ...watched, watchlists: [] } });
    await waitFor(() => expect(sentBodies('POST /api/users/me/watchlists/default/items')).toEqual([{ entity: 'board', entity_id: 'b1' }]));
    await waitFor(() => expect(bar()?.textContent).toContain('Watching Etsy sellers unite'));
  });
});
