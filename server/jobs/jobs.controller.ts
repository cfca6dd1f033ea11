import { Controller, Param } from '@nestjs/common';
import type { UserActor } from '#domain/audit/acts';
import type { JobStatus } from '#domain/site/contract';
import { listJobs, runJob } from '#domain/site/endpoints';
import { Acting } from '#server/http/guards/current-viewer.decorator';
import { Handles } from '#server/http/handles';
import { Parse } from '#server/http/parse';
import { JobStatuses } from '#server/jobs/job-statuses';
import { StartJob } from '#server/jobs/start-job';

/** The scheduled jobs, for administrators only. Part of the server, not of the CLI. */
@Controller()
export class JobsController {
  constructor(
    private readonly statuses: JobStatuses,
    private readonly startJob: StartJob,
  ) {}

  @Handles(listJobs)
  list(): Promise<readonly JobStatus[]> {
    return this.statuses.list();
  }

  @Handles(runJob)
  start(@Acting() by: UserActor, @Param('job', new Parse(runJob.params.job, 'job')) job: string): Promise<void> {
    return this.startJob.start(by, job);
  }
}
