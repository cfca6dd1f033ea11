import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { alertEmail, type AlertEmails } from '#domain/analytics/watching/alerts/alert-email';
import type { StoredAlert } from '#domain/analytics/watching/alerts/alerts';
import type { Day } from '#domain/days';
import type { LockScope } from '#domain/jobs/lock-scope';
import { EmailBranding } from '#domain/mail/email-branding';
import { optionalEmailToken } from '#domain/mail/optional-emails';
import { Secrets } from '#domain/secrets';
import { ALERT_FIELDS } from '#server/analytics/watching/postgres/alerts';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { type DueUser, markHandled, takeDueUsers } from '#server/mail/postgres/due-choices';
import { queueEmails } from '#server/mail/postgres/queue-emails';

type AlertOfUser = StoredAlert & { readonly user_id: string };

/** Marks the alerts of users $1 that no email had, each from the time in $2 on at which its user switched the email on, as sent at $3. */
export const TAKE_UNSENT_ALERTS = `
  with due as (select * from unnest($1::uuid[], $2::timestamptz[]) due (user_id, since)), taken as (
    update alerts a set emailed_at = $3 from due
    where a.user_id = due.user_id and a.created_at >= due.since and a.emailed_at is null returning a.*)
  select a.user_id, ${ALERT_FIELDS} from taken a order by a.created_at desc, a._id`;

/** Queues the emails in batches of users: the emails, the marks of their alerts, and the mark of their users are one transaction. */
@Injectable()
export class PostgresAlertEmails implements AlertEmails {
  constructor(
    private readonly postgres: Postgres,
    private readonly secrets: Secrets,
    private readonly emailBranding: EmailBranding,
  ) {}

  async enqueue(scope: LockScope, day: Day, now: Date): Promise<number> {
    let queuedCount = 0;
    for (;;) {
      const batch = await inTransaction(this.postgres.jobPoolIn(scope), (client) => this.#queueBatch(client, day, now));
      if (batch === null) return queuedCount;
      queuedCount += batch;
    }
  }

  /** Returns the number of emails; null when no user is due. */
  async #queueBatch(client: PoolClient, day: Day, now: Date): Promise<number | null> {
    const users = await takeDueUsers(client, 'alerts', day);
    if (users.length === 0) return null;
    const ids = users.map(({ id }) => id);
    const { rows } = await client.query<AlertOfUser & Record<string, unknown>>(TAKE_UNSENT_ALERTS, [
      ids,
      users.map(({ since }) => since),
      now,
    ]);
    const alertsByUser = Map.groupBy<string, StoredAlert & { readonly user_id: string }>(rows, ({ user_id }) => user_id);
    const emails = users.flatMap((user) => this.#emailTo(user, alertsByUser.get(user.id) ?? []) ?? []);
    await queueEmails(client, emails, now);
    await markHandled(client, 'alerts', ids, day);
    return emails.length;
  }

  #emailTo({ id, email }: DueUser, alerts: readonly StoredAlert[]) {
    const token = optionalEmailToken(this.secrets, 'alerts', id);
    return alertEmail({ ...this.emailBranding.contextFor(email, id), token }, alerts);
  }
}
