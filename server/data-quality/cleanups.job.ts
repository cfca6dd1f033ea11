import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Cleanups } from '#server/data-quality/postgres/cleanups';
import { DAY_MS } from '#domain/durations';
import { CONFIG, type Config } from '#server/config/config';
import { CleanCatalog } from '#server/data-quality/clean-catalog';
import { JobRunner } from '#server/jobs/job-runner';

/** Resumes interrupted cleanups, and deletes what cleanups removed once it has been kept long enough. */
@Injectable()
export class CleanupsJob implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly cleanCatalog: CleanCatalog,
    private readonly cleanups: Cleanups,
    @Inject(CONFIG) private readonly config: Pick<Config, 'REMOVED_ROWS_DAYS'>,
  ) {}

  onModuleInit(): void {
    this.runner.register('cleanups', ({ scope }) => this.cleanCatalog.resumeInterrupted(scope));
    this.runner.register('removed-rows', ({ startedAt }) =>
      this.cleanups.deleteRemovedBefore(new Date(startedAt.getTime() - this.config.REMOVED_ROWS_DAYS * DAY_MS)),
    );
  }
}
