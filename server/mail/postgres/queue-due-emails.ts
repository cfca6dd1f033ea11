import type { PoolClient } from 'pg';
import type { Day } from '#domain/days';
import type { LockScope } from '#domain/jobs/lock-scope';
import type { Email } from '#domain/mail/email';
import type { DueUser, OptionalEmail } from '#domain/mail/optional-emails';
import type { Postgres } from '#server/database/postgres';
import { inBatches } from '#server/database/transaction';
import { queueEmails } from '#server/mail/postgres/queue-emails';

const USER_BATCH_SIZE = 200;

/** The next users to whom the email $1 of day $2 is due. Those that another instance is working on are left to it. */
const TAKE_DUE_USERS = `
  select u.id, u.email, c.changed_at since from email_choices c join users u on u.id = c.user_id
  where c.kind = $1 and c.is_on and c.handled_day < $2 and u.is_confirmed
  order by c.user_id limit ${USER_BATCH_SIZE} for update of c skip locked`;

const MARK_HANDLED = 'update email_choices set handled_day = $3 where kind = $1 and user_id = any($2)';

/** An optional email of a day. */
export interface OptionalMailing {
  readonly kind: OptionalEmail;
  readonly day: Day;
  /** Returns the emails to a batch of users, and may write what belongs to them; users without news get none. */
  readonly emailsTo: (client: PoolClient, users: readonly DueUser[]) => Promise<readonly Email[]>;
}

/**
 * Queues an optional email to the users to whom it is due, and returns how many were queued. It goes in batches of users: the emails of a
 * batch, what belongs to them, and the mark of its users are one transaction.
 */
export const queueDueEmails = (
  postgres: Postgres,
  scope: LockScope,
  { kind, day, emailsTo }: OptionalMailing,
  now: Date,
): Promise<number> =>
  inBatches(postgres.jobPoolIn(scope), async (client) => {
    const { rows: users } = await client.query<DueUser>(TAKE_DUE_USERS, [kind, day]);
    if (users.length === 0) return null;
    const emails = await emailsTo(client, users);
    await queueEmails(client, emails, now);
    await client.query(MARK_HANDLED, [kind, users.map(({ id }) => id), day]);
    return emails.length;
  });
