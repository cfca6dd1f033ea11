import { Controller } from '@nestjs/common';
import { listJobs, runJob } from '#domain/site/endpoints';
import { Handles, type Received } from '#server/http/handles';
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
  list() {
    return this.statuses.list();
  }

  @Handles(runJob)
  start({ by, params: { job } }: Received<typeof runJob>) {
    return this.startJob.start(by, job);
  }
}
