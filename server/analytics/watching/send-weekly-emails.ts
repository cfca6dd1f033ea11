import { Injectable } from '@nestjs/common';
import { mondayOf, WeeklyEmails } from '#domain/analytics/watching/weekly-email';
import { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';
import type { LockScope } from '#domain/jobs/lock-scope';

/**
 * Queues the weekly emails on Mondays. It may run every day: a user is handled once per week, so the other days only make up for a Monday
 * on which no server ran.
 */
@Injectable()
export class SendWeeklyEmails {
  constructor(
    private readonly weeklyEmails: WeeklyEmails,
    private readonly clock: Clock,
  ) {}

  /** Returns how many emails were queued. */
  run(scope: LockScope): Promise<number> {
    const now = this.clock.now();
    return this.weeklyEmails.enqueue(scope, mondayOf(dayOf(now)), now);
  }
}
