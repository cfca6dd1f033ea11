import type { LockScope } from '#domain/jobs/lock-scope';
import type { Postgres } from '#server/database/postgres';

/** Sessions of browsers in which no one signed in or up; beyond this number the oldest are deleted. */
const MAX_ANONYMOUS_SESSIONS = 50_000;

/**
 * Codes are retained for a week after use or expiry, and API keys for 90 days. A grant ends 30 days after its last tokens, or a day after it
 * was made if its code was not redeemed. An IP stays familiar for 30 days. A repeated registration lives as long as the browser that made
 * it, at least 30 days.
 */
const DELETE_STATEMENTS = [
  `delete from sessions where expires_at < $1 or seen_at < $1::timestamptz - interval '14 days'`,
  `delete from sessions where token_hash in (select token_hash from sessions where user_id is null and pending_user_id is null and not registering
   and created_at <= $1 order by seen_at desc, token_hash offset ${MAX_ANONYMOUS_SESSIONS})`,
  `delete from codes where expires_at < $1::timestamptz - interval '7 days' or used_at < $1::timestamptz - interval '7 days'`,
  `delete from api_keys where least(expires_at, revoked_at) < $1::timestamptz - interval '90 days'`,
  `delete from oauth_grants where coalesce(issued_at, created_at + interval '29 days') < $1::timestamptz - interval '30 days'`,
  `delete from passkey_challenges where expires_at < $1`,
  `delete from rate_limits where expires_at < $1`,
  `delete from users u where is_repeat and not is_confirmed and created_at < $1::timestamptz - interval '30 days'
   and not exists (select 1 from sessions s where s.user_id = u.id or s.pending_user_id = u.id)`,
  `delete from free_searches where day < floor(extract(epoch from $1::timestamptz) / 86400)`,
  `delete from sign_in_tries where tried_at < $1::timestamptz - interval '30 days'`,
] as const;

/**
 * Deletes expired sessions, codes, attempt counts, API keys, grants, and repeated registrations, and the counts of free searches of past
 * days; returns the number of rows.
 */
export async function deleteExpiredAuthData(postgres: Postgres, scope: LockScope, now: Date): Promise<number> {
  const pool = postgres.jobPoolIn(scope);
  let deletedCount = 0;
  for (const statement of DELETE_STATEMENTS) deletedCount += (await pool.query(statement, [now])).rowCount ?? 0;
  return deletedCount;
}
