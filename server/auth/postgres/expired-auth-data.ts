import { Injectable } from '@nestjs/common';
import { ExpiredAuthData } from '#domain/auth/expired-auth-data';
import type { LockScope } from '#domain/jobs/lock-scope';
import { Postgres } from '#server/database/postgres';

/**
 * Codes are retained for a week after use or expiry; an IP stays familiar for 30 days. A repeated registration lives as long as the
 * browser that made it, at least 30 days.
 */
const DELETE_STATEMENTS = [
  `delete from sessions where expires_at < $1 or seen_at < $1::timestamptz - interval '14 days'`,
  `delete from codes where expires_at < $1::timestamptz - interval '7 days' or used_at < $1::timestamptz - interval '7 days'`,
  `delete from rate_limits where expires_at < $1`,
  `delete from users u where is_repeat and not is_confirmed and created_at < $1::timestamptz - interval '30 days'
   and not exists (select from sessions s where s.user_id = u.id or s.pending_user_id = u.id)`,
  `delete from sign_in_tries where tried_at < $1::timestamptz - interval '30 days'`,
] as const;

/** The tables `users`, `sessions`, `codes`, `rate_limits`, and `sign_in_tries`. */
@Injectable()
export class PostgresExpiredAuthData extends ExpiredAuthData {
  constructor(private readonly postgres: Postgres) {
    super();
  }

  async deleteExpired(scope: LockScope, now: Date): Promise<number> {
    const pool = this.postgres.jobPoolIn(scope);
    let deletedCount = 0;
    for (const statement of DELETE_STATEMENTS) deletedCount += (await pool.query(statement, [now])).rowCount ?? 0;
    return deletedCount;
  }
}
