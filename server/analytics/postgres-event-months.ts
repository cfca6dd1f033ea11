import { Inject, Injectable } from '@nestjs/common';
import { escapeIdentifier } from 'pg';
import { type EventMonth, monthOf, monthsOver } from '#domain/analytics/event-months';
import { Clock } from '#domain/clock';
import { type Day, dayLabel, dayOf } from '#domain/days';
import { startOf } from '#server/analytics/fold-counts';
import { CONFIG, type Config } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';

/** Months made ahead of time. */
const AHEAD = 2;

const tableOf = ({ label }: EventMonth): string => escapeIdentifier(`events_${label}`);
const bound = (day: Day): string => `'${dayLabel(day)} 00:00:00+00'`;

/** The partitions of the raw events, one a month. */
@Injectable()
export class PostgresEventMonths {
  constructor(
    private readonly postgres: Postgres,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'EVENTS_KEPT_DAYS'>,
  ) {}

  /** Makes what months there are not from a day's to the second after the present one; answers how many it made. */
  async make(from: Day = dayOf(this.clock.now())): Promise<number> {
    const known = new Set((await this.#months()).map(({ label }) => label));
    const missing = monthsOver(from, dayOf(this.clock.now()), AHEAD).filter(({ label }) => !known.has(label));
    for (const month of missing) await this.#make(month);
    return missing.length;
  }

  /** Removes the raw events of months that ended so long ago, and the ids of visitors who have not come since; answers how many months. */
  async forget(): Promise<number> {
    const oldest = dayOf(this.clock.now()) - this.config.EVENTS_KEPT_DAYS;
    const over = (await this.#months()).filter(({ to }) => to <= oldest);
    for (const month of over) await this.#drop(month);
    await inTransaction(this.postgres.jobPool, async (client) => {
      await client.query('select from event_fold for update');
      await client.query('delete from visitors_seen where last_day < $1', [oldest]);
      await client.query('delete from visitors_last_seen where day < $1', [oldest]);
      await client.query('delete from event_names where day < $1', [oldest]);
    });
    return over.length;
  }

  async #months(): Promise<EventMonth[]> {
    const { rows } = await this.postgres.jobPool.query<{ name: string }>(
      `select relname name from pg_inherits join pg_class on oid = inhrelid where inhparent = 'events'::regclass`,
    );
    return rows.map(({ name }) => monthOf(name.replace(/^events_/, ''))).filter((month) => month !== null);
  }

  /** Events that came before their month was made move into it. */
  #make(month: EventMonth): Promise<void> {
    return inTransaction(this.postgres.jobPool, async (client) => {
      const table = tableOf(month);
      await client.query(`set local lock_timeout = '5s'`);
      await client.query('lock table events_rest in access exclusive mode');
      await client.query(`create table if not exists ${table} (like events including defaults)`);
      await client.query(
        `with moved as (delete from events_rest where at >= ${startOf('$1::int')} and at < ${startOf('$2::int')} returning *)
         insert into ${table} select * from moved`,
        [month.from, month.to],
      );
      await client.query(`alter table events attach partition ${table} for values from (${bound(month.from)}) to (${bound(month.to)})`);
    });
  }

  #drop(month: EventMonth): Promise<void> {
    return inTransaction(this.postgres.jobPool, async (client) => {
      await client.query(`set local lock_timeout = '5s'`);
      await client.query('update event_fold set kept_from = greatest(kept_from, $1)', [month.to]);
      await client.query(`drop table ${tableOf(month)}`);
    });
  }
}
