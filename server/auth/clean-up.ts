import { Injectable } from '@nestjs/common';
import { AuthLeftovers } from '#domain/auth/auth-leftovers';
import { Clock } from '#domain/clock';
import { type JobOutcome, Jobs } from '#domain/jobs';

/** Removes what is over: dead sessions, codes, counts of tries. Once an hour, on one instance. */
@Injectable()
export class CleanUp {
  constructor(
    private readonly leftovers: AuthLeftovers,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  hourly(): Promise<JobOutcome> {
    const now = this.clock.now();
    return this.jobs.exclusively('auth-clean-up', now.toISOString().slice(0, 13), () => this.leftovers.remove(now));
  }
}
