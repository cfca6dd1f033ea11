import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EvaluateAlerts } from '#server/analytics/watching/evaluate-alerts';
import { SendWeeklyEmails } from '#server/analytics/watching/send-weekly-emails';
import { JobRunner } from '#server/jobs/job-runner';

/** Evaluates alert rules, and sends the weekly emails. */
@Injectable()
export class WatchingJob implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly evaluateAlerts: EvaluateAlerts,
    private readonly sendWeeklyEmails: SendWeeklyEmails,
  ) {}

  onModuleInit(): void {
    this.runner.register('alerts', ({ scope }) => this.evaluateAlerts.run(scope));
    this.runner.register('weekly-email', ({ scope }) => this.sendWeeklyEmails.run(scope));
  }
}
