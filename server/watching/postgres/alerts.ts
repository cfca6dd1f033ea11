import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { StoredAlert } from '#domain/watching/alerts/alerts';
import type { Day } from '#domain/days';
import type { LockScope } from '#domain/jobs/lock-scope';
import type { Email } from '#domain/mail/email';
import type { DueUser } from '#domain/mail/optional-emails';
import { Postgres } from '#server/database/postgres';
import { queueDueEmails } from '#server/mail/postgres/queue-emails';

/** The fields of alert `a`, with the search that its rule is still about. */
const ALERT_FIELDS = `a._id, a.entity, nullif(a.entity_id, '') entity_id, a.title, a.measure, a.direction, a.threshold, a.period,
    a."value", a.day, a.read_at is not null is_read, case when a.entity_id = '' then (
      select json_build_object('variant', q.variant, 'query', q.query) from alert_rules r join saved_searches q on q._id = r.saved_search_id
      where r._id = a.rule_id) end search`;

/** The last $2 alerts of user $1. */
const LIST_ALERTS = `
  select ${ALERT_FIELDS}
  from alerts a where a.user_id = $1 order by a.created_at desc, a._id limit $2`;

const MARK_READ = 'update alerts set read_at = $3 where user_id = $1 and _id = any($2) and read_at is null';

/** Marks the alerts of users $1 that no email had, each from the time in $2 on at which its user switched the email on, as sent at $3. */
export const TAKE_UNSENT_ALERTS = `
  with due as (select * from unnest($1::uuid[], $2::timestamptz[]) due (user_id, since)), taken as (
    update alerts a set emailed_at = $3 from due
    where a.user_id = due.user_id and a.created_at >= due.since and a.emailed_at is null returning a.*)
  select a.user_id, ${ALERT_FIELDS} from taken a order by a.created_at desc, a._id`;

type AlertOfUser = StoredAlert & { readonly user_id: string };

/** The alerts of users. */
@Injectable()
export class StoredAlerts {
  constructor(private readonly postgres: Postgres) {}

  /** Returns a user's last alerts, newest first. */
  async listFor(userId: string, limit: number): Promise<readonly StoredAlert[]> {
    return (await this.postgres.pool.query<StoredAlert & Record<string, unknown>>(LIST_ALERTS, [userId, limit])).rows;
  }

  /** Marks a user's alerts as read; others are ignored. */
  async markRead(userId: string, ids: readonly string[], now: Date): Promise<void> {
    await this.postgres.pool.query(MARK_READ, [userId, ids, now]);
  }

  /**
   * Queues one email for each confirmed user who has these emails on. `compose` makes it of the alerts that no email has named yet, newest
   * first, or returns null for none. A user gets at most one a day, and each alert once, also when the job runs twice, concurrently, or is
   * interrupted. Returns how many emails this call queued.
   */
  queueEmails(
    scope: LockScope,
    dueDayIn: (timeZone: string) => Day,
    now: Date,
    compose: (user: DueUser, alerts: readonly StoredAlert[]) => Email | null,
  ): Promise<number> {
    const emailsTo = async (client: PoolClient, users: readonly DueUser[]) => {
      const values = [users.map(({ id }) => id), users.map(({ since }) => since), now];
      const { rows } = await client.query<AlertOfUser & Record<string, unknown>>(TAKE_UNSENT_ALERTS, values);
      const alertsByUser = Map.groupBy<string, AlertOfUser>(rows, ({ user_id }) => user_id);
      return users.flatMap((user) => compose(user, alertsByUser.get(user.id) ?? []) ?? []);
    };
    return queueDueEmails(this.postgres, scope, { kind: 'alerts', dueDayIn, emailsTo }, now);
  }
}
