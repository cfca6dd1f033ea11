import { screen, waitFor, within } from '@testing-library/react';
import type { LinkedAccount } from '#domain/linked-accounts/contract';
import type { SubscriptionView } from '#domain/subscriptions/contract';
import { planName, planStatusText } from '../../../client/src/subscriptions/plan-card';
import { accountServer, aLinkedAccount, button, dialog, noContent, noPlan, region, toastText } from '../../support/client/account-server';
import { errorResponse } from '../../support/client/serve-endpoints';
import { click, deferredResponse, openApp, press, setViewer, type, userRecord, type ViewerKind } from '../../support/client/client-app';
import { hrefOf } from '../../support/client/elements';
import { sentBodies, queriesTo, sentRequests, openedUrls } from '../../support/client/requests';

const activePlan: SubscriptionView = {
  status: 'active',
  is_premium: true,
  renews_at: '2026-12-20T10:00:00Z',
  ends_at: null,
  can_cancel: true,
  can_keep: false,
  update_url: '/api/users/me/subscription/links/update',
};

const openDashboard = async (who: ViewerKind, given?: Parameters<typeof accountServer>[0]) => {
  await openApp('/dashboard', who, accountServer(given));
  await screen.findByRole('heading', { level: 1, name: 'Today' });
};

describe('the dashboard', () => {
  it('opens with the shortcut g d', async () => {
    await openApp('/privacy-policy', 'free', accountServer());
    await press('g');
    await press('d');
    expect(location.pathname).toBe('/dashboard');
  });
});

describe('the plan', () => {
  it.each([
    [noPlan, false, 'Free', "You're on the free plan."],
    [noPlan, true, 'Admin', 'Admins have every Premium feature.'],
    [activePlan, false, 'Premium', 'Premium is active. Renews on Dec 20, 2026.'],
    [{ ...activePlan, renews_at: null }, false, 'Premium', 'Premium is active.'],
    [
      { ...activePlan, renews_at: null, ends_at: '2026-12-20T10:00:00Z', can_cancel: false },
      false,
      'Premium',
      "Canceled. You keep Premium until Dec 20, 2026 and won't be charged again.",
    ],
    [
      { ...activePlan, status: 'past_due', renews_at: null, ends_at: '2026-11-28T00:00:00Z' },
      false,
      'Premium',
      'Your last payment failed. Update your card by Nov 28, 2026 to keep Premium.',
    ],
    [{ ...noPlan, status: 'canceled', ends_at: '2026-10-01T00:00:00Z' }, false, 'Free', 'Premium ended on Oct 1, 2026.'],
    [
      { ...noPlan, status: 'active', ends_at: '2026-10-01T00:00:00Z', can_cancel: true },
      false,
      'Free',
      'Premium ended on Oct 1, 2026. Your earlier subscription may still be charged. Cancel it to stop that.',
    ],
    [
      { ...activePlan, status: 'given', renews_at: null, ends_at: '2026-12-20T00:00:00Z' },
      false,
      'Premium',
      'Premium was given to you through Dec 19, 2026. You pay nothing for it. Your earlier subscription may still be charged. Cancel it to stop that.',
    ],
  ] as const)('%j (admin: %s) is called %s', (view, admin, name, sentence) => {
    expect([planName(view, admin), planStatusText(view, admin)]).toEqual([name, sentence]);
  });

  it('continues when its cancellation is undone', async () => {
    const ending = { ...activePlan, renews_at: null, ends_at: activePlan.renews_at, can_cancel: false, can_keep: true };
    await openDashboard('premium', {
      'GET /users/me/subscription': () => ({ body: ending }),
      'POST /users/me/subscription/keep': () => ({ body: activePlan }),
    });
    button('Keep Premium').focus();
    await click(button('Keep Premium'));
    const status = region('My Account').getByText(/Premium is active\. Renews on Dec 20, 2026/);
    expect(document.activeElement).toBe(status);
    expect(screen.queryByRole('button', { name: 'Keep Premium' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Cancel Premium' })).toBeTruthy();
  });

  it('that has ended by a refund offers to cancel the subscription, which no longer is Premium', async () => {
    const refunded = { ...activePlan, is_premium: false, renews_at: null, ends_at: '2026-10-01T00:00:00Z' };
    await openDashboard('free', { 'GET /users/me/subscription': () => ({ body: refunded }) });
    expect(button('Cancel subscription')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel Premium' })).toBeNull();
  });

  it('is canceled by email where there is no button', async () => {
    await openDashboard('premium', { 'GET /users/me/subscription': () => ({ body: { ...activePlan, can_cancel: false } }) });
    const mine = region('My Account');
    expect(mine.getByText(/To cancel by email/).textContent).toContain("To cancel by email, write to support from your account's address.");
    expect(hrefOf(mine.getByRole('link', { name: 'support' }))).toBe('mailto:help@site.test');
  });

  it('links only to URLs of this site, and has no sandbox panel with other providers', async () => {
    await openDashboard('premium', { 'GET /users/me/subscription': () => ({ body: { ...activePlan, update_url: 'https://evil.test' } }) });
    expect(screen.queryByRole('link', { name: 'Update card' })).toBeNull();
    expect(screen.queryByText('Sandbox payments')).toBeNull();
  });

  it('can be simulated with the sandbox provider', async () => {
    await openDashboard('premium', {
      'GET /users/me/subscription': () => ({ body: activePlan }),
      'GET /checkout': () => ({ body: { provider: 'sandbox', environment: 'sandbox' } }),
      'POST /sandbox/payments': () => ({ body: activePlan }),
    });
    const panel = region('Sandbox payments test mode');
    for (const name of ['Renew', 'Fail payment', 'Cancel', 'Refund', 'End period now']) {
      await click(panel.getByRole('button', { name }));
    }
    expect(sentBodies('POST /api/sandbox/payments')).toEqual(
      ['renew', 'fail', 'cancel', 'refund', 'end_period'].map((action) => ({ action })),
    );
    expect(queriesTo('/api/users/me/subscription')).toHaveLength(6);
  });

  it('cannot be simulated before there is one; the panel links to Premium', async () => {
    await openDashboard('free', { 'GET /checkout': () => ({ body: { provider: 'sandbox', environment: 'sandbox' } }) });
    const panel = region('Sandbox payments test mode');
    expect(panel.getAllByRole<HTMLButtonElement>('button').filter(({ disabled }) => !disabled)).toEqual([]);
    expect(panel.getByText(/You have no plan yet/)).toBeTruthy();
    expect(hrefOf(panel.getByRole('link', { name: 'get Premium' }))).toBe('/premium');
  });
});

describe('linked accounts', () => {
  const serveAccounts = (...list: LinkedAccount[]) => ({ 'GET /users/me/pinterest_accounts': () => ({ body: list }) });
  const heading = () => within(screen.getByTestId('linked-accounts')).getByRole('heading').textContent;

  it('have no count until the list has arrived, then say what they are for', async () => {
    const answer = deferredResponse();
    await openDashboard('free', { 'GET /users/me/pinterest_accounts': () => answer.reply });
    expect(heading()).toBe('Linked accounts');
    await answer.give({ body: [] });
    expect(heading()).toBe('Linked accounts (0/5)');
    expect(screen.getByText(/^Link your Pinterest accounts to see what Pinterest counts for them\./)).toBeTruthy();
  });

  it('are limited to five', async () => {
    await openDashboard('free', serveAccounts(...[1, 2, 3, 4, 5].map((n) => aLinkedAccount({ _id: `l${n}` }))));
    expect([screen.getAllByTestId('account-row').length, heading(), button('Add Account').disabled]).toEqual([
      5,
      'Linked accounts (5/5)',
      true,
    ]);
    expect(document.getElementById(button('Add Account').getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      'You can link up to 5 accounts.',
    );
  });

  it('are not added at an untrusted URL', async () => {
    await openDashboard('unconfirmed', { 'POST /users/me/pinterest_accounts': () => ({ body: { redirect_uri: 'javascript:alert(1)' } }) });
    await click(button('Add Account'));
    expect(openedUrls).toEqual([]);
    expect(within(screen.getByTestId('linked-accounts')).getByTestId('form-error')).toBeTruthy();
    // The address of this user is not confirmed.
    expect(region('My Account').getByRole('button', { name: 'Resend Code' })).toBeTruthy();
  });

  it.each<[Partial<LinkedAccount>, string, boolean]>([
    [
      { state: 'retrying', reason: 'unreachable', since: '2026-11-26T10:05:00Z' },
      "We haven't reached Pinterest since Nov 26, 2026, 10:05 UTC. We keep trying; the link stays.",
      false,
    ],
    [
      { state: 'retrying', reason: 'renewal_refused', since: '2026-11-26T10:05:00Z' },
      "Pinterest hasn't renewed our access since Nov 26, 2026, 10:05 UTC. It ends on Jan 20, 2027; we keep trying.",
      false,
    ],
    [{ state: 'needs_you', reason: 'ended', needs_reconnect: true }, 'Pinterest has ended our access. Reconnect it.', true],
    [
      { state: 'needs_you', reason: 'expiring', needs_reconnect: true, since: '2026-11-26T10:05:00Z' },
      "Our access ends on Jan 20, 2027 because we couldn't renew it. Reconnect it.",
      true,
    ],
  ])('say what is wrong, and who must mend it: %j', async (over, text, needsReconnect) => {
    await openDashboard('free', serveAccounts(aLinkedAccount(over)));
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryAllByRole('button', { name: 'Reconnect @mira_makes' })).toHaveLength(needsReconnect ? 1 : 0);
  });

  it('can be reconnected after access has ended, or unlinked after a confirmation', async () => {
    let list = [aLinkedAccount({ needs_reconnect: true })];
    await openDashboard('free', {
      'GET /users/me/pinterest_accounts': () => ({ body: list }),
      'POST /users/me/pinterest_accounts': () => ({ body: { redirect_uri: '/sandbox/consent' } }),
      'DELETE /users/me/pinterest_accounts/l1': () => {
        list = [];
        return noContent;
      },
    });
    await click(button('Reconnect @mira_makes'));
    expect(openedUrls).toEqual(['http://localhost/sandbox/consent']);
    await click(button('Unlink @mira_makes'));
    expect(dialog().getByRole('heading').textContent).toBe('Unlink @mira_makes? Its pins stay on Pinterest.');
    expect(hrefOf(dialog().getByRole('link'))).toBe('https://www.pinterest.com/settings/security');
    await click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(sentRequests).toHaveLength(1);
    await click(button('Unlink @mira_makes'));
    await click(dialog().getByRole('button', { name: 'Unlink' }));
    expect(heading()).toBe('Linked accounts (0/5)');
    expect(document.activeElement?.textContent).toBe('Linked accounts (0/5)');
  });
});

describe('the return from the consent page', () => {
  const back = '/oauth2/pinterest?code=c0de&state=st4te';

  it('posts once, removes the parameters from the URL, and focuses the new row', async () => {
    const answer = deferredResponse();
    let list: LinkedAccount[] = [];
    await openApp(back, 'free', (url, method) => {
      if (url.pathname !== '/api/users/me/pinterest_accounts') return accountServer()(url, method);
      return method === 'POST' ? answer.reply : { body: list };
    });
    expect(location.pathname + location.search).toBe('/oauth2/pinterest');
    expect(await screen.findByRole('heading', { level: 1, name: 'Linking your account…' })).toBeTruthy();
    list = [aLinkedAccount({ _id: 'l0', username: 'other' }), aLinkedAccount()];
    await answer.give({ body: aLinkedAccount() });
    expect(sentBodies('POST /api/users/me/pinterest_accounts')).toEqual([{ code: 'c0de', state: 'st4te' }]);
    expect(location.pathname).toBe('/dashboard');
    const rows = await screen.findAllByTestId('account-row');
    await waitFor(() => expect(document.activeElement).toBe(rows[1]));
    expect(toastText()).toBe('@mira_makes is linked.');
  });

  it.each([
    ['a used state', back, errorResponse('This link was used already. Please try again.', 422, 'not_possible'), 1, true],
    ['denied permission', '/oauth2/pinterest?error=access_denied&state=st4te', noContent, 0, true],
    ['no parameters, as after a reload,', '/oauth2/pinterest', noContent, 0, false],
  ])('with %s continues to the dashboard', async (_, address, reply, posts, hasAlert) => {
    await openApp(address, 'free', accountServer({ 'POST /users/me/pinterest_accounts': () => reply }));
    await screen.findByRole('heading', { level: 1, name: 'Today' });
    expect(screen.getByTestId('live-alert').textContent !== '').toBe(hasAlert);
    expect(sentRequests).toHaveLength(posts);
    expect(screen.queryByTestId('error-panel')).toBeNull();
  });

  it('after the sign-in ended asks for it, posts what came back, and says that it must be started again', async () => {
    const ended = errorResponse('This request expired. Please link the account again.', 422, 'linking_ended');
    await openApp(back, 'visitor', (url, method) => {
      if (url.pathname !== '/api/auth/login') return accountServer({ 'POST /users/me/pinterest_accounts': () => ended })(url, method);
      setViewer('free');
      return { body: { user: userRecord('free') } };
    });
    expect(location.pathname + location.search).toBe('/auth/login?next=%2Foauth2%2Fpinterest');
    await screen.findByLabelText('Email');
    type('Email', 'a@b.test');
    type('Password', 'plum otter lake');
    await click(button('Sign in'));
    await screen.findByRole('heading', { level: 1, name: 'Today' });
    expect(sentBodies('POST /api/users/me/pinterest_accounts')).toEqual([{ code: 'c0de', state: 'st4te' }]);
    expect(screen.getByTestId('live-alert').textContent).toBe('This request expired. Please link the account again.');
  });
});
