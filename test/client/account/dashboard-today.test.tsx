/** @jest-environment jsdom */
import { cleanup, screen, within } from '@testing-library/react';
import { chooseTopics } from '../../../client/src/catalog/topics/chosen-topics';
import { accountServer, button, errorResponse, region } from '../../support/client/account-server';
import { aPinRow, click, type FakeResponse, openApp, queriesTo, resetBrowser, type as typeInto } from '../../support/client/client-app';

type Endpoints = Parameters<typeof accountServer>[0];

/** Pins with these growths on the first page, and none on the others. */
const pinsResponse = (growths: readonly number[], url?: URL): FakeResponse => ({
  body: {
    pins: (url && url.searchParams.get('page') !== '1' ? [] : growths).map((growth, index) =>
      aPinRow({ _id: `n${index}`, title: `Pin ${index}`, saves: 1_000, saves_growth_last_90_days: growth }),
    ),
    page: 1,
    total: growths.length,
    total_is_exact: true,
    as_of: null,
  },
});

const openDashboard = async (endpoints: Endpoints) => {
  await openApp('/dashboard', 'free', accountServer(endpoints));
  await screen.findByRole('heading', { level: 1, name: 'Today' });
};

describe('rising pins on the dashboard', () => {
  beforeEach(() => {
    resetBrowser();
    chooseTopics(null);
  });
  const topicsOfPins = () => queriesTo('/api/pins').map((query) => query.get('topic'));

  it('ask what the user pins about, and show the pins of these topics that grow', async () => {
    await openDashboard({ 'GET /pins': (url) => pinsResponse([40, 12.5, 0], url) });
    expect(topicsOfPins()).toEqual([]);
    typeInto('What do you pin about?', ' Recipes, home decor ');
    await click(button('Save topics'));
    const card = region('Rising in your topics');
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Pin 0.*40/),
      expect.stringMatching(/Pin 1.*12\.5/),
    ]);
    // Three pages, since the first rows may have small gains.
    expect(topicsOfPins()).toEqual(['home decor,recipes', 'home decor,recipes', 'home decor,recipes']);
    expect(card.getByRole('link', { name: 'All pins' }).getAttribute('href')).toBe(
      '/pins?topic=home+decor%2Crecipes&order_by=saves_growth_last_90_days',
    );
    expect(localStorage.getItem('topics')).toBe('home decor,recipes');
  });

  it('say when nothing grows, and let the topics be changed or forgotten', async () => {
    chooseTopics('recipes');
    await openDashboard({ 'GET /pins': () => pinsResponse([-3]) });
    const card = region('Rising in your topics');
    expect(await card.findByText('No pin about this is rising now: recipes.')).toBeTruthy();
    await click(button('Change topics'));
    typeInto('What do you pin about?', '');
    await click(button('Save topics'));
    expect(card.getByLabelText('What do you pin about?')).toBeTruthy();
    expect(localStorage.getItem('topics')).toBeNull();
  });

  it('say what topics must be', async () => {
    await openDashboard({});
    typeInto('What do you pin about?', 'x'.repeat(300));
    await click(button('Save topics'));
    expect(region('Rising in your topics').getByRole('alert').textContent).toMatch(/^Topics must /);
    expect(topicsOfPins()).toEqual([]);
  });

  it('can be loaded again after a failure', async () => {
    chooseTopics('recipes');
    let isBroken = true;
    await openDashboard({ 'GET /pins': (url) => (isBroken ? errorResponse(500, 'Broken.', 'internal') : pinsResponse([5], url)) });
    const card = region('Rising in your topics');
    isBroken = false;
    await click(await card.findByRole('button', { name: 'Try again' }));
    expect(await card.findByRole('link', { name: 'Pin 0' })).toBeTruthy();
  });
});

describe('the steps of the setup', () => {
  beforeEach(() => {
    resetBrowser();
    chooseTopics(null);
  });
  const setup = () => within(screen.getByTestId('setup'));
  const rows = () =>
    setup()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  const watchlists = (items: readonly object[]): FakeResponse => ({
    body: { watchlists: [{ _id: 'w1', name: 'Watchlist', items }], limits: { lists: 1, items_per_list: 10 } },
  });
  const emails = (weekly: boolean): FakeResponse => ({ body: { weekly, alerts: false } });

  it('lead to what is not done yet', async () => {
    await openDashboard({ 'GET /users/me/watchlists': () => watchlists([]), 'GET /users/me/optional-emails': () => emails(true) });
    expect(await screen.findByRole('heading', { name: 'Finish setup (1 of 4)' })).toBeTruthy();
    expect(rows()).toEqual([
      'Say what you pin about',
      'Watch a board, an influencer, or a pin',
      'Link a Pinterest account',
      'Get the weekly email Done',
    ]);
    expect(
      setup()
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/dashboard#rising-pins', '/boards', '/dashboard#linked-accounts']);
  });

  it('count topics that are chosen meanwhile', async () => {
    await openDashboard({ 'GET /users/me/watchlists': () => watchlists([]), 'GET /users/me/optional-emails': () => emails(false) });
    await screen.findByRole('heading', { name: 'Finish setup (0 of 4)' });
    typeInto('What do you pin about?', 'recipes');
    await click(button('Save topics'));
    expect(await screen.findByRole('heading', { name: 'Finish setup (1 of 4)' })).toBeTruthy();
  });

  it('are hidden, also on the next visit', async () => {
    await openDashboard({ 'GET /users/me/watchlists': () => watchlists([]), 'GET /users/me/optional-emails': () => emails(false) });
    await click(await screen.findByRole('button', { name: 'Hide these steps' }));
    expect(screen.queryByTestId('setup')).toBeNull();
    cleanup();
    await openDashboard({});
    expect(screen.queryByTestId('setup')).toBeNull();
  });

  it('can be loaded again after a failure', async () => {
    let isBroken = true;
    await openDashboard({
      'GET /users/me/watchlists': () => watchlists([]),
      'GET /users/me/optional-emails': () => (isBroken ? errorResponse(500, 'Broken.', 'internal') : emails(false)),
    });
    isBroken = false;
    await click(await setup().findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Finish setup (0 of 4)' })).toBeTruthy();
  });
});
