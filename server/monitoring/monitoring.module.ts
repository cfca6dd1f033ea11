import { Module } from '@nestjs/common';
import { SiteFiguresSource } from '#domain/monitoring/site-figures';
import { JobsModule } from '#server/jobs/jobs.module';
import { CachedFigures } from '#server/monitoring/cached-figures';
import { SiteMetrics } from '#server/monitoring/metrics/site-metrics';
import { PostgresSiteFigures } from '#server/monitoring/postgres/site-figures';

@Module({
  imports: [JobsModule],
  providers: [CachedFigures, SiteMetrics, { provide: SiteFiguresSource, useClass: PostgresSiteFigures }],
  exports: [CachedFigures],
})
export class MonitoringModule {}
