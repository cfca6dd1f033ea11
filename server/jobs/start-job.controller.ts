import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import type { UserActor } from '#domain/audit/acts';
import { runJob } from '#domain/site/endpoints';
import { Acting } from '#server/http/guards/current-viewer.decorator';
import { Parse } from '#server/http/parse';
import { StartJob } from '#server/jobs/start-job';

/** Runs of jobs that administrators ask for. Part of the server only, not of the CLI. */
@Controller('api/admin/jobs')
export class StartJobController {
  constructor(private readonly startJob: StartJob) {}

  @Post(':job/run')
  @HttpCode(204)
  start(@Acting() by: UserActor, @Param('job', new Parse(runJob.params.job, 'job')) job: string): Promise<void> {
    return this.startJob.start(by, job);
  }
}
