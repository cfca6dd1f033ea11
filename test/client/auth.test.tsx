/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { settings } from '../../client/src/api/settings';
import {
  type Answer,
  anyCatalog,
  bodiesOf,
  calls,
  click,
  freshBrowser,
  later,
  lookedAtBy,
  openAt,
  type Reply,
  sent,
  setWidth,
  type,
  userOf,
  wait,
  type Who,
} from '../support/client';

const refused = (status: number, message: string, code: string): Reply => ({ status, body: { error: message, errors: [message], code } });
const wrong = refused(401, 'E-mail or password is wrong.', 'invalid_credentials');
const signedIn = (who: Who): Reply => {
  lookedAtBy(who);
  return { body: { user: userOf(who) } };
};
/** Answers one call as said, lists as ever. */
const answering =
  (path: string, reply: () => Reply | Promise<Reply>): Answer =>
  (url) =>
    url.pathname === path ? reply() : anyCatalog(url);

const typeInto = async (fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields)) {
    await screen.findByLabelText(label);
    type(label, text);
  }
};
const credentials = { 'E-mail': 'a@b.test', Password: 'plum otter lake' };
const submit = (name: string) => click(screen.getByRole('button', { name }));
const address = () => location.pathname + location.search;
const toastText = () => screen.queryByTestId('toast')?.textContent;

describe('signing in', () => {
  beforeEach(freshBrowser);

  it('sends e-mail and password and goes home', async () => {
    await openAt(
      '/auth/login',
      'visitor',
      answering('/api/auth/login', () => signedIn('free')),
    );
    await typeInto(credentials);
    expect(document.title).toBe('Sign in · Corklight');
    await submit('Sign in');
    expect(bodiesOf('POST /api/auth/login')).toEqual([{ email: 'a@b.test', password: 'plum otter lake' }]);
    expect(address()).toBe('/');
    expect(screen.getByRole('button', { name: 'Account of a@b.test' })).toBeTruthy();
  });

  it.each([
    ['/premium', '/premium'],
    ['/boards?page=2', '/boards?page=2'],
    ['//evil.test', '/'],
    ['https://evil.test', '/'],
    ['/auth/login', '/'],
  ])('goes on to next=%s as %s', async (next, to) => {
    await openAt(
      `/auth/login?next=${encodeURIComponent(next)}`,
      'visitor',
      answering('/api/auth/login', () => signedIn('free')),
    );
    await typeInto(credentials);
    await submit('Sign in');
    expect(address()).toBe(to);
  });

  it('says a refusal in a red box, as a toast, and keeps what was typed', async () => {
    await openAt(
      '/auth/login',
      'visitor',
      answering('/api/auth/login', () => wrong),
    );
    await typeInto(credentials);
    await submit('Sign in');
    const box = screen.getByTestId('form-error');
    expect([box.getAttribute('role'), box.textContent]).toEqual(['alert', 'E-mail or password is wrong.']);
    expect(document.activeElement).toBe(box);
    expect(toastText()).toBe('E-mail or password is wrong.');
    for (const [label, text] of Object.entries(credentials)) {
      const field = screen.getByLabelText<HTMLInputElement>(label);
      expect([field.value, field.getAttribute('aria-invalid'), field.getAttribute('aria-describedby')]).toEqual([text, 'true', box.id]);
    }
  });

  it('is sent once, however often it is pressed, with a sign of the wait', async () => {
    const answer = later();
    await openAt(
      '/auth/login',
      'visitor',
      answering('/api/auth/login', () => answer.reply),
    );
    await typeInto(credentials);
    await submit('Sign in');
    await submit('Sign in');
    await act(async () => void fireEvent.submit(screen.getByLabelText('E-mail')));
    await wait(160);
    expect(screen.getByTestId('spinner')).toBeTruthy();
    expect(sent).toHaveLength(1);
    await answer.give(wrong);
    expect(screen.getByTestId('form-error')).toBeTruthy();
  });

  it('counts down after too many tries', async () => {
    const tooMany = { ...refused(429, 'Too many tries. You can try again in 40 seconds.', 'too_many'), headers: { 'retry-after': '40' } };
    await openAt(
      '/auth/login',
      'visitor',
      answering('/api/auth/login', () => tooMany),
    );
    await typeInto(credentials);
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    await submit('Sign in');
    expect(screen.getByTestId('form-error').textContent).toBe('Too many tries. You can try again in 40 seconds.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign in' }).disabled).toBe(true);
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(screen.getByTestId('form-error').textContent).toBe('Too many tries. You can try again in 39 seconds.');
  });

  it('shows and hides the password, and names the fields for password managers', async () => {
    await openAt('/auth/login', 'visitor', anyCatalog);
    const password = await screen.findByLabelText<HTMLInputElement>('Password');
    expect(password.type).toBe('password');
    await click(screen.getByRole('button', { name: 'Show password' }));
    expect(password.type).toBe('text');
    await click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password.type).toBe('password');
    expect([password.autocomplete, screen.getByLabelText<HTMLInputElement>('E-mail').autocomplete]).toEqual([
      'current-password',
      'username',
    ]);
  });

  it('is over for somebody who is signed in', async () => {
    await openAt('/auth/login?next=/boards', 'free', anyCatalog);
    await waitFor(() => expect(address()).toBe('/boards'));
  });

  it.each([
    ['admin', 'Sign in as admin', 'admin'],
    ['premium', 'Sign in as premium user', 'premium'],
    ['free', 'Sign in as free user', 'free'],
  ] as const)('of the demo’s %s user takes one button', async (role, name, who) => {
    settings.site = { ...settings.site, demo_sign_in: true };
    await openAt(
      '/auth/login',
      'visitor',
      answering('/api/auth/demo', () => signedIn(who)),
    );
    await click(await screen.findByRole('button', { name }));
    expect(bodiesOf('POST /api/auth/demo')).toEqual([{ role }]);
    expect(address()).toBe('/');
  });

  it('has no demo buttons elsewhere', async () => {
    await openAt('/auth/login', 'visitor', anyCatalog);
    await screen.findByLabelText('E-mail');
    expect(screen.queryByRole('button', { name: /Sign in as/ })).toBeNull();
  });
});

describe('signing up', () => {
  const text = "Please check your email inbox (including the spam folder) – we've sent you a Magic Link!";
  beforeEach(freshBrowser);

  it('stays, says so in its place and as a toast, and leads to the code', async () => {
    settings.site = { ...settings.site, local_mail: true };
    await openAt(
      '/auth/register?next=/premium',
      'visitor',
      answering('/api/auth/register', () => ({ body: { message: text } })),
    );
    await typeInto(credentials);
    await submit('Sign up');
    expect(bodiesOf('POST /api/auth/register')).toEqual([{ email: 'a@b.test', password: 'plum otter lake' }]);
    expect(screen.getAllByText(text).map((element) => element.tagName)).toEqual(['OUTPUT', 'SPAN']);
    expect(screen.getByRole('link', { name: 'Enter the code from the e-mail' }).getAttribute('href')).toBe(
      '/auth/email/confirm?next=%2Fpremium',
    );
    expect(screen.getByRole('link', { name: /^Mail of this installation is caught at \/dev\/mail/ }).getAttribute('href')).toBe(
      '/dev/mail',
    );
    expect(address()).toBe('/auth/register?next=/premium');
  });

  it('names the age, the policy and the shortest password', async () => {
    await openAt('/auth/register', 'visitor', anyCatalog);
    expect((await screen.findByText(/Not for people under 13/)).querySelector('a')?.getAttribute('href')).toBe('/privacy-policy');
    const password = screen.getByLabelText<HTMLInputElement>('Password');
    expect(document.getElementById(password.getAttribute('aria-describedby') ?? '')?.textContent).toBe('At least 10 characters');
    expect([password.minLength, password.autocomplete]).toEqual([10, 'new-password']);
  });

  it('shows every fault of a refusal', async () => {
    const reply = { status: 400, body: { error: 'One.', errors: ['One.', 'Two.'], code: 'invalid_input' } };
    await openAt(
      '/auth/register',
      'visitor',
      answering('/api/auth/register', () => reply),
    );
    await typeInto(credentials);
    await submit('Sign up');
    expect([...screen.getByTestId('form-error').children].map(({ textContent }) => textContent)).toEqual(['One.', 'Two.']);
  });
});

describe('confirming an e-mail address', () => {
  const said = 'Your E-Mail address has been confirmed.';
  const confirmed = (): Reply => {
    lookedAtBy('free');
    return { body: { user: userOf('free'), message: said } };
  };
  beforeEach(freshBrowser);

  it('with the letter’s link is done by itself, once, the code gone from the address before anything is asked', async () => {
    const answer = later();
    await openAt(
      '/auth/email/confirm/c0de%2Bx?next=%2Fpremium',
      'visitor',
      answering('/api/auth/email/confirm', () => answer.reply),
    );
    expect(address()).toBe('/auth/email/confirm?next=%2Fpremium');
    expect((await screen.findByLabelText<HTMLInputElement>('Confirmation code')).value).toBe('c0de+x');
    await submit('Confirm');
    await answer.give(confirmed());
    expect(bodiesOf('POST /api/auth/email/confirm')).toEqual([{ confirmation_code: 'c0de+x' }]);
    expect(calls.join(' ')).not.toContain('c0de');
    expect(address()).toBe('/premium');
    expect(toastText()).toBe(said);
  });

  it('with a code that is typed goes home', async () => {
    await openAt('/auth/email/confirm', 'unconfirmed', answering('/api/auth/email/confirm', confirmed));
    await typeInto({ 'Confirmation code': ' abc ' });
    expect(screen.getByLabelText<HTMLInputElement>('Confirmation code').autocomplete).toBe('one-time-code');
    await submit('Confirm');
    expect(bodiesOf('POST /api/auth/email/confirm')).toEqual([{ confirmation_code: 'abc' }]);
    expect(address()).toBe('/');
  });

  it('does not send a refused code again', async () => {
    const text = 'That code is not valid or has expired. Ask for a new one.';
    await openAt(
      '/auth/email/confirm/old',
      'visitor',
      answering('/api/auth/email/confirm', () => refused(422, text, 'not_possible')),
    );
    expect((await screen.findByTestId('form-error')).textContent).toBe(text);
    expect(sent).toHaveLength(1);
  });

  it('in another browser asks to sign in first, and keeps the code out of the address', async () => {
    await openAt('/auth/email/confirm/c0de', 'visitor', (url) => {
      if (url.pathname === '/api/auth/login') return signedIn('unconfirmed');
      return answering('/api/auth/email/confirm', () => refused(401, 'Please sign in.', 'not_signed_in'))(url, 'POST');
    });
    await screen.findByText(/Sign in first/);
    expect(screen.queryByTestId('form-error')).toBeNull();
    await click(screen.getAllByRole('link', { name: 'Sign in' }).at(-1) ?? document.body);
    expect(address()).toBe('/auth/login?next=%2Fauth%2Femail%2Fconfirm');
    await typeInto(credentials);
    await submit('Sign in');
    expect(address()).toBe('/auth/email/confirm');
    expect((await screen.findByLabelText<HTMLInputElement>('Confirmation code')).value).toBe('c0de');
    expect(bodiesOf('POST /api/auth/email/confirm')).toHaveLength(1);
  });

  it('has a new code sent', async () => {
    const text = 'Check your E-Mail Inbox. A new code has been sent.';
    await openAt(
      '/auth/email/confirm',
      'unconfirmed',
      answering('/api/auth/email/confirm/resend', () => ({ body: { message: text } })),
    );
    await click(await screen.findByRole('button', { name: 'Resend Code' }));
    expect(screen.getAllByText(text)).toHaveLength(2);
    expect(sent[0]?.body).toBeUndefined();
  });

  it('says in its place only that no new code could be sent', async () => {
    await openAt(
      '/auth/email/confirm',
      'visitor',
      answering('/api/auth/email/confirm/resend', () => refused(401, 'Please sign in.', 'x')),
    );
    await click(await screen.findByRole('button', { name: 'Resend Code' }));
    expect(screen.getByTestId('form-error').textContent).toBe('Please sign in.');
    expect(screen.queryByTestId('toast')).toBeNull();
  });
});

describe('a forgotten password', () => {
  beforeEach(freshBrowser);

  it('is recovered by e-mail', async () => {
    const text = 'Please check your E-Mail Inbox. A reset code has been sent.';
    await openAt(
      '/auth/password/recover',
      'visitor',
      answering('/api/auth/password/recover', () => ({ body: { message: text } })),
    );
    await typeInto({ 'E-mail': 'a@b.test' });
    await submit('Send Reset Link');
    expect(bodiesOf('POST /api/auth/password/recover')).toEqual([{ email: 'a@b.test' }]);
    expect(screen.getAllByText(text)).toHaveLength(2);
  });

  it('is replaced with the code of the letter’s link, which nobody sees', async () => {
    await openAt(
      '/auth/password/reset/s3cret',
      'visitor',
      answering('/api/auth/password/reset', () => ({
        body: { ...(signedIn('free').body as object), message: 'Your password has been changed.' },
      })),
    );
    expect(address()).toBe('/auth/password/reset');
    await typeInto({ 'New password': 'a new long password' });
    expect(screen.queryByLabelText('Reset code')).toBeNull();
    expect(sent).toEqual([]);
    await submit('Save new password');
    expect(bodiesOf('POST /api/auth/password/reset')).toEqual([{ reset_code: 's3cret', password: 'a new long password' }]);
    expect(address()).toBe('/');
    expect(toastText()).toBe('Your password has been changed.');
  });

  it('is replaced with a code that is typed, and then asks to sign in when the server does not do it', async () => {
    await openAt(
      '/auth/password/reset',
      'visitor',
      answering('/api/auth/password/reset', () => ({ body: { message: 'Changed.' } })),
    );
    await typeInto({ 'Reset code': 'abc', 'New password': 'a new long password' });
    await submit('Save new password');
    expect(bodiesOf('POST /api/auth/password/reset')).toEqual([{ reset_code: 'abc', password: 'a new long password' }]);
    expect(address()).toBe('/auth/login');
  });

  it('keeps the code for a second try after a weak password', async () => {
    await openAt(
      '/auth/password/reset/s3cret',
      'visitor',
      answering('/api/auth/password/reset', () => refused(400, 'password is too common', 'x')),
    );
    await typeInto({ 'New password': 'password1234' });
    await submit('Save new password');
    await submit('Save new password');
    expect(bodiesOf('POST /api/auth/password/reset')).toEqual([1, 2].map(() => ({ reset_code: 's3cret', password: 'password1234' })));
  });
});

describe('the account in the header', () => {
  beforeEach(freshBrowser);
  const links = () => [...document.querySelectorAll('.account__links a, .account__links button')].map(({ textContent }) => textContent);

  it.each([
    ['free', ['Dashboard', 'Sign out'], 1],
    ['premium', ['Dashboard', 'Sign out'], 0],
    ['admin', ['Dashboard', 'Analytics', 'Growth', 'Operations', 'Sign out'], 0],
  ] as const)('of a %s user opens to %j; Premium in the navigation: %i', async (who, names, offers) => {
    await openAt('/boards', who, anyCatalog);
    const button = screen.getByRole('button', { name: 'Account of a@b.test' });
    expect([button.getAttribute('aria-expanded'), links()]).toEqual(['false', []]);
    await click(button);
    expect([button.getAttribute('aria-expanded'), links()]).toEqual(['true', names]);
    await act(async () => void fireEvent.keyDown(document.body, { key: 'Escape' }));
    expect([button.getAttribute('aria-expanded'), document.activeElement]).toEqual(['false', button]);
    expect(screen.queryAllByRole('link', { name: 'Premium' })).toHaveLength(offers);
  });

  it('leads a visitor to sign in and back', async () => {
    await openAt('/boards?page=2', 'visitor', anyCatalog);
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth/login?next=%2Fboards%3Fpage%3D2');
    expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/auth/register?next=%2Fboards%3Fpage%3D2');
  });

  it('is part of the menu on a phone', async () => {
    setWidth(360);
    await openAt('/boards', 'free', anyCatalog);
    expect(screen.queryByRole('button', { name: /^Account of/ })).toBeNull();
    const nav = screen.getByRole('navigation', { name: 'Main' });
    expect([...nav.querySelectorAll('a, button')].map(({ textContent }) => textContent)).toEqual([
      'Pins',
      'Boards',
      'Influencers',
      'Premium',
      'Dashboard',
      'Sign out',
    ]);
  });

  it('signs out at once, keeping the theme, and goes home', async () => {
    localStorage.setItem('theme', 'dark');
    const answer = later();
    await openAt('/dashboard', 'free', (url, method) => {
      if (method === 'DELETE') return answer.reply;
      return /users|checkout/.test(url.pathname) ? { status: 404, body: null } : anyCatalog(url);
    });
    await click(screen.getByRole('button', { name: 'Account of a@b.test' }));
    await click(screen.getByRole('button', { name: 'Sign out' }));
    expect(address()).toBe('/');
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy();
    lookedAtBy('visitor');
    await answer.give({ status: 204, body: undefined });
    expect([sent.map(({ call }) => call), localStorage.getItem('theme')]).toEqual([['DELETE /api/sessions'], 'dark']);
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy();
  });

  it('says so when signing out did not work', async () => {
    await openAt('/boards', 'free', (url, method) => (method === 'DELETE' ? { status: 503, body: null } : anyCatalog(url)));
    await click(screen.getByRole('button', { name: 'Account of a@b.test' }));
    await click(screen.getByRole('button', { name: 'Sign out' }));
    expect(toastText()).toContain('You are still signed in');
    expect(screen.getByRole('button', { name: 'Account of a@b.test' })).toBeTruthy();
  });
});
