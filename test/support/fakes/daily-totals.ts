import type { AnalyticsDays, DailyCountsQuery } from '#domain/analytics/visitors/contract';
import { DailyTotals, type KeyFigures, type SiteFigures } from '#domain/analytics/visitors/daily-totals';
import { PAGE_VIEW } from '#domain/analytics/visitors/visitor-events';
import type { Clock } from '#domain/clock';
import { type Day, dayOf } from '#domain/days';

/** A stored visitor event. */
export interface StoredEvent {
  readonly at: Date;
  readonly name: string;
  readonly visitor: string;
  readonly path: string | null;
  readonly referrer: string | null;
}

function countBy<K>(events: readonly StoredEvent[], keyOf: (event: StoredEvent) => K | null): [K, number][] {
  const counts = new Map<K, number>();
  for (const event of events) {
    const key = keyOf(event);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].toSorted(([keyA, a], [keyB, b]) => b - a || (keyA < keyB ? -1 : 1));
}

const visitorsOf = (events: readonly StoredEvent[]): number => new Set(events.map(({ visitor }) => visitor)).size;

/** Daily totals of events in memory. */
export class FakeDailyTotals extends DailyTotals {
  readonly events: StoredEvent[] = [];
  #aggregatedCount = 0;
  #aggregatedAt = new Date(0);

  constructor(private readonly clock: Clock) {
    super();
  }

  async aggregateNewEvents(): Promise<number> {
    const added = this.events.length - this.#aggregatedCount;
    this.#aggregatedCount = this.events.length;
    this.#aggregatedAt = this.clock.now();
    return added;
  }

  async figuresFor(days: AnalyticsDays): Promise<SiteFigures> {
    const today = dayOf(this.clock.now());
    const aggregated = this.events.slice(0, this.#aggregatedCount);
    const between = (from: Day, to: Day) => aggregated.filter(({ at }) => dayOf(at) >= from && dayOf(at) <= to);
    const current = between(today - days + 1, today);
    const previous = between(today - 2 * days + 1, today - days);
    const views = current.filter(({ name }) => name === PAGE_VIEW);
    const eventDays = [...new Set(current.map(({ at }) => dayOf(at)))];
    const eventsOn = (day: Day) => current.filter(({ at }) => dayOf(at) === day);
    return {
      days,
      today,
      first_day: aggregated.length === 0 ? null : Math.min(...aggregated.map(({ at }) => dayOf(at))),
      counted_at: this.#aggregatedAt,
      unique_visitors: visitorsOf(current),
      before: { total_events: previous.length, unique_visitors: visitorsOf(previous), registered_users: 0 },
      events: eventDays.flatMap((day) => countBy(eventsOn(day), ({ name }) => name).map(([name, count]) => ({ day, name, count }))),
      visitors: new Map(eventDays.map((day) => [day, visitorsOf(eventsOn(day))])),
      registrations: new Map(),
      pages: countBy(views, ({ path }) => path).map(([path, count]) => ({ path, count })),
      referrers: countBy(views, ({ referrer }) => referrer).map(([referrer, count]) => ({ referrer, count })),
    };
  }

  async figuresOf({ days, page, source }: DailyCountsQuery): Promise<KeyFigures> {
    const { today, first_day } = await this.figuresFor(days);
    const views = this.events.slice(0, this.#aggregatedCount).filter(({ at, name, path, referrer }) => {
      const isOf = page === undefined ? referrer === source : path === page;
      return name === PAGE_VIEW && isOf && dayOf(at) > today - 2 * days && dayOf(at) <= today;
    });
    return { today, first_day, counts: new Map(countBy(views, ({ at }) => dayOf(at))) };
  }
}
