import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { AnalyticsDays, DailyCountsQuery } from '#domain/analytics/visitors/contract';
import type { KeyFigures, VisitorFigures } from '#domain/analytics/visitors/daily-totals';
import type { VisitorEvent, VisitorEventStore } from '#domain/analytics/visitors/visitor-events';
import { Clock } from '#domain/clock';
import { type Day, dayOf } from '#domain/days';
import { PostgresEventAggregation } from '#server/analytics/visitors/postgres/event-aggregation';
import { EventWriter } from '#server/analytics/visitors/postgres/event-writer';
import { keyFiguresSql, visitorFiguresSql } from '#server/analytics/visitors/postgres/visitor-figures-sql';
import { CONFIG, type Config } from '#server/config/config';
import { Postgres } from '#server/database/postgres';

interface FigureRow {
  readonly kind: 'state' | 'event' | 'before' | 'visitors' | 'unique' | 'registrations' | 'page' | 'referrer';
  readonly day: Day | null;
  readonly key: string | null;
  readonly count: number | null;
  readonly at: Date | null;
}

const countsByDay = (rows: readonly Pick<FigureRow, 'day' | 'count'>[]): Map<Day, number> =>
  new Map(rows.map(({ day, count }) => [day ?? 0, count ?? 0]));

/** Visitor events in Postgres, with their daily totals; the figures of a response come from one snapshot. */
@Injectable()
export class PostgresVisitorEventStore implements VisitorEventStore {
  readonly #writer: EventWriter;
  readonly #aggregation: PostgresEventAggregation;
  /** Concurrent callers share one aggregation. */
  readonly #aggregations = new LRUCache<'aggregation', number>({ max: 1, fetchMethod: () => this.#aggregation.aggregateStored() });
  /** The last time at which every stored event was aggregated. */
  #aggregatedAt = new Date(0);

  constructor(
    private readonly postgres: Postgres,
    private readonly clock: Clock,
    @Inject(CONFIG) config: Pick<Config, 'EVENTS_STORED_PER_DAY'>,
  ) {
    this.#writer = new EventWriter(postgres, clock, config);
    this.#aggregation = new PostgresEventAggregation(postgres, clock);
  }

  storeAll(events: readonly VisitorEvent[]): Promise<void> {
    return this.#writer.storeAll(events);
  }

  async aggregateNewEvents(): Promise<number> {
    const now = this.clock.now();
    let events = await this.#aggregateIfBehind();
    // The aggregation of another caller may have begun before the newest event was stored; one that begins now includes it.
    events += await this.#aggregateIfBehind();
    if (now > this.#aggregatedAt) this.#aggregatedAt = now;
    return events;
  }

  async #aggregateIfBehind(): Promise<number> {
    return (await this.#aggregation.isBehind()) ? this.#aggregations.forceFetch('aggregation', { forceRefresh: true }) : 0;
  }

  async figuresFor(days: AnalyticsDays): Promise<VisitorFigures> {
    const now = this.clock.now();
    const { rows } = await this.postgres.pool.query<FigureRow>({
      name: 'site-figures',
      text: visitorFiguresSql,
      values: [days, dayOf(now)],
    });
    const rowsOfKind = (kind: FigureRow['kind']) => rows.filter((row) => row.kind === kind);
    const countsByKey = (kind: FigureRow['kind']) => rowsOfKind(kind).map(({ key, count }) => ({ key: key ?? '', count: count ?? 0 }));
    const [state] = rowsOfKind('state');
    const today = state?.count ?? dayOf(now);
    const registrations = countsByDay(rowsOfKind('registrations'));
    const firstDay = today - days + 1;
    const registeredBefore = [...registrations].filter(([day]) => day < firstDay).reduce((sum, [, count]) => sum + count, 0);
    const countsBefore = new Map(countsByKey('before').map(({ key, count }) => [key, count]));
    return {
      days,
      today,
      first_day: state?.day ?? null,
      counted_at: state?.at && state.at > this.#aggregatedAt ? state.at : this.#aggregatedAt,
      unique_visitors: rowsOfKind('unique')[0]?.count ?? 0,
      before: {
        total_events: countsBefore.get('events') ?? 0,
        unique_visitors: countsBefore.get('visitors') ?? 0,
        registered_users: registeredBefore,
      },
      events: rowsOfKind('event').map(({ day, key, count }) => ({ day: day ?? 0, name: key ?? '', count: count ?? 0 })),
      visitors: countsByDay(rowsOfKind('visitors')),
      registrations,
      pages: countsByKey('page').map(({ key, count }) => ({ path: key, count })),
      referrers: countsByKey('referrer').map(({ key, count }) => ({ referrer: key, count })),
    };
  }

  async figuresOf({ days, page, source = '' }: DailyCountsQuery): Promise<KeyFigures> {
    const today = dayOf(this.clock.now());
    const text = page === undefined ? keyFiguresSql('referrer_days', 'referrer') : keyFiguresSql('page_days', 'path');
    const { rows } = await this.postgres.pool.query<{ today: Day; first_day: Day | null; day: Day | null; count: number | null }>(text, [
      days,
      today,
      page ?? source,
    ]);
    return {
      today: rows[0]?.today ?? today,
      first_day: rows[0]?.first_day ?? null,
      counts: countsByDay(rows.filter(({ day }) => day !== null)),
    };
  }
}
