import { demoUsers } from '#domain/auth/account/demo-users';
import { ADMIN_ROLE, USER_ROLE } from '#domain/auth/viewer';
import type { ConnectionPool } from '#server/database/scoped-pool';
import { inTransaction } from '#server/database/transaction';
import { dayOf } from '#domain/days';
import { demoRegistrations } from '#server/demo/demo-registrations';
import { readDemoEventsDay } from '#server/demo/postgres/demo-settings';

export const demoEmails = Object.values(demoUsers);

/** Whether every demo user exists and can sign in with a password. */
export async function hasDemoUsers(pool: ConnectionPool): Promise<boolean> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*) from users where email = any($1) and is_confirmed and password_hash is not null',
    [demoEmails],
  );
  return rows[0]?.count === demoEmails.length;
}

/** Creates the demo users, or gives the existing ones this password hash. */
export function upsertDemoUsers(pool: ConnectionPool, passwordHash: string, now: Date): Promise<void> {
  return inTransaction(pool, async (client) => {
    const today = (await readDemoEventsDay(client)) ?? dayOf(now);
    for (const { email, at } of demoRegistrations(today)) {
      await client.query(
        `insert into users (email, password_hash, role_id, is_confirmed, created_at) values ($1, $2, $3, true, $4)
         on conflict (email) where is_confirmed do update set password_hash = excluded.password_hash, role_id = excluded.role_id`,
        [email, passwordHash, email === demoUsers.admin ? ADMIN_ROLE : USER_ROLE, at],
      );
    }
    await client.query(
      // Without a period, since nothing renews it.
      `insert into subscriptions (provider, id, user_id, status, started_at, changed_at)
       select 'sandbox', 'demo', id, 'active', $2, $2 from users where email = $1 and is_confirmed
       on conflict (provider, id) do update set user_id = excluded.user_id, period_ends_at = null`,
      [demoUsers.premium, now],
    );
  });
}

/** Deletes the demo users with all of their data; returns their number. */
export function removeDemoUsers(pool: ConnectionPool): Promise<number> {
  return inTransaction(pool, async (client) => {
    await client.query(
      `delete from billing_events where user_id in (select id from users where email = any($1))
         or (provider, subscription_id) in (select provider, id from subscriptions where user_id in (select id from users where email = any($1)))`,
      [demoEmails],
    );
    await client.query('delete from subscriptions where user_id in (select id from users where email = any($1))', [demoEmails]);
    await client.query('delete from emails where recipient = any($1)', [demoEmails]);
    return (await client.query('delete from users where email = any($1)', [demoEmails])).rowCount ?? 0;
  });
}
