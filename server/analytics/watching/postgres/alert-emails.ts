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
import { type DueUser, queueDueEmails } from '#server/mail/postgres/queue-due-emails';

type AlertOfUser = StoredAlert & { readonly user_id: string };

/** Marks the alerts of users $1 that no email had, each from the time in $2 on at which its user switched the email on, as sent at $3. */
export const TAKE_UNSENT_ALERTS = `
  with due as (select * from unnest($1::uuid[], $2::timestamptz[]) due (user_id, since)), taken as (
    update alerts a set emailed_at = $3 from due
    where a.user_id = due.user_id and a.created_at >= due.since and a.emailed_at is null returning a.*)
  select a.user_id, ${ALERT_FIELDS} from taken a order by a.created_at desc, a._id`;

/** Queues the emails, and marks the alerts that they have in the same transaction. */
@Injectable()
export class PostgresAlertEmails implements AlertEmails {
  constructor(
    private readonly postgres: Postgres,
    private readonly secrets: Secrets,
    private readonly emailBranding: EmailBranding,
  ) {}

  enqueue(scope: LockScope, day: Day, now: Date): Promise<number> {
    const emailsTo = async (client: PoolClient, users: readonly DueUser[]) => {
      const alertsByUser = await takeUnsentAlerts(client, users, now);
      return users.flatMap((user) => this.#emailTo(user, alertsByUser.get(user.id) ?? []) ?? []);
    };
    return queueDueEmails(this.postgres, scope, { kind: 'alerts', day, emailsTo }, now);
  }

  #emailTo({ id, email }: DueUser, alerts: readonly StoredAlert[]) {
    const token = optionalEmailToken(this.secrets, 'alerts', id);
    return alertEmail({ ...this.emailBranding.contextFor(email, id), token }, alerts);
  }
}

async function takeUnsentAlerts(
  client: PoolClient,
  users: readonly DueUser[],
  now: Date,
): Promise<ReadonlyMap<string, readonly AlertOfUser[]>> {
  const values = [users.map(({ id }) => id), users.map(({ since }) => since), now];
  const { rows } = await client.query<AlertOfUser & Record<string, unknown>>(TAKE_UNSENT_ALERTS, values);
  return Map.groupBy<string, AlertOfUser>(rows, ({ user_id }) => user_id);
}
