import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { type Day, dayOf } from '#domain/days';
import { NAMES_A_DAY, OTHER_NAME, type SiteEvent } from '#domain/analytics/events';
import { storing } from '#server/analytics/event-lock';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';

const INSERT = `
  insert into events (at, visitor, user_id, name, path, referrer, metadata)
  select $1, visitor, user_id, name, path, referrer, metadata::jsonb
  from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[])
    as given (visitor, user_id, name, path, referrer, metadata)`;

/** Puts events into their table, many at a time. */
@Injectable()
export class PostgresEvents {
  #names: { readonly day: Day; readonly known: Set<string>; readonly full: boolean } = { day: -1, known: new Set(), full: false };

  constructor(
    private readonly postgres: Postgres,
    private readonly clock: Clock,
  ) {}

  /** Stores all of them with the present time, or throws and stores none. */
  async store(events: readonly SiteEvent[]): Promise<void> {
    const names = await this.#allowedNames(events);
    await inTransaction(this.postgres.pool, async (client) => {
      await client.query(storing);
      await client.query({
        name: 'store-events',
        text: INSERT,
        values: [
          this.clock.now(),
          events.map(({ visitor }) => visitor),
          events.map(({ user_id }) => user_id),
          events.map(({ name }) => (names.has(name) ? name : OTHER_NAME)),
          events.map(({ path }) => path),
          events.map(({ referrer }) => referrer),
          events.map(({ metadata }) => (metadata === null ? null : JSON.stringify(metadata))),
        ],
      });
    });
  }

  /** The names of today; new ones join them as long as there is room. */
  async #allowedNames(events: readonly SiteEvent[]): Promise<ReadonlySet<string>> {
    const day = dayOf(this.clock.now());
    if (this.#names.day !== day) this.#names = { day, known: new Set(), full: false };
    const { known, full } = this.#names;
    const unknown = [...new Set(events.map(({ name }) => name))].filter((name) => !known.has(name));
    if (unknown.length === 0 || full) return known;
    const names = await this.#admit(day, unknown);
    this.#names = { day, known: new Set(names), full: names.length >= NAMES_A_DAY };
    return this.#names.known;
  }

  /** One at a time over all instances, so that together they do not let in too many. */
  #admit(day: Day, names: readonly string[]): Promise<string[]> {
    return inTransaction(this.postgres.pool, async (client) => {
      await client.query('lock table event_names in exclusive mode');
      await client.query(
        `insert into event_names
         select $1, given.name from unnest($2::text[]) given (name)
         where not exists (select from event_names known where known.day = $1 and known.name = given.name)
         limit greatest($3 - (select count(*) from event_names where day = $1), 0)`,
        [day, names, NAMES_A_DAY],
      );
      const { rows } = await client.query<{ name: string }>('select name from event_names where day = $1', [day]);
      return rows.map(({ name }) => name);
    });
  }
}
