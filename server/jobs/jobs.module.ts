import { Module } from '@nestjs/common';
import { WriteLock } from '#domain/jobs/write-lock';
import { JobLocks, JobLog } from '#domain/jobs/jobs';
import { JobRunner } from '#server/jobs/job-runner';
import { JobStatuses } from '#server/jobs/job-statuses';
import { LastRuns } from '#server/jobs/last-runs';
import { PostgresJobLocks, PostgresWriteLock } from '#server/jobs/postgres/advisory-locks';
import { TypeormJobLog } from '#server/jobs/typeorm/job-log';

@Module({
  providers: [
    JobStatuses,
    LastRuns,
    JobRunner,
    { provide: JobLocks, useClass: PostgresJobLocks },
    { provide: JobLog, useClass: TypeormJobLog },
    { provide: WriteLock, useClass: PostgresWriteLock },
  ],
  exports: [JobRunner, JobStatuses, LastRuns, JobLocks, JobLog, WriteLock],
})
export class JobsModule {}
