import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { AnalyticsDays, DailyCountsQuery } from '#domain/analytics/visitors/contract';
import type { KeyFigures, VisitorFigures } from '#domain/analytics/visitors/daily-totals';
import type { VisitorEvent, VisitorEventStore } from '#domain/analytics/visitors/visitor-events';
import { Clock } from '#domain/clock';
import { type Day, dayOf } from '#domain/days';
import { PostgresEventAggregation } from '#server/analytics/visitors/postgres/event-aggregation';
import { EventWriter } from '#server/analytics/visitors/postgres/event-writer';
import { CONFIG, type Config } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { titlesOfPages } from '#server/analytics/visitors/postgres/page-titles';
import { startOfDaySql } from '#server/analytics/visitors/postgres/event-sql';

/** Listed pages, and listed referrers. */
const MAX_TOP_ROWS = 100;

/**
 * The top rows of a period: the sums of its closed days plus today's counts. Two bounds keep it to a few hundred rows: `least` is the
 * 100th largest sum without today, `most` today's largest count. A row that is more than `most` below `least` cannot reach the top, and a
 * row of today alone must reach `least`.
 */
const topRowsSql = (kind: 'page' | 'referrer', column: 'path' | 'referrer'): string => `
  (select '${kind}', null::int, key, count, null::timestamptz from (
    with bounds as materialized (
      select coalesce((select count from ${kind}_windows where days = $1 order by count desc offset ${MAX_TOP_ROWS - 1} limit 1), 0) least,
        coalesce((select max(count) from ${kind}_days where day = span.today), 0) most
      from span
    )
    select w.${column} as key, w.count + coalesce(today.count, 0) count
    from bounds, ${kind}_windows w left join ${kind}_days today on today.${column} = w.${column} and today.day = (select today from span)
    where w.days = $1 and w.count >= bounds.least - bounds.most
    union all
    select today.${column}, today.count from bounds, span, ${kind}_days today
    where today.day = span.today and today.count >= bounds.least
      and not exists (select 1 from ${kind}_windows w where w.days = $1 and w.${column} = today.${column})
  ) both_parts order by count desc, key limit ${MAX_TOP_ROWS})`;

/** The one row of a period's days. Today is the day after the last closed one, or $2 before any. */
const SPAN_SQL = `
    select today, today - $1::int + 1 first, today - 2 * $1::int + 1 start, first_day, aggregated_at
    from (select coalesce(closed_day + 1, $2::int) today, first_day, aggregated_at from event_aggregation limit 1) state`;

/** All figures of a period of $1 days, in one statement and so of one snapshot. */
export const visitorFiguresSql = `
  with span as materialized (${SPAN_SQL}
  )
  select 'state' kind, first_day as day, null::text as key, today::bigint count, aggregated_at as at from span
  union all
  select 'event', day, name, count, null from event_days, span where day between span.start and span.today
  union all
  select 'before', null, 'events', sum(count), null from event_days, span where day between span.start and span.first - 1
  union all
  select 'before', null, 'visitors', visitors, null from visitor_windows w, span where w.day = span.first - 1 and w.days = $1
  union all
  select 'visitors', w.day, null, visitors, null from visitor_windows w, span
  where w.day between span.start and span.today - 1 and w.days = 1
  union all
  select 'visitors', s.day, null, visitors, null from visitors_last_seen s, span where s.day = span.today
  union all
  select 'unique', null, null, sum(visitors), null from visitors_last_seen s, span where s.day between span.first and span.today
  union all
  select 'registrations', (created_at at time zone 'UTC')::date - date '1970-01-01', null, count(*), null from users, span
  where not is_repeat and created_at >= ${startOfDaySql('span.start')} and created_at < ${startOfDaySql('(span.today + 1)')} group by 2
  union all ${topRowsSql('page', 'path')}
  union all ${topRowsSql('referrer', 'referrer')}`;

/** The counts of the page or referrer $3 by day, in the period and in the one before; one row without a day if there are none. */
const keyFiguresSql = (table: 'page_days' | 'referrer_days', column: 'path' | 'referrer'): string => `
  select span.today, span.first_day, sums.day, sums.count from (${SPAN_SQL}) span
  left join ${table} sums on sums.${column} = $3 and sums.day = any (array(select generate_series(span.start, span.today)))`;

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
    const pages = countsByKey('page');
    const titles = await titlesOfPages(
      this.postgres.pool,
      pages.map(({ key }) => key),
    );
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
      pages: pages.map(({ key, count }) => ({ path: key, title: titles.get(key) ?? null, count })),
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
