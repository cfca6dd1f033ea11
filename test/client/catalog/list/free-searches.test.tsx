/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import {
  catalogServer,
  catalogStatsRecord,
  giveCatalogStats,
  deferredResponse,
  type FakeServer,
  openApp,
  queriesTo,
  resetBrowser,
  savedSearches,
  setWindowWidth,
  type ViewerKind,
} from '../../../support/client/client-app';

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
  beforeEach(resetBrowser);

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
    jest.spyOn(console, 'error').mockImplementation(() => {});
    giveCatalogStats(null);
    const stats = deferredResponse();
    await openApp('/boards', 'visitor', (url, method) => (url.pathname === '/api/stats' ? stats.reply : catalogServer(url, method)));
    expect(hint()?.textContent).toBe('');
    await stats.give({ status, body: status === 200 ? catalogStatsRecord({ free_searches: 10 }) : null });
    expect((await screen.findByText(sentence)).closest('#keywords-locked')).toBe(hint());
    jest.restoreAllMocks();
  });

  it('shows the whole list to a visitor whose address has keywords, with the way to the search', async () => {
    await openList('/boards?query=etsy', 'visitor', 0);
    expect(await screen.findByText(/Sign up to get 10 free searches a day/)).toBeTruthy();
    expect([keywordsAsked(), screen.getByTestId('keyword-refused').textContent?.trim()]).toEqual([[null], 'Showing all boards.']);
    expect(within(hint()!).getByRole('link').getAttribute('href')).toBe('/auth/register?next=%2Fboards%3Fquery%3Detsy');
  });

  it('asks an account without a confirmed address to confirm it', async () => {
    await openList('/boards', 'unconfirmed', 0);
    expect(await screen.findByText(/Confirm your email address to get 10 free searches a day/)).toBeTruthy();
    expect(searchInput().disabled).toBe(true);
    expect(within(hint()!).getByRole('link').getAttribute('href')).toBe('/auth/email/confirm?next=%2Fboards');
  });

  it('offers neither later pages of a free search nor saving it', async () => {
    setWindowWidth(1280);
    savedSearches.list = [];
    await openList('/boards?query=etsy', 'free', 5);
    expect(await screen.findByText('5 of 10 free searches left today')).toBeTruthy();
    expect(within(screen.getByTestId('pagination-top')).queryByRole('button', { name: 'Page 2' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save search' })).toBeNull();
  });

  it('says nothing of them to Premium users', async () => {
    await openList('/boards', 'premium', 0);
    expect([searchInput().disabled, hint()]).toEqual([false, null]);
  });
});
