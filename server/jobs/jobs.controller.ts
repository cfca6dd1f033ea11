import { Controller, Get } from '@nestjs/common';
import type { JobStatus } from '#domain/site/contract';
import { JobStatuses } from '#server/jobs/job-statuses';

/** The scheduled jobs, for administrators only. */
@Controller('api/admin/jobs')
export class JobsController {
  constructor(private readonly statuses: JobStatuses) {}

  @Get()
  list(): Promise<readonly JobStatus[]> {
    return this.statuses.list();
  }
}
