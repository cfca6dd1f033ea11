import type { SiteEvent } from '#domain/analytics/events';
import { dayOf } from '#domain/days';
import { PostgresEventFold } from '#server/analytics/postgres-event-fold';
import { PostgresEventMonths } from '#server/analytics/postgres-event-months';
import { PostgresEvents } from '#server/analytics/postgres-events';
import { PostgresTrafficLedger } from '#server/analytics/postgres-traffic-ledger';
import { ViewSiteAnalytics } from '#server/analytics/site-analytics';
import { Postgres } from '#server/database/postgres';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { seeded } from '../../support/histories';
import { ownFigures, rawFigures } from '../../support/raw-traffic';
import { SetClock } from '../../support/set-clock';

const visitorOf = (number: number): string => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
const at = (time: string): Date => new Date(time);
const DAY = 86_400_000;
/** Wednesday noon; the months before it have 31, 30 and 28 days. */
const NOW = at('2026-04-15T12:00:00Z');

describe('the site analytics on Postgres', () => {
  let database: TestDatabase;
  let postgres: Postgres;
  let clock: SetClock;
  let events: PostgresEvents;
  let fold: PostgresEventFold;
  let site: ViewSiteAnalytics;
  let months: PostgresEventMonths;

  beforeEach(async () => {
    database = await freshDatabase();
    postgres = new Postgres(database.url);
    clock = new SetClock(NOW);
    events = new PostgresEvents(postgres, clock);
    fold = new PostgresEventFold(postgres, clock);
    site = new ViewSiteAnalytics(new PostgresTrafficLedger(postgres, fold, clock));
    months = new PostgresEventMonths(postgres, clock, { EVENTS_KEPT_DAYS: 200 });
  });
  afterEach(async () => {
    await postgres.close();
    await database.close();
  });

  const random = seeded(20_26);
  const below = (limit: number) => Math.floor(random() * limit);
  const names = ['page_view', 'page_view', 'page_view', 'search', 'visit_click', 'purchase_opened'];
  const someEvents = (count: number, visitors: number): SiteEvent[] =>
    Array.from({ length: count }, () => ({
      name: names[below(names.length)]!,
      visitor: visitorOf(below(visitors)),
      user_id: null,
      path: below(9) === 0 ? null : `/page/${Math.floor(below(150) * random())}`,
      referrer: [null, null, '', 'www.google.com', `blog${below(130)}.example`][below(5)]!,
      metadata: null,
    }));

  /** Events of a moment, stored as if it were now. */
  const happenAt = async (time: Date, some: readonly SiteEvent[]): Promise<void> => {
    clock.time = time;
    await events.store(some);
  };
  const expectExact = async (label: string) => {
    for (const days of [7, 30, 90] as const) {
      const own = ownFigures(await site.of(days));
      expect({ label, days, ...own }).toEqual({ label, days, ...(await rawFigures(database.pool, days, dayOf(clock.time))) });
    }
  };
  const clear = () => site.of(7);

  it('are those of the raw events on every day of half a year, whenever they are asked', async () => {
    for (let day = 0; day < 200; day++) {
      const morning = new Date(NOW.getTime() - (200 - day) * DAY - 11 * 3_600_000);
      // Some days nobody comes, and some days nobody asks.
      if (below(8) > 0) {
        await happenAt(morning, someEvents(3 + below(25), 20 + day));
        await happenAt(new Date(morning.getTime() + below(20) * 3_600_000), someEvents(3 + below(25), 20 + day));
      }
      if (below(4) === 0) await clear();
      if (day % 45 === 20) await expectExact(`day ${day}`);
    }
    clock.time = NOW;
    await expectExact('the last day');
    expect((await site.of(90)).previous.estimated).toBe(false);
  });

  it('put each event on its UTC day, to the millisecond', async () => {
    const [one, two, three] = someEvents(3, 1000);
    await happenAt(at('2026-04-14T23:59:59.999Z'), [one!]);
    await happenAt(at('2026-04-15T00:00:00.000Z'), [two!, three!]);
    const days = (await site.of(7)).events_by_day;
    expect(days.map(({ date, count }) => [date, count])).toEqual([
      ...['09', '10', '11', '12', '13'].map((day) => [`2026-04-${day}`, 0]),
      ['2026-04-14', 1],
      ['2026-04-15', 2],
    ]);
    await expectExact('around midnight');
  });

  it('hold the newest event at once, and a second answer the same', async () => {
    await happenAt(NOW, someEvents(40, 10));
    await expectExact('first');
    await happenAt(NOW, someEvents(1, 5_000));
    const answer = await site.of(7);
    expect(answer.summary.total_events).toBe(41);
    expect(answer.as_of).toBe(NOW.toISOString());
    expect(await site.of(7)).toEqual(answer);
  });

  it('begin a new day with zeros and end the one before for good', async () => {
    await happenAt(at('2026-04-14T10:00:00Z'), someEvents(30, 9));
    await clear();
    clock.time = at('2026-04-15T00:00:01Z');
    const { events_by_day } = await site.of(7);
    expect(events_by_day.at(-1)).toEqual({ date: '2026-04-15', count: 0, visitors: 0, registrations: 0 });
    await expectExact('the next day');
  });

  it('take in events that come after their day was closed, in every period they belong to', async () => {
    for (let day = 100; day >= 0; day -= 5) await happenAt(new Date(NOW.getTime() - day * DAY), someEvents(20, 40));
    await expectExact('before');
    for (const [day, visitor] of [
      [1, 3],
      [2, 70],
      [33, 3],
      [95, 71],
    ] as const) {
      await database.pool.query(
        `insert into events (at, visitor, name, path, referrer) values ($1, $2, 'page_view', '/late', 'late.example')`,
        [new Date(NOW.getTime() - day * DAY), visitorOf(visitor)],
      );
      await expectExact(`late by ${day} days`);
    }
    // What was kept of every day is what the raw events say.
    const { rows } = await database.pool.query(
      `select w.day, w.days, w.visitors, (select count(distinct visitor) from events where id <= (select folded_id from event_fold)
         and (at at time zone 'UTC')::date - date '1970-01-01' between w.day - w.days + 1 and w.day) raw from visitor_windows w`,
    );
    expect(rows.length).toBeGreaterThan(380);
    expect(rows.filter(({ visitors, raw }: { visitors: number; raw: number }) => visitors !== raw)).toEqual([]);
  });

  it('count nothing twice and leave nothing out when several count at once', async () => {
    await months.make();
    const other = new PostgresEventFold(postgres, clock);
    let stored = 0;
    const writing = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let round = 0; round < 15; round++) {
          const some = someEvents(50, 200);
          await events.store(some);
          stored += some.length;
        }
      }),
    );
    const counting = Promise.all(
      [fold, other, fold].map(async (one) => {
        for (let round = 0; round < 12; round++) await one.run();
      }),
    );
    await Promise.all([writing, counting]);
    expect((await site.of(7)).summary.total_events).toBe(stored);
    await expectExact('after all');
  });

  it('count nothing of a batch that is cut off half way, and all of it the next time', async () => {
    for (let day = 3; day >= 0; day--) await happenAt(new Date(NOW.getTime() - day * DAY), someEvents(60, 30));
    await fold.run();
    await happenAt(NOW, someEvents(60, 60));
    const counts = async () =>
      (await database.pool.query('select (select sum(count) from event_days) events, (select count(*) from visitors_seen) visitors')).rows;
    const before = await counts();
    for (const table of ['visitors_last_seen', 'event_fold']) {
      await database.pool.query(`alter table ${table} add constraint cut check (false) not valid`);
      await expect(fold.run()).rejects.toThrow('cut');
      expect(await counts()).toEqual(before);
      await database.pool.query(`alter table ${table} drop constraint cut`);
    }
    await expectExact('once whole');
  });

  it('answer with what is counted while counting fails', async () => {
    await happenAt(NOW, someEvents(10, 5));
    await clear();
    await happenAt(NOW, someEvents(10, 5));
    await database.pool.query(`alter table event_fold add constraint cut check (false) not valid`);
    expect((await site.of(7)).summary.total_events).toBe(10);
    await database.pool.query(`alter table event_fold drop constraint cut`);
    expect((await site.of(7)).summary.total_events).toBe(20);
  });

  it('make the months ahead of time, and move what came before its month was there', async () => {
    await happenAt(at('2026-04-30T23:59:59Z'), someEvents(5, 5));
    await happenAt(at('2026-05-01T00:00:00Z'), someEvents(7, 5));
    await expectExact('before');
    clock.time = at('2026-05-01T00:00:00Z');
    expect(await months.make(dayOf(at('2026-04-01T00:00:00Z')))).toBe(4);
    expect(await months.make()).toBe(0);
    const { rows } = await database.pool.query('select tableoid::regclass::text in_table, count(*) from events group by 1 order by 1');
    expect(rows).toEqual([
      { in_table: 'events_2026_04', count: 5 },
      { in_table: 'events_2026_05', count: 7 },
    ]);
    await happenAt(at('2026-07-31T23:59:59Z'), someEvents(3, 5));
    expect((await database.pool.query('select from events_2026_07')).rowCount).toBe(3);
    await expectExact('after');
  });

  it('stay when the raw events of old months go, and count on', async () => {
    await months.make(dayOf(at('2025-08-01T00:00:00Z')));
    for (let day = 240; day >= 0; day -= 4) {
      await happenAt(new Date(NOW.getTime() - day * DAY), someEvents(15, 40));
      if (day % 20 === 0) await clear();
    }
    clock.time = NOW;
    const before = await site.of(90);
    expect(await months.forget()).toBe(1);
    const { rows } = await database.pool.query<{ first: Date }>('select min(at) first from events');
    expect(rows[0]!.first.toISOString() >= '2025-09-01').toBe(true);
    expect(await site.of(90)).toEqual(before);
    await happenAt(at('2026-04-16T09:00:00Z'), someEvents(15, 80));
    await expectExact('the day after');
  });

  it('say who registered from the accounts, in both periods', async () => {
    await happenAt(new Date(NOW.getTime() - 20 * DAY), someEvents(3, 3));
    clock.time = NOW;
    for (const [email, day] of [
      ['a', 0],
      ['b', 0],
      ['c', 6],
      ['d', 7],
      ['e', 13],
      ['f', 14],
    ] as const) {
      await database.pool.query('insert into users (email, created_at) values ($1, $2)', [
        `${email}@site.test`,
        new Date(NOW.getTime() - day * DAY),
      ]);
    }
    const { summary, previous, events_by_day } = await site.of(7);
    expect(summary.registered_users).toBe(3);
    expect(previous).toEqual({ total_events: 0, unique_visitors: 0, registered_users: 2, estimated: false });
    expect(events_by_day.map(({ registrations }) => registrations)).toEqual([1, 0, 0, 0, 0, 0, 2]);
  });

  it('count 5,000 pages of a day by name and further ones together', async () => {
    const crowd = Array.from({ length: 5_200 }, (_, place) => ({ ...someEvents(1, 5)[0]!, name: 'page_view', path: `/p/${place}` }));
    await happenAt(NOW, crowd);
    await clear();
    await happenAt(NOW, crowd.slice(0, 2));
    const { top_pages } = await site.of(7);
    expect(top_pages).toHaveLength(100);
    expect(top_pages[0]).toEqual({ path: '(other)', count: 200 });
    expect((await database.pool.query('select from page_days')).rowCount).toBe(5_001);
  });
});
