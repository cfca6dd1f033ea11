import { countsOf } from '#domain/catalog/metrics';
import { rowTerms } from '#domain/catalog/keywords/search-terms';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { DAY_MS } from '#domain/durations';
import { type Trend, type CrawlHistory, crawlHistory } from '#server/demo/crawl-history';
import { makePerson, type DemoPerson, makeTitle } from '#server/demo/demo-names';
import { SeededRandom } from '#server/demo/seeded-random';
import { type Topic, topics } from '#server/demo/topics';

/** The number of entities of each type. */
export const demoSizes = { board: 3_000, pinner: 3_000, pin: 12_000 } as const satisfies Record<EntityType, number>;
const HISTORY_DAYS = 400;

/** Days between the crawls of an entity. */
const crawlIntervalDays = { board: 1, pinner: 1, pin: 7 } as const satisfies Record<EntityType, number>;

export interface DemoEntity {
  readonly _id: string;
  readonly number: number;
  readonly topic: Topic;
  readonly owner: DemoPerson & { readonly _id: string };
  readonly name: string;
  readonly description: string | null;
  readonly terms: readonly string[];
  readonly createdAt: Date;
  /** Null for an entity that was never crawled. */
  readonly history: CrawlHistory | null;
  readonly isRemoved: boolean;
}

const trendShares: readonly (readonly [Trend, number])[] = [
  ['steady', 0.42],
  ['growing', 0.27],
  ['declining', 0.14],
  ['burst', 0.1],
  ['stale', 0.05],
  ['zero', 0.02],
];

/** Median and spread of today's counts per metric, in the order of `countsOf`. */
const magnitudes = {
  board: [
    [2_400, 1.5],
    [18, 1.2],
    [420, 1.1],
  ],
  pinner: [
    [3_100, 1.7],
    [24_000, 1.6],
  ],
  pin: [
    [160, 1.8],
    [70, 1.8],
  ],
} as const satisfies Record<EntityType, readonly (readonly [number, number])[]>;

const NEVER_CRAWLED_SHARE = 0.012;
const REMOVED_SHARE = 0.015;
const idPrefixes = { board: '5', pinner: '7', pin: '9' } as const satisfies Record<EntityType, string>;

/** An id above 2^53, like those of Pinterest. */
export const demoId = (entity: EntityType, number: number): string =>
  `${idPrefixes[entity]}${String(10_000_000_000_000_000 + number * 7_919).padStart(17, '0')}`;

function demoOwners(seed: number): (DemoPerson & { readonly _id: string })[] {
  const random = new SeededRandom(seed);
  return Array.from({ length: demoSizes.pinner }, (_, number) => ({ ...makePerson(random, number), _id: demoId('pinner', number) }));
}

const makeSentence = (random: SeededRandom, topic: Topic) => `${random.pick(topic.pins)}. ${random.pick(topic.boards)}.`;

function demoName(random: SeededRandom, entity: EntityType, topic: Topic, owner: DemoPerson): string {
  if (entity === 'pinner') return owner.name;
  return makeTitle(random, random.pick(entity === 'board' ? topic.boards : topic.pins), topic.isEnglish);
}

/** Generates the entities of one type; the same seed and day give the same entities. Topics take turns. */
export function* demoEntities(entity: EntityType, today: Day, seed = 20_260): Generator<DemoEntity> {
  const owners = demoOwners(seed);
  const random = new SeededRandom(seed + entity.length * 1_000 + (entity === 'pin' ? 1 : 0));
  for (let number = 0; number < demoSizes[entity]; number++) {
    const topic = topics[number % topics.length] ?? random.pick(topics);
    const ownPerson = owners[number % owners.length];
    const owner = entity === 'pinner' && ownPerson ? ownPerson : random.pick(owners);
    const neverCrawled = random.withProbability(NEVER_CRAWLED_SHARE);
    const name = demoName(random, entity, topic, owner);
    const fullDescription =
      entity === 'pinner' ? `${random.pick(topic.pinnerDescriptions)}. ${makeSentence(random, topic)}` : makeSentence(random, topic);
    const description = random.withProbability(0.85) ? fullDescription : entity === 'pinner' ? random.pick(topic.pinnerDescriptions) : null;
    const finalCounts = magnitudes[entity].map(([median, spread]) => Math.min(40_000_000, random.logNormal(median, spread)));
    const ageDays = HISTORY_DAYS + random.integerBelow(2_000);
    const historyOptions = {
      random,
      today,
      days: random.withProbability(0.08) ? 10 + random.integerBelow(80) : HISTORY_DAYS,
      intervalDays: crawlIntervalDays[entity],
      trend: random.pickWeighted(trendShares) ?? 'steady',
      finalCounts,
    };
    yield {
      _id: demoId(entity, number),
      number,
      topic,
      owner,
      name,
      description: neverCrawled ? null : description,
      terms: neverCrawled ? rowTerms([owner.username]) : rowTerms([name, description, topic.name, owner.username]),
      createdAt: new Date((today - ageDays) * DAY_MS + random.integerBelow(DAY_MS)),
      history: neverCrawled ? null : crawlHistory(historyOptions),
      isRemoved: random.withProbability(REMOVED_SHARE),
    };
  }
}

/** The newest known count of each metric, for the metrics table. */
export const newestCounts = (entity: EntityType, history: CrawlHistory | null): (number | null)[] =>
  countsOf[entity].map((_, index) => history?.counts[index]?.findLast((count) => count !== null) ?? null);
