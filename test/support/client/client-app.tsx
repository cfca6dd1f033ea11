import { jest } from '@jest/globals';
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import type { Alert, AlertRule } from '#domain/watching/alerts/contract';
import type { ReportedEvent } from '#domain/analytics/visitors/contract';
import type { SavedSearch } from '#domain/watching/contract';
import { defaultFormats, type Formats } from '#domain/site/reader';
import { parseDay } from '#domain/days';
import { settings } from '../../../client/src/api/settings';
import { resetStores } from '../../../client/src/api/store';
import { App } from '../../../client/src/app/app';
import { captureArrivalParams } from '../../../client/src/site/arrival';
import { loadSession } from '../../../client/src/site/session';
import { browserNavigation } from '../../../client/src/site/browser-navigation';
import { watchHistory, fullPageNavigation } from '../../../client/src/site/navigation';
import { startShortcuts } from '../../../client/src/site/shortcuts';
import { present } from '../../../client/src/ui/format';
import { catalogStatsRecord, giveCatalogStats } from './catalog-records';
import { speedUpComputedStyle } from './computed-style';
import { abortedUrls, copiedTexts, openedUrls, reportedEvents, requestedUrls, savedFileNames, sentRequests } from './requests';

// The fixtures are of this year.
present.day = parseDay('2026-11-23') ?? NaN;

// Generous, because machines that run tests are often busy.
configure({ asyncUtilTimeout: 30_000 });
speedUpComputedStyle();

/** A response of the fake server. */
export interface FakeResponse {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

export type FakeServer = (url: URL, method: string) => FakeResponse | Promise<FakeResponse>;

const users = {
  visitor: null,
  unconfirmed: { role_id: 2, is_premium: false, is_confirmed: false },
  free: { role_id: 2, is_premium: false },
  premium: { role_id: 2, is_premium: true },
  admin: { role_id: 1, is_premium: false },
} as const;
export type ViewerKind = keyof typeof users;

/** The saved searches of the viewer, which every list loads beside its page; a request takes the next of the replies if there is one. */
export const savedSearches: { list: readonly SavedSearch[]; readonly replies: Promise<FakeResponse>[] } = { list: [], replies: [] };

/** The alerts and alert rules of the viewer: every screen loads the alerts. */
export const alertsOfViewer: { alerts: readonly Alert[]; rules: readonly AlertRule[]; status: number } = {
  alerts: [],
  rules: [],
  status: 200,
};

const alertResponses: Readonly<Record<string, () => FakeResponse>> = {
  'GET /api/users/me/alerts': () => {
    const { alerts, status } = alertsOfViewer;
    return { status, body: { alerts, unread_count: alerts.filter(({ is_read }) => !is_read).length } };
  },
  'GET /api/users/me/alert-rules': () => ({ status: alertsOfViewer.status, body: { rules: alertsOfViewer.rules, limit: 50 } }),
};

let currentViewer: ViewerKind = 'visitor';
let currentServer: FakeServer = () => ({ status: 404, body: null });
let windowWidth = 1280;
let isWatchingHistory = false;

/** Sets the width of the window in CSS pixels. */
export function setWindowWidth(pixels: number): void {
  windowWidth = pixels;
}

interface FetchOptions {
  readonly method?: string;
  readonly body?: string | Blob;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | null;
}

function fakeFetch(address: string, { method = 'GET', body, headers = {}, signal }: FetchOptions = {}): Promise<unknown> {
  const url = new URL(address, 'http://x');
  if (url.pathname === '/api/events') {
    reportedEvents.push(JSON.parse(typeof body === 'string' ? body : '{}') as ReportedEvent);
    return Promise.resolve({ ok: true, status: 204, headers: { get: () => null } });
  }
  requestedUrls.push(address);
  if (method !== 'GET')
    sentRequests.push({ endpoint: `${method} ${url.pathname}`, body: typeof body === 'string' ? JSON.parse(body) : body, headers });
  const isSession = url.pathname === '/api/sessions' && method === 'GET';
  const isSavedSearches = url.pathname === '/api/users/me/saved-searches' && method === 'GET';
  const alertResponse = alertResponses[`${method} ${url.pathname}`];
  const response = alertResponse
    ? alertResponse()
    : isSavedSearches
      ? (savedSearches.replies.shift() ?? { body: savedSearches.list })
      : isSession
        ? { body: { user: userRecord(currentViewer), uuid: 'u-1', sscid: '', pending_email: pendingRegistration.email } }
        : currentServer(url, method);
  return new Promise((resolve, reject) => {
    let isSettled = false;
    signal?.addEventListener('abort', () => {
      if (!isSettled) abortedUrls.push(address);
      reject(new DOMException('aborted', 'AbortError'));
    });
    const settle = async () => {
      const { status = 200, body, headers = {} } = await response;
      isSettled = true;
      resolve({
        ok: status >= 200 && status < 300,
        status,
        headers: { get: (name: string) => headers[name] ?? null },
        json: () => (body === undefined ? Promise.reject(new SyntaxError('no JSON')) : Promise.resolve(body)),
        blob: () => Promise.resolve(new Blob([String(body)])),
      });
    };
    settle().catch(reject);
  });
}

/** The name of the viewer's first linked account. */
export const linkedAccount: { username: string | null } = { username: null };

/** How the viewer reads numbers and dates; null as long as no browser has told. */
export const viewerFormats: { formats: Formats | null } = { formats: defaultFormats };

/** A user record. */
export const userRecord = (name: ViewerKind) =>
  users[name] && {
    id: name,
    email: 'a@b.test',
    is_confirmed: true,
    ...linkedAccount,
    paddle_subscription_cancel_url: null,
    ...viewerFormats,
    ...users[name],
  };

/** From now on the server responds as to another signed-in user. */
export function setViewer(viewer: ViewerKind): void {
  currentViewer = viewer;
}

class InertObserver {
  observe() {}
  disconnect() {}
  unobserve() {}
}

/** The masked address that the session of a visitor waits to confirm. */
export const pendingRegistration: { email: string | null } = { email: null };

/** Resets the app, as when the page is reloaded. */
export function reloadPage(): void {
  resetStores('app');
  settings.site = { ...settings.site, support_email: 'help@site.test', image_hosts: ['i.pinimg.com'] };
  giveCatalogStats(catalogStatsRecord());
}

/** Adds browser features that jsdom lacks and resets all state. */
export function resetBrowser(): void {
  jest.useRealTimers();
  Object.assign(globalThis, { fetch: fakeFetch, IntersectionObserver: InertObserver, ResizeObserver: InertObserver });
  Object.assign(window, {
    scrollTo: jest.fn(),
    matchMedia: (query: string) => ({
      matches: query.includes('max-width') ? windowWidth < 768 : false,
      addEventListener: () => {},
      removeEventListener: () => {},
    }),
  });
  Element.prototype.scrollIntoView = () => {};
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} });
  HTMLAnchorElement.prototype.click = function keep() {
    savedFileNames.push(this.download);
  };
  Object.assign(navigator, { clipboard: { writeText: async (text: string) => void copiedTexts.push(text) } });
  browserNavigation.open = (url) => void openedUrls.push(url);
  // jsdom does not implement the methods of the dialog element.
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  for (const list of [requestedUrls, reportedEvents, abortedUrls, sentRequests, savedFileNames, copiedTexts, openedUrls]) list.length = 0;
  windowWidth = 1280;
  pendingRegistration.email = null;
  linkedAccount.username = null;
  viewerFormats.formats = defaultFormats;
  localStorage.clear();
  sessionStorage.clear();
  document.cookie = 'XSRF-TOKEN=proof-1';
  reloadPage();
  savedSearches.list = [];
  savedSearches.replies.length = 0;
  Object.assign(alertsOfViewer, { alerts: [], rules: [], status: 200 });
  fullPageNavigation.enabled = false;
  if (!isWatchingHistory) watchHistory();
  isWatchingHistory = true;
}

// Every test of the client begins with a new browser, and with the keys of the app.
beforeAll(startShortcuts);
beforeEach(resetBrowser);
afterEach(() => jest.restoreAllMocks());

/** Opens the app at a URL as this viewer, with these responses of the server. What was open before is closed. */
export async function openApp(address: string, viewer: ViewerKind, server: FakeServer) {
  cleanup();
  currentViewer = viewer;
  currentServer = server;
  history.pushState({ key: `test-${Math.random()}` }, '', address);
  dispatchEvent(new PopStateEvent('popstate'));
  const reportCampaign = captureArrivalParams();
  await loadSession();
  requestedUrls.length = 0;
  await reportCampaign();
  const screen = render(<App />);
  await act(async () => {});
  return screen;
}

/** Focuses and clicks an element. */
export const click = (element: HTMLElement) =>
  act(async () => {
    element.focus();
    fireEvent.click(element);
  });
export const press = (key: string, how: object = {}) =>
  act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...how }));
export const type = (label: string, text: string) => fireEvent.change(screen.getByLabelText(label), { target: { value: text } });

/** Goes back in the history and waits for the new address. */
export async function goBack(): Promise<void> {
  await act(async () => {
    const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    history.back();
    await arrived;
  });
}

/** A response that the test sends with `give`. */
export function deferredResponse(): { readonly reply: Promise<FakeResponse>; readonly give: (reply: FakeResponse) => Promise<void> } {
  let resolve: (reply: FakeResponse) => void = () => {};
  const reply = new Promise<FakeResponse>((settle) => (resolve = settle));
  return {
    reply,
    give: async (given) => {
      await act(async () => {
        resolve(given);
        await reply;
      });
      await act(async () => {});
    },
  };
}

/** Waits in real time. */
export const letTimePass = (milliseconds: number): Promise<void> =>
  act(async () => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)));

export const premiumRefusal = (message: string, status = 403): FakeResponse => ({
  status,
  body: { error: message, errors: [message], code: 'premium_required' },
});
