import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { settings } from '../../../client/src/api/settings';
import { catalogServer } from '../../support/client/catalog-records';
import {
  type FakeServer,
  click,
  deferredResponse,
  setViewer,
  openApp,
  pendingRegistration,
  type FakeResponse,
  setWindowWidth,
  type,
  userRecord,
  letTimePass,
  type ViewerKind,
} from '../../support/client/client-app';
import { textsOf, hrefOf } from '../../support/client/elements';
import { sentBodies, requestedUrls, sentRequests } from '../../support/client/requests';
import { errorResponse } from '../../support/client/serve-endpoints';

const wrongCredentials = errorResponse('Wrong email or password.', 401, 'invalid_credentials');
const signInResponse = (who: ViewerKind): FakeResponse => {
  setViewer(who);
  return { body: { user: userRecord(who) } };
};
/** A server that handles one path itself; lists work as usual. */
const serverFor =
  (path: string, reply: () => FakeResponse | Promise<FakeResponse>): FakeServer =>
  (url) =>
    url.pathname === path ? reply() : catalogServer(url);

/** Opens an address on such a server. */
const openWith = (address: string, path: string, reply: () => FakeResponse | Promise<FakeResponse>, viewer: ViewerKind = 'visitor') =>
  openApp(address, viewer, serverFor(path, reply));

const typeInto = async (fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields)) {
    await screen.findByLabelText(label);
    type(label, text);
  }
};
const credentials = { Email: 'a@b.test', Password: 'plum otter lake' };
const submit = (name: string) => click(screen.getByRole('button', { name }));
const currentPath = () => location.pathname + location.search;
const toastText = () => screen.queryByTestId('toast')?.textContent;

describe('signing in', () => {
  it.each([
    ['/auth/login', false],
    ['/auth/login?next=/boards', false],
    ['/auth/login?next=/dashboard', true],
    ['/auth/login?next=/admin/growth?entity=pin', true],
  ])('at %s says that it is needed: %s', async (address, isNeeded) => {
    await openApp(address, 'visitor', catalogServer);
    expect(await screen.findByLabelText('Email')).toBeTruthy();
    expect(screen.queryByText('Sign in to continue.') !== null).toBe(isNeeded);
  });

  it.each([
    ['/premium', '/premium'],
    ['/boards?page=2', '/boards?page=2'],
    ['//evil.test', '/'],
    ['https://evil.test', '/'],
    ['/auth/login', '/'],
  ])('goes on to next=%s as %s', async (next, to) => {
    await openWith(`/auth/login?next=${encodeURIComponent(next)}`, '/api/auth/login', () => signInResponse('free'));
    await typeInto(credentials);
    await submit('Sign in');
    expect(currentPath()).toBe(to);
  });

  it('asks for the code of the second factor after the password, and goes on', async () => {
    await openApp('/auth/login?next=/premium', 'visitor', (url, method) => {
      if (url.pathname === '/api/auth/login/code') return signInResponse('free');
      return serverFor('/api/auth/login', () => ({ body: { user: null, next: 'code' } }))(url, method);
    });
    await typeInto(credentials);
    await submit('Sign in');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Enter your code' }));
    await typeInto({ Code: '123456' });
    await submit('Continue');
    expect(sentBodies('POST /api/auth/login/code')).toEqual([{ code: '123456' }]);
    expect(currentPath()).toBe('/premium');
  });

  it('shows an error inline and as a toast, and keeps the input', async () => {
    await openWith('/auth/login', '/api/auth/login', () => wrongCredentials);
    await typeInto(credentials);
    await submit('Sign in');
    const box = screen.getByTestId('form-error');
    expect([box.getAttribute('role'), box.textContent]).toEqual(['alert', 'Wrong email or password.']);
    expect(document.activeElement).toBe(box);
    expect(toastText()).toBe('Wrong email or password.');
    for (const [label, text] of Object.entries(credentials)) {
      const field = screen.getByLabelText<HTMLInputElement>(label);
      expect([field.value, field.getAttribute('aria-invalid'), field.getAttribute('aria-describedby')]).toEqual([text, 'true', box.id]);
    }
  });

  it('is sent once even if submitted repeatedly, and shows a spinner', async () => {
    const answer = deferredResponse();
    await openWith('/auth/login', '/api/auth/login', () => answer.reply);
    await typeInto(credentials);
    await submit('Sign in');
    await submit('Sign in');
    await act(async () => void fireEvent.submit(screen.getByLabelText('Email')));
    await letTimePass(160);
    expect(screen.getByTestId('spinner')).toBeTruthy();
    expect(sentRequests).toHaveLength(1);
    await answer.give(wrongCredentials);
    expect(screen.getByTestId('form-error')).toBeTruthy();
  });

  it('counts down after too many attempts', async () => {
    const tooMany = {
      ...errorResponse('Too many attempts. Try again in 40 seconds.', 429, 'too_many'),
      headers: { 'retry-after': '40' },
    };
    await openWith('/auth/login', '/api/auth/login', () => tooMany);
    await typeInto(credentials);
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    await submit('Sign in');
    expect(screen.getByTestId('form-error').textContent).toBe('Too many attempts. Try again in 40 seconds.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign in' }).disabled).toBe(true);
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(screen.getByTestId('form-error').textContent).toBe('Too many attempts. Try again in 39 seconds.');
  });

  it('shows and hides the password, and labels the fields for password managers', async () => {
    await openApp('/auth/login', 'visitor', catalogServer);
    const password = await screen.findByLabelText<HTMLInputElement>('Password');
    expect(password.type).toBe('password');
    await click(screen.getByRole('button', { name: 'Show password' }));
    expect(password.type).toBe('text');
    await click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password.type).toBe('password');
    expect([password.autocomplete, screen.getByLabelText<HTMLInputElement>('Email').autocomplete]).toEqual([
      'current-password',
      'username',
    ]);
  });

  it('redirects a user who is already signed in', async () => {
    await openApp('/auth/login?next=/boards', 'free', catalogServer);
    await waitFor(() => expect(currentPath()).toBe('/boards'));
  });

  it.each([
    ['admin', 'Sign in as admin', 'admin'],
    ['premium', 'Sign in as premium user', 'premium'],
    ['free', 'Sign in as free user', 'free'],
  ] as const)('as the demo %s user takes one click', async (role, name, who) => {
    settings.site = { ...settings.site, demo_sign_in: true };
    await openWith('/auth/login', '/api/auth/demo', () => signInResponse(who));
    await click(await screen.findByRole('button', { name }));
    expect(sentBodies('POST /api/auth/demo')).toEqual([{ role }]);
    expect(currentPath()).toBe('/');
  });

  it.each([
    ['says what shows the demo buttons, in a browser that has not opened the printed address', ['demo_sign_in', 'local_mail'] as const, 1],
    ['has no demo buttons outside a demo', [], 0],
  ])('%s', async (_, needs_printed_address, notes) => {
    settings.site = { ...settings.site, needs_printed_address };
    await openApp('/auth/login', 'visitor', catalogServer);
    await screen.findByLabelText('Email');
    expect(screen.queryAllByText(/^To sign in to the demo, open the address/)).toHaveLength(notes);
    expect(screen.queryByRole('button', { name: /Sign in as/ })).toBeNull();
  });
});

describe('signing up', () => {
  const text = "Please check your email inbox (including the spam folder) – we've sent you a Magic Link!";
  it('stays on the page, shows the success inline and as a toast, and takes the code, another email, or another address', async () => {
    settings.site = { ...settings.site, local_mail: true };
    await openWith('/auth/register?next=/premium', '/api/auth/register', () => ({ body: { message: text } }));
    await typeInto(credentials);
    await submit('Sign up');
    expect(sentBodies('POST /api/auth/register')).toEqual([{ email: 'a@b.test', password: 'plum otter lake' }]);
    expect(screen.getAllByText(text).map((element) => element.tagName)).toEqual(['OUTPUT', 'SPAN']);
    expect(document.activeElement?.textContent).toBe('Check your inbox');
    expect(screen.getByText('a@b.test')).toBeTruthy();
    expect(screen.queryByLabelText('Email')).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Confirmation code' }).value).toBe('');
    expect(hrefOf(screen.getByRole('link', { name: /^This site doesn't send email/ }))).toBe('/dev/mail');
    expect(currentPath()).toBe('/auth/register?next=/premium');
    expect(localStorage.getItem('return-path')).toBe('/premium');
    expect(screen.getByRole('button', { name: 'Resend Code' })).toBeTruthy();
    await click(screen.getByRole('button', { name: 'Use another address' }));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('');
  });

  it('says how to read the email of a demo, in a browser that has not opened the printed address', async () => {
    settings.site = { ...settings.site, needs_printed_address: ['local_mail'] };
    await openWith('/auth/register', '/api/auth/register', () => ({ body: { message: text } }));
    await typeInto(credentials);
    await submit('Sign up');
    expect((await screen.findByText(/^This site doesn't send email. To read it, open the address/)).tagName).toBe('P');
  });

  it('is closed where the site is: the page says whom to ask, and nothing leads to it', async () => {
    settings.site = { ...settings.site, registration: 'closed' };
    await openApp('/auth/register?next=/boards', 'visitor', catalogServer);
    expect(await screen.findByText(/^This site is closed to new accounts/)).toBeTruthy();
    expect(hrefOf(screen.getByRole('link', { name: 'help@site.test' }))).toBe('mailto:help@site.test');
    expect(screen.queryByRole('button', { name: 'Sign up' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull();
  });

  it('is remembered after a reload, and takes the code or another address', async () => {
    pendingRegistration.email = 'a***@b.test';
    await openWith('/auth/register?next=/premium', '/api/auth/email/confirm', () => ({
      body: { ...(signInResponse('free').body as object), message: 'Confirmed.' },
    }));
    expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeTruthy();
    expect(screen.getByText('a***@b.test')).toBeTruthy();
    await typeInto({ 'Confirmation code': ' c-1 ' });
    await submit('Confirm');
    expect(sentBodies('POST /api/auth/email/confirm')).toEqual([{ confirmation_code: 'c-1' }]);
    expect(currentPath()).toBe('/premium');
  });

  it('forgets the address that waits for its code where another one is used', async () => {
    pendingRegistration.email = 'a***@b.test';
    await openApp('/auth/register', 'visitor', catalogServer);
    await click(await screen.findByRole('button', { name: 'Use another address' }));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('');
  });

  it('states the minimum age, the privacy policy, and the minimum password length, and in its place that a password is too short', async () => {
    await openApp('/auth/register', 'visitor', catalogServer);
    expect((await screen.findByText(/You must be 13 or older/)).querySelector('a')?.getAttribute('href')).toBe('/privacy-policy');
    const password = screen.getByLabelText<HTMLInputElement>('Password');
    expect(document.getElementById(password.getAttribute('aria-describedby') ?? '')?.textContent).toBe('At least 10 characters');
    expect([password.minLength, password.autocomplete]).toEqual([10, 'new-password']);
    Object.defineProperty(password, 'validity', { value: { tooShort: true } });
    // The browser's own bubble is suppressed: the event is canceled.
    expect(fireEvent.invalid(password)).toBe(false);
    expect(screen.getByText('Use at least 10 characters.').getAttribute('role')).toBe('alert');
    expect(document.activeElement).toBe(password);
    fireEvent.change(password, { target: { value: 'longer' } });
    expect(screen.queryByText('Use at least 10 characters.')).toBeNull();
  });

  it('shows every error of a rejected request', async () => {
    const reply = { status: 400, body: { error: 'One.', errors: ['One.', 'Two.'], code: 'invalid_input' } };
    await openWith('/auth/register', '/api/auth/register', () => reply);
    await typeInto(credentials);
    await submit('Sign up');
    expect(textsOf([...screen.getByTestId('form-error').children])).toEqual(['One.', 'Two.']);
  });
});

describe('confirming an email address', () => {
  const successMessage = 'Your E-Mail address has been confirmed.';
  const confirmResponse = (): FakeResponse => {
    setViewer('free');
    return { body: { user: userRecord('free'), message: successMessage } };
  };
  it('with the emailed link submits once by itself, and removes the code from the URL before any request', async () => {
    const answer = deferredResponse();
    await openWith('/auth/email/confirm/c0de%2Bx?next=%2Fpremium', '/api/auth/email/confirm', () => answer.reply);
    expect(currentPath()).toBe('/auth/email/confirm?next=%2Fpremium');
    expect((await screen.findByLabelText<HTMLInputElement>('Confirmation code')).value).toBe('c0de+x');
    await submit('Confirm');
    await answer.give(confirmResponse());
    expect(sentBodies('POST /api/auth/email/confirm')).toEqual([{ confirmation_code: 'c0de+x' }]);
    expect(requestedUrls.join(' ')).not.toContain('c0de');
    expect(currentPath()).toBe('/premium');
    expect(toastText()).toBe(successMessage);
  });

  it.each([
    ['returns to where the sign-up in this browser began, once', '/boards?page=2', '/boards?page=2'],
    ['never returns to another site', '//evil.test/', '/'],
  ])('%s', async (_, stored, path) => {
    localStorage.setItem('return-path', stored);
    await openWith('/auth/email/confirm/c0de', '/api/auth/email/confirm', confirmResponse);
    await waitFor(() => expect(currentPath()).toBe(path));
    expect(localStorage.getItem('return-path')).toBeNull();
  });

  it('with an entered code goes home', async () => {
    await openWith('/auth/email/confirm', '/api/auth/email/confirm', confirmResponse, 'unconfirmed');
    await typeInto({ 'Confirmation code': ' abc ' });
    expect(screen.getByLabelText<HTMLInputElement>('Confirmation code').autocomplete).toBe('one-time-code');
    await submit('Confirm');
    expect(sentBodies('POST /api/auth/email/confirm')).toEqual([{ confirmation_code: 'abc' }]);
    expect(currentPath()).toBe('/');
  });

  it('does not resubmit a rejected code', async () => {
    const text = 'That code is invalid or has expired. Request a new one.';
    await openWith('/auth/email/confirm/old', '/api/auth/email/confirm', () => errorResponse(text, 422, 'not_possible'));
    expect((await screen.findByTestId('form-error')).textContent).toBe(text);
    expect(sentRequests).toHaveLength(1);
  });

  it.each(['/auth/email/confirm', '/auth/email/confirm/used'])('at %s says to those who have done so just that', async (address) => {
    const refused = () => errorResponse('That code is invalid or has expired. Request a new one.', 422, 'not_possible');
    await openWith(address, '/api/auth/email/confirm', refused, 'free');
    expect(await screen.findByText('Your email address is confirmed.')).toBeTruthy();
    expect(screen.queryByTestId('form-error')).toBeNull();
    expect(screen.queryByLabelText('Confirmation code')).toBeNull();
  });

  it('in another browser asks to sign in first, and keeps the code out of the URL', async () => {
    await openApp('/auth/email/confirm/c0de', 'visitor', (url) => {
      if (url.pathname === '/api/auth/login') return signInResponse('free');
      return serverFor('/api/auth/email/confirm', () => errorResponse('Please sign in.', 401, 'not_signed_in'))(url, 'POST');
    });
    await screen.findByText(/Sign in here with the password you signed up with/);
    expect(screen.queryByTestId('form-error')).toBeNull();
    await click(screen.getAllByRole('link', { name: 'Sign in' }).at(-1) ?? document.body);
    expect(currentPath()).toBe('/auth/login');
    await typeInto(credentials);
    await submit('Sign in');
    expect(currentPath()).toBe('/');
    expect(sentBodies('POST /api/auth/email/confirm')).toHaveLength(1);
  });

  it('sends a new code, and shows a failure inline only', async () => {
    const text = 'Check your E-Mail Inbox. A new code has been sent.';
    let reply: FakeResponse = errorResponse('Please sign in.', 401, 'x');
    await openWith('/auth/email/confirm', '/api/auth/email/confirm/resend', () => reply, 'unconfirmed');
    await click(await screen.findByRole('button', { name: 'Resend Code' }));
    expect(screen.getByTestId('form-error').textContent).toBe('Please sign in.');
    expect(screen.queryByTestId('toast')).toBeNull();
    reply = { body: { message: text } };
    await click(screen.getByRole('button', { name: 'Resend Code' }));
    expect(screen.getAllByText(text)).toHaveLength(2);
    expect(sentRequests[0]?.body).toBeUndefined();
  });
});

describe('a forgotten password', () => {
  it('is recovered by email', async () => {
    const text = 'Please check your E-Mail Inbox. A reset code has been sent.';
    await openWith('/auth/password/recover', '/api/auth/password/recover', () => ({ body: { message: text } }));
    await typeInto({ Email: 'a@b.test' });
    await submit('Send Reset Link');
    expect(sentBodies('POST /api/auth/password/recover')).toEqual([{ email: 'a@b.test' }]);
    expect(screen.getAllByText(text)).toHaveLength(2);
    expect(document.activeElement?.textContent).toBe('Check your inbox');
    expect(screen.queryByLabelText('Email')).toBeNull();
    await submit('Send again');
    expect(sentBodies('POST /api/auth/password/recover')).toEqual([{ email: 'a@b.test' }, { email: 'a@b.test' }]);
    await click(screen.getByRole('button', { name: 'Use another address' }));
    expect(screen.getByLabelText('Email')).toBeTruthy();
  });

  it('is replaced with the code of the emailed link, which stays hidden', async () => {
    await openWith('/auth/password/reset/s3cret', '/api/auth/password/reset', () => ({
      body: { ...(signInResponse('free').body as object), message: 'Your password has been changed.' },
    }));
    expect(currentPath()).toBe('/auth/password/reset');
    await typeInto({ 'New password': 'a new long password' });
    expect(screen.queryByLabelText('Reset code')).toBeNull();
    expect(sentRequests).toEqual([]);
    await submit('Save new password');
    expect(sentBodies('POST /api/auth/password/reset')).toEqual([{ reset_code: 's3cret', password: 'a new long password' }]);
    expect(currentPath()).toBe('/');
    expect(toastText()).toBe('Your password has been changed.');
  });

  it('is replaced with an entered code, and continues to sign-in if the server does not sign in', async () => {
    await openWith('/auth/password/reset', '/api/auth/password/reset', () => ({ body: { message: 'Changed.' } }));
    await typeInto({ 'Reset code': 'abc', 'New password': 'a new long password' });
    await submit('Save new password');
    expect(sentBodies('POST /api/auth/password/reset')).toEqual([{ reset_code: 'abc', password: 'a new long password' }]);
    expect(currentPath()).toBe('/auth/login');
  });

  it('keeps the code for a second attempt after a weak password', async () => {
    await openWith('/auth/password/reset/s3cret', '/api/auth/password/reset', () => errorResponse('password is too common', 400, 'x'));
    await typeInto({ 'New password': 'password1234' });
    await submit('Save new password');
    await submit('Save new password');
    expect(sentBodies('POST /api/auth/password/reset')).toEqual([1, 2].map(() => ({ reset_code: 's3cret', password: 'password1234' })));
  });
});

describe('the account in the header', () => {
  const linkTexts = () => textsOf([...document.querySelectorAll('#account-links a, #account-links button')]);

  it.each([
    ['free', ['Watchlists', 'Account', 'Sign out'], 1],
    ['premium', ['Watchlists', 'Account', 'Sign out'], 0],
    ['admin', ['Watchlists', 'Account', 'Analytics', 'Growth', 'People', 'Imports', 'Operations', 'Audit', 'Sign out'], 0],
  ] as const)('of a %s user shows %j; Premium links in the navigation: %i', async (who, names, offers) => {
    await openApp('/boards', who, catalogServer);
    const button = screen.getByRole('button', { name: 'Account of a@b.test' });
    expect([button.getAttribute('aria-expanded'), linkTexts()]).toEqual(['false', []]);
    await click(button);
    expect([button.getAttribute('aria-expanded'), linkTexts()]).toEqual(['true', names]);
    await act(async () => void fireEvent.keyDown(document.body, { key: 'Escape' }));
    expect([button.getAttribute('aria-expanded'), document.activeElement]).toEqual(['false', button]);
    expect(screen.queryAllByRole('link', { name: 'Premium' })).toHaveLength(offers);
  });

  it.each([
    ['/boards?page=2', '/boards?page=2'],
    ['/', '/dashboard'],
    ['/premium', '/dashboard'],
  ])('links a visitor of %s to sign-in and on to %s', async (path, next) => {
    await openApp(path, 'visitor', catalogServer);
    const leadsTo = (name: string) => hrefOf(within(screen.getByRole('banner')).getByRole('link', { name }));
    const query = new URLSearchParams({ next });
    expect([leadsTo('Sign in'), leadsTo('Sign up')]).toEqual([`/auth/login?${query}`, `/auth/register?${query}`]);
  });

  it('is part of the menu on a phone', async () => {
    setWindowWidth(360);
    await openApp('/boards', 'free', catalogServer);
    expect(screen.queryByRole('button', { name: /^Account of/ })).toBeNull();
    const nav = screen.getByRole('navigation', { name: 'Main' });
    expect(textsOf([...nav.querySelectorAll('a, button')])).toEqual([
      'Today',
      'Pins',
      'Boards',
      'Influencers',
      'Keywords',
      'Premium',
      'Watchlists',
      'Account',
      'Sign out',
    ]);
  });

  it('signs out immediately, keeps the theme, and goes home', async () => {
    localStorage.setItem('theme', 'dark');
    const answer = deferredResponse();
    await openApp('/dashboard', 'free', (url, method) => {
      if (method === 'DELETE') return answer.reply;
      return /users|checkout/.test(url.pathname) ? { status: 404, body: null } : catalogServer(url);
    });
    await click(screen.getByRole('button', { name: 'Account of a@b.test' }));
    await click(screen.getByRole('button', { name: 'Sign out' }));
    expect(currentPath()).toBe('/');
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy();
    setViewer('visitor');
    await answer.give({ status: 204, body: undefined });
    expect([sentRequests.map(({ endpoint: call }) => call), localStorage.getItem('theme')]).toEqual([['DELETE /api/sessions'], 'dark']);
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy();
  });

  it('shows an error if signing out fails', async () => {
    await openApp('/boards', 'free', (url, method) => (method === 'DELETE' ? { status: 503, body: null } : catalogServer(url)));
    await click(screen.getByRole('button', { name: 'Account of a@b.test' }));
    await click(screen.getByRole('button', { name: 'Sign out' }));
    expect(toastText()).toContain("We couldn't sign you out");
    expect(screen.getByRole('button', { name: 'Account of a@b.test' })).toBeTruthy();
  });
});
