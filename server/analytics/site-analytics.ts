import { Injectable } from '@nestjs/common';
import type { AnalyticsDays } from '#domain/analytics/contract';
import type { SiteAnalytics } from '#domain/analytics/site-analytics';
import { siteAnalytics } from '#domain/analytics/site-figures';
import { TrafficLedger } from '#domain/analytics/traffic-ledger';

/** So many milliseconds the answer waits for the newest events to be counted; then it says up to when they are. */
const PATIENCE = 2_000;

/** How the site is visited, for administrators. */
@Injectable()
export class ViewSiteAnalytics {
  constructor(private readonly ledger: TrafficLedger) {}

  /** The figures of today (UTC) and the days before it, the newest events among them. */
  async of(days: AnalyticsDays): Promise<SiteAnalytics> {
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, PATIENCE);
    // What hinders counting is in the job's log; the figures say up to when they are.
    const counted = this.ledger.count().catch(() => undefined);
    await Promise.race([counted, patience.promise]);
    clearTimeout(timer);
    return siteAnalytics(await this.ledger.figures(days));
  }
}
