import { Module } from '@nestjs/common';
import { Jobs } from '#domain/jobs';
import { CronTriggers } from '#server/jobs/cron-times';
import { JobStatuses } from '#server/jobs/job-statuses';
import { JobsController } from '#server/jobs/jobs.controller';
import { PostgresJobRuns } from '#server/jobs/postgres-job-runs';
import { PostgresJobs } from '#server/jobs/typeorm-jobs';

@Module({
  controllers: [JobsController],
  providers: [JobStatuses, CronTriggers, PostgresJobRuns, { provide: Jobs, useClass: PostgresJobs }],
  exports: [Jobs, CronTriggers, PostgresJobRuns],
})
export class JobsModule {}
