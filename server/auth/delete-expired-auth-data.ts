import { Injectable } from '@nestjs/common';
import { ExpiredAuthData } from '#domain/auth/expired-auth-data';
import { Clock } from '#domain/clock';
import { type JobOutcome, Jobs } from '#domain/jobs';

/** Deletes expired sessions, codes, and attempt counts, hourly and on one instance. */
@Injectable()
export class DeleteExpiredAuthData {
  constructor(
    private readonly expiredData: ExpiredAuthData,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  runHourly(): Promise<JobOutcome> {
    const now = this.clock.now();
    return this.jobs.runExclusively('auth-clean-up', now.toISOString().slice(0, 13), () => this.expiredData.deleteExpired(now));
  }
}
