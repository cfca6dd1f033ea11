import { Controller, Get, Query } from '@nestjs/common';
import { viewDailyCounts, viewGrowthAnalytics, viewSiteAnalytics } from '#domain/analytics/endpoints';
import type { GrowthAnalytics, GrowthQuery } from '#domain/analytics/growth/contract';
import type { AnalyticsQuery, DailyCounts, DailyCountsQuery, SiteAnalytics } from '#domain/analytics/visitors/contract';
import { MomentumReport } from '#server/analytics/growth/momentum-report';
import { ViewSiteAnalytics } from '#server/analytics/visitors/view-site-analytics';
import { Parse } from '#server/http/parse';

/** Site analytics and growth analytics, for administrators only. */
@Controller('api')
export class AnalyticsController {
  constructor(
    private readonly viewSiteAnalytics: ViewSiteAnalytics,
    private readonly momentumReport: MomentumReport,
  ) {}

  @Get('analytics/dashboard')
  siteAnalytics(@Query(new Parse(viewSiteAnalytics.query)) { days }: AnalyticsQuery): Promise<SiteAnalytics> {
    return this.viewSiteAnalytics.forLastDays(days);
  }

  @Get('analytics/daily')
  dailyCounts(@Query(new Parse(viewDailyCounts.query)) query: DailyCountsQuery): Promise<DailyCounts> {
    return this.viewSiteAnalytics.byDay(query);
  }

  @Get('admin/analytics')
  growthAnalytics(@Query(new Parse(viewGrowthAnalytics.query)) query: GrowthQuery): Promise<GrowthAnalytics> {
    return this.momentumReport.forQuery(query);
  }
}
