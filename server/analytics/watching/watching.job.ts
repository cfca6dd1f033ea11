import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SendWeeklyEmails } from '#server/analytics/watching/send-weekly-emails';
import { JobRunner } from '#server/jobs/job-runner';

/** Sends the weekly emails. */
@Injectable()
export class WatchingJob implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly sendWeeklyEmails: SendWeeklyEmails,
  ) {}

  onModuleInit(): void {
    this.runner.register('weekly-email', ({ scope }) => this.sendWeeklyEmails.run(scope));
  }
}
