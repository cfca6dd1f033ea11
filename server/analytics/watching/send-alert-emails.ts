import { Injectable } from '@nestjs/common';
import { AlertEmails } from '#domain/analytics/watching/alerts/alert-email';
import { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';
import type { LockScope } from '#domain/jobs/lock-scope';

/** Queues the daily emails of alerts. */
@Injectable()
export class SendAlertEmails {
  constructor(
    private readonly alertEmails: AlertEmails,
    private readonly clock: Clock,
  ) {}

  /** Returns how many emails were queued. */
  run(scope: LockScope): Promise<number> {
    const now = this.clock.now();
    return this.alertEmails.enqueue(scope, dayOf(now), now);
  }
}
