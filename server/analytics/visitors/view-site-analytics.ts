import { Injectable } from '@nestjs/common';
import type { AnalyticsDays } from '#domain/analytics/contract';
import type { SiteAnalytics } from '#domain/analytics/visitors/site-analytics';
import { buildSiteAnalytics } from '#domain/analytics/visitors/build-site-analytics';
import { DailyTotals } from '#domain/analytics/visitors/daily-totals';

/** So many milliseconds the answer waits for the newest events to be counted; then it says up to when they are. */
const AGGREGATION_TIMEOUT_MS = 2_000;

/** How the site is visited, for administrators. */
@Injectable()
export class ViewSiteAnalytics {
  constructor(private readonly dailyTotals: DailyTotals) {}

  /** The figures of today (UTC) and the days before it, the newest events among them. */
  async forLastDays(days: AnalyticsDays): Promise<SiteAnalytics> {
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, AGGREGATION_TIMEOUT_MS);
    // What hinders counting is in the job's log; the figures say up to when they are.
    const aggregated = this.dailyTotals.aggregateNewEvents().catch(() => undefined);
    await Promise.race([aggregated, timeout.promise]);
    clearTimeout(timer);
    return buildSiteAnalytics(await this.dailyTotals.figuresFor(days));
  }
}
