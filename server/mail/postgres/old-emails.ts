import type { LockScope } from '#domain/jobs/lock-scope';
import type { Postgres } from '#server/database/postgres';

/**
 * Deletes emails that were created before a time; returns how many. One statement of the job pool, which has no timeout: a campaign leaves
 * many rows of one day.
 */
export async function deleteEmailsBefore(postgres: Postgres, scope: LockScope, time: Date): Promise<number> {
  return (await postgres.jobPoolIn(scope).query('delete from emails where created_at < $1', [time])).rowCount ?? 0;
}
