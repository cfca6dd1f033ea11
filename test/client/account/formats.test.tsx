/** @jest-environment jsdom */
import { screen, waitFor } from '@testing-library/react';
import { defaultFormats, reader } from '#domain/site/reader';
import { plainNumber, typedNumber } from '../../../client/src/ui/filters/typed-numbers';
import { accountServer, aSession, button, noContent, region } from '../../support/client/account-server';
import { click, openApp, resetBrowser, sentBodies, type, viewerFormats } from '../../support/client/client-app';

const SAVE = 'PUT /api/users/me/formats';
const german = { locale: 'de-DE', time_zone: 'Europe/Berlin' };

const openAccount = async () => {
  const session = aSession({ id: 's2', current: false, created_at: '2026-11-23T22:00:00Z' });
  await openApp(
    '/account',
    'free',
    accountServer({ 'PUT /users/me/formats': () => noContent, 'GET /users/me/sessions': () => ({ body: [session] }) }),
  );
  await screen.findByRole('heading', { level: 1, name: 'Account settings' });
};

beforeEach(resetBrowser);
afterEach(() => (reader.formats = defaultFormats));

describe('the formats of an account', () => {
  it('are those of the browser until they are known, which it tells once', async () => {
    viewerFormats.formats = null;
    await openAccount();
    const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    expect(sentBodies(SAVE)).toEqual([{ locale, time_zone: timeZone }]);
    expect(reader.formats).toEqual({ locale, time_zone: timeZone });
  });

  it('are those that were saved, in any browser', async () => {
    viewerFormats.formats = german;
    await openAccount();
    expect(sentBodies(SAVE)).toEqual([]);
    expect(screen.getByLabelText<HTMLSelectElement>('Time zone').value).toBe('Europe/Berlin');
    expect(await region('Active sessions').findByText(/23 Nov 2026/)).toBeTruthy();
  });

  it('change on this screen, where they are chosen', async () => {
    await openAccount();
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
