import type { ListRow } from '#domain/catalog/catalog';
import { listedFields } from '#domain/catalog/columns';
import type { BoardPage, BoardRow, PinnerRow, PinRow } from '#domain/catalog/list-contract';
import type { Board, CatalogStats, MomentumReading, Pin, Pinner } from '#domain/catalog/detail-contract';
import { filtersOf } from '#domain/catalog/filters/filters';
import { titleOf, type TitleSource } from '#domain/catalog/title';
import { defaultOrder } from '#domain/catalog/orders';
import { entityOf, type EntityType, type Variant } from '#domain/catalog/variants';
import { CATALOG_STATS_KEY } from '../../../client/src/api/catalog-stats';
import { storeResponse } from '../../../client/src/api/resource';
import type { FakeResponse } from './client-app';

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
