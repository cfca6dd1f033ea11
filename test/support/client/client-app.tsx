import { jest } from '@jest/globals';
import { act, configure, fireEvent, render, screen } from '@testing-library/react';
import type { Alert, AlertRule } from '#domain/watching/alerts/contract';
import type { SavedSearch } from '#domain/watching/contract';
import type { ReportedEvent } from '#domain/analytics/visitors/contract';
import type { ListRow } from '#domain/catalog/catalog';
import { listedFields } from '#domain/catalog/columns';
import type { BoardPage, BoardRow, PinnerRow, PinRow } from '#domain/catalog/list-contract';
import type { Board, CatalogStats, MomentumReading, Pin, Pinner } from '#domain/catalog/detail-contract';
import { filtersOf } from '#domain/catalog/filters/filters';
import { titleOf, type TitleSource } from '#domain/catalog/title';
import { defaultFormats, type Formats } from '#domain/site/reader';
import { defaultOrder } from '#domain/catalog/orders';
import { entityOf, type EntityType, type Variant } from '#domain/catalog/variants';
import { parseDay } from '#domain/days';
import { CATALOG_STATS_KEY } from '../../../client/src/api/catalog-stats';
import { storeResponse } from '../../../client/src/api/resource';
import { settings } from '../../../client/src/api/settings';
import { resetStores } from '../../../client/src/api/store';
import { App } from '../../../client/src/app/app';
import { captureArrivalParams } from '../../../client/src/site/arrival';
import { loadSession } from '../../../client/src/site/session';
import { browserNavigation } from '../../../client/src/site/browser-navigation';
import { watchHistory, fullPageNavigation } from '../../../client/src/site/navigation';
import { startShortcuts } from '../../../client/src/site/shortcuts';
import { present } from '../../../client/src/ui/format';
import { speedUpComputedStyle } from './computed-style';

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

/** A request with an unsafe method. */
export interface SentRequest {
  readonly endpoint: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
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

/** The URLs of all requests, aborted ones included. */
export const requestedUrls: string[] = [];
/** All requests with an unsafe method. */
export const sentRequests: SentRequest[] = [];
/** The request bodies of an endpoint, such as `POST /api/auth/login`. */
export const sentBodies = (call: string): unknown[] => sentRequests.filter((one) => one.endpoint === call).map(({ body }) => body);
/** The names of saved files. */
export const savedFileNames: string[] = [];
/** The events that were reported to the site's analytics. */
export const reportedEvents: ReportedEvent[] = [];
/** What was copied, and the foreign URLs that were opened. */
export const copiedTexts: string[] = [];
export const openedUrls: string[] = [];
/** The URLs of aborted requests. */
export const abortedUrls: string[] = [];

/** The queries of all requests to a path. */
export const queriesTo = (path: string): URLSearchParams[] =>
  requestedUrls
    .map((call) => new URL(call, 'http://x'))
    .filter((url) => url.pathname === path)
    .map((url) => url.searchParams);

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

/** For tests of failures: what the app logs of them is not printed. */
export const muteConsoleErrors = (): void => void jest.spyOn(console, 'error').mockImplementation(() => {});

/** The texts of elements. */
export const textsOf = (elements: Iterable<Element>): string[] => [...elements].map(({ textContent }) => textContent ?? '');

/** Where a link leads. */
export const hrefOf = (link: Element): string | null => link.getAttribute('href');

const usualOrder = (variant: Variant) => ({ order_by: defaultOrder[variant], reason: null });

const namesOf = (variant: Variant) => filtersOf(variant).flatMap(([name, { kind }]) => (kind === 'id' ? [] : [name]));

/** The stats of a catalog; of an empty one with the usual orders by default. */
export const catalogStatsRecord = (over: Partial<CatalogStats> = {}): CatalogStats => ({
  boards: 0,
  pinners: 0,
  pins: 0,
  as_of: null,
  screen_orders: { boards: usualOrder('boards'), pinners: usualOrder('pinners'), pins: usualOrder('pins') },
  filters: { boards: namesOf('boards'), pinners: namesOf('pinners'), pins: namesOf('pins') },
  recent_orders: { boards: [], pinners: [], pins: [] },
  sparse_orders: { boards: [], pinners: [], pins: [] },
  numbers_as_of: { boards: null, pinners: null, pins: null },
  has_group_boards: false,
  free_searches: 0,
  popular_pins: [],
  ...over,
});

/** The app has these stats from now on; with null it has to load them. */
export const giveCatalogStats = (stats: CatalogStats | null): void => storeResponse(CATALOG_STATS_KEY, stats ?? undefined, Infinity);

/** Opens the app at a URL as this viewer, with these responses of the server. */
export async function openApp(address: string, viewer: ViewerKind, server: FakeServer) {
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

const owner = { _id: 'p1', username: 'mira_makes' };

const steady = { jump_share: 0.1, jumped_on: null } as const;

/** Adds the title that the server would make, unless the row has one. */
const withTitle = <R extends TitleSource & { readonly title?: string }>(entity: EntityType, row: R) => ({
  ...row,
  title: row.title ?? titleOf(entity, row),
});

/** A row of which nothing is known. */
const unknownRow = <V extends Variant>(variant: V) =>
  Object.fromEntries(listedFields(entityOf[variant]).map(([name]) => [name, null])) as unknown as ListRow[V];

export const aBoardRow = (over: Partial<BoardRow> = {}): BoardRow =>
  withTitle('board', {
    ...unknownRow('boards'),
    _id: 'b1',
    name: 'Etsy sellers unite',
    url: 'https://www.pinterest.com/mira_makes/etsy/',
    pinner: owner,
    pictures: [],
    follower_count: 12_400,
    collaborator_count: 310,
    pin_count: 8100,
    follower_growth_last_90_days: 30.6,
    ...steady,
    followers_read_on: '2026-11-20',
    collaborators_read_on: '2026-11-20',
    pins_read_on: '2026-11-20',
    ...over,
  });

export const aPinnerRow = (over: Partial<PinnerRow> = {}): PinnerRow =>
  withTitle('pinner', {
    ...unknownRow('pinners'),
    _id: 'p1',
    username: 'mira_makes',
    name: 'Mira',
    url: 'https://www.pinterest.com/mira_makes/',
    follower_count: 980,
    profile_views: 1_200_000,
    follower_growth_last_90_days: 1,
    viewer_growth_last_90_days: 1,
    ...steady,
    followers_read_on: '2026-11-20',
    viewers_read_on: '2026-11-20',
    ...over,
  });

const provenance = { source: 'boards.ndjson', last_crawled_at: '2026-11-20T03:00:00Z', searchable: true };
const sampleSeries = { x: ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'], y: [100, null, 120, 130] };
const sampleVerdict: Board['verdict'] = [
  { rule: 'growing', mark: 'pass', value: 30.6, text: 'Followers +30.6% in 90 days.' },
  { rule: 'reach', mark: 'unknown', value: null, text: 'Too few known pins to judge (3).' },
];
export const emptySeries = { x: [], y: [] };

export const aMomentumReading = (over: Partial<MomentumReading> = {}): MomentumReading => ({
  metric: 'follower_count',
  period: '90_days',
  score: 62,
  raw: 0.1,
  trend: 'rising',
  confidence: 'high',
  coverage: 1,
  largest_gap: 1,
  points: 90,
  flags: [],
  rank: 412,
  previous_rank: 500,
  ...over,
});

export const aBoard = (over: Partial<Board> = {}): Board => ({
  ...aBoardRow(over),
  ...provenance,
  description: null,
  topics: [],
  notes: [],
  growth: { follower_count: { '90_days': 30.6 } },
  verdict: sampleVerdict,
  history_limited: false,
  history_from: '2026-11-17',
  verdict_by_period: {},
  top_pins: [],
  similar: [],
  time_series: { followers: sampleSeries, collaborators: emptySeries, pins: emptySeries },
  ...over,
});

export const aPinner = (over: Partial<Pinner> = {}): Pinner => ({
  ...aPinnerRow(over),
  ...provenance,
  description: null,
  profile_reach: null,
  domain_url: null,
  website_url: null,
  topics: [],
  notes: [],
  boards: [aBoardRow()],
  pins: [],
  growth: {},
  verdict: sampleVerdict,
  history_limited: false,
  history_from: '2026-11-17',
  verdict_by_period: {},
  similar: [],
  time_series: { followers: sampleSeries, monthly_viewers: emptySeries },
  ...over,
});

export const aPinRow = (over: Partial<PinRow> = {}): PinRow =>
  withTitle('pin', {
    ...unknownRow('pins'),
    _id: 'n1',
    name: 'Ten shop ideas',
    url: 'https://www.pinterest.com/pin/1/',
    pinner: owner,
    saves: 400,
    repin_count: 20,
    ...steady,
    saves_read_on: '2026-11-20',
    repins_read_on: '2026-11-20',
    ...over,
  });

export const aPin = (over: Partial<Pin> = {}): Pin =>
  withTitle('pin', {
    ...aPinRow(),
    ...provenance,
    description: null,
    link: 'https://shop.test/a?utm_source=corklight',
    domain: 'shop.test',
    board: { _id: 'b1', title: 'Etsy sellers unite', name: 'Etsy sellers unite' },
    queries: ['etsy'],
    topics: [],
    notes: [],
    growth: {},
    verdict: sampleVerdict,
    history_limited: false,
    history_from: '2026-11-17',
    verdict_by_period: {},
    similar: [],
    time_series: { saves: sampleSeries, repins: emptySeries },
    ...over,
  });

/** A page of boards whose names contain the page number; a full one by default. */
export function boardPageResponse(page = 1, over: Partial<BoardPage> = {}, rowCount = 10): FakeResponse {
  const boards = Array.from({ length: rowCount }, (_, index) => aBoardRow({ _id: `b${page}-${index}`, name: `Board ${page}.${index}` }));
  return { body: { boards, total: 95, page, as_of: null, ...over } };
}

/** Enough for most tests of a list; rendering a full page takes twice as long. */
const FEW_ROWS = 3;

/** Serves every list with a few rows and every detail with an entity of the requested id. */
export const catalogServer = (url: URL, _method?: string): FakeResponse => {
  if (url.pathname === '/api/users/me/watchlists') return { body: { watchlists: [], limits: { lists: 1, items_per_list: 10 } } };
  if (url.pathname.startsWith('/api/histograms/')) return { body: { bins: [] } };
  if (url.pathname.startsWith('/api/filter-choices/')) return { body: { total: 0, choices: [] } };
  const [, , variant, id] = url.pathname.split('/');
  if (id !== undefined) {
    const _id = decodeURIComponent(id);
    return { body: variant === 'boards' ? aBoard({ _id }) : variant === 'pinners' ? aPinner({ _id }) : aPin({ _id }) };
  }
  const page = { total: 95, page: Number(url.searchParams.get('page') ?? 1), as_of: null };
  if (variant === 'boards') return boardPageResponse(page.page, {}, FEW_ROWS);
  if (variant === 'pinners') return { body: { ...page, pinners: [aPinnerRow()] } };
  return { body: { ...page, pins: [aPin()] } };
};
