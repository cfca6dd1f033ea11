/** @jest-environment jsdom */
import { screen } from '@testing-library/react';
import { queriesTo, click, resetBrowser, openApp, sentRequests } from '../../support/client/client-app';

const neutralMessage = 'If this address was on our list, it has been removed.';

describe('unsubscribing', () => {
  beforeEach(resetBrowser);

  it('needs no sign-in, sends one request and removes the token from the URL', async () => {
    await openApp('/unsubscribe?campaign_referral_id=t0ken', 'visitor', () => ({ body: { email: 'm***@site.com' } }));
    expect(await screen.findByText("m***@site.com won't get marketing emails.")).toBeTruthy();
    expect(location.pathname + location.search).toBe('/unsubscribe');
    expect(queriesTo('/api/unsubscribe').map(String)).toEqual(['campaign_referral_id=t0ken']);
    expect(queriesTo('/api/track')).toEqual([]);
  });

  it('can be undone', async () => {
    await openApp('/unsubscribe?campaign_referral_id=t0ken', 'visitor', () => ({ body: { email: 'm***@site.com' } }));
    await click(await screen.findByRole('button', { name: 'Subscribe again' }));
    expect(screen.getByText('m***@site.com will get marketing emails.')).toBeTruthy();
    expect(sentRequests.map(({ endpoint: call }) => call)).toEqual(['DELETE /api/unsubscribe']);
    expect(screen.queryByRole('button', { name: 'Subscribe again' })).toBeNull();
  });

  it.each([
    ['an unknown token', '?campaign_referral_id=x', { status: 404, body: null }],
    ['a failure', '?campaign_referral_id=x', { status: 500, body: null }],
    ['no token', '', { body: {} }],
  ])('with %s silently shows the same neutral sentence', async (_, query, reply) => {
    await openApp(`/unsubscribe${query}`, 'visitor', () => reply);
    expect(await screen.findByText(neutralMessage)).toBeTruthy();
    expect(screen.queryByTestId('toast')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Subscribe again' })).toBeNull();
  });
});
