import { z } from 'zod';
import { listKeywords, viewInterest, viewKeyword } from '#domain/analytics/endpoints';
import { Board, type Comparison } from '#domain/catalog/detail-contract';
import { listBoards, listPinners, listPins, compareEntities, viewBoard, viewPin, viewPinner } from '#domain/catalog/endpoints';
import { BoardPage, PinnerPage, PinPage } from '#domain/catalog/list-contract';
import { MOMENTUM_ORDER } from '#domain/catalog/orders';
import { variantOf } from '#domain/catalog/variants';
import { KeywordAnswer, KeywordInterest, KeywordPage } from '#domain/keywords/contract';
import { entityPath, screens } from '#domain/site/screens';
import { MAX_COMPARED } from '#domain/subscriptions/entitlements';
import { Alerts } from '#domain/watching/alerts/contract';
import { listAlerts } from '#domain/watching/alerts/endpoints';
import { WatchlistDetail, Watching } from '#domain/watching/contract';
import { listWatchlists, viewWatchlist } from '#domain/watching/endpoints';
import { Today } from '#domain/watching/today/contract';
import { viewToday } from '#domain/watching/today/endpoints';
import { alertFigures, entityFigures, type FigureSources, interestFigures, keywordFigures, watchedFigures } from '#server/mcp/figures';
import { encodePart, pathOfRead, queryInput, queryText } from '#server/mcp/reads';

/** Reads a path of the API as the owner of the key, and returns the body. Throws an error with the API's reason. */
export type ReadApi = (path: string) => Promise<unknown>;

/** The arguments of a call, which the input schema of its tool has parsed. */
type Input = Readonly<Record<string, unknown>>;

/** What an assistant can ask. Each answer is that of one or more endpoints which the website reads, too. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly answer: z.ZodType;
  readonly figures: FigureSources;
  readonly read: (input: Input, api: ReadApi) => Promise<unknown>;
  /** The path of the screen that shows the same. */
  readonly screen: (input: Input) => string;
}

const entities = {
  board: { entity: 'board', list: listBoards, detail: viewBoard },
  influencer: { entity: 'pinner', list: listPinners, detail: viewPinner },
  pin: { entity: 'pin', list: listPins, detail: viewPin },
} as const;
type Kind = keyof typeof entities;
const Kinds = z.enum(Object.keys(entities) as [Kind, ...Kind[]]).describe('What it is.');
const entityOfKind = (kind: unknown) => entities[Kinds.parse(kind)];
const allFigures = { ...entityFigures('board'), ...entityFigures('pinner'), ...entityFigures('pin') };

/** What the details of all kinds have in common; each has the fields of its rows, too. */
const Details = Board.pick({ _id: true, title: true, growth: true, momentum: true, verdict: true, verdict_by_period: true })
  .extend(Board.pick({ source: true, last_crawled_at: true, searchable: true, description: true, topics: true }).shape)
  .loose();

/** Daily readings, and others that belong to it: they are long. */
const leftOutOfDetails = new Set(['time_series', 'similar', 'top_pins', 'boards', 'pins']);

const withoutLists = (details: unknown) =>
  Object.fromEntries(Object.entries(details as object).filter(([name]) => !leftOutOfDetails.has(name)));

const encodedIds = (ids: unknown): readonly string[] => (ids as readonly string[]).map(encodePart);

const searchTool = (kind: Kind, name: string, answer: z.ZodType, question: string, filters: string): Tool => {
  const { entity, list } = entities[kind];
  return {
    name,
    title: `Search ${kind}s`,
    description: `${question} Filters are texts such as ${filters}. Rows have counts, growth over 90 days, and checks (“worth it?”: pass, warn, or fail by rule). Momentum and growth over 30 days come with "momentum_score,growth_last_30_days" in \`with\`.`,
    input: queryInput(list.query),
    answer,
    figures: entityFigures(entity),
    read: (input, api) => api(pathOfRead(list, {}, input)),
    screen: (input) => `/${variantOf[entity]}${queryText(input)}`,
  };
};

const searchTools: readonly Tool[] = [
  searchTool(
    'board',
    'search_boards',
    BoardPage,
    'Which boards are there about something? Finds boards by keywords and filters; group boards with collaborators "2..", those worth joining with order_by "checks_passed".',
    'followers "1000.." (from 1,000) or active "30d"',
  ),
  searchTool(
    'pin',
    'search_pins',
    PinPage,
    'Which pins work about something? Finds pins by keywords and filters.',
    'saves "1000.." (from 1,000) or created "30d"',
  ),
  searchTool(
    'influencer',
    'search_influencers',
    PinnerPage,
    'Who pins about something? Finds influencers (Pinterest accounts) by keywords and filters.',
    'followers "1000.." (from 1,000) or updated "30d"',
  ),
];

const risingTool: Tool = {
  name: 'whats_rising',
  title: 'What is rising',
  description:
    'What grows fastest right now, in all or about something? Lists boards, influencers, or pins by momentum (0 to 100), highest first. Needs Premium.',
  input: z.strictObject({
    kind: Kinds,
    ...queryInput(listBoards.query.pick({ query: true, period: true, page: true, per_page: true })).shape,
  }),
  answer: z.union([BoardPage, PinnerPage, PinPage]),
  figures: allFigures,
  read: ({ kind, ...query }, api) =>
    api(pathOfRead(entityOfKind(kind).list, {}, { ...query, order_by: MOMENTUM_ORDER, with: 'momentum_score,growth_last_30_days' })),
  screen: ({ kind, ...query }) => `/${variantOf[entityOfKind(kind).entity]}${queryText({ ...query, order_by: MOMENTUM_ORDER })}`,
};

const entityTools: readonly Tool[] = [
  {
    name: 'get_details',
    title: 'Details of one',
    description:
      'Is this board worth joining, this influencer worth following, this pin worth making one like it, and why? Returns everything about one of them: counts, growth, momentum with its confidence, and the verdict, one sentence per rule.',
    input: z.strictObject({ kind: Kinds, id: z.string().describe('The `_id` of a row.') }),
    answer: Details,
    figures: allFigures,
    read: async ({ kind, id }, api) => withoutLists(await api(pathOfRead(entityOfKind(kind).detail, { id }))),
    screen: ({ kind, id }) => entityPath(entityOfKind(kind).entity, String(id)),
  },
  {
    name: 'compare',
    title: 'Compare',
    description: `Which of these is better? Returns the details of two boards, influencers, or pins side by side, or with Premium up to ${MAX_COMPARED}.`,
    input: z.strictObject({ kind: Kinds, ids: z.array(z.string()).min(2).max(MAX_COMPARED).describe('The `_id`s of the rows.') }),
    answer: z.array(Details),
    figures: allFigures,
    read: async ({ kind, ids }, api) => {
      const variant = variantOf[entityOfKind(kind).entity];
      const { rows } = (await api(pathOfRead(compareEntities, { variant }, { ids: encodedIds(ids).join(',') }))) as Comparison;
      return rows.map(withoutLists);
    },
    screen: ({ kind, ids }) =>
      `${screens.compare.path}?items=${encodedIds(ids)
        .map((id) => `${entityOfKind(kind).entity}:${id}`)
        .join(',')}`,
  },
];

const keywordScreen = (keyword: unknown) => `${screens.keywords.path}/${encodePart(String(keyword))}`;

const keywordTools: readonly Tool[] = [
  {
    name: 'keyword_ideas',
    title: 'Keyword ideas',
    description:
      'Which keywords should a pin be about? Lists keywords with a word, with competition (0 to 100, low is easier), momentum, opportunity (with Premium), and the month in which they peak, counted in the pins of this catalog.',
    input: queryInput(listKeywords.query),
    answer: KeywordPage,
    figures: keywordFigures,
    read: (input, api) => api(pathOfRead(listKeywords, {}, input)),
    screen: (input) => `${screens.keywords.path}${queryText(input)}`,
  },
  {
    name: 'keyword_details',
    title: 'A keyword and its season',
    description:
      'When is the season of a keyword, and which keywords, pins, boards, and influencers go with it? Returns its figures, the months of its pins, related keywords (with Premium), and imported search interest with its sources.',
    input: z.strictObject({ keyword: z.string().describe('The keyword, in any spelling.') }),
    answer: z.object({ keyword: KeywordAnswer, interest: KeywordInterest }),
    figures: { ...keywordFigures, ...interestFigures },
    read: async (input, api) => {
      const [keyword, interest] = await Promise.all([api(pathOfRead(viewKeyword, input)), api(pathOfRead(viewInterest, input))]);
      return { keyword, interest };
    },
    screen: ({ keyword }) => keywordScreen(keyword),
  },
];

const watchingTools: readonly Tool[] = [
  {
    name: 'list_watchlists',
    title: 'Watchlists',
    description: 'What do I watch? Lists my watchlists with the ids of their items.',
    input: z.strictObject({}),
    answer: Watching,
    figures: {},
    read: (_, api) => api(pathOfRead(listWatchlists)),
    screen: () => screens.watchlists.path,
  },
  {
    name: 'get_watchlist',
    title: 'A watchlist',
    description:
      'How are the boards, influencers, and pins that I watch doing? Returns the items of one of my watchlists with their figures.',
    input: z.strictObject({ id: z.string().describe('The `_id` of a watchlist.') }),
    answer: WatchlistDetail,
    figures: watchedFigures,
    read: (input, api) => api(pathOfRead(viewWatchlist, input)),
    screen: () => screens.watchlists.path,
  },
  {
    name: 'list_alerts',
    title: 'Alerts',
    description: 'What happened to what I watch? Lists my last alerts, the newest first.',
    input: z.strictObject({}),
    answer: Alerts,
    figures: alertFigures,
    read: (_, api) => api(pathOfRead(listAlerts)),
    screen: () => screens.watchlists.path,
  },
  {
    name: 'whats_new',
    title: 'What is new for me',
    description: 'What is new for me since a day: what I watch, my topics, my site, and my saved searches and keywords?',
    input: queryInput(viewToday.query),
    answer: Today,
    figures: { ...allFigures, ...keywordFigures, ...watchedFigures },
    read: (input, api) => api(pathOfRead(viewToday, {}, input)),
    screen: () => screens.dashboard.path,
  },
];

/** All tools; at most twelve, so that an assistant finds the right one. */
export const tools: readonly Tool[] = [...searchTools, risingTool, ...entityTools, ...keywordTools, ...watchingTools];
