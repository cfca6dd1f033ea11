import { Controller, Query } from '@nestjs/common';
import { viewDailyCounts, viewGrowthAnalytics, viewSiteAnalytics } from '#domain/analytics/endpoints';
import type { GrowthAnalytics, GrowthQuery } from '#domain/analytics/growth/contract';
import type { AnalyticsQuery, DailyCounts, DailyCountsQuery, SiteAnalytics } from '#domain/analytics/visitors/contract';
import { MomentumReport } from '#server/analytics/growth/momentum-report';
import { ViewSiteAnalytics } from '#server/analytics/visitors/view-site-analytics';
import { Handles } from '#server/http/handles';
import { Parse } from '#server/http/parse';

/** Site analytics and growth analytics, for administrators only. */
@Controller()
export class AnalyticsController {
  constructor(
    private readonly viewSiteAnalytics: ViewSiteAnalytics,
    private readonly momentumReport: MomentumReport,
  ) {}

  @Handles(viewSiteAnalytics)
  siteAnalytics(@Query(new Parse(viewSiteAnalytics.query)) { days }: AnalyticsQuery): Promise<SiteAnalytics> {
    return this.viewSiteAnalytics.forLastDays(days);
  }

  @Handles(viewDailyCounts)
  dailyCounts(@Query(new Parse(viewDailyCounts.query)) query: DailyCountsQuery): Promise<DailyCounts> {
    return this.viewSiteAnalytics.byDay(query);
  }

  @Handles(viewGrowthAnalytics)
  growthAnalytics(@Query(new Parse(viewGrowthAnalytics.query)) query: GrowthQuery): Promise<GrowthAnalytics> {
    return this.momentumReport.forQuery(query);
  }
}
