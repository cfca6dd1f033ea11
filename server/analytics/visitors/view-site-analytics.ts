import { Injectable } from '@nestjs/common';
import type { AnalyticsDays, DailyCounts, DailyCountsQuery, SiteAnalytics } from '#domain/analytics/visitors/contract';
import { buildDailyCounts, buildSiteAnalytics } from '#domain/analytics/visitors/build-site-analytics';
import { VisitorEventStore } from '#domain/analytics/visitors/visitor-events';
import { SECOND_MS } from '#domain/durations';

/** A response waits at most this long for the newest events to be aggregated. */
const AGGREGATION_TIMEOUT_MS = 2 * SECOND_MS;

/** The site analytics that administrators see. */
@Injectable()
export class ViewSiteAnalytics {
  constructor(private readonly events: VisitorEventStore) {}

  /** The figures of the given number of days, today (UTC) and the newest events included. */
  async forLastDays(days: AnalyticsDays): Promise<SiteAnalytics> {
    await this.#aggregate();
    return buildSiteAnalytics(await this.events.figuresFor(days));
  }

  /** The days of one page or source, the newest events included. */
  async byDay(query: DailyCountsQuery): Promise<DailyCounts> {
    await this.#aggregate();
    return buildDailyCounts(query.days, await this.events.figuresOf(query));
  }

  async #aggregate(): Promise<void> {
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, AGGREGATION_TIMEOUT_MS);
    // A failed or slow aggregation shows in `as_of`; the scheduled job logs the error.
    const aggregated = this.events.aggregateNewEvents().catch(() => undefined);
    await Promise.race([aggregated, timeout.promise]);
    clearTimeout(timer);
  }
}
