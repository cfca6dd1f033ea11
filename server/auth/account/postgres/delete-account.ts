import type { PoolClient } from 'pg';
import { redactBuyer } from '#domain/auth/account/redact-buyer';
import { forgetChangesSql } from '#server/database/catalog-tables';

/**
 * Deletes an account and all that belongs to it, in the caller's transaction. Returns false, and deletes nothing, while it has a
 * subscription that is not canceled: also a refunded one may be charged again.
 */
export async function deleteAccountRows(client: PoolClient, userId: string, email: string): Promise<boolean> {
  // A concurrent purchase for this account waits for the lock and then finds no user.
  const { rows } = await client.query<{ is_confirmed: boolean }>('select is_confirmed from users where id = $1 for update', [userId]);
  if (await hasRunningSubscription(client, userId)) return false;
  await anonymizePayer(client, userId, email);
  await eraseRemovedRows(client, userId);
  await eraseReplacedValues(client, userId);
  // Only a confirmed user owns the address, with its other registrations.
  if (rows[0]?.is_confirmed) {
    await client.query('delete from emails where recipient = $1', [email]);
    await client.query('delete from users where email = $1', [email]);
  } else {
    await client.query('delete from users where id = $1', [userId]);
  }
  return true;
}

async function hasRunningSubscription(client: PoolClient, userId: string): Promise<boolean> {
  const { rowCount } = await client.query(`select 1 from subscriptions where user_id = $1 and status <> 'canceled' and ends_at is null`, [
    userId,
  ]);
  return (rowCount ?? 0) > 0;
}

/** Payment records are retained for bookkeeping, without the buyer. */
async function anonymizePayer(client: PoolClient, userId: string, email: string): Promise<void> {
  const { rows } = await client.query<{ provider: string; event_id: string; event: unknown }>(
    `select provider, event_id, event from billing_events
     where user_id = $1 or (provider, subscription_id) in (select provider, id from subscriptions where user_id = $1) for update`,
    [userId],
  );
  for (const { provider, event_id, event } of rows) {
    await client.query('update billing_events set event = $3::jsonb where provider = $1 and event_id = $2', [
      provider,
      event_id,
      JSON.stringify(redactBuyer(event, [email, userId])),
    ]);
  }
}

/** What cleanups removed and still keep of the Pinterest accounts that the user linked: their profiles, boards, and pins. */
async function eraseRemovedRows(client: PoolClient, userId: string): Promise<void> {
  await client.query(
    `delete from removed_rows where people && (
       select coalesce(array_agg(person), '{}') from linked_accounts,
         unnest(array['#' || external_id, '#~' || lower(username), '@' || lower(username)]) person where user_id = $1)`,
    [userId],
  );
}

/**
 * What imports replaced in the profiles that the user linked, and in their boards and pins: at once, or in the next night. These rows stay
 * when such an import is taken back.
 */
async function eraseReplacedValues(client: PoolClient, userId: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select unnest(array[external_id, '~' || lower(username)]) id from linked_accounts where user_id = $1`,
    [userId],
  );
  const profiles = rows.map(({ id }) => id);
  if (profiles.length === 0) return;
  for (const [entity, own] of [
    ['pinner', 'select unnest($1::text[])'],
    ['board', 'select _id from boards where pinner_id = any($1)'],
    ['pin', 'select _id from pins where pinner_id = any($1)'],
  ] as const)
    await client.query(forgetChangesSql(entity, own), [profiles]);
}
