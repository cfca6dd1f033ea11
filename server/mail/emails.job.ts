import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DAY_MS } from '#domain/durations';
import { Postgres } from '#server/database/postgres';
import { JobRunner } from '#server/jobs/job-runner';
import { DeliverEmails } from '#server/mail/deliver-emails';
import { deleteEmailsBefore } from '#server/mail/postgres/old-emails';

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
