import { screen, within } from '@testing-library/react';
import type { LinkedAccount } from '#domain/linked-accounts/contract';
import type { Today } from '#domain/watching/today/contract';
import type { OpenSession } from '#domain/auth/sessions/contract';
import { buildSubscriptionView } from '#domain/subscriptions/subscription';
import { catalogServer } from './catalog-records';
import type { FakeResponse, FakeServer } from './client-app';

export const noContent: FakeResponse = { status: 204, body: undefined };

export const noPlan = buildSubscriptionView([], 'paddle', new Date());
export const aSession = (over: Partial<OpenSession> = {}): OpenSession => ({
  id: 's1',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  created_at: '2026-11-01T10:00:00Z',
  seen_at: '2026-11-20T10:00:00Z',
  current: true,
  ...over,
});

export const aLinkedAccount = (over: Partial<LinkedAccount> = {}): LinkedAccount => ({
  _id: 'l1',
  username: 'mira_makes',
  profile_image: null,
  pin_count: 14,
  website_url: null,
  needs_reconnect: false,
  state: 'connected',
  reason: null,
  since: null,
  ends_at: '2027-01-20T10:00:00Z',
  has_volumes: false,
  linked_at: '2026-11-01T10:00:00Z',
  ...over,
});

/** Whether a user with a password has proved a moment ago who they are. */
export const ownerCheck = (is_checked: boolean): FakeResponse => ({
  body: { is_checked, has_password: true, has_sign_in_link: false, has_passkey: false },
});

/** What is new for a user who has set nothing up but has answered the questions of the first run. */
export const aToday = (over: Partial<Today> = {}): Today => ({
  is_new: false,
  since: '2026-11-20',
  watched: { total: 0, rising: 0, falling: 0, unchanged: 0, unknown: 0, old: 0, gone: 0, is_over_90_days: true, alerts: 0, movers: [] },
  topics: [],
  rising_pins: [],
  other_pins: [],
  keywords: [],
  site: { site: null, pins: 0, saves: null, top_pins: [] },
  saved_searches: [],
  saved_keywords: [],
  linked_accounts: 0,
  ...over,
});

/** A server for the screens of an account; the given endpoints take precedence. */
export const accountServer =
  (endpoints: Record<string, (url: URL) => FakeResponse | Promise<FakeResponse>> = {}): FakeServer =>
  (url, method) => {
    const responder = endpoints[`${method} ${url.pathname.replace('/api', '')}`];
    if (responder) return responder(url);
    if (url.pathname === '/api/users/me/pinterest_accounts') return { body: [] };
    if (url.pathname === '/api/users/me/today') return { body: aToday() };
    if (url.pathname === '/api/users/me/second-factor') return { body: { added_at: null, recovery_codes_left: null, is_missing: false } };
    if (['passkeys', 'api-keys', 'assistants'].some((name) => url.pathname === `/api/users/me/${name}`)) return { body: [] };
    if (url.pathname === '/api/users/me/owner-check') return method === 'POST' ? noContent : ownerCheck(false);
    if (url.pathname === '/api/users/me/sessions') return { body: [aSession()] };
    if (url.pathname === '/api/users/me/subscription') return { body: noPlan };
    if (url.pathname === '/api/checkout') return { body: { provider: 'none', environment: 'sandbox' } };
    return catalogServer(url);
  };

export const region = (name: string) => within(screen.getByRole('region', { name }));
export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
export const dialog = () => within(screen.getByRole('dialog'));
export const toastText = () => screen.queryByTestId('toast')?.textContent;
