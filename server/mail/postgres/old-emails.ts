import { Injectable } from '@nestjs/common';
import type { LockScope } from '#domain/jobs/lock-scope';
import type { OldEmails } from '#domain/mail/email-outbox';
import { Postgres } from '#server/database/postgres';

/** Deletes in one statement of the job pool, which has no timeout: a campaign leaves many rows of one day. */
@Injectable()
export class PostgresOldEmails implements OldEmails {
  constructor(private readonly postgres: Postgres) {}

  async deleteBefore(scope: LockScope, time: Date): Promise<number> {
    return (await this.postgres.jobPoolIn(scope).query('delete from letters where created_at < $1', [time])).rowCount ?? 0;
  }
}
