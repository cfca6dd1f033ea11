import { countsOf } from '#domain/catalog/metrics';
import type { Occurrence } from '#domain/catalog/keywords/best-match';
import { indexTexts, type SearchedText } from '#domain/catalog/keywords/search-terms';
import type { EntityType } from '#domain/catalog/variants';
import { dayOf } from '#domain/days';
import { DAY_MS } from '#domain/durations';
import { type CrawlHistory, crawlHistory } from '#server/demo/crawl-history';
import { boardCounts, type CountsAt, pinCounts, pinnerCounts } from '#server/demo/demo-counts';
import { demoId, randomOf } from '#server/demo/demo-ids';
import type { DemoPerson } from '#server/demo/demo-names';
import { type DemoBoard, type DemoOwner, demoOwnership, type DemoOwnership, type DemoPin } from '#server/demo/demo-owners';
import { demoPerson, demoTexts } from '#server/demo/demo-texts';
import type { Topic } from '#server/demo/topics';

/** Days between the crawls of an entity. */
const crawlIntervalDays = { board: 1, pinner: 1, pin: 7 } as const satisfies Record<EntityType, number>;

export interface DemoEntity {
  readonly _id: string;
  readonly number: number;
  readonly topic: Topic;
  readonly owner: DemoPerson & { readonly _id: string };
  /** The board that a pin is on; null for boards and pinners. */
  readonly boardId: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly terms: ReadonlyMap<string, Occurrence>;
  readonly createdAt: Date;
  /** When a board got its last pin; null for pins and pinners. */
  readonly changedAt: Date | null;
  /** Null for an entity that was never crawled. */
  readonly history: CrawlHistory | null;
  readonly isRemoved: boolean;
  readonly hasPicture: boolean;
}

/** Of those that were not crawled for months: what is gone does not go on growing. */
const REMOVED_SHARE = 0.3;
const PICTURE_SHARE = 0.86;

/** What differs between the types of entities. */
interface OwnedSubject {
  readonly subject: DemoOwner | DemoBoard | DemoPin;
  readonly owner: DemoOwner;
  readonly board: DemoBoard | null;
  readonly countsAt: CountsAt;
}

function* ownedSubjects(entity: EntityType, { pinner: owners, board: boards, pin: pins }: DemoOwnership): Generator<OwnedSubject> {
  if (entity === 'pinner') for (const subject of owners) yield { subject, owner: subject, board: null, countsAt: pinnerCounts(subject) };
  if (entity === 'pin')
    for (const subject of pins) yield { subject, owner: subject.board.owner, board: subject.board, countsAt: pinCounts(subject) };
  if (entity !== 'board') return;
  const knownPins = new Int32Array(boards.length);
  for (const pin of pins) knownPins[pin.board.number]! += 1;
  for (const subject of boards)
    yield { subject, owner: subject.owner, board: null, countsAt: boardCounts(subject, knownPins[subject.number] ?? 0) };
}

/** Generates the entities of one type, crawled until now; the same moment gives the same entities. Topics take turns. */
export function* demoEntities(entity: EntityType, now: Date, ownership = demoOwnership()): Generator<DemoEntity> {
  const today = dayOf(now);
  const timeOf = (daysAgo: number, share: number) => new Date((today - daysAgo) * DAY_MS + Math.floor(share * DAY_MS));
  for (const { subject, owner, board, countsAt } of ownedSubjects(entity, ownership)) {
    const { number, span, ageDays } = subject;
    const { topic, name, description } = demoTexts(entity, number);
    const person = demoPerson(owner.number);
    const random = randomOf(entity, number, 'events');
    const ownerText: SearchedText = { field: 'owner', text: person.username };
    const crawledTexts: readonly SearchedText[] = [
      { field: 'name', text: name },
      { field: 'description', text: description },
      { field: 'topics', text: topic.name },
    ];
    yield {
      _id: demoId(entity, number),
      number,
      topic,
      owner: { ...person, _id: demoId('pinner', owner.number) },
      boardId: board && demoId('board', board.number),
      name,
      description: span.isNeverCrawled ? null : description,
      terms: indexTexts(span.isNeverCrawled ? [ownerText] : [...crawledTexts, ownerText]),
      createdAt: timeOf(ageDays, random.nextFraction()),
      changedAt: 'lastPin' in subject ? timeOf(subject.lastPin, random.nextFraction()) : null,
      history: span.isNeverCrawled ? null : crawlHistory({ random, now, ...span, intervalDays: crawlIntervalDays[entity], countsAt }),
      isRemoved: random.withProbability(REMOVED_SHARE) && span.isStale,
      hasPicture: random.withProbability(PICTURE_SHARE),
    };
  }
}

/** The newest known count of each metric, for the metrics table. */
export const newestCounts = (entity: EntityType, history: CrawlHistory | null): (number | null)[] =>
  countsOf[entity].map((_, index) => history?.counts[index]?.at(-1) ?? null);
