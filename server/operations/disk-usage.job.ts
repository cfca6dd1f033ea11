import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Postgres } from '#server/database/postgres';
import { JobRunner } from '#server/jobs/job-runner';
import { recordSizes } from '#server/monitoring/postgres/disk-usage';
import { PostgresSiteFigures } from '#server/monitoring/postgres/site-figures';

/** Stores the sizes of the database and of the backups, once a day. */
@Injectable()
export class DiskUsageJob implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly postgres: Postgres,
    private readonly figures: PostgresSiteFigures,
  ) {}

  onModuleInit(): void {
    this.runner.register('disk-usage', async ({ startedAt }) => {
      await recordSizes(this.postgres.jobPool, (await this.figures.read()).usage.backupBytes, startedAt);
      return 1;
    });
  }
}
