import { type EntityType, perEntity } from '#domain/catalog/variants';
import { type Day, dayOf } from '#domain/days';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/durations';
import { demoRows } from '#server/demo/demo-data';
import { demoRegistrations } from '#server/demo/demo-registrations';
import { SeededRandom } from '#server/demo/seeded-random';

/** The number of days with demo events, including today. */
export const DEMO_EVENT_DAYS = 180;

/** A version 8 UUID, which no browser is ever given: demo events are recognized and deleted by it. */
export const demoVisitorId = (number: number): string => `00000000-0000-8000-8000-${number.toString(16).padStart(12, '0')}`;

interface DemoEvent {
  readonly at: Date;
  readonly visitor: string;
  readonly name: string;
  readonly path: string;
  readonly referrer: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** From Monday to Sunday. */
const weekdayFactors = [1.08, 1.12, 1.06, 1, 0.92, 0.78, 0.86] as const;

const referrerShares: readonly (readonly [string, number])[] = [
  ['www.google.com', 0.37],
  ['', 0.27],
  ['www.pinterest.com', 0.14],
  ['duckduckgo.com', 0.06],
  ['www.bing.com', 0.05],
  ['www.reddit.com', 0.04],
  ['l.facebook.com', 0.03],
  ['t.co', 0.02],
  ['pin-planning.example', 0.02],
];

const pathShares: readonly (readonly [string, number])[] = [
  ['/', 0.3],
  ['/boards', 0.17],
  ['/pins', 0.16],
  ['/pinners', 0.1],
  ['/premium', 0.05],
  ['/momentum', 0.04],
  ['/auth/register', 0.03],
  ['/privacy-policy', 0.005],
];

/** What visitors look at and search for. */
interface Destinations {
  readonly ids: Readonly<Record<EntityType, readonly string[]>>;
  readonly queries: readonly string[];
}

function readDestinations(): Destinations {
  const rows = perEntity(demoRows);
  return {
    ids: perEntity((entity) => rows[entity].map(({ _id }) => _id)),
    queries: [...new Set(rows.pin.map(({ queries }) => String(queries)))],
  };
}

/** The path of a detail page; a few are viewed often. */
function randomDetailPath(random: SeededRandom, { ids }: Destinations): string {
  const entity = random.pick(['board', 'board', 'pin', 'pinner'] as const);
  return `/${entity}/${ids[entity][Math.floor(ids[entity].length * random.nextFraction() ** 6)]}`;
}

/** What a visitor does on a page, if anything. */
function randomAction(random: SeededRandom, path: string, { queries }: Destinations): Pick<DemoEvent, 'name' | 'metadata'> | null {
  if (path === '/premium') return random.withProbability(0.12) ? { name: 'purchase_opened', metadata: null } : null;
  const query = random.pick(queries);
  if (/^\/(boards|pins|pinners)$/.test(path) && random.withProbability(0.35)) return { name: 'search', metadata: { query } };
  return /^\/\w+\/\d/.test(path) && random.withProbability(0.45) ? { name: 'visit_click', metadata: null } : null;
}

/** The events of one visit: page views and actions. Only the first page view has a referrer. */
function makeVisit(random: SeededRandom, destinations: Destinations, visitor: string, startedAtMs: number): DemoEvent[] {
  const events: DemoEvent[] = [];
  const length = 1 + Math.floor(3.2 * random.nextFraction() ** 1.6);
  let timeMs = startedAtMs;
  for (let page = 0; page < length; page++) {
    const path = random.pickWeighted(pathShares) ?? randomDetailPath(random, destinations);
    const referrer = page === 0 ? (random.pickWeighted(referrerShares) ?? 'www.ecosia.org') : null;
    events.push({ at: new Date(timeMs), visitor, name: 'page_view', path, referrer, metadata: null });
    const actionEvent = randomAction(random, path, destinations);
    timeMs += (4 + random.integerBelow(50)) * SECOND_MS;
    if (actionEvent) events.push({ at: new Date(timeMs), visitor, path, referrer: null, ...actionEvent });
    timeMs += (5 + random.integerBelow(90)) * SECOND_MS;
  }
  return events;
}

/** The events of the demo users' registrations on a day. */
const registrationEvents = (today: Day, day: Day): DemoEvent[] =>
  demoRegistrations(today).flatMap(({ at }, index) =>
    dayOf(at) === day
      ? [{ at, visitor: demoVisitorId(index), name: 'registered', path: '/auth/register', referrer: null, metadata: null }]
      : [],
  );

/** The hour of a visit, most likely in the afternoon or evening. */
const randomHour = (random: SeededRandom): number => (((15.5 + 4.2 * random.normal()) % 24) + 24) % 24;

/** Generates the demo's events up to now in order of time; the same seed and time give the same events. */
export function* demoVisitorEvents(now: Date, seed = 20_261): Generator<DemoEvent> {
  const random = new SeededRandom(seed);
  const destinations = readDestinations();
  const today: Day = dayOf(now);
  let visitorCount = 1;
  for (let day = today - DEMO_EVENT_DAYS + 1; day <= today; day++) {
    const dayShare = 1 - (today - day) / DEMO_EVENT_DAYS;
    const visits = Math.round((180 + 420 * dayShare ** 1.4) * (weekdayFactors[(day + 3) % 7] ?? 1) * (1 + 0.07 * random.normal()));
    const events = registrationEvents(today, day);
    for (let visit = 0; visit < visits; visit++) {
      const returns = random.withProbability(0.42);
      const number = returns ? Math.max(0, visitorCount - 1 - Math.floor(9_000 * random.nextFraction() ** 3)) : visitorCount++;
      events.push(...makeVisit(random, destinations, demoVisitorId(number), day * DAY_MS + Math.floor(randomHour(random) * HOUR_MS)));
    }
    const endMs = Math.min(now.getTime(), (day + 1) * DAY_MS - 1);
    yield* events.filter(({ at }) => at.getTime() <= endMs).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  }
}

/** The row of a demo event in `events`. */
export const demoEventCells = ({ at, visitor, name, path, referrer, metadata }: DemoEvent) =>
  [at, visitor, name, path, referrer, metadata === null ? null : JSON.stringify(metadata)] as const;
