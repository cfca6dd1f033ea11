import type { PoolClient } from 'pg';
import type { Day } from '#domain/days';
import type { OptionalEmail } from '#domain/mail/optional-emails';

const USER_BATCH_SIZE = 200;

/** A confirmed user who has an optional email on and was not handled yet. */
export interface DueUser {
  readonly id: string;
  readonly email: string;
  /** When the user switched the email on. */
  readonly since: Date;
}

/** The next users to whom the email $1 of day $2 is due. Those that another instance is working on are left to it. */
const TAKE_DUE_USERS = `
  select u.id, u.email, c.changed_at since from email_choices c join users u on u.id = c.user_id
  where c.kind = $1 and c.is_on and c.handled_day < $2 and u.is_confirmed
  order by c.user_id limit ${USER_BATCH_SIZE} for update of c skip locked`;

const MARK_HANDLED = 'update email_choices set handled_day = $3 where kind = $1 and user_id = any($2)';

/** Locks the next users to whom an optional email is due, until the end of the transaction. */
export async function takeDueUsers(client: PoolClient, kind: OptionalEmail, day: Day): Promise<readonly DueUser[]> {
  return (await client.query<DueUser>(TAKE_DUE_USERS, [kind, day])).rows;
}

/** Records that users got the email of a day, or that there was nothing to send. */
export async function markHandled(client: PoolClient, kind: OptionalEmail, userIds: readonly string[], day: Day): Promise<void> {
  await client.query(MARK_HANDLED, [kind, userIds, day]);
}
