/** @jest-environment jsdom */
import { act, screen } from '@testing-library/react';
import type { ApiKeyView } from '#domain/auth/api-keys/contract';
import { accountServer, button, dialog, noContent, region, toastText } from '../../support/client/account-server';
import { click, openApp, resetBrowser, sentBodies, type, type ViewerKind } from '../../support/client/client-app';

const aKey = (over: Partial<ApiKeyView> = {}): ApiKeyView => ({
  id: 'k1',
  name: 'Sheet',
  kind: 'personal',
  prefix: 'ck_abcdef',
  created_at: '2026-11-01T10:00:00Z',
  used_at: null,
  expires_at: null,
  ...over,
});

const open = async (who: ViewerKind, keys: () => readonly ApiKeyView[], more: Parameters<typeof accountServer>[0] = {}) => {
  await openApp('/account', who, accountServer({ 'GET /users/me/api-keys': () => ({ body: keys() }), ...more }));
  await screen.findByRole('heading', { level: 1, name: 'Account settings' });
  return region('API keys');
};

describe('API keys', () => {
  beforeEach(resetBrowser);

  it('are created with a name and a lifetime, shown once, and revoked at once', async () => {
    let keys: readonly ApiKeyView[] = [];
    const card = await open('premium', () => keys, {
      'GET /users/me/owner-check': () => ({ body: { is_checked: true, has_password: true, has_sign_in_link: false, has_passkey: false } }),
      'POST /users/me/api-keys': () => {
        keys = [aKey({ expires_at: '2027-11-01T10:00:00Z' })];
        return { body: { key: keys[0], token: 'ck_secret' } };
      },
      'DELETE /users/me/api-keys/k1': () => {
        keys = [];
        return noContent;
      },
    });
    await click(card.getByRole('button', { name: 'Create a key' }));
    await act(async () => type('Name', 'Sheet'));
    await act(async () => type('Expires', '365'));
    await click(dialog().getByRole('button', { name: 'Create' }));
    expect(sentBodies('POST /api/users/me/api-keys')).toEqual([{ name: 'Sheet', expires_in_days: 365 }]);
    expect(card.getByText('ck_secret')).toBeTruthy();
    expect(document.activeElement?.textContent).toContain("it isn't shown again");
    await click(button("I've saved it"));
    expect(card.queryByText('ck_secret')).toBeNull();
    expect(card.getByRole('listitem').textContent).toContain('Created Nov 1, 2026 · not used yet · expires Nov 1, 2027');
    await click(card.getByRole('button', { name: 'Revoke the key Sheet' }));
    await click(dialog().getByRole('button', { name: 'Revoke' }));
    expect(toastText()).toBe('Key revoked.');
    expect(card.queryByRole('listitem')).toBeNull();
  });

  it('are part of Premium; those from before can be revoked without it', async () => {
    const card = await open('free', () => [aKey({ expires_at: '2026-01-01T10:00:00Z', used_at: '2025-12-31T10:00:00Z' })]);
    expect(card.getByText(/API keys are part of Premium/)).toBeTruthy();
    expect(card.getByText('Expired')).toBeTruthy();
    expect(card.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Revoke']);
  });

  const five = Array.from({ length: 5 }, (_, index) => aKey({ id: `k${index}`, name: `Key ${index}` }));

  it('that are expired or import do not count among the five', async () => {
    const other = [aKey({ id: 'i', kind: 'ingest' }), aKey({ id: 'e', expires_at: '2026-01-01T10:00:00Z' })];
    const card = await open('admin', () => [...five.slice(1), ...other]);
    expect(card.getByRole('button', { name: 'Create a key' })).toBeTruthy();
    expect(card.getByText('Imports')).toBeTruthy();
  });

  it('are five at most', async () => {
    const card = await open('admin', () => five);
    expect(card.queryByRole('button', { name: 'Create a key' })).toBeNull();
    expect(card.getByText(/Revoke one to create another/)).toBeTruthy();
  });
});
