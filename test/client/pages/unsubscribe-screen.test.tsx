import { screen } from '@testing-library/react';
import { click, openApp } from '../../support/client/client-app';
import { hrefOf } from '../../support/client/elements';
import { queriesTo, sentRequests } from '../../support/client/requests';

const MARKETING = '/api/unsubscribe';
const OPTIONAL = '/api/optional-emails/unsubscribe';
const neutral = 'If this address was on our list, it has been removed.';
const unchanged = 'Nothing has changed yet. Please open the link again in a few minutes.';

describe('unsubscribing', () => {
  it.each([
    ['campaign_referral_id', undefined, 'marketing emails', 'Subscribe again', MARKETING, OPTIONAL],
    ['token', 'weekly', 'the weekly email', 'Switch it on again', OPTIONAL, MARKETING],
    ['token', 'alerts', 'the daily email of alerts', 'Switch it on again', OPTIONAL, MARKETING],
  ])(
    'by a link with %s (%s) needs no sign-in, sends one request, removes the token from the URL, and can be undone',
    async (parameter, kind, emails, undo, url, other) => {
      await openApp(`/unsubscribe?${parameter}=t0ken`, 'visitor', () => ({ body: { email: 'm***@site.com', kind } }));
      expect(await screen.findByText(`m***@site.com won't get ${emails}.`)).toBeTruthy();
      expect(location.pathname + location.search).toBe('/unsubscribe');
      expect([queriesTo(url).map(String), queriesTo(other), queriesTo('/api/track')]).toEqual([[`${parameter}=t0ken`], [], []]);
      await click(screen.getByRole('button', { name: undo }));
      expect(await screen.findByText(`m***@site.com will get ${emails}.`)).toBeTruthy();
      expect(sentRequests.at(-1)?.endpoint).toBe(`DELETE ${url}`);
      expect(screen.queryByRole('button', { name: undo })).toBeNull();
    },
  );

  it.each([
    ['an unknown token', '?campaign_referral_id=x', { status: 404, body: null }, neutral],
    ['no token', '', { body: {} }, neutral],
    ['a failure', '?campaign_referral_id=x', { status: 500, body: null }, unchanged],
  ])('with %s says so without an error', async (_, query, reply, sentence) => {
    await openApp(`/unsubscribe${query}`, 'visitor', () => reply);
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryByTestId('toast')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Subscribe again' })).toBeNull();
  });

  it('by an unknown link of an optional email says where else to switch it off', async () => {
    await openApp('/unsubscribe?token=x', 'visitor', () => ({ status: 404, body: null }));
    expect(await screen.findByText("This link isn't valid any more.")).toBeTruthy();
    expect(hrefOf(screen.getByRole('link', { name: 'watchlists' }))).toBe('/watchlists');
  });
});
