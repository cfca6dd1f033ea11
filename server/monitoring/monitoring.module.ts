import { Module } from '@nestjs/common';
import { Instances } from '#domain/operations/instances';
import { SiteFiguresSource } from '#domain/operations/site-figures';
import { JobsModule } from '#server/jobs/jobs.module';
import { CachedFigures } from '#server/monitoring/cached-figures';
import { TypeormInstances } from '#server/monitoring/instances/typeorm/instances';
import { SiteMetrics } from '#server/monitoring/metrics/site-metrics';
import { PostgresSiteFigures } from '#server/monitoring/postgres/site-figures';

@Module({
  imports: [JobsModule],
  providers: [
    CachedFigures,
    SiteMetrics,
    { provide: Instances, useClass: TypeormInstances },
    { provide: SiteFiguresSource, useClass: PostgresSiteFigures },
  ],
  exports: [CachedFigures, Instances, SiteFiguresSource],
})
export class MonitoringModule {}
