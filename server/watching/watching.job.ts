import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EvaluateAlerts } from '#server/watching/evaluate-alerts';
import { SendAlertEmails } from '#server/watching/send-alert-emails';
import { SendWeeklyEmails } from '#server/watching/send-weekly-emails';
import { JobRunner } from '#server/jobs/job-runner';

/** Evaluates alert rules, and sends the weekly emails and those of alerts. */
@Injectable()
export class WatchingJob implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly evaluateAlerts: EvaluateAlerts,
    private readonly sendWeeklyEmails: SendWeeklyEmails,
    private readonly sendAlertEmails: SendAlertEmails,
  ) {}

  onModuleInit(): void {
    this.runner.register('alerts', ({ scope }) => this.evaluateAlerts.run(scope));
    this.runner.register('weekly-email', ({ scope }) => this.sendWeeklyEmails.run(scope));
    this.runner.register('alert-email', ({ scope }) => this.sendAlertEmails.run(scope));
  }
}
