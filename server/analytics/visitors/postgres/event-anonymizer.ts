import { Injectable } from '@nestjs/common';
import { escapeIdentifier } from 'pg';
import { Postgres } from '#server/database/postgres';

/** Whose the raw events are. */
@Injectable()
export class PostgresEventAnonymizer {
  constructor(private readonly postgres: Postgres) {}

  /**
   * Takes the ids of accounts that are gone out of the raw events; answers of how many events. Nothing leads from a person to events, so
   * all of them are read, one month in a statement.
   */
  async anonymizeDeletedUsers(): Promise<number> {
    const { rows: partitions } = await this.postgres.jobPool.query<{ name: string }>(
      `select relname name from pg_inherits join pg_class on oid = inhrelid where inhparent = 'events'::regclass order by relname`,
    );
    let anonymized = 0;
    for (const { name } of partitions) {
      const { rowCount } = await this.postgres.jobPool.query(
        `update ${escapeIdentifier(name)} seen set user_id = null
         where user_id is not null and not exists (select from users where users.id = seen.user_id)`,
      );
      anonymized += rowCount ?? 0;
    }
    return anonymized;
  }
}
