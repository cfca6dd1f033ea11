/** @jest-environment jsdom */
import { screen } from '@testing-library/react';
import { queriesTo, click, resetBrowser, openApp, sentRequests } from '../../support/client/client-app';

const neutralMessage = 'If this address was on our list, it has been removed.';

describe('unsubscribing', () => {
  beforeEach(resetBrowser);

  it('needs no sign-in, asks once and takes the token out of the address', async () => {
    await openApp('/unsubscribe?campaign_referral_id=t0ken', 'visitor', () => ({ body: { email: 'm***@site.com' } }));
    expect(await screen.findByText('m***@site.com will get no more marketing mail.')).toBeTruthy();
    expect(location.pathname + location.search).toBe('/unsubscribe');
    expect(queriesTo('/api/unsubscribe').map(String)).toEqual(['campaign_referral_id=t0ken']);
    expect(queriesTo('/api/track')).toEqual([]);
  });

  it('is taken back by a button', async () => {
    await openApp('/unsubscribe?campaign_referral_id=t0ken', 'visitor', () => ({ body: { email: 'm***@site.com' } }));
    await click(await screen.findByRole('button', { name: 'Resubscribe' }));
    expect(screen.getByText('m***@site.com will get marketing mail again.')).toBeTruthy();
    expect(sentRequests.map(({ endpoint: call }) => call)).toEqual(['DELETE /api/unsubscribe']);
    expect(screen.queryByRole('button', { name: 'Resubscribe' })).toBeNull();
  });

  it.each([
    ['an unknown token', '?campaign_referral_id=x', { status: 404, body: null }],
    ['a failure', '?campaign_referral_id=x', { status: 500, body: null }],
    ['no token', '', { body: {} }],
  ])('with %s says the same neutral sentence, in silence', async (_, query, reply) => {
    await openApp(`/unsubscribe${query}`, 'visitor', () => reply);
    expect(await screen.findByText(neutralMessage)).toBeTruthy();
    expect(screen.queryByTestId('toast')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Resubscribe' })).toBeNull();
  });
});
