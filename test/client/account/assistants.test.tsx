/** @jest-environment jsdom */
import { screen, waitFor } from '@testing-library/react';
import type { Assistant, AuthorizationView } from '#domain/auth/oauth/contract';
import { browserNavigation } from '../../../client/src/site/browser-navigation';
import { accountServer, button, dialog, errorResponse, noContent, region, toastText } from '../../support/client/account-server';
import { click, openApp, queriesTo, resetBrowser, sentBodies, type ViewerKind } from '../../support/client/client-app';

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
  const opened: string[] = [];
  beforeEach(() => {
    resetBrowser();
    opened.length = 0;
    browserNavigation.open = (url) => void opened.push(url);
  });
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
    expect(opened).toEqual(['https://helper.example/callback?done']);
  });

  it('warns of programs on this computer', async () => {
    const local = asked({ redirect_host: 'localhost:53123', is_loopback: true });
    await ask('premium', { 'GET /oauth/authorization': () => ({ body: local }) });
    expect(region('Connect Helper?').getByText(/a program on this computer/)).toBeTruthy();
    expect(screen.getByText('localhost:53123')).toBeTruthy();
  });

  it('is not asked when the request is wrong: the browser is sent back at once', async () => {
    await ask('premium', { 'GET /oauth/authorization': () => ({ body: asked({ error_uri: 'https://helper.example/callback?error' }) }) });
    await waitFor(() => expect(opened).toEqual(['https://helper.example/callback?error']));
    expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
  });

  const failing = errorResponse(422, 'The description of this assistant cannot be used.', 'not_possible');
  it('says why it cannot be asked', async () => {
    await ask('premium', { 'GET /oauth/authorization': () => failing });
    expect((await screen.findByTestId('error-panel')).textContent).toContain('The description of this assistant cannot be used.');
  });

  it('says why an answer failed', async () => {
    await ask('premium', { ...answering(''), 'POST /oauth/authorization': () => failing });
    await click(await screen.findByRole('button', { name: 'Allow' }));
    expect(screen.getByTestId('form-error').textContent).toContain('cannot be used');
    expect(opened).toEqual([]);
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
  beforeEach(resetBrowser);
  const helper: Assistant = { id: 'a1', name: 'Helper', host: 'helper.example', created_at: '2026-11-01T10:00:00Z', used_at: null };
  const open = async (assistants: () => readonly Assistant[], more: Parameters<typeof accountServer>[0] = {}) => {
    await openApp('/account', 'premium', accountServer({ 'GET /users/me/assistants': () => ({ body: assistants() }), ...more }));
    await screen.findByRole('heading', { level: 1, name: 'Account settings' });
    return region('Connected assistants');
  };

  it('are listed with their host, and disconnected at once', async () => {
    let assistants: readonly Assistant[] = [helper, { ...helper, id: 'a2', name: 'Other', used_at: '2026-11-20T10:00:00Z' }];
    const card = await open(() => assistants, {
      'DELETE /users/me/assistants/a1': () => {
        assistants = assistants.slice(1);
        return noContent;
      },
    });
    expect(card.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('helper.example · Connected Nov 1, 2026 · not used yet'),
      expect.stringContaining('last used Nov 20, 2026'),
    ]);
    await click(card.getByRole('button', { name: 'Disconnect Helper' }));
    await click(dialog().getByRole('button', { name: 'Disconnect' }));
    expect(toastText()).toBe('Assistant disconnected.');
    expect(card.getAllByRole('listitem')).toHaveLength(1);
  });

  it('are connected by an address, where there are none', async () => {
    expect((await open(() => [])).getByText(`${location.origin}/mcp`)).toBeTruthy();
  });
});
