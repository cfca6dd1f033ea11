import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '#server/jobs/job-runner';
import { SiteAlarms } from '#server/operations/alarms/site-alarms';

/** Tells administrators and the webhook about alarms. */
@Injectable()
export class AlarmsJob implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly alarms: SiteAlarms,
  ) {}

  onModuleInit(): void {
    this.runner.register('alarms', () => this.alarms.send());
  }
}
