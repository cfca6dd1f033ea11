import { Module } from '@nestjs/common';
import { WriteLock } from '#domain/jobs/write-lock';
import { JobLocks, JobLog } from '#domain/jobs/jobs';
import { JobRunner } from '#server/jobs/job-runner';
import { JobStatuses } from '#server/jobs/job-statuses';
import { JobsController } from '#server/jobs/jobs.controller';
import { PostgresJobLocks } from '#server/jobs/postgres/job-locks';
import { PostgresWriteLock } from '#server/jobs/postgres/write-lock';
import { TypeormJobLog } from '#server/jobs/typeorm/job-log';

@Module({
  controllers: [JobsController],
  providers: [
    JobStatuses,
    JobRunner,
    { provide: JobLocks, useClass: PostgresJobLocks },
    { provide: JobLog, useClass: TypeormJobLog },
    { provide: WriteLock, useClass: PostgresWriteLock },
  ],
  exports: [JobRunner, JobLocks, JobLog, WriteLock],
})
export class JobsModule {}
