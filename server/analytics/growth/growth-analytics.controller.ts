import { Controller, Get, Query } from '@nestjs/common';
import { viewGrowthAnalytics } from '#domain/analytics/endpoints';
import type { GrowthQuery, GrowthAnalytics } from '#domain/analytics/growth/contract';
import { MomentumReport } from '#server/analytics/growth/momentum-report';
import { Parse } from '#server/http/parse';

const parseGrowthQuery = new Parse(viewGrowthAnalytics.query);

/** Growth analytics, for administrators only. */
@Controller('api/admin/analytics')
export class GrowthAnalyticsController {
  constructor(private readonly momentumReport: MomentumReport) {}

  @Get()
  growth(@Query(parseGrowthQuery) query: GrowthQuery): Promise<GrowthAnalytics> {
    return this.momentumReport.forQuery(query);
  }
}
