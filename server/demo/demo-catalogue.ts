import { countsOf } from '#domain/analytics/metrics';
import { rowTerms } from '#domain/catalog/terms';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { type Course, type History, history } from '#server/demo/histories';
import { person, type Person, title } from '#server/demo/names';
import { Chance } from '#server/demo/random';
import { type Topic, topics } from '#server/demo/topics';

/** How large the demo is and how far back it goes. */
export const demoSizes = { board: 3_000, pinner: 3_000, pin: 12_000 } as const satisfies Record<EntityType, number>;
const HISTORY = 400;

/** Days between the crawls of an entity: boards and pinners are looked at daily, pins about weekly. */
const every = { board: 1, pinner: 1, pin: 7 } as const satisfies Record<EntityType, number>;

export interface DemoEntity {
  readonly _id: string;
  readonly number: number;
  readonly topic: Topic;
  readonly owner: Person & { readonly _id: string };
  readonly name: string;
  readonly description: string | null;
  readonly terms: readonly string[];
  readonly createdAt: Date;
  /** Null for one that is known by reference only. */
  readonly history: History | null;
  readonly gone: boolean;
}

const courses: readonly (readonly [Course, number])[] = [
  ['steady', 0.42],
  ['growing', 0.27],
  ['declining', 0.14],
  ['burst', 0.1],
  ['stale', 0.05],
  ['zero', 0.02],
];

function course(chance: Chance): Course {
  let left = chance.next();
  for (const [name, share] of courses) if ((left -= share) < 0) return name;
  return 'steady';
}

/** Median and spread of today's counts, metric by metric, in the order of `countsOf`. */
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

const NEVER_CRAWLED = 0.012;
const GONE = 0.015;
const ids = { board: '5', pinner: '7', pin: '9' } as const satisfies Record<EntityType, string>;

/** An id longer than 2^53, like those of the platform. */
export const idOf = (entity: EntityType, number: number): string =>
  `${ids[entity]}${String(10_000_000_000_000_000 + number * 7_919).padStart(17, '0')}`;

function owners(seed: number): (Person & { readonly _id: string })[] {
  const chance = new Chance(seed);
  return Array.from({ length: demoSizes.pinner }, (_, number) => ({ ...person(chance, number), _id: idOf('pinner', number) }));
}

const sentence = (chance: Chance, topic: Topic) => `${chance.pick(topic.pins)}. ${chance.pick(topic.boards)}.`;

function nameOf(chance: Chance, entity: EntityType, topic: Topic, owner: Person): string {
  if (entity === 'pinner') return owner.name;
  return title(chance, chance.pick(entity === 'board' ? topic.boards : topic.pins), topic.isEnglish);
}

/** The entities of one kind, one after another: same seed and day, same catalogue. Topics go round, so each has its share. */
export function* demoEntities(entity: EntityType, today: Day, seed = 20_260): Generator<DemoEntity> {
  const people = owners(seed);
  const chance = new Chance(seed + entity.length * 1_000 + (entity === 'pin' ? 1 : 0));
  for (let number = 0; number < demoSizes[entity]; number++) {
    const topic = topics[number % topics.length] ?? chance.pick(topics);
    const own = people[number % people.length];
    const owner = entity === 'pinner' && own ? own : chance.pick(people);
    const neverCrawled = chance.happens(NEVER_CRAWLED);
    const name = nameOf(chance, entity, topic, owner);
    const about = entity === 'pinner' ? `${chance.pick(topic.people)}. ${sentence(chance, topic)}` : sentence(chance, topic);
    const description = chance.happens(0.85) ? about : entity === 'pinner' ? chance.pick(topic.people) : null;
    const sizes = magnitudes[entity].map(([median, spread]) => Math.min(40_000_000, chance.logNormal(median, spread)));
    const age = HISTORY + chance.below(2_000);
    const crawls = {
      chance,
      today,
      days: chance.happens(0.08) ? 10 + chance.below(80) : HISTORY,
      every: every[entity],
      course: course(chance),
      sizes,
    };
    yield {
      _id: idOf(entity, number),
      number,
      topic,
      owner,
      name,
      description: neverCrawled ? null : description,
      terms: neverCrawled ? rowTerms([owner.username]) : rowTerms([name, description, topic.name, owner.username]),
      createdAt: new Date((today - age) * 86_400_000 + chance.below(86_400_000)),
      history: neverCrawled ? null : history(crawls),
      gone: chance.happens(GONE),
    };
  }
}

/** The newest known count of each metric, as the metrics table keeps it. */
export const newestCounts = (entity: EntityType, crawls: History | null): (number | null)[] =>
  countsOf[entity].map((_, place) => crawls?.counts[place]?.findLast((count) => count !== null) ?? null);
