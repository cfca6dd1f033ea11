/** @jest-environment jsdom */
import { screen, waitFor, within } from '@testing-library/react';
import { accountServer, noContent, toastText } from '../../support/client/account-server';
import {
  click,
  type FakeResponse,
  type FakeServer,
  openApp,
  queriesTo,
  resetBrowser,
  sentBodies,
  sentRequests,
} from '../../support/client/client-app';

const CHOICES = 'PATCH /api/users/me/optional-emails';

const server =
  (choices: () => FakeResponse, save: () => FakeResponse = () => noContent): FakeServer =>
  (url, method) => {
    if (url.pathname === '/api/users/me/optional-emails') return method === 'GET' ? choices() : save();
    if (url.pathname === '/api/users/me/watchlists') return { body: { watchlists: [], limits: { lists: 1, items_per_list: 10 } } };
    return accountServer()(url, method);
  };

const box = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Email me on Mondays what moved' });

beforeEach(resetBrowser);

describe('the switch of the weekly email', () => {
  it('stays as it was when saving fails, and says so', async () => {
    const error = 'Not now.';
    const refuse = () => ({ status: 503, body: { error, errors: [error], code: 'unavailable' } });
    await openApp(
      '/watchlists',
      'free',
      server(() => ({ body: { weekly: true, alerts: false } }), refuse),
    );
    await click(await box());
    await waitFor(() => expect(toastText()).not.toBe(''));
    expect((await box()).checked).toBe(true);
  });

  it('can be loaded again when it did not load', async () => {
    let choices: FakeResponse = { status: 500, body: null };
    await openApp(
      '/watchlists',
      'free',
      server(() => choices),
    );
    const section = within(await screen.findByRole('region', { name: 'Emails' }));
    choices = { body: { weekly: true, alerts: false } };
    await click(await section.findByRole('button', { name: 'Try again' }));
    expect((await box()).checked).toBe(true);
  });
});

describe('the switch of the daily email of alerts', () => {
  const name = 'Email me new alerts, at most once a day';
  const rules =
    (alerts: boolean): FakeServer =>
    (url, method) =>
      url.pathname === '/api/users/me/alert-rules'
        ? { body: { rules: [], limit: 50 } }
        : server(() => ({ body: { weekly: true, alerts } }))(url, method);

  it('is there with Premium, and changes nothing but itself', async () => {
    await openApp('/watchlists', 'premium', rules(false));
    await click(await screen.findByRole('checkbox', { name }));
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox', { name }).checked).toBe(true));
    expect(sentBodies(CHOICES)).toEqual([{ alerts: true }]);
    expect((await box()).checked).toBe(true);
  });

  it.each([
    [false, 0],
    [true, 1],
  ])('is there without Premium only while it is on: %s', async (isOn, count) => {
    await openApp('/watchlists', 'free', rules(isOn));
    await box();
    expect(screen.queryAllByRole('checkbox', { name })).toHaveLength(count);
  });
});

describe('the link in an email of alerts', () => {
  it('ends these emails', async () => {
    await openApp('/unsubscribe?token=t0ken', 'visitor', () => ({ body: { email: 'm***@site.com', kind: 'alerts' } }));
    expect(await screen.findByText("m***@site.com won't get the daily email of alerts.")).toBeTruthy();
  });
});

describe('the link in a weekly email', () => {
  const owner = { body: { email: 'm***@site.com', kind: 'weekly' } };

  it('ends it without sign-in, and removes the token from the URL', async () => {
    await openApp('/unsubscribe?token=t0ken', 'visitor', () => owner);
    expect(await screen.findByText("m***@site.com won't get the weekly email.")).toBeTruthy();
    expect(location.pathname + location.search).toBe('/unsubscribe');
    expect(queriesTo('/api/optional-emails/unsubscribe').map(String)).toEqual(['token=t0ken']);
    expect(queriesTo('/api/unsubscribe')).toEqual([]);
  });

  it('can be undone', async () => {
    await openApp('/unsubscribe?token=t0ken', 'visitor', () => owner);
    await click(await screen.findByRole('button', { name: 'Switch it on again' }));
    expect(await screen.findByText('m***@site.com will get the weekly email.')).toBeTruthy();
    expect(sentRequests.map(({ endpoint }) => endpoint)).toEqual([
      'POST /api/optional-emails/unsubscribe',
      'DELETE /api/optional-emails/unsubscribe',
    ]);
  });

  it('that is unknown says where else to switch it off', async () => {
    await openApp('/unsubscribe?token=x', 'visitor', () => ({ status: 404, body: null }));
    expect(await screen.findByText("This link isn't valid any more.")).toBeTruthy();
    expect(screen.getByRole('link', { name: 'watchlists' }).getAttribute('href')).toBe('/watchlists');
  });

  it('that fails can be tried again', async () => {
    let response: FakeResponse = { status: 500, body: null };
    await openApp('/unsubscribe?token=t0ken', 'visitor', () => response);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    response = owner;
    await click(retry);
    expect(await screen.findByText("m***@site.com won't get the weekly email.")).toBeTruthy();
  });
});
