import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '#domain/durations';
import { type Alarm, alarmIdentity, type AlarmMessage } from '#domain/operations/alarms';
import { Postgres } from '#server/database/postgres';

const RETENTION = "interval '30 days'";
/** After this time an attempt counts as interrupted. */
const LEASE_MS = 5 * MINUTE_MS;
const MAX_ERROR_LENGTH = 500;

/** The parameters are `$1` identities, `$2` kinds, and `$3` texts of the alarms now, `$4` the time, and `$5` when messages are due, null for never. */
const RECORD_SQL = `
  with now_on as (select * from unnest($1::text[], $2::text[], $3::text[]) as alarms (alarm, kind, text)),
  forgotten as (delete from alarm_messages where not is_open and coalesce(ended_at, began_at) < $4::timestamptz - ${RETENTION}),
  ended as (
    update alarm_messages set is_open = false where is_open and alarm not in (select alarm from now_on) returning alarm, kind, text, began_at
  )
  insert into alarm_messages (alarm, kind, text, began_at, ended_at, is_open, due_at)
  select alarm, kind, text, began_at, $4, false, $5 from ended
  union all select alarm, kind, text, $4, null, true, $5::timestamptz from now_on
  on conflict (alarm) where is_open do nothing
  returning id, kind, text, began_at, ended_at`;

const LEASE_SQL = `
  update alarm_messages set due_at = $2, attempted_at = $1, attempts = attempts + 1
  where id = (select id from alarm_messages where due_at <= $1 order by id limit 1 for update skip locked)
  returning id, kind, text, began_at, ended_at, attempts`;

/** A message to deliver, with the number of attempts that include this one. */
export type DueAlarmMessage = AlarmMessage & { readonly attempts: number };

/** The table `alarm_messages`: messages are due while `due_at` is set, and the newest beginning of an alarm that lasts is open. */
@Injectable()
export class PostgresAlarmMessages {
  constructor(private readonly postgres: Postgres) {}

  /** Returns the alarms that began or ended since the last call by any instance, and queues a message for each if there is a webhook. */
  async record(alarms: readonly Alarm[], isQueued: boolean, now: Date): Promise<readonly AlarmMessage[]> {
    const columns = [alarms.map(alarmIdentity), alarms.map(({ kind }) => kind), alarms.map(({ text }) => text)];
    const { rows } = await this.postgres.pool.query<AlarmMessage>(RECORD_SQL, [...columns, now, isQueued ? now : null]);
    return rows;
  }

  /** The oldest message that is due, which no other instance gets meanwhile; null if none is. */
  async leaseDue(now: Date): Promise<DueAlarmMessage | null> {
    const { rows } = await this.postgres.pool.query<DueAlarmMessage>(LEASE_SQL, [now, new Date(now.getTime() + LEASE_MS)]);
    return rows[0] ?? null;
  }

  async markDelivered(id: number): Promise<void> {
    await this.postgres.pool.query('update alarm_messages set due_at = null, error = null where id = $1', [id]);
  }

  /** `nextAttemptAt` is null when the message is given up. */
  async markFailed(id: number, error: string, nextAttemptAt: Date | null): Promise<void> {
    const values = [id, error.slice(0, MAX_ERROR_LENGTH), nextAttemptAt];
    await this.postgres.pool.query('update alarm_messages set due_at = $3, error = $2 where id = $1', values);
  }
}
