import { Controller } from '@nestjs/common';
import { viewDailyCounts, viewGrowthAnalytics, viewSiteAnalytics } from '#domain/analytics/endpoints';
import { MomentumReport } from '#server/analytics/growth/momentum-report';
import { ViewSiteAnalytics } from '#server/analytics/visitors/view-site-analytics';
import { Handles, type Received } from '#server/http/handles';

/** Site analytics and growth analytics, for administrators only. */
@Controller()
export class AnalyticsController {
  constructor(
    private readonly viewSiteAnalytics: ViewSiteAnalytics,
    private readonly momentumReport: MomentumReport,
  ) {}

  @Handles(viewSiteAnalytics)
  siteAnalytics({ query: { days } }: Received<typeof viewSiteAnalytics>) {
    return this.viewSiteAnalytics.forLastDays(days);
  }

  @Handles(viewDailyCounts)
  dailyCounts({ query }: Received<typeof viewDailyCounts>) {
    return this.viewSiteAnalytics.byDay(query);
  }

  @Handles(viewGrowthAnalytics)
  growthAnalytics({ query }: Received<typeof viewGrowthAnalytics>) {
    return this.momentumReport.forQuery(query);
  }
}
