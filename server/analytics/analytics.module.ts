import { Module } from '@nestjs/common';
import { GrowthLedger } from '#domain/analytics/growth-ledger';
import { GrowthJob } from '#server/analytics/growth.job';
import { RecomputeGrowth } from '#server/analytics/recompute-growth';
import { TypeormGrowthLedger } from '#server/analytics/typeorm-growth-ledger';
import { CatalogModule } from '#server/catalog/catalog.module';
import { JobsModule } from '#server/jobs/jobs.module';

@Module({
  imports: [CatalogModule, JobsModule],
  providers: [RecomputeGrowth, GrowthJob, { provide: GrowthLedger, useClass: TypeormGrowthLedger }],
  exports: [RecomputeGrowth],
})
export class AnalyticsModule {}
