import { demoSizes, randomOf } from '#server/demo/demo-ids';
import { demoTexts, numberOfSameTopic } from '#server/demo/demo-texts';
import { type GrowthPath, growthPath, HISTORY_DAYS, type Trend } from '#server/demo/growth-path';
import type { SeededRandom } from '#server/demo/seeded-random';

/** When an entity was crawled, in days ago. */
interface CrawlSpan {
  /** No crawl in the last months. */
  readonly isStale: boolean;
  readonly isNeverCrawled: boolean;
  readonly firstCrawl: number;
  readonly lastCrawl: number;
}

/** What all demo entities have. */
interface DemoSubject {
  readonly number: number;
  readonly span: CrawlSpan;
  readonly ageDays: number;
  /** All counts have always been 0. */
  readonly isEmpty: boolean;
  readonly trend: Trend;
}

export interface DemoOwner extends DemoSubject {
  readonly followers: number;
  readonly path: GrowthPath;
}

export interface DemoBoard extends DemoSubject {
  readonly owner: DemoOwner;
  /** Today's followers: of the owner's followers, those who did not leave out this board. */
  readonly followers: number;
  readonly isGroupBoard: boolean;
  /** Days since a pin was last saved to it. */
  readonly lastPin: number;
}

export interface DemoPin extends DemoSubject {
  readonly board: DemoBoard;
}

const NEVER_CRAWLED_SHARE = 0.012;
const EMPTY_SHARE = 0.02;
const STALE_SHARE = 0.05;
const STALE_DAYS = 130;
const SHORT_HISTORY_SHARE = 0.08;
const PERSONAL_BOARD_SHARE = 0.18;
/** No count of the demo is higher. */
export const MAX_COUNT = 40_000_000;

const trendShares: readonly (readonly [Trend, number])[] = [
  ['growing', 0.3],
  ['declining', 0.14],
  ['burst', 0.03],
  ['jump', 0.01],
];
/** Pins are rarely removed from boards again. */
const pinTrendShares: readonly (readonly [Trend, number])[] = [
  ['growing', 0.4],
  ['declining', 0.02],
  ['burst', 0.03],
  ['jump', 0.01],
];

function crawlSpan(random: SeededRandom, intervalDays: number): CrawlSpan {
  const isStale = random.withProbability(STALE_SHARE);
  const lastCrawl = isStale ? STALE_DAYS + random.integerBelow(60) : random.integerBelow(intervalDays);
  const isShort = random.withProbability(SHORT_HISTORY_SHARE);
  return {
    isStale,
    isNeverCrawled: random.withProbability(NEVER_CRAWLED_SHARE),
    firstCrawl: isShort ? lastCrawl + 10 + random.integerBelow(80) : HISTORY_DAYS - 1,
    lastCrawl,
  };
}

/** Days since an entity was created: from `least` to less than `ageDays`, the age of what it belongs to. */
const ageBetween = (random: SeededRandom, least: number, ageDays: number): number => least + random.integerBelow(ageDays - least);

function makeOwner(_: unknown, number: number): DemoOwner {
  const random = randomOf('pinner', number, 'ownership');
  const trend = random.pickWeighted(trendShares) ?? 'steady';
  return {
    number,
    span: crawlSpan(random, 1),
    ageDays: ageBetween(random, HISTORY_DAYS + 2, HISTORY_DAYS + 2_600),
    isEmpty: random.withProbability(EMPTY_SHARE),
    trend,
    followers: Math.min(MAX_COUNT, random.logNormal(3_100, 1.7)),
    path: growthPath(random, trend),
  };
}

/** From this number of followers on, an owner or a board is never passed over. */
const POPULAR_FOLLOWERS = 1_000_000;

/** One of the items with the same topic as a number, rather a popular one, since owners with more followers also have more boards and pins. */
function pickPopular<T extends DemoOwner | DemoBoard>(
  random: SeededRandom,
  entity: 'pinner' | 'board',
  items: readonly T[],
  number: number,
): T {
  for (;;) {
    const item = items[numberOfSameTopic(random, entity, number)];
    if (!item || item.isEmpty || item.span.isNeverCrawled) continue;
    if (random.withProbability((item.followers / POPULAR_FOLLOWERS) ** 0.35)) return item;
  }
}

/** Most boards got a pin in the last two weeks; some are forgotten. */
function daysSinceLastPin(random: SeededRandom): number {
  const share = random.nextFraction();
  if (share < 0.6) return 1 + random.integerBelow(14);
  return share < 0.85 ? 15 + random.integerBelow(45) : 60 + random.integerBelow(240);
}

function makeBoard(owners: readonly DemoOwner[], number: number): DemoBoard {
  const random = randomOf('board', number, 'ownership');
  const owner = pickPopular(random, 'pinner', owners, number);
  const span = crawlSpan(random, 1);
  return {
    number,
    span,
    owner,
    ageDays: ageBetween(random, HISTORY_DAYS + 1, owner.ageDays),
    isEmpty: random.withProbability(EMPTY_SHARE),
    trend: owner.trend,
    followers: Math.round(owner.followers * (0.3 + 0.65 * random.nextFraction())),
    isGroupBoard: /group|unite|share|promote/i.test(demoTexts('board', number).name) || !random.withProbability(PERSONAL_BOARD_SHARE),
    lastPin: Math.max(span.lastCrawl + 1, daysSinceLastPin(random)),
  };
}

function makePin(boards: readonly DemoBoard[], number: number): DemoPin {
  const random = randomOf('pin', number, 'ownership');
  const board = pickPopular(random, 'board', boards, number);
  const span = crawlSpan(random, 7);
  const isYoung = span.firstCrawl < HISTORY_DAYS - 1;
  return {
    number,
    span,
    board,
    ageDays: isYoung
      ? Math.max(board.lastPin + 1, span.firstCrawl + 2 + random.integerBelow(30))
      : ageBetween(random, HISTORY_DAYS, board.ageDays),
    isEmpty: random.withProbability(EMPTY_SHARE),
    trend: random.pickWeighted(pinTrendShares) ?? 'steady',
  };
}

/** Who owns which board, and which pin is on it: the same at every call. */
export interface DemoOwnership {
  readonly pinner: readonly DemoOwner[];
  readonly board: readonly DemoBoard[];
  readonly pin: readonly DemoPin[];
}

export function demoOwnership(): DemoOwnership {
  const owners = Array.from({ length: demoSizes.pinner }, makeOwner);
  const boards = Array.from({ length: demoSizes.board }, (_, number) => makeBoard(owners, number));
  const pins = Array.from({ length: demoSizes.pin }, (_, number) => makePin(boards, number));
  return { pinner: owners, board: boards, pin: pins };
}
