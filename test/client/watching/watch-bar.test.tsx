import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { ref } from 'valtio';
import { lastWatched } from '../../../client/src/watching/watching';
import { accountServer } from '../../support/client/account-server';
import { aBoard } from '../../support/client/catalog-records';
import { deferredResponse, type FakeServer, openApp, press } from '../../support/client/client-app';
import { sentBodies } from '../../support/client/requests';
import { watchedKey, watchingOf } from '../../support/client/watching-records';

const watching = watchingOf([watchedKey]);
const server: FakeServer = (url, method) =>
  url.pathname === '/api/boards/b1'
    ? { body: aBoard() }
    : url.pathname === '/api/users/me/watchlists'
      ? { body: watching }
      : url.pathname === '/api/users/me/watchlists/w1'
        ? { body: { items: [] } }
        : accountServer()(url, method);

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

afterEach(() => {
  jest.useRealTimers();
  lastWatched.shown = null;
});

describe('the bar of what was watched', () => {
  const open = async () => {
    await openApp('/board/b1/', 'free', server);
    await screen.findByRole('button', { name: 'Watching Etsy sellers unite' });
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
    await openApp('/board/b1/', 'free', (url, method) => {
      if (url.pathname === '/api/users/me/watchlists') return replies.shift() ?? { body: watching };
      if (url.pathname === '/api/users/me/watchlists/default/items') return { body: watchedKey };
      return server(url, method);
    });
    await screen.findByRole('button', { name: 'Watch Etsy sellers unite' });
    await press('s');
    await lists.give({ body: { ...watching, watchlists: [] } });
    await waitFor(() => expect(sentBodies('POST /api/users/me/watchlists/default/items')).toEqual([{ entity: 'board', entity_id: 'b1' }]));
    await waitFor(() => expect(bar()?.textContent).toContain('Watching Etsy sellers unite'));
  });
});
