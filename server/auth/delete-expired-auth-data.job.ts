import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PostgresExpiredAuthData } from '#server/auth/postgres/expired-auth-data';
import { JobRunner } from '#server/jobs/job-runner';

/** Deletes expired sessions, codes and attempt counts every hour. */
@Injectable()
export class DeleteExpiredAuthDataJob implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly expiredData: PostgresExpiredAuthData,
  ) {}

  onModuleInit(): void {
    this.runner.register('auth-clean-up', ({ scope, startedAt }) => this.expiredData.deleteExpired(scope, startedAt));
  }
}
