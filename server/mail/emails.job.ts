import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DAY_MS } from '#domain/durations';
import type { LockScope } from '#domain/jobs/lock-scope';
import { Postgres } from '#server/database/postgres';
import { JobRunner } from '#server/jobs/job-runner';
import { DeliverEmails } from '#server/mail/deliver-emails';

const EMAIL_RETENTION_MS = 30 * DAY_MS;

/** Sends due emails, and deletes old ones every night. */
@Injectable()
export class EmailsJob implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly deliverEmails: DeliverEmails,
    private readonly postgres: Postgres,
  ) {}

  onModuleInit(): void {
    this.runner.register('emails', ({ scope }) => this.deliverEmails.run(scope));
    this.runner.register('emails-clean-up', ({ scope, startedAt }) =>
      deleteEmailsBefore(this.postgres, scope, new Date(startedAt.getTime() - EMAIL_RETENTION_MS)),
    );
  }
}

/**
 * Deletes emails that were created before a time; returns how many. One statement of the job pool, which has no timeout: a campaign leaves
 * many rows of one day.
 */
async function deleteEmailsBefore(postgres: Postgres, scope: LockScope, time: Date): Promise<number> {
  return (await postgres.jobPoolIn(scope).query('delete from emails where created_at < $1', [time])).rowCount ?? 0;
}
