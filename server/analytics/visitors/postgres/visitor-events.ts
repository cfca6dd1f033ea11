import { Injectable } from '@nestjs/common';
import {
  MAX_EVENT_NAMES_PER_DAY,
  OTHER_EVENT_NAME,
  type VisitorEvent,
  type VisitorEventStore,
} from '#domain/analytics/visitors/visitor-events';
import { Clock } from '#domain/clock';
import { type Day, dayOf } from '#domain/days';
import { storeLockSql } from '#server/analytics/visitors/postgres/event-lock';
import { Postgres } from '#server/database/postgres';
import { RequestDeadline } from '#server/database/request-deadline';
import { inTransaction } from '#server/database/transaction';

const INSERT_EVENTS_SQL = `
  insert into events (at, visitor, user_id, name, path, referrer, metadata)
  select $1, visitor, user_id, name, path, referrer, metadata::jsonb
  from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[])
    as given (visitor, user_id, name, path, referrer, metadata)`;

/** The table of raw visitor events in Postgres: one insert per batch. */
@Injectable()
export class PostgresVisitorEvents implements VisitorEventStore {
  /** The event names that are admitted today, as far as this process knows. */
  #namesOfToday: { readonly day: Day; readonly admitted: ReadonlySet<string>; readonly isFull: boolean } = {
    day: -1,
    admitted: new Set(),
    isFull: false,
  };

  constructor(
    private readonly postgres: Postgres,
    private readonly clock: Clock,
  ) {}

  /** The events of many requests. The deadline of the one whose event came first must not end the work for the others. */
  storeAll(events: readonly VisitorEvent[]): Promise<void> {
    return RequestDeadline.ignoreDuring(() => this.#storeAll(events));
  }

  async #storeAll(events: readonly VisitorEvent[]): Promise<void> {
    const names = await this.#admittedNames(events);
    await inTransaction(this.postgres.pool, async (client) => {
      await client.query(storeLockSql);
      await client.query({
        name: 'store-events',
        text: INSERT_EVENTS_SQL,
        values: [
          this.clock.now(),
          events.map(({ visitor }) => visitor),
          events.map(({ user_id }) => user_id),
          events.map(({ name }) => (names.has(name) ? name : OTHER_EVENT_NAME)),
          events.map(({ path }) => path),
          events.map(({ referrer }) => referrer),
          events.map(({ metadata }) => (metadata === null ? null : JSON.stringify(metadata))),
        ],
      });
    });
  }

  /** Today's event names, the new ones of these events included until the day's limit is reached. */
  async #admittedNames(events: readonly VisitorEvent[]): Promise<ReadonlySet<string>> {
    const day = dayOf(this.clock.now());
    if (this.#namesOfToday.day !== day) this.#namesOfToday = { day, admitted: new Set(), isFull: false };
    const { admitted, isFull } = this.#namesOfToday;
    const unknown = [...new Set(events.map(({ name }) => name))].filter((name) => !admitted.has(name));
    if (unknown.length === 0 || isFull) return admitted;
    const names = await this.#admitNames(day, unknown);
    this.#namesOfToday = { day, admitted: new Set(names), isFull: names.length >= MAX_EVENT_NAMES_PER_DAY };
    return this.#namesOfToday.admitted;
  }

  /** Admits new names under a table lock, so that all instances together stay within the limit. */
  #admitNames(day: Day, names: readonly string[]): Promise<string[]> {
    return inTransaction(this.postgres.pool, async (client) => {
      await client.query('lock table event_names in exclusive mode');
      await client.query(
        `insert into event_names
         select $1, given.name from unnest($2::text[]) given (name)
         where not exists (select from event_names known where known.day = $1 and known.name = given.name)
         limit greatest($3 - (select count(*) from event_names where day = $1), 0)`,
        [day, names, MAX_EVENT_NAMES_PER_DAY],
      );
      const { rows } = await client.query<{ name: string }>('select name from event_names where day = $1', [day]);
      return rows.map(({ name }) => name);
    });
  }
}
