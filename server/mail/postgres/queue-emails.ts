import type { Email } from '#domain/mail/email';
import type { PoolClient } from 'pg';
import type { Day } from '#domain/days';
import type { LockScope } from '#domain/jobs/lock-scope';
import type { DueUser, OptionalEmail } from '#domain/mail/optional-emails';
import type { Postgres } from '#server/database/postgres';
import { inBatches } from '#server/database/transaction';

const QUEUE_EMAILS = `
  insert into emails (recipient, user_id, kind, content, created_at, due_at)
  select email->>'to', (email->>'user_id')::uuid, email->>'kind', email, $2, $2 from jsonb_array_elements($1::jsonb) email`;

/** A transaction of `pg` or of TypeORM. */
interface Transaction {
  query(sql: string, values: unknown[]): Promise<unknown>;
}

/** Adds emails to the outbox, in one statement. Pass the transaction that they belong to: they are written if and only if it commits. */
export async function queueEmails(transaction: Transaction, emails: readonly Email[], now: Date): Promise<void> {
  if (emails.length > 0) await transaction.query(QUEUE_EMAILS, [JSON.stringify(emails), now]);
}

const USER_BATCH_SIZE = 200;

/** The time zones of the users who have the email $1 on. */
const TIME_ZONES = `
  select distinct coalesce(u.time_zone, 'UTC') zone from email_choices c join users u on u.id = c.user_id where c.kind = $1 and c.is_on`;

/**
 * The next users in the time zones $3 to whom the email $1 of day $2 is due. Those that another instance is working on are left to it. A
 * mark that is more than a week ahead was made while the clock was wrong, and would end the emails until that day.
 */
const TAKE_DUE_USERS = `
  select u.id, u.email, u.locale, c.changed_at since from email_choices c join users u on u.id = c.user_id
  where c.kind = $1 and c.is_on and (c.handled_day < $2 or c.handled_day > $2 + 7)
    and u.is_confirmed and coalesce(u.time_zone, 'UTC') = any($3)
  order by c.user_id limit ${USER_BATCH_SIZE} for update of c skip locked`;

const MARK_HANDLED = 'update email_choices set handled_day = $3 where kind = $1 and user_id = any($2)';

/** An optional email of the day that is due in each time zone. */
interface OptionalMailing {
  readonly kind: OptionalEmail;
  readonly dueDayIn: (timeZone: string) => Day;
  /** Returns the emails of a day to a batch of users, and may write what belongs to them; users without news get none. */
  readonly emailsTo: (client: PoolClient, users: readonly DueUser[], day: Day) => Promise<readonly Email[]>;
}

/**
 * Queues an optional email to the users to whom it is due, and returns how many were queued. It goes in batches of users: the emails of a
 * batch, what belongs to them, and the mark of its users are one transaction.
 */
export async function queueDueEmails(
  postgres: Postgres,
  scope: LockScope,
  { kind, dueDayIn, emailsTo }: OptionalMailing,
  now: Date,
): Promise<number> {
  const pool = postgres.jobPoolIn(scope);
  const { rows } = await pool.query<{ zone: string }>(TIME_ZONES, [kind]);
  const zones = rows.map(({ zone }) => zone);
  let queuedCount = 0;
  for (const [day, zonesOfDay] of Map.groupBy(zones, dueDayIn))
    queuedCount += await inBatches(pool, async (client) => {
      const { rows: users } = await client.query<DueUser>(TAKE_DUE_USERS, [kind, day, zonesOfDay]);
      if (users.length === 0) return null;
      const emails = await emailsTo(client, users, day);
      await queueEmails(client, emails, now);
      await client.query(MARK_HANDLED, [kind, users.map(({ id }) => id), day]);
      return emails.length;
    });
  return queuedCount;
}
