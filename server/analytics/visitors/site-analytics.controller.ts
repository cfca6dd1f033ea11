import { Controller, Get, Query } from '@nestjs/common';
import { viewSiteAnalytics } from '#domain/analytics/endpoints';
import type { AnalyticsQuery, SiteAnalytics } from '#domain/analytics/visitors/contract';
import { ViewSiteAnalytics } from '#server/analytics/visitors/view-site-analytics';
import { Parse } from '#server/http/parse';

/** Site analytics. */
@Controller('api/analytics')
export class SiteAnalyticsController {
  constructor(private readonly viewSiteAnalytics: ViewSiteAnalytics) {}

  @Get('dashboard')
  dashboard(@Query(new Parse(viewSiteAnalytics.query)) { days }: AnalyticsQuery): Promise<SiteAnalytics> {
    return this.viewSiteAnalytics.forLastDays(days);
  }
}
