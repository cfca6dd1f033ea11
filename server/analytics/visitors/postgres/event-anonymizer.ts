import { Injectable } from '@nestjs/common';
import { escapeIdentifier } from 'pg';
import { listEventPartitions } from '#server/analytics/visitors/postgres/event-partitions';
import type { LockScope } from '#domain/jobs/lock-scope';
import { Postgres } from '#server/database/postgres';

/** Removes deleted users from the raw visitor events. */
@Injectable()
export class PostgresEventAnonymizer {
  constructor(private readonly postgres: Postgres) {}

  /** Clears the user id of events whose account was deleted; returns their number. Reads all events, one partition per statement. */
  async anonymizeDeletedUsers(scope: LockScope): Promise<number> {
    const pool = this.postgres.jobPoolIn(scope);
    let anonymized = 0;
    for (const name of await listEventPartitions(this.postgres)) {
      const { rowCount } = await pool.query(
        `update ${escapeIdentifier(name)} seen set user_id = null
         where user_id is not null and not exists (select 1 from users where users.id = seen.user_id)`,
      );
      anonymized += rowCount ?? 0;
    }
    return anonymized;
  }
}
