import { Logger } from '@nestjs/common';
import type { ClientBase } from 'pg';
import {
  isStorageFull,
  type StoredEvents,
  storedBytesOf,
  MAX_EVENT_NAMES_PER_DAY,
  OTHER_EVENT_NAME,
  type VisitorEvent,
} from '#domain/analytics/visitors/visitor-events';
import type { Clock } from '#domain/clock';
import { type Day, dayOf } from '#domain/days';
import { storeLockSql } from '#server/analytics/visitors/postgres/event-sql';
import type { Config } from '#server/config/config';
import type { Postgres } from '#server/database/postgres';
import { RequestDeadline } from '#server/database/request-deadline';
import { inTransaction } from '#server/database/transaction';

const INSERT_EVENTS_SQL = `
  insert into events (at, visitor, user_id, name, path, referrer, metadata)
  select $1, visitor, user_id, name, path, referrer, metadata::jsonb
  from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[])
    as given (visitor, user_id, name, path, referrer, metadata)`;

/** Adds to what was stored on a day, over all instances, and returns the sum. */
const SUM_STORED_SQL = `
  insert into stored_events as sums (day, events, bytes) values ($1, $2, $3)
  on conflict (day) do update set events = sums.events + excluded.events, bytes = sums.bytes + excluded.bytes
  returning events, bytes`;

/** Adds events to the daily totals without storing them. In the order of names, as the aggregation does, so that the two do not deadlock. */
const COUNT_EVENTS_SQL = `
  insert into event_days as sums (day, name, count) select $1, name, count(*) from unnest($2::text[]) name group by name order by name collate "C"
  on conflict (day, name) do update set count = sums.count + excluded.count`;

/** Writes raw visitor events: one insert per batch. */
export class EventWriter {
  /** The event names that are admitted today, as far as this process knows. */
  #namesOfToday: { readonly day: Day; readonly admitted: ReadonlySet<string>; readonly isFull: boolean } = {
    day: -1,
    admitted: new Set(),
    isFull: false,
  };
  /** The last day whose storage is full, as far as this process knows: it learns that with its next batch. */
  #fullDay: Day = -1;
  readonly #logger = new Logger('events');

  constructor(
    private readonly postgres: Postgres,
    private readonly clock: Clock,
    private readonly config: Pick<Config, 'EVENTS_STORED_PER_DAY'>,
  ) {}

  /** The events of many requests. The deadline of the one whose event came first must not end the work for the others. */
  storeAll(events: readonly VisitorEvent[]): Promise<void> {
    return RequestDeadline.ignoreDuring(() => this.#storeAll(events));
  }

  async #storeAll(events: readonly VisitorEvent[]): Promise<void> {
    const names = await this.#admittedNames(events);
    const named = events.map((event) => ({ ...event, name: names.has(event.name) ? event.name : OTHER_EVENT_NAME }));
    const now = this.clock.now();
    const isFull = this.#fullDay === dayOf(now);
    const stored = named.filter(({ visitor }) => visitor !== null && !isFull);
    const counted = named.filter(({ visitor }) => visitor === null || isFull);
    await inTransaction(this.postgres.pool, async (client) => {
      await client.query(storeLockSql);
      if (stored.length > 0) await this.#insert(client, stored, now);
      const countedNames = counted.map(({ name }) => name);
      if (counted.length > 0) await client.query({ name: 'count-events', text: COUNT_EVENTS_SQL, values: [dayOf(now), countedNames] });
    });
  }

  async #insert(client: ClientBase, events: readonly VisitorEvent[], now: Date): Promise<void> {
    await client.query({
      name: 'store-events',
      text: INSERT_EVENTS_SQL,
      values: [
        now,
        events.map(({ visitor }) => visitor),
        events.map(({ user_id }) => user_id),
        events.map(({ name }) => name),
        events.map(({ path }) => path),
        events.map(({ referrer }) => referrer),
        events.map(({ metadata }) => (metadata === null ? null : JSON.stringify(metadata))),
      ],
    });
    const bytes = events.reduce((sum, event) => sum + storedBytesOf(event), 0);
    const { rows } = await client.query<StoredEvents>({
      name: 'stored-events',
      text: SUM_STORED_SQL,
      values: [dayOf(now), events.length, bytes],
    });
    if (!rows[0] || !isStorageFull(rows[0], this.config.EVENTS_STORED_PER_DAY)) return;
    this.#fullDay = dayOf(now);
    this.#logger.warn(`No more visitor events are stored today (EVENTS_STORED_PER_DAY): further ones are only counted.`);
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
         where not exists (select 1 from event_names known where known.day = $1 and known.name = given.name)
         limit greatest($3 - (select count(*) from event_names where day = $1), 0)`,
        [day, names, MAX_EVENT_NAMES_PER_DAY],
      );
      const { rows } = await client.query<{ name: string }>('select name from event_names where day = $1', [day]);
      return rows.map(({ name }) => name);
    });
  }
}
