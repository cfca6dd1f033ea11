import { screen, act } from '@testing-library/react';
import type { Assistant, AuthorizationView } from '#domain/auth/oauth/contract';
import type { ApiKeyView } from '#domain/auth/api-keys/contract';
import { accountServer, button, dialog, noContent, region, toastText, ownerCheck } from '../../support/client/account-server';
import { errorResponse } from '../../support/client/serve-endpoints';
import { click, openApp, type ViewerKind, type, type FakeResponse } from '../../support/client/client-app';
import { textsOf } from '../../support/client/elements';
import { queriesTo, sentBodies, openedUrls } from '../../support/client/requests';

const query = { client_id: 'https://helper.example/client.json', redirect_uri: 'https://helper.example/callback', state: 'a b' };
const asked = (over: Partial<AuthorizationView> = {}): AuthorizationView => ({
  name: 'Helper',
  host: 'helper.example',
  redirect_host: 'helper.example',
  is_loopback: false,
  error_uri: null,
  ...over,
});

describe('the question of an assistant', () => {
  const ask = async (who: ViewerKind, endpoints: Parameters<typeof accountServer>[0]) => {
    await openApp(`/oauth/authorize?${new URLSearchParams(query)}`, who, accountServer(endpoints));
    await screen.findByRole('heading', { level: 1, name: 'Connect an assistant' });
  };
  const answering = (redirect_uri: string) => ({
    'GET /oauth/authorization': () => ({ body: asked() }),
    'POST /oauth/authorization': () => ({ body: { redirect_uri } }),
  });

  it.each([
    ['Allow', true],
    ['Refuse', false],
  ])('says who asks and what it will read, and %s answers it', async (name, is_allowed) => {
    await ask('premium', answering('https://helper.example/callback?done'));
    const card = region('Connect Helper?');
    expect(card.getByText(/It will read what you can see/)).toBeTruthy();
    expect(card.getByText(/only if you trust helper.example/)).toBeTruthy();
    expect(queriesTo('/api/oauth/authorization').map((sent) => Object.fromEntries(sent))).toEqual([query]);
    await click(button(name));
    expect(sentBodies('POST /api/oauth/authorization')).toEqual([{ ...query, is_allowed }]);
    expect(openedUrls).toEqual(['https://helper.example/callback?done']);
  });

  it('warns of programs on this computer', async () => {
    const local = asked({ redirect_host: 'localhost:53123', is_loopback: true });
    await ask('premium', { 'GET /oauth/authorization': () => ({ body: local }) });
    expect(region('Connect Helper?').getByText(/a program on this computer/)).toBeTruthy();
    expect(screen.getByText('localhost:53123')).toBeTruthy();
  });

  it('is not asked when the request is wrong: it says why, and returns only when the user says so', async () => {
    const error_uri = 'https://helper.example/callback?error=invalid_scope&error_description=scope+must+contain+read.';
    await ask('premium', { 'GET /oauth/authorization': () => ({ body: asked({ error_uri }) }) });
    const card = region("Helper can't be connected");
    expect(card.getByText(/doesn't accept: scope must contain read\.$/)).toBeTruthy();
    expect([screen.queryByRole('button', { name: 'Allow' }), openedUrls]).toEqual([null, []]);
    await click(card.getByRole('button', { name: 'Return to helper.example' }));
    expect(openedUrls).toEqual([error_uri]);
  });

  const failing = errorResponse('The description of this assistant cannot be used.', 422, 'not_possible');

  it('says why it cannot be asked, and why an answer failed', async () => {
    let view: FakeResponse = failing;
    await ask('premium', { 'GET /oauth/authorization': () => view, 'POST /oauth/authorization': () => failing });
    expect((await screen.findByTestId('error-panel')).textContent).toContain('The description of this assistant cannot be used.');
    view = { body: asked() };
    await click(screen.getByRole('button', { name: 'Try again' }));
    await click(await screen.findByRole('button', { name: 'Allow' }));
    expect(screen.getByTestId('form-error').textContent).toContain('cannot be used');
    expect(openedUrls).toEqual([]);
  });

  it('needs Premium, and a sign-in first, which leads back', async () => {
    await ask('free', {});
    expect(screen.getByText(/API keys are part of Premium. So are connected assistants./)).toBeTruthy();
    expect(queriesTo('/api/oauth/authorization')).toEqual([]);
    const path = `/oauth/authorize?${new URLSearchParams(query)}`;
    await openApp(path, 'visitor', accountServer());
    expect(location.pathname).toBe('/auth/login');
    expect(new URLSearchParams(location.search).get('next')).toBe(path);
  });
});

describe('connected assistants', () => {
  const helper: Assistant = { id: 'a1', name: 'Helper', host: 'helper.example', created_at: '2026-11-01T10:00:00Z', used_at: null };
  const open = async (assistants: () => readonly Assistant[], more: Parameters<typeof accountServer>[0] = {}) => {
    await openApp('/account', 'premium', accountServer({ 'GET /users/me/assistants': () => ({ body: assistants() }), ...more }));
    await screen.findByRole('heading', { level: 1, name: 'Account settings' });
    return region('Connected assistants');
  };

  it('are listed with their host, and disconnected at once; where there are none, they are connected by an address', async () => {
    let assistants: readonly Assistant[] = [helper, { ...helper, id: 'a2', name: 'Other', used_at: '2026-11-20T10:00:00Z' }];
    const card = await open(() => assistants, {
      'DELETE /users/me/assistants/a1': () => {
        assistants = [];
        return noContent;
      },
    });
    expect(textsOf(card.getAllByRole('listitem'))).toEqual([
      expect.stringContaining('helper.example · Connected Nov 1, 2026 · not used yet'),
      expect.stringContaining('last used Nov 20, 2026'),
    ]);
    await click(card.getByRole('button', { name: 'Disconnect Helper' }));
    await click(dialog().getByRole('button', { name: 'Disconnect' }));
    expect(toastText()).toBe('Assistant disconnected.');
    expect(card.queryByRole('listitem')).toBeNull();
    expect(card.getByText(`${location.origin}/mcp`)).toBeTruthy();
  });
});

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

const openKeys = async (who: ViewerKind, keys: () => readonly ApiKeyView[], more: Parameters<typeof accountServer>[0] = {}) => {
  await openApp('/account', who, accountServer({ 'GET /users/me/api-keys': () => ({ body: keys() }), ...more }));
  await screen.findByRole('heading', { level: 1, name: 'Account settings' });
  return region('API keys');
};

describe('API keys', () => {
  it('are created with a name and a lifetime, shown once, and revoked at once', async () => {
    let keys: readonly ApiKeyView[] = [];
    const card = await openKeys('premium', () => keys, {
      'GET /users/me/owner-check': () => ownerCheck(true),
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
    const card = await openKeys('free', () => [aKey({ expires_at: '2026-01-01T10:00:00Z', used_at: '2025-12-31T10:00:00Z' })]);
    expect(card.getByText(/API keys are part of Premium/)).toBeTruthy();
    expect(card.getByText('Expired')).toBeTruthy();
    expect(textsOf(card.getAllByRole('button'))).toEqual(['Revoke']);
  });

  const five = Array.from({ length: 5 }, (_, index) => aKey({ id: `k${index}`, name: `Key ${index}` }));

  it('that are expired or import do not count among the five', async () => {
    const other = [aKey({ id: 'i', kind: 'ingest' }), aKey({ id: 'e', expires_at: '2026-01-01T10:00:00Z' })];
    const card = await openKeys('admin', () => [...five.slice(1), ...other]);
    expect(card.getByRole('button', { name: 'Create a key' })).toBeTruthy();
    expect(card.getByText('Imports')).toBeTruthy();
  });

  it('are five at most', async () => {
    const card = await openKeys('admin', () => five);
    expect(card.queryByRole('button', { name: 'Create a key' })).toBeNull();
    expect(card.getByText(/Revoke one to create another/)).toBeTruthy();
  });
});
