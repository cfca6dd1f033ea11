import type { Day } from '#domain/days';
import { demoSizes, idOf } from '#server/demo/demo-catalogue';
import { Chance } from '#server/demo/random';
import { topics } from '#server/demo/topics';

/** How far back the demo's traffic goes, today among them. */
export const DEMO_TRAFFIC_DAYS = 180;

/** No browser ever gets an id of this shape (version 8): it is how demo events are recognised and removed. */
export const demoVisitor = (number: number): string => `00000000-0000-8000-8000-${number.toString(16).padStart(12, '0')}`;

export interface DemoEvent {
  readonly at: Date;
  readonly visitor: string;
  readonly name: string;
  readonly path: string;
  readonly referrer: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** Monday to Sunday; pins are planned at the beginning of the week. */
const week = [1.08, 1.12, 1.06, 1, 0.92, 0.78, 0.86] as const;

const sources: readonly (readonly [string, number])[] = [
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

const pages: readonly (readonly [string, number])[] = [
  ['/', 0.3],
  ['/boards', 0.17],
  ['/pins', 0.16],
  ['/pinners', 0.1],
  ['/premium', 0.05],
  ['/momentum', 0.04],
  ['/auth/register', 0.03],
  ['/privacy-policy', 0.005],
];

function weighted(chance: Chance, from: readonly (readonly [string, number])[]): string | null {
  let left = chance.next();
  for (const [name, share] of from) if ((left -= share) < 0) return name;
  return null;
}

/** Detail pages: few are looked at often. */
function detailPage(chance: Chance): string {
  const entity = chance.pick(['board', 'board', 'pin', 'pinner'] as const);
  return `/${entity}/${idOf(entity, Math.floor(demoSizes[entity] * chance.next() ** 6))}`;
}

/** What somebody does besides opening pages. */
function action(chance: Chance, path: string): Pick<DemoEvent, 'name' | 'metadata'> | null {
  if (path === '/premium') return chance.happens(0.12) ? { name: 'purchase_opened', metadata: null } : null;
  if (path === '/auth/register') return chance.happens(0.3) ? { name: 'registered', metadata: null } : null;
  const query = chance.pick(topics).name.toLowerCase();
  if (/^\/(boards|pins|pinners)$/.test(path) && chance.happens(0.35)) return { name: 'search', metadata: { query } };
  return /^\/\w+\/\d/.test(path) && chance.happens(0.45) ? { name: 'visit_click', metadata: null } : null;
}

/** One visit: some pages, one after another, and what is done on them. Only the first page knows where the visitor came from. */
function visit(chance: Chance, visitor: string, began: number): DemoEvent[] {
  const happened: DemoEvent[] = [];
  const length = 1 + Math.floor(3.2 * chance.next() ** 1.6);
  let time = began;
  for (let page = 0; page < length; page++) {
    const path = weighted(chance, pages) ?? detailPage(chance);
    const referrer = page === 0 ? (weighted(chance, sources) ?? 'www.ecosia.org') : null;
    happened.push({ at: new Date(time), visitor, name: 'page_view', path, referrer, metadata: null });
    const done = action(chance, path);
    time += (4 + chance.below(50)) * SECOND;
    if (done) happened.push({ at: new Date(time), visitor, path, referrer: null, ...done });
    time += (5 + chance.below(90)) * SECOND;
  }
  return happened;
}

/** Most people come in the afternoon and evening. */
const hourOf = (chance: Chance): number => (((15.5 + 4.2 * chance.normal()) % 24) + 24) % 24;

/** The demo's visits, day by day up to now, each day in the order of time: same seed and same now, same traffic. */
export function* demoVisits(now: Date, seed = 20_261): Generator<DemoEvent> {
  const chance = new Chance(seed);
  const today: Day = Math.floor(now.getTime() / DAY);
  let known = 1;
  for (let day = today - DEMO_TRAFFIC_DAYS + 1; day <= today; day++) {
    const age = 1 - (today - day) / DEMO_TRAFFIC_DAYS;
    const visits = Math.round((180 + 420 * age ** 1.4) * (week[(day + 3) % 7] ?? 1) * (1 + 0.07 * chance.normal()));
    const happened: DemoEvent[] = [];
    for (let one = 0; one < visits; one++) {
      const returns = chance.happens(0.42);
      const number = returns ? Math.max(0, known - 1 - Math.floor(9_000 * chance.next() ** 3)) : known++;
      happened.push(...visit(chance, demoVisitor(number), day * DAY + Math.floor(hourOf(chance) * 3_600 * SECOND)));
    }
    const over = Math.min(now.getTime(), (day + 1) * DAY - 1);
    yield* happened.filter(({ at }) => at.getTime() <= over).toSorted((one, other) => one.at.getTime() - other.at.getTime());
  }
}

/** A demo event as a row of `events`. */
export const demoEventCells = ({ at, visitor, name, path, referrer, metadata }: DemoEvent) =>
  [at, visitor, name, path, referrer, metadata === null ? null : JSON.stringify(metadata)] as const;
