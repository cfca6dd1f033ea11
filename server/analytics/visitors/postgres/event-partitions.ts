import { Inject, Injectable } from '@nestjs/common';
import { escapeIdentifier } from 'pg';
import { Clock } from '#domain/clock';
import { type Day, dayLabel, dayOf, type Month, monthsBetween, parseMonth } from '#domain/days';
import { startOfDaySql } from '#server/analytics/visitors/postgres/event-sql';
import type { LockScope } from '#domain/jobs/lock-scope';
import { CONFIG, type Config } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';

/** Months after the current one for which a partition is created ahead of time. */
const MONTHS_AHEAD = 2;

const partitionTable = ({ label }: Month): string => escapeIdentifier(`events_${label}`);
const dayBoundSql = (day: Day): string => `'${dayLabel(day)} 00:00:00+00'`;

/** The tables that partition the raw events, in order of name: one per month, and `events_rest`. */
async function listEventPartitions(postgres: Postgres): Promise<string[]> {
  const { rows } = await postgres.jobPool.query<{ name: string }>(
    `select relname name from pg_inherits join pg_class on oid = inhrelid where inhparent = 'events'::regclass order by relname`,
  );
  return rows.map(({ name }) => name);
}

/** The monthly partitions of the raw visitor events: creates and drops them, and removes deleted users from them. */
@Injectable()
export class PostgresEventPartitions {
  constructor(
    private readonly postgres: Postgres,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'EVENTS_KEPT_DAYS'>,
  ) {}

  /** Creates the missing partitions from the month of a day, today by default, through `MONTHS_AHEAD`; returns their number. */
  async createMissing(scope: LockScope, from: Day = dayOf(this.clock.now())): Promise<number> {
    const existing = new Set((await this.#listMonths()).map(({ label }) => label));
    const missing = monthsBetween(from, dayOf(this.clock.now()), MONTHS_AHEAD).filter(({ label }) => !existing.has(label));
    for (const month of missing) await this.#createPartition(scope, month);
    return missing.length;
  }

  /** Drops the partitions past their retention, and the ids of visitors who have not come back since; returns the number of months. */
  async dropExpired(scope: LockScope): Promise<number> {
    const oldestRetainedDay = dayOf(this.clock.now()) - this.config.EVENTS_KEPT_DAYS;
    const expired = (await this.#listMonths()).filter(({ to }) => to <= oldestRetainedDay);
    for (const month of expired) await this.#dropPartition(scope, month);
    await inTransaction(this.postgres.jobPoolIn(scope), async (client) => {
      await client.query('select 1 from event_aggregation for update');
      await client.query('delete from visitors_seen where last_day < $1', [oldestRetainedDay]);
      await client.query('delete from visitors_last_seen where day < $1', [oldestRetainedDay]);
      await client.query('delete from event_names where day < $1', [oldestRetainedDay]);
      await client.query('delete from stored_events where day < $1', [oldestRetainedDay]);
    });
    return expired.length;
  }

  /** Clears the user id of events whose account was deleted; returns their number. Reads all events, one partition per statement. */
  async anonymizeDeletedUsers(scope: LockScope): Promise<number> {
    const pool = this.postgres.jobPoolIn(scope);
    let anonymized = 0;
    for (const name of await listEventPartitions(this.postgres)) {
      const { rowCount } = await pool.query(
        `update ${escapeIdentifier(name)} seen set user_id = null
         where user_id is not null and not exists (select 1 from users where users.id = seen.user_id)`,
      );
      anonymized += rowCount ?? 0;
    }
    return anonymized;
  }

  async #listMonths(): Promise<Month[]> {
    const names = await listEventPartitions(this.postgres);
    return names.map((name) => parseMonth(name.replace(/^events_/, ''))).filter((month) => month !== null);
  }

  /** Creates a month's partition and moves in its events that were stored before it existed. */
  #createPartition(scope: LockScope, month: Month): Promise<void> {
    return inTransaction(this.postgres.jobPoolIn(scope), async (client) => {
      const table = partitionTable(month);
      await client.query(`set local lock_timeout = '5s'`);
      // The parent too: a statement that was planned before the move and then waited only for events_rest would find its events nowhere.
      await client.query('lock table only events, only events_rest in access exclusive mode');
      await client.query(`create table if not exists ${table} (like events including defaults)`);
      await client.query(
        `with moved as (delete from events_rest where at >= ${startOfDaySql('$1::int')} and at < ${startOfDaySql('$2::int')} returning *)
         insert into ${table} select * from moved`,
        [month.from, month.to],
      );
      await client.query(
        `alter table events attach partition ${table} for values from (${dayBoundSql(month.from)}) to (${dayBoundSql(month.to)})`,
      );
    });
  }

  #dropPartition(scope: LockScope, month: Month): Promise<void> {
    return inTransaction(this.postgres.jobPoolIn(scope), async (client) => {
      await client.query(`set local lock_timeout = '5s'`);
      await client.query('update event_aggregation set kept_from = greatest(kept_from, $1)', [month.to]);
      await client.query(`drop table ${partitionTable(month)}`);
    });
  }
}
