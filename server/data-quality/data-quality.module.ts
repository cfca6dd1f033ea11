import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { DAY_MS } from '#domain/durations';
import { CONFIG, type Config } from '#server/config/config';
import { JobRunner } from '#server/jobs/job-runner';
import { CatalogQuality } from '#domain/data-quality/catalog-quality';
import { CatalogModule } from '#server/catalog/catalog.module';
import { CleanCatalog } from '#server/data-quality/clean-catalog';
import { PostgresCatalogQuality } from '#server/data-quality/postgres/catalog-quality';
import { Cleanups } from '#server/data-quality/postgres/cleanups';
import { DataQualityController } from '#server/data-quality/data-quality.controller';
import { JobsModule } from '#server/jobs/jobs.module';

@Module({
  imports: [CatalogModule, JobsModule],
  controllers: [DataQualityController],
  providers: [CleanCatalog, { provide: CatalogQuality, useClass: PostgresCatalogQuality }, Cleanups],
  exports: [CatalogQuality],
})
export class DataQualityModule implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly cleanCatalog: CleanCatalog,
    private readonly cleanups: Cleanups,
    @Inject(CONFIG) private readonly config: Pick<Config, 'REMOVED_ROWS_DAYS'>,
  ) {}

  /** Resumes interrupted cleanups, and deletes what cleanups removed once it has been kept long enough. */
  onModuleInit(): void {
    this.runner.register('cleanups', ({ scope }) => this.cleanCatalog.resumeInterrupted(scope));
    this.runner.register('removed-rows', ({ startedAt }) =>
      this.cleanups.deleteRemovedBefore(new Date(startedAt.getTime() - this.config.REMOVED_ROWS_DAYS * DAY_MS)),
    );
  }
}
