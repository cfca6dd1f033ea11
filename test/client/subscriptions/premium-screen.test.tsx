/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { CheckoutSettings } from '#domain/subscriptions/subscription-view';
import { browserNavigation } from '../../../client/src/site/browser-navigation';
import {
  type FakeServer,
  catalogServer,
  sentBodies,
  queriesTo,
  click,
  resetBrowser,
  setViewer,
  openApp,
  type FakeResponse,
  savedFileNames,
  setWindowWidth,
  type ViewerKind,
} from '../../support/client/client-app';

const checkoutSettings = (provider: CheckoutSettings['provider']): CheckoutSettings => ({
  provider,
  environment: 'sandbox',
  client_token: provider === 'paddle' ? 'test_abc' : null,
  price_id: 'pri_user',
  admin_price_id: 'pri_admin',
  custom_data: { user_id: 'u1', signature: 'x' },
});
const checkoutServer =
  (provider: CheckoutSettings['provider'], pay: () => FakeResponse = () => ({ body: {} })): FakeServer =>
  (url) => {
    if (url.pathname === '/api/checkout') return { body: checkoutSettings(provider) };
    if (url.pathname === '/api/sandbox/payments') return pay();
    return catalogServer(url);
  };
const openPremium = async (who: ViewerKind, answers: FakeServer) => {
  await openApp('/premium', who, answers);
  return screen.findByTestId<HTMLButtonElement>('purchase-button');
};
const hintOf = (button: HTMLElement) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent ?? '';

describe('the premium page', () => {
  beforeEach(resetBrowser);

  it.each([
    ['visitor', 'sandbox', true, 'Get Premium for 9.99 USD a month', 'Please register and confirm your e-mail first.'],
    ['unconfirmed', 'sandbox', true, 'Get Premium for 9.99 USD a month', 'Please confirm your e-mail first.'],
    [
      'free',
      'sandbox',
      false,
      'Get Premium for 9.99 USD a month',
      'Paid by card through our payment partner. If the button does nothing, disable ad blockers.',
    ],
    ['premium', 'sandbox', true, 'You are Premium', 'You already have Premium. Thanks!'],
    ['free', 'none', true, 'Get Premium for 9.99 USD a month', 'Premium is not on sale here yet.'],
    ['admin', 'none', true, 'Get Premium for 9.99 USD a month', 'Set PAYMENT_PROVIDER to sell premium.'],
  ] as const)('for a %s user, payments by %s', async (who, provider, disabled, label, hint) => {
    const button = await openPremium(who, checkoutServer(provider));
    expect([button.disabled, button.textContent]).toEqual([disabled, label]);
    expect(hintOf(button)).toContain(hint);
    expect(screen.getByText(/per month, cancel anytime/).textContent).toBe('9.99 USD per month, cancel anytime');
    expect(screen.getByText(/To cancel, write to/).textContent).toContain('To cancel, write to support from your account e-mail.');
    expect(screen.queryAllByTestId('purchase-button-admin')).toHaveLength(who === 'admin' ? 1 : 0);
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Keyword research',
      'Momentum score',
      'Full analytics',
      'Premium',
    ]);
  });

  it('leads a visitor to sign up or in, and back', async () => {
    const button = await openPremium('visitor', checkoutServer('sandbox'));
    const links = within(document.getElementById(button.getAttribute('aria-describedby') ?? '') ?? document.body).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/auth/register?next=%2Fpremium', '/auth/login?next=%2Fpremium']);
  });

  it('has a code sent to those who have not confirmed', async () => {
    await openPremium('unconfirmed', checkoutServer('sandbox'));
    expect(screen.getByRole('button', { name: 'Resend Code' })).toBeTruthy();
  });

  it('says when the offer cannot be loaded, and tries again', async () => {
    let attempts = 0;
    await openApp('/premium', 'free', (url) =>
      url.pathname === '/api/checkout' && (attempts += 1) === 1 ? { status: 500, body: null } : checkoutServer('sandbox')(url, 'GET'),
    );
    await click(await screen.findByRole('button', { name: 'Try again' }));
    expect(screen.getByTestId('purchase-button')).toBeTruthy();
  });
});

describe('a purchase in the sandbox', () => {
  beforeEach(resetBrowser);

  it('says that no money moves, and can be given up', async () => {
    await click(await openPremium('free', checkoutServer('sandbox')));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole('heading').textContent).toBe('Sandbox checkout: no money moves');
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }));
    await act(async () => void fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true })));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByTestId('purchase-button'));
    expect(sentBodies('POST /api/sandbox/payments')).toEqual([]);
  });

  it.each([
    ['free', 'purchase-button', 'user'],
    ['admin', 'purchase-button-admin', 'admin'],
  ] as const)('by a %s user waits for Premium and says when it is there', async (who, button, product) => {
    await openPremium(who, checkoutServer('sandbox'));
    await click(screen.getByTestId(button));
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    await click(screen.getByRole('button', { name: 'Pretend to pay' }));
    expect(sentBodies('POST /api/sandbox/payments')).toEqual([{ action: 'pay', product }]);
    expect(screen.getByText('Thank you. Premium is being activated…')).toBeTruthy();
    expect(screen.getByTestId<HTMLButtonElement>('purchase-button').disabled).toBe(true);
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(queriesTo('/api/sessions')).toHaveLength(2);
    setViewer('premium');
    await act(() => jest.advanceTimersByTimeAsync(2000));
    expect(screen.getByTestId('toast').textContent).toBe('Premium is active. Try a keyword.');
    expect(screen.getByTestId('purchase-button').textContent).toBe('You are Premium');
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Try a keyword' }));
    expect(screen.queryByRole('link', { name: 'Premium' })).toBeNull();
  });

  it('looks for about a minute, then lets one look again', async () => {
    await click(await openPremium('free', checkoutServer('sandbox')));
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    await click(screen.getByRole('button', { name: 'Pretend to pay' }));
    await act(() => jest.advanceTimersByTimeAsync(61_000));
    expect(queriesTo('/api/sessions')).toHaveLength(7);
    expect(screen.getByText(/The payment is on its way to us/)).toBeTruthy();
    setViewer('premium');
    await click(screen.getByRole('button', { name: 'Look again' }));
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
    await click(screen.getByRole('button', { name: 'Pretend to pay' }));
    expect(within(screen.getByRole('dialog')).getByTestId('form-error').textContent).toBe('You already have Premium.');
  });
});

describe('a purchase through the payment partner', () => {
  const opened: unknown[] = [];
  let emitPaddleEvent: (event: { name: string }) => void = () => {};
  const partner = {
    Environment: { set: () => {} },
    Initialize: ({ eventCallback }: { eventCallback: typeof emitPaddleEvent }) => void (emitPaddleEvent = eventCallback),
    Checkout: { open: (what: unknown) => void opened.push(what) },
  };
  const firePaddleEvent = (name: string) => act(async () => emitPaddleEvent({ name }));

  beforeEach(() => {
    resetBrowser();
    opened.length = 0;
    Object.assign(window, { PaddleBillingV1: partner });
  });

  it('opens the partner’s checkout with our price, the signed data and the e-mail', async () => {
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

  it('has an own price for the second button', async () => {
    await openPremium('admin', checkoutServer('paddle'));
    await click(screen.getByTestId('purchase-button-admin'));
    expect(opened).toEqual([expect.objectContaining({ items: [{ priceId: 'pri_admin', quantity: 1 }] })]);
    await firePaddleEvent('checkout.closed');
  });

  it('is only Premium when the server says so, also after the checkout is completed and closed', async () => {
    await click(await openPremium('free', checkoutServer('paddle')));
    await firePaddleEvent('checkout.loaded');
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    await firePaddleEvent('checkout.completed');
    await firePaddleEvent('checkout.closed');
    expect(screen.getByText('Thank you. Premium is being activated…')).toBeTruthy();
    setViewer('premium');
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(screen.getByTestId('toast').textContent).toBe('Premium is active. Try a keyword.');
  });

  it.each([
    ['free', 'http://localhost/boards', 1],
    ['free', 'http://localhost/premium', 0],
    ['free', 'http://localhost/premium/?x=1', 0],
    ['visitor', 'http://localhost/boards', 0],
  ] as const)('needs the premium page’s own document: a %s user in that of %s loads it %i times', async (who, name, times) => {
    const loads: string[] = [];
    const { reload } = browserNavigation;
    browserNavigation.reload = () => void loads.push(name);
    Object.assign(performance, { getEntriesByType: () => [{ name }] });
    await openPremium(who, checkoutServer('paddle'));
    Object.assign(performance, { getEntriesByType: () => [] });
    browserNavigation.reload = reload;
    expect(loads).toHaveLength(times);
  });

  it('that does not open for eight seconds can be tried again', async () => {
    const button = await openPremium('free', checkoutServer('paddle'));
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    await click(button);
    await act(() => jest.advanceTimersByTimeAsync(7900));
    expect(screen.queryByText(/The checkout did not open/)).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(200));
    expect(screen.getByText(/The checkout did not open/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Write to support' }).getAttribute('href')).toBe('mailto:help@site.test');
    await click(screen.getByRole('button', { name: 'Try again' }));
    expect(button.disabled).toBe(false);
  });
});

describe('what Premium adds to a list', () => {
  beforeEach(resetBrowser);

  it('is its export, in the order and with the keywords on screen', async () => {
    await openApp('/boards?query=etsy&sort=asc&page=2', 'premium', (url) =>
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

  it('is said when it is refused', async () => {
    await openApp('/pins', 'premium', (url) =>
      url.pathname.startsWith('/api/exports')
        ? { status: 403, body: { error: 'Export is part of Premium.', errors: ['Export is part of Premium.'], code: 'premium_required' } }
        : catalogServer(url),
    );
    await click(screen.getByTestId('export-csv'));
    expect([screen.getByTestId('toast').textContent, savedFileNames]).toEqual(['Export is part of Premium.', []]);
  });

  it.each([['visitor'], ['free']] as const)('is not there for a %s user, but the way to it', async (who) => {
    setWindowWidth(360);
    await openApp('/boards', who, catalogServer);
    expect(screen.queryByTestId('export-csv')).toBeNull();
    expect(screen.getByRole('link', { name: 'See Premium' }).getAttribute('href')).toBe('/premium');
  });
});
