import { Module } from '@nestjs/common';
import { WriteLock } from '#domain/catalog/write-lock';
import { Jobs } from '#domain/jobs';
import { CronTriggers } from '#server/jobs/cron-triggers';
import { JobStatuses } from '#server/jobs/job-statuses';
import { JobsController } from '#server/jobs/jobs.controller';
import { PostgresJobRuns } from '#server/jobs/postgres/job-runs';
import { PostgresJobs } from '#server/jobs/postgres/jobs';
import { PostgresWriteLock } from '#server/jobs/postgres/write-lock';

@Module({
  controllers: [JobsController],
  providers: [
    JobStatuses,
    CronTriggers,
    PostgresJobRuns,
    { provide: Jobs, useClass: PostgresJobs },
    { provide: WriteLock, useClass: PostgresWriteLock },
  ],
  exports: [Jobs, WriteLock, CronTriggers, PostgresJobRuns],
})
export class JobsModule {}
