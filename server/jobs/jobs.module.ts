import { Module } from '@nestjs/common';
import { Jobs } from '#domain/jobs';
import { CronTriggers } from '#server/jobs/cron-triggers';
import { JobStatuses } from '#server/jobs/job-statuses';
import { JobsController } from '#server/jobs/jobs.controller';
import { PostgresJobRuns } from '#server/jobs/postgres/job-runs';
import { PostgresJobs } from '#server/jobs/postgres/jobs';

@Module({
  controllers: [JobsController],
  providers: [JobStatuses, CronTriggers, PostgresJobRuns, { provide: Jobs, useClass: PostgresJobs }],
  exports: [Jobs, CronTriggers, PostgresJobRuns],
})
export class JobsModule {}
