import { Module } from '@nestjs/common';
import { Jobs } from '#domain/jobs';
import { CronTimes } from '#server/jobs/cron-times';
import { JobStatuses } from '#server/jobs/job-statuses';
import { JobsController } from '#server/jobs/jobs.controller';
import { PostgresJobRuns } from '#server/jobs/postgres-job-runs';
import { TypeormJobs } from '#server/jobs/typeorm-jobs';

@Module({
  controllers: [JobsController],
  providers: [JobStatuses, CronTimes, PostgresJobRuns, { provide: Jobs, useClass: TypeormJobs }],
  exports: [Jobs, CronTimes, PostgresJobRuns],
})
export class JobsModule {}
