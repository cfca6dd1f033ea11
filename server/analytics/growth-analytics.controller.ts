import { Controller, Get, Header, Query } from '@nestjs/common';
import { GrowthQuery } from '#domain/analytics/contract';
import type { GrowthAnalytics } from '#domain/analytics/growth-analytics';
import { MomentumReport } from '#server/analytics/momentum-report';
import { Parse } from '#server/http/parse';

const growthQuery = new Parse(GrowthQuery);

/** Growth analytics, for administrators alone. */
@Controller('api/admin/analytics')
export class GrowthAnalyticsController {
  constructor(private readonly report: MomentumReport) {}

  @Get()
  @Header('cache-control', 'no-store')
  growth(@Query(growthQuery) query: GrowthQuery): Promise<GrowthAnalytics> {
    return this.report.of(query);
  }
}
