import { jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { CheckoutSettings, SubscriptionView } from '#domain/subscriptions/contract';
import { MAX_COMPARED, premiumSentences } from '#domain/subscriptions/entitlements';
import { browserNavigation } from '../../../client/src/site/browser-navigation';
import { theme } from '../../../client/src/site/theme';
import { noPlan } from '../../support/client/account-server';
import { boardPageResponse, catalogServer } from '../../support/client/catalog-records';
import {
  type FakeServer,
  deferredResponse,
  click,
  resetBrowser,
  setViewer,
  openApp,
  type FakeResponse,
  setWindowWidth,
  type ViewerKind,
} from '../../support/client/client-app';
import { textsOf, hrefOf } from '../../support/client/elements';
import { abortedUrls, sentBodies, queriesTo, savedFileNames } from '../../support/client/requests';

const checkoutSettings = (provider: CheckoutSettings['provider']): CheckoutSettings => ({
  provider,
  environment: 'sandbox',
  client_token: provider === 'paddle' ? 'test_abc' : null,
  price_id: 'pri_user',
  admin_price_id: 'pri_admin',
  custom_data: { user_id: 'u1', signature: 'x' },
});
const activePlan: SubscriptionView = { ...noPlan, status: 'active', is_premium: true, renews_at: '2026-12-20T10:00:00Z', can_cancel: true };
const checkoutServer =
  (provider: CheckoutSettings['provider'], pay: () => FakeResponse = () => ({ body: {} }), plan = activePlan): FakeServer =>
  (url) => {
    if (url.pathname === '/api/checkout') return { body: checkoutSettings(provider) };
    if (url.pathname === '/api/sandbox/payments') return pay();
    if (url.pathname === '/api/users/me/subscription') return { body: plan };
    return catalogServer(url);
  };
const openPremium = async (who: ViewerKind, server: FakeServer) => {
  await openApp('/premium', who, server);
  return screen.findByTestId<HTMLButtonElement>('purchase-button');
};
const hintOf = (button: HTMLElement) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent ?? '';

describe('the premium page', () => {
  it.each([
    ['visitor', 'sandbox', true, 'Get Premium for 9.99 USD a month', 'Please register and confirm your email first.'],
    ['unconfirmed', 'sandbox', true, 'Get Premium for 9.99 USD a month', 'Please confirm your email first.'],
    [
      'free',
      'sandbox',
      false,
      'Get Premium for 9.99 USD a month',
      'Pay by card through our payment provider. If nothing happens, disable your ad blocker.',
    ],
    ['premium', 'sandbox', true, 'You have Premium', 'You already have Premium. Thanks!'],
    ['free', 'none', true, 'Get Premium for 9.99 USD a month', "Premium isn't on sale here yet."],
    ['admin', 'none', true, 'Get Premium for 9.99 USD a month', 'Set PAYMENT_PROVIDER to sell Premium.'],
  ] as const)('shows the button and hint for a %s user with payments by %s', async (who, provider, disabled, label, hint) => {
    const button = await openPremium(who, checkoutServer(provider));
    expect([button.disabled, button.textContent]).toEqual([disabled, label]);
    expect(hintOf(button)).toContain(hint);
    expect(screen.getByText(/per month, cancel anytime/).textContent).toBe('9.99 USD per month, cancel anytime');
    expect(screen.getByText(/To cancel by email/).textContent).toContain(
      "To cancel by email, write to support from your account's address.",
    );
    expect(screen.queryAllByTestId('purchase-button-admin')).toHaveLength(who === 'admin' ? 1 : 0);
    expect(screen.queryAllByRole('button', { name: 'Resend Code' })).toHaveLength(who === 'unconfirmed' ? 1 : 0);
    expect(textsOf(screen.getAllByRole('heading', { level: 2 }))).toEqual([
      'Premium',
      'Keyword research',
      'Momentum score',
      'Full analytics',
      'What you see with Premium',
    ]);
  });

  it.each([
    ['light', 'not all'],
    ['dark', 'all'],
    ['system', '(prefers-color-scheme: dark)'],
  ] as const)('shows the pictures of the theme %s', async (chosen, media) => {
    theme.value = chosen;
    await openPremium('visitor', checkoutServer('sandbox'));
    expect([...document.querySelectorAll('figure source')].map((source) => source.getAttribute('media'))).toEqual(Array(4).fill(media));
  });

  it('lists what it sells: a line for each entitlement that a feature uses', async () => {
    await openPremium('visitor', checkoutServer('sandbox'));
    const lines = within(screen.getByRole('region', { name: 'Premium' })).getAllByRole('listitem');
    expect(lines).toHaveLength(Object.keys(premiumSentences).length - 1);
    const text = lines.map(({ textContent }) => textContent?.trim());
    expect(text).toContain(`Compare up to ${MAX_COMPARED} side by side`);
    expect(text).toContain('20 watchlists of 200, and 50 saved searches');
    expect(text.join(' ')).not.toContain('access');
  });

  it('shows Premium users their plan, which they can cancel here', async () => {
    await openPremium('premium', checkoutServer('sandbox'));
    const offer = within(screen.getByRole('region', { name: 'Premium' }));
    expect(offer.getByText(/Premium is active\. Renews on Dec 20, 2026/)).toBeTruthy();
    expect(offer.getByRole('button', { name: 'Cancel Premium' })).toBeTruthy();
  });

  it('says to those who canceled until when they have Premium, and not how to cancel', async () => {
    const canceled = { ...activePlan, renews_at: null, ends_at: activePlan.renews_at, can_cancel: false, can_keep: true };
    await openPremium('premium', checkoutServer('sandbox', undefined, canceled));
    expect(screen.getByText(/Canceled\. You keep Premium until Dec 20, 2026/)).toBeTruthy();
    expect(screen.queryByText(/To cancel by email/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Keep Premium' })).toBeTruthy();
  });

  it('links a visitor to sign-up and sign-in, and on to Today', async () => {
    await openPremium('visitor', checkoutServer('sandbox'));
    const main = within(screen.getByRole('main'));
    const links = [main.getByRole('link', { name: 'Sign up to get Premium' }), main.getByRole('link', { name: 'Sign in' })];
    expect(links.map(hrefOf)).toEqual(['/auth/register?next=%2Fdashboard', '/auth/login?next=%2Fdashboard']);
  });
});

describe('a purchase in the sandbox', () => {
  it('is labeled as a test, and can be canceled', async () => {
    await click(await openPremium('free', checkoutServer('sandbox')));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole('heading').textContent).toBe('Test checkout: no real payment');
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Pay (test)' }));
    await act(async () => void fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true })));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByTestId('purchase-button'));
    expect(sentBodies('POST /api/sandbox/payments')).toEqual([]);
  });

  it.each([
    ['free', 'purchase-button', 'user'],
    ['admin', 'purchase-button-admin', 'admin'],
  ] as const)('by a %s user waits for Premium and announces it', async (who, button, product) => {
    await openPremium(who, checkoutServer('sandbox'));
    await click(screen.getByTestId(button));
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    await click(screen.getByRole('button', { name: 'Pay (test)' }));
    expect(sentBodies('POST /api/sandbox/payments')).toEqual([{ action: 'pay', product }]);
    expect(screen.getByText('Thanks. Activating Premium…')).toBeTruthy();
    expect(screen.getByTestId<HTMLButtonElement>('purchase-button').disabled).toBe(true);
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(queriesTo('/api/sessions')).toHaveLength(2);
    setViewer('premium');
    await act(() => jest.advanceTimersByTimeAsync(2000));
    expect(screen.getByTestId('toast').textContent).toBe('Premium is active. Try a keyword.');
    expect(screen.getByTestId('purchase-button').textContent).toBe('You have Premium');
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Try a keyword' }));
    expect(screen.queryByRole('link', { name: 'Premium' })).toBeNull();
  });

  it('leads back to the screen that the buyer came from', async () => {
    await openApp('/premium?next=%2Fboards%3Fpage%3D4', 'free', checkoutServer('sandbox'));
    await click(await screen.findByTestId('purchase-button'));
    setViewer('premium');
    await click(screen.getByRole('button', { name: 'Pay (test)' }));
    expect(hrefOf(await screen.findByRole('link', { name: 'Back to where you were' }))).toBe('/boards?page=4');
  });

  it('polls for about a minute, then offers another check', async () => {
    await click(await openPremium('free', checkoutServer('sandbox')));
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    await click(screen.getByRole('button', { name: 'Pay (test)' }));
    await act(() => jest.advanceTimersByTimeAsync(61_000));
    expect(queriesTo('/api/sessions')).toHaveLength(7);
    expect(screen.getByText(/We're waiting for the payment to clear/)).toBeTruthy();
    setViewer('premium');
    await click(screen.getByRole('button', { name: 'Check again' }));
    expect(screen.getByTestId('toast').textContent).toBe('Premium is active. Try a keyword.');
  });

  it('that is refused says so in the dialog', async () => {
    const reply = { status: 409, body: { error: 'You already have Premium.', errors: ['You already have Premium.'], code: 'conflict' } };
    await click(
      await openPremium(
        'free',
        checkoutServer('sandbox', () => reply),
      ),
    );
    await click(screen.getByRole('button', { name: 'Pay (test)' }));
    expect(within(screen.getByRole('dialog')).getByTestId('form-error').textContent).toBe('You already have Premium.');
  });
});

describe('a purchase through the payment provider', () => {
  const opened: unknown[] = [];
  let emitPaddleEvent: (event: { name: string }) => void = () => {};
  const paddle = {
    Environment: { set: () => {} },
    Initialize: ({ eventCallback }: { eventCallback: typeof emitPaddleEvent }) => void (emitPaddleEvent = eventCallback),
    Checkout: { open: (what: unknown) => void opened.push(what) },
  };
  const firePaddleEvent = (name: string) => act(async () => emitPaddleEvent({ name }));

  beforeEach(() => {
    resetBrowser();
    opened.length = 0;
    Object.assign(window, { PaddleBillingV1: paddle });
  });

  it('opens the provider’s checkout with our price, the signed data and the email', async () => {
    const button = await openPremium('free', checkoutServer('paddle'));
    await click(button);
    expect(opened).toEqual([
      { items: [{ priceId: 'pri_user', quantity: 1 }], customData: { user_id: 'u1', signature: 'x' }, customer: { email: 'a@b.test' } },
    ]);
    expect([button.textContent, button.disabled]).toEqual(['Opening checkout…', true]);
    await firePaddleEvent('checkout.loaded');
    expect(button.textContent).toBe('Get Premium for 9.99 USD a month');
    await firePaddleEvent('checkout.closed');
    expect(button.disabled).toBe(false);
  });

  it('has a separate price for the admin button', async () => {
    await openPremium('admin', checkoutServer('paddle'));
    await click(screen.getByTestId('purchase-button-admin'));
    expect(opened).toEqual([expect.objectContaining({ items: [{ priceId: 'pri_admin', quantity: 1 }] })]);
    await firePaddleEvent('checkout.closed');
  });

  it('activates Premium only once the server reports it, even after the checkout is completed and closed', async () => {
    await click(await openPremium('free', checkoutServer('paddle')));
    await firePaddleEvent('checkout.loaded');
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    await firePaddleEvent('checkout.completed');
    await firePaddleEvent('checkout.closed');
    expect(screen.getByText('Thanks. Activating Premium…')).toBeTruthy();
    setViewer('premium');
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(screen.getByTestId('toast').textContent).toBe('Premium is active. Try a keyword.');
  });

  it.each([
    ['free', 'http://localhost/boards', 1],
    ['free', 'http://localhost/premium', 0],
    ['free', 'http://localhost/premium/?x=1', 0],
    ['visitor', 'http://localhost/boards', 0],
  ] as const)('needs a document loaded at /premium: for a %s user who loaded %s, reloads %i times', async (who, name, times) => {
    const loads: string[] = [];
    const { reload } = browserNavigation;
    browserNavigation.reload = () => void loads.push(name);
    Object.assign(performance, { getEntriesByType: () => [{ name }] });
    await openPremium(who, checkoutServer('paddle'));
    Object.assign(performance, { getEntriesByType: () => [] });
    browserNavigation.reload = reload;
    expect(loads).toHaveLength(times);
  });

  it('can be retried if the checkout does not open within eight seconds', async () => {
    const button = await openPremium('free', checkoutServer('paddle'));
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    await click(button);
    await act(() => jest.advanceTimersByTimeAsync(7900));
    expect(screen.queryByText(/The checkout didn't open/)).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(200));
    expect(screen.getByText(/The checkout didn't open/)).toBeTruthy();
    expect(hrefOf(screen.getByRole('link', { name: 'Email support' }))).toBe('mailto:help@site.test');
    await click(screen.getByRole('button', { name: 'Try again' }));
    expect(button.disabled).toBe(false);
  });
});

describe('the Premium features of a list', () => {
  it('include its export, in the current order and with the current keywords', async () => {
    await openApp('/boards?query=etsy&order_by=follower_growth_last_90_days&sort=asc&page=2', 'premium', (url) =>
      url.pathname.startsWith('/api/exports')
        ? { body: 'Name\r\n', headers: { 'content-disposition': 'attachment; filename="boards-2026-11-21.csv"' } }
        : catalogServer(url),
    );
    await click(screen.getByRole('link', { name: 'Export CSV' }));
    expect(queriesTo('/api/exports/boards').map((query) => Object.fromEntries(query))).toEqual([
      { query: 'etsy', order_by: 'follower_growth_last_90_days', sort: 'asc' },
    ]);
    expect(savedFileNames).toEqual(['boards-2026-11-21.csv']);
  });

  it('include canceling an export that is running', async () => {
    const { give, reply } = deferredResponse();
    await openApp('/boards', 'premium', (url) => (url.pathname.startsWith('/api/exports') ? reply : catalogServer(url)));
    await click(screen.getByRole('link', { name: 'Export CSV' }));
    const cancel = screen.getByRole('button', { name: 'Cancel export' });
    expect(document.activeElement).toBe(cancel);
    await click(cancel);
    expect(document.activeElement).toBe(screen.getByTestId('export-csv'));
    expect(abortedUrls.map((url) => url.split('?')[0])).toEqual(['/api/exports/boards']);
    await give({ body: 'Name\r\n' });
    expect([screen.queryByTestId('toast'), savedFileNames]).toEqual([null, []]);
    expect(screen.getByRole('link', { name: 'Export CSV' })).toBeTruthy();
  });

  it('say before an export that it has only the first million rows', async () => {
    await openApp('/boards', 'premium', () => boardPageResponse(1, { total: 1_000_001 }));
    expect(screen.getByTestId('export-csv').textContent).toBe('Export CSV (first 1,000,000 rows)');
  });

  it('show an error if the export is rejected', async () => {
    await openApp('/pins', 'premium', (url) =>
      url.pathname.startsWith('/api/exports')
        ? {
            status: 403,
            body: { error: 'Export is a Premium feature.', errors: ['Export is a Premium feature.'], code: 'premium_required' },
          }
        : catalogServer(url),
    );
    await click(screen.getByTestId('export-csv'));
    expect([screen.getByTestId('toast').textContent, savedFileNames]).toEqual(['Export is a Premium feature.', []]);
  });

  it.each([['visitor'], ['free']] as const)('are replaced by a link to Premium for a %s user', async (who) => {
    setWindowWidth(360);
    await openApp('/boards', who, catalogServer);
    expect(screen.queryByTestId('export-csv')).toBeNull();
    expect(hrefOf(screen.getByRole('link', { name: 'See Premium' }))).toBe('/premium?next=%2Fboards');
  });
});
