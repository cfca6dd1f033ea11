import { Module } from '@nestjs/common';
import { JobsModule } from '#server/jobs/jobs.module';
import { CachedFigures } from '#server/monitoring/cached-figures';
import { Instances } from '#server/monitoring/instances/typeorm/instances';
import { SiteMetrics } from '#server/monitoring/metrics/site-metrics';
import { PostgresSiteFigures } from '#server/monitoring/postgres/site-figures';

@Module({
  imports: [JobsModule],
  providers: [CachedFigures, SiteMetrics, Instances, PostgresSiteFigures],
  exports: [CachedFigures, Instances, PostgresSiteFigures],
})
export class MonitoringModule {}
