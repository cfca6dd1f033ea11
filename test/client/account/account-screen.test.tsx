import { act, screen, waitFor } from '@testing-library/react';
import { defaultFormats, reader } from '#domain/site/reader';
import { browserName } from '../../../client/src/site/browser-name';
import { accountServer, aSession, button, dialog, noContent, ownerCheck, region, toastText } from '../../support/client/account-server';
import { errorResponse } from '../../support/client/serve-endpoints';
import { click, type FakeResponse, openApp, type, type ViewerKind, viewerFormats } from '../../support/client/client-app';
import { queriesTo, savedFileNames, sentBodies } from '../../support/client/requests';
import { plainNumber, typedNumber } from '../../../client/src/ui/filters/typed-numbers';

const openAccount = async (who: ViewerKind, given?: Parameters<typeof accountServer>[0]) => {
  await openApp('/account', who, accountServer(given));
  await screen.findByRole('heading', { level: 1, name: 'Account settings' });
};

describe('the account screen', () => {
  it('has the password, the sessions, and the data, which the dashboard no longer has but links to', async () => {
    await openApp('/dashboard', 'free', accountServer());
    expect(screen.queryByRole('region', { name: 'Change password' })).toBeNull();
    expect(queriesTo('/api/users/me/sessions')).toEqual([]);
    await click(region('My Account').getByRole('link', { name: 'Password, sessions, and your data' }));
    expect(document.title).toBe('Account · Corklight');
    for (const name of ['Change password', 'Active sessions', 'My data']) expect(region(name)).toBeTruthy();
    await click(screen.getByRole('link', { name: 'Email and plan, at the end of Today' }));
    expect(region('My Account')).toBeTruthy();
  });

  it.each(['#change-password', '#open-sessions', '#my-data'])(
    'is where an old address of the dashboard with %s leads',
    async (fragment) => {
      await openApp(`/dashboard${fragment}`, 'free', accountServer());
      await screen.findByRole('heading', { level: 1, name: 'Account settings' });
      expect(location.pathname + location.hash).toBe(`/account${fragment}`);
      expect(document.querySelector(fragment)?.tagName).toBe('H2');
    },
  );
});

describe('changing the password', () => {
  it('shows an error inline, then sends the current and the new one, and clears the fields', async () => {
    let reply: FakeResponse = errorResponse('Wrong email or password.', 401, 'invalid_credentials');
    await openAccount('free', { 'POST /auth/password/change': () => reply });
    type('Current password', 'old one');
    type('New password', 'a new long one');
    await click(button('Change password'));
    expect(region('Change password').getByTestId('form-error').textContent).toBe('Wrong email or password.');
    expect(location.pathname).toBe('/account');
    reply = { body: { message: 'Your password is changed.' } };
    await click(button('Change password'));
    expect(sentBodies('POST /api/auth/password/change').at(-1)).toEqual({ current_password: 'old one', password: 'a new long one' });
    expect(region('Change password').getByText('Your password is changed.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('');
  });
});

describe('active sessions', () => {
  it('are listed, and ended one by one or all others together, with the password', async () => {
    let isChecked = false;
    let open = [aSession(), aSession({ id: 's2', current: false }), aSession({ id: 's3', current: false, user_agent: null })];
    await openAccount('free', {
      'GET /users/me/sessions': () => ({ body: open }),
      'GET /users/me/owner-check': () => ownerCheck(isChecked),
      'POST /users/me/owner-check': () => {
        isChecked = true;
        return noContent;
      },
      'DELETE /users/me/sessions/s2': () => {
        open = open.filter(({ id }) => id !== 's2');
        return noContent;
      },
      'DELETE /users/me/sessions': () => {
        open = open.filter(({ current }) => current);
        return noContent;
      },
    });
    const list = region('Active sessions');
    expect(list.getAllByRole('listitem')).toHaveLength(3);
    expect(list.getAllByText('Firefox on Linux')).toHaveLength(2);
    await click(list.getByRole('button', { name: 'Sign out Firefox on Linux, signed in Nov 1, 2026' }));
    expect(dialog().getByText('Firefox on Linux must sign in again.')).toBeTruthy();
    await act(async () => type('Password', 'plum'));
    await click(dialog().getByRole('button', { name: 'Sign out' }));
    expect(sentBodies('POST /api/users/me/owner-check')).toEqual([{ password: 'plum' }]);
    expect(toastText()).toBe('Session ended.');
    expect(list.getAllByRole('listitem')).toHaveLength(2);
    await click(list.getByRole('button', { name: 'Sign out everywhere else' }));
    expect(dialog().queryByLabelText('Password')).toBeNull();
    await click(dialog().getByRole('button', { name: 'Sign out' }));
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    expect(list.queryByRole('button')).toBeNull();
  });

  it.each([
    [null, 'Unknown browser'],
    ['curl/8.0', 'Unknown browser'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 (KHTML, like Gecko) Version/18 Safari/605.1', 'Safari on macOS'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 CriOS/140.0 Mobile Safari/604.1', 'Chrome on iPhone'],
    ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ])('names the browser of %s as %s', (userAgent, name) => {
    expect(browserName(userAgent)).toBe(name);
  });
});

describe('the second factor', () => {
  it('gives the focus to what it says when adding one is canceled, and when the recovery codes are saved', async () => {
    await openAccount('free', {
      'GET /users/me/owner-check': () => ownerCheck(true),
      'POST /users/me/second-factor': () => ({ body: { key: 'ABCD', uri: 'otpauth://totp/a' } }),
      'POST /users/me/second-factor/confirmation': () => ({ body: { recovery_codes: ['one', 'two'] } }),
    });
    const begin = async () => {
      await click(button('Add a second factor'));
      await click(dialog().getByRole('button', { name: 'Continue' }));
    };
    await begin();
    await click(button('Cancel'));
    expect(document.activeElement?.textContent).toMatch(/^Signing in can also ask for a code/);
    await begin();
    type('Code', '123456');
    await click(region('Second factor').getByRole('button', { name: 'Turn on' }));
    await click(button("I've saved them"));
    expect(document.activeElement?.textContent).toMatch(/^Signing in can also ask for a code/);
  });
});

describe('my data', () => {
  it('is downloaded after entering the password', async () => {
    await openAccount('free', { 'POST /users/me/export': () => ({ body: { account: { email: 'a@b.test' } } }) });
    await click(button('Export my data'));
    await act(async () => type('Password', 'plum'));
    await click(dialog().getByRole('button', { name: 'Export' }));
    expect([sentBodies('POST /api/users/me/owner-check'), savedFileNames]).toEqual([[{ password: 'plum' }], ['corklight-my-data.json']]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button('Export my data'));
  });

  it('stays if the password is wrong', async () => {
    await openAccount('free', {
      'POST /users/me/owner-check': () => errorResponse('That is not your current password.', 422, 'not_possible'),
    });
    await click(button('Delete my account'));
    await act(async () => type('Password', 'plum'));
    await click(dialog().getByRole('button', { name: 'Delete my account' }));
    expect(dialog().getByTestId('form-error').textContent).toBe('That is not your current password.');
    await click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(location.pathname).toBe('/account');
  });
});

const SAVE = 'PUT /api/users/me/formats';
const german = { locale: 'de-DE', time_zone: 'Europe/Berlin' };

const openFormats = async () => {
  const session = aSession({ id: 's2', current: false, created_at: '2026-11-23T22:00:00Z' });
  await openApp(
    '/account',
    'free',
    accountServer({ 'PUT /users/me/formats': () => noContent, 'GET /users/me/sessions': () => ({ body: [session] }) }),
  );
  await screen.findByRole('heading', { level: 1, name: 'Account settings' });
};

afterEach(() => (reader.formats = defaultFormats));

describe('the formats of an account', () => {
  it('are those of the browser until they are known, which it tells once', async () => {
    viewerFormats.formats = null;
    await openFormats();
    const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    expect(sentBodies(SAVE)).toEqual([{ locale, time_zone: timeZone }]);
    expect(reader.formats).toEqual({ locale, time_zone: timeZone });
  });

  it('are those that were saved, in any browser', async () => {
    viewerFormats.formats = german;
    await openFormats();
    expect(sentBodies(SAVE)).toEqual([]);
    expect(screen.getByLabelText<HTMLSelectElement>('Time zone').value).toBe('Europe/Berlin');
    expect(await region('Active sessions').findByText(/23 Nov 2026/)).toBeTruthy();
  });

  it('change on this screen, where they are chosen', async () => {
    await openFormats();
    expect(await region('Active sessions').findByText(/Nov 23, 2026/)).toBeTruthy();
    expect(screen.getByRole('option', { name: /^German \(Germany\): 1\.234\.567,8 and / })).toBeTruthy();
    type('Numbers and dates', german.locale);
    type('Time zone', german.time_zone);
    await click(button('Save'));
    expect(sentBodies(SAVE)).toEqual([german]);
    await waitFor(() => expect(region('Active sessions').getByText(/23 Nov 2026/)).toBeTruthy());
    expect(screen.getByLabelText<HTMLSelectElement>('Time zone').value).toBe('Europe/Berlin');
  });
});

describe('a typed number', () => {
  it.each([
    ['en-US', '1,000,000.5%', '1000000.5'],
    ['en-US', '12.5', '12.5'],
    ['de-DE', '1.000,5', '1000.5'],
    ['de-DE', '12,5 %', '12.5'],
    ['de-DE', '12.5', '12.5'],
    ['de-DE', '1.000', '1000'],
    ['fr-FR', '1 000,5', '1000.5'],
    ['hi-IN', '12,34,567.5', '1234567.5'],
    ['de-CH', '1’000.5', '1000.5'],
    ['de-DE', 'many', 'many'],
    ['de-DE', '', ''],
  ])('in %s, %j is %j', (locale, typed, plain) => {
    reader.formats = { locale, time_zone: 'UTC' };
    expect(plainNumber(typed)).toBe(plain);
  });

  it('is shown as it is typed', () => {
    reader.formats = german;
    expect([typedNumber('12.5'), typedNumber('1000')]).toEqual(['12,5', '1000']);
  });
});
