import { Injectable, type OnModuleInit } from '@nestjs/common';
import { deleteExpiredAuthData } from '#server/auth/postgres/expired-auth-data';
import { Postgres } from '#server/database/postgres';
import { JobRunner } from '#server/jobs/job-runner';

/** Deletes expired sessions, codes and attempt counts every hour. */
@Injectable()
export class DeleteExpiredAuthDataJob implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly postgres: Postgres,
  ) {}

  onModuleInit(): void {
    this.runner.register('auth-clean-up', ({ scope, startedAt }) => deleteExpiredAuthData(this.postgres, scope, startedAt));
  }
}
