import type { VisitorEvent } from '#domain/analytics/visitors/visitor-events';
import { dayOf, parseDay } from '#domain/days';
import { DAY_MS, HOUR_MS } from '#domain/durations';
import { LockScope } from '#domain/jobs/lock-scope';
import { PostgresEventAggregation } from '#server/analytics/visitors/postgres/event-aggregation';
import { PostgresEventPartitions } from '#server/analytics/visitors/postgres/event-partitions';
import { EventWriter } from '#server/analytics/visitors/postgres/event-writer';
import { PostgresVisitorEventStore } from '#server/analytics/visitors/postgres/visitor-event-store';
import { ViewSiteAnalytics } from '#server/analytics/visitors/view-site-analytics';
import { RequestDeadline } from '#server/database/request-deadline';
import { untilWaiting } from '../../../support/app/waiting-request';
import { seededRandom } from '../../../support/database/random-series';
import { comparableFigures, figuresFromEvents } from '../../../support/database/raw-visitor-figures';
import { useTestDatabase } from '../../../support/database/test-database';
import { visitorEvent } from '../../../support/fakes/visitor-events';
import { FixedClock } from '../../../support/fixed-clock';

describe('the site analytics in Postgres', () => {
  const scope = new LockScope();
  const visitorId = (number: number): string => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
  const utcDate = (time: string): Date => new Date(time);
  /** A Wednesday; the months before it have 31, 28 and 31 days. */
  const NOW = utcDate('2026-04-15T12:00:00Z');

  const database = useTestDatabase('each');
  let clock: FixedClock;
  let events: PostgresVisitorEventStore;
  let aggregation: PostgresEventAggregation;
  let site: ViewSiteAnalytics;
  let partitions: PostgresEventPartitions;

  beforeEach(async () => {
    clock = new FixedClock(NOW);
    events = new PostgresVisitorEventStore(database.postgres, clock, { EVENTS_STORED_PER_DAY: 1_000_000 });
    aggregation = new PostgresEventAggregation(database.postgres, clock);
    site = new ViewSiteAnalytics(events);
    partitions = new PostgresEventPartitions(database.postgres, clock, { EVENTS_KEPT_DAYS: 200 });
  });

  const random = seededRandom(20_26);
  const randomBelow = (limit: number) => Math.floor(random() * limit);
  const names = ['page_view', 'page_view', 'page_view', 'search', 'visit_click', 'purchase_opened'];
  const randomEvents = (count: number, visitors: number): VisitorEvent[] =>
    Array.from({ length: count }, () => ({
      name: names[randomBelow(names.length)]!,
      visitor: visitorId(randomBelow(visitors)),
      user_id: null,
      path: randomBelow(9) === 0 ? null : `/page/${Math.floor(randomBelow(150) * random())}`,
      referrer: [null, null, '', 'www.google.com', `blog${randomBelow(130)}.example`][randomBelow(5)]!,
      metadata: null,
    }));

  /** Stores events as if it were this time. */
  const storeEventsAt = async (time: Date, some: readonly VisitorEvent[]): Promise<void> => {
    clock.time = time;
    await events.storeAll(some);
  };
  const expectExact = async (label: string) => {
    for (const days of [7, 30, 90] as const) {
      const own = comparableFigures(await site.forLastDays(days));
      expect({ label, days, ...own }).toEqual({ label, days, ...(await figuresFromEvents(database.pool, days, dayOf(clock.time))) });
    }
  };
  const untilOneWaitsForALock = async () => {
    while (
      (await database.pool.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
        .rowCount === 0
    );
  };
  const aggregateEvents = () => site.forLastDays(7);

  it('store events for all who wait, though the deadline of the first has expired', async () => {
    const deadline = new RequestDeadline();
    deadline.expire();
    const event = { name: 'search', visitor: visitorId(1), user_id: null, path: null, referrer: null, metadata: null };
    await deadline.run(() => events.storeAll([event]));
    expect((await database.pool.query('select from events')).rowCount).toBe(1);
  });

  it('equal the figures of the raw events over half a year, whenever they are aggregated', async () => {
    for (let day = 0; day < 200; day++) {
      const morning = new Date(NOW.getTime() - (200 - day) * DAY_MS - 11 * HOUR_MS);
      // Some days have no events, and some are not aggregated.
      if (randomBelow(8) > 0) {
        await storeEventsAt(morning, randomEvents(3 + randomBelow(25), 20 + day));
        await storeEventsAt(new Date(morning.getTime() + randomBelow(20) * HOUR_MS), randomEvents(3 + randomBelow(25), 20 + day));
      }
      if (randomBelow(4) === 0) await aggregateEvents();
      if (day % 45 === 20) await expectExact(`day ${day}`);
    }
    clock.time = NOW;
    await expectExact('the last day');
    expect((await site.forLastDays(90)).previous.estimated).toBe(false);
  });

  it('count each event on its UTC day, to the millisecond', async () => {
    const [one, two, three] = randomEvents(3, 1000);
    await storeEventsAt(utcDate('2026-04-14T23:59:59.999Z'), [one!]);
    await storeEventsAt(utcDate('2026-04-15T00:00:00.000Z'), [two!, three!]);
    const days = (await site.forLastDays(7)).events_by_day;
    expect(days.map(({ date, count }) => [date, count])).toEqual([
      ...['09', '10', '11', '12', '13'].map((day) => [`2026-04-${day}`, 0]),
      ['2026-04-14', 1],
      ['2026-04-15', 2],
    ]);
    await expectExact('around midnight');
  });

  it('count late events in every period that they belong to', async () => {
    for (let day = 100; day >= 0; day -= 5) await storeEventsAt(new Date(NOW.getTime() - day * DAY_MS), randomEvents(20, 40));
    await expectExact('before');
    for (const [day, visitor] of [
      [1, 3],
      [2, 70],
      [33, 3],
      [95, 71],
    ] as const) {
      await database.pool.query(
        `insert into events (at, visitor, name, path, referrer) values ($1, $2, 'page_view', '/late', 'late.example')`,
        [new Date(NOW.getTime() - day * DAY_MS), visitorId(visitor)],
      );
      await expectExact(`late by ${day} days`);
    }
    // The stored figures of every day equal those of the raw events.
    const { rows } = await database.pool.query(
      `select w.day, w.days, w.visitors, (select count(distinct visitor) from events where id <= (select aggregated_id from event_aggregation)
         and (at at time zone 'UTC')::date - date '1970-01-01' between w.day - w.days + 1 and w.day) raw from visitor_windows w`,
    );
    expect(rows.length).toBeGreaterThan(380);
    expect(rows.filter(({ visitors, raw }: { visitors: number; raw: number }) => visitors !== raw)).toEqual([]);
  });

  it('count every event once when several aggregations run at the same time', async () => {
    await partitions.createMissing(scope);
    const other = new PostgresEventAggregation(database.postgres, clock);
    let stored = 0;
    const writing = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let round = 0; round < 15; round++) {
          const some = randomEvents(50, 200);
          await events.storeAll(some);
          stored += some.length;
        }
      }),
    );
    const counting = Promise.all(
      [aggregation, other, aggregation].map(async (aggregation) => {
        for (let round = 0; round < 12; round++) await aggregation.aggregateStored();
      }),
    );
    await Promise.all([writing, counting]);
    expect((await site.forLastDays(7)).summary.total_events).toBe(stored);
    await expectExact('after all');
  });

  it('include an event that is stored while another caller’s aggregation runs', async () => {
    await events.storeAll([visitorEvent('search', visitorId(1))]);
    const blocker = await database.pool.connect();
    await blocker.query('begin; select from event_aggregation for update');
    const first = events.aggregateNewEvents();
    await untilOneWaitsForALock();
    await events.storeAll([visitorEvent('search', visitorId(2))]);
    const second = events.aggregateNewEvents();
    await aggregation.isBehind();
    await blocker.query('commit');
    blocker.release();
    await Promise.all([first, second]);
    expect((await events.figuresFor(7)).unique_visitors).toBe(2);
  });

  it('count nothing of an interrupted batch, and all of it the next time', async () => {
    for (let day = 3; day >= 0; day--) await storeEventsAt(new Date(NOW.getTime() - day * DAY_MS), randomEvents(60, 30));
    await aggregation.aggregateStored();
    await storeEventsAt(NOW, randomEvents(60, 60));
    const aggregatedCounts = async () =>
      (await database.pool.query('select (select sum(count) from event_days) events, (select count(*) from visitors_seen) visitors')).rows;
    const before = await aggregatedCounts();
    for (const table of ['visitors_last_seen', 'event_aggregation']) {
      await database.pool.query(`alter table ${table} add constraint cut check (false) not valid`);
      await expect(aggregation.aggregateStored()).rejects.toThrow('cut');
      expect(await aggregatedCounts()).toEqual(before);
      await database.pool.query(`alter table ${table} drop constraint cut`);
    }
    await expectExact('once whole');
  });

  it('show what is aggregated so far while aggregations fail', async () => {
    await storeEventsAt(NOW, randomEvents(10, 5));
    await aggregateEvents();
    await storeEventsAt(NOW, randomEvents(10, 5));
    await database.pool.query(`alter table event_aggregation add constraint cut check (false) not valid`);
    expect((await site.forLastDays(7)).summary.total_events).toBe(10);
    await database.pool.query(`alter table event_aggregation drop constraint cut`);
    expect((await site.forLastDays(7)).summary.total_events).toBe(20);
  });

  it('get monthly partitions ahead of time, which take over events stored before', async () => {
    await storeEventsAt(utcDate('2026-04-30T23:59:59Z'), randomEvents(5, 5));
    await storeEventsAt(utcDate('2026-05-01T00:00:00Z'), randomEvents(7, 5));
    await expectExact('before');
    clock.time = utcDate('2026-05-01T00:00:00Z');
    expect(await partitions.createMissing(scope, dayOf(utcDate('2026-04-01T00:00:00Z')))).toBe(4);
    expect(await partitions.createMissing(scope)).toBe(0);
    const { rows } = await database.pool.query('select tableoid::regclass::text in_table, count(*) from events group by 1 order by 1');
    expect(rows).toEqual([
      { in_table: 'events_2026_04', count: 5 },
      { in_table: 'events_2026_05', count: 7 },
    ]);
    await storeEventsAt(utcDate('2026-07-31T23:59:59Z'), randomEvents(3, 5));
    expect((await database.pool.query('select from events_2026_07')).rowCount).toBe(3);
    await expectExact('after');
  });

  it('are all there for a reader who waits while they move to a month of their own', async () => {
    await storeEventsAt(NOW, randomEvents(12, 5));
    const holder = await database.pool.connect();
    await holder.query('begin; lock table only events in share update exclusive mode');
    const moving = partitions.createMissing(scope);
    await untilWaiting(database.pool, 1);
    const counting = database.pool.query('select count(*) from events');
    await untilWaiting(database.pool, 2);
    await holder.query('commit');
    holder.release();
    expect((await counting).rows).toEqual([{ count: 12 }]);
    expect(await moving).toBe(3);
  });

  it('stay when the raw events of old months are dropped', async () => {
    await partitions.createMissing(scope, dayOf(utcDate('2025-08-01T00:00:00Z')));
    for (let day = 240; day >= 0; day -= 4) {
      await storeEventsAt(new Date(NOW.getTime() - day * DAY_MS), randomEvents(15, 40));
      if (day % 20 === 0) await aggregateEvents();
    }
    clock.time = NOW;
    const before = await site.forLastDays(90);
    expect(await partitions.dropExpired(scope)).toBe(1);
    const { rows } = await database.pool.query<{ first: Date }>('select min(at) first from events');
    expect(rows[0]!.first.toISOString() >= '2025-09-01').toBe(true);
    expect(await site.forLastDays(90)).toEqual(before);
    await storeEventsAt(utcDate('2026-04-16T09:00:00Z'), randomEvents(15, 80));
    await expectExact('the day after');
  });

  it('count sign-ups from the accounts, an address once, in both periods', async () => {
    await storeEventsAt(new Date(NOW.getTime() - 20 * DAY_MS), randomEvents(3, 3));
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
        new Date(NOW.getTime() - day * DAY_MS),
      ]);
    }
    await database.pool.query(`insert into users (email, is_repeat, created_at) values ('a@site.test', true, $1)`, [NOW]);
    const { summary, previous, events_by_day } = await site.forLastDays(7);
    expect(summary.registered_users).toBe(3);
    expect(previous).toEqual({ total_events: 0, unique_visitors: 0, registered_users: 2, estimated: false });
    expect(events_by_day.map(({ registrations }) => registrations)).toEqual([1, 0, 0, 0, 0, 0, 2]);
  });

  it('count 5,000 pages of a day by name and sum further ones', async () => {
    const manyPages = Array.from({ length: 5_200 }, (_, index) => ({ ...randomEvents(1, 5)[0]!, name: 'page_view', path: `/p/${index}` }));
    await storeEventsAt(NOW, manyPages);
    await aggregateEvents();
    await storeEventsAt(NOW, manyPages.slice(0, 2));
    const { top_pages } = await site.forLastDays(7);
    expect(top_pages).toHaveLength(100);
    expect(top_pages[0]).toEqual({ path: '(other)', title: null, count: 200 });
    expect((await database.pool.query('select from page_days')).rowCount).toBe(5_001);
  });
});

describe('the daily limit of stored events', () => {
  const database = useTestDatabase();
  const clock = new FixedClock(new Date('2026-08-23T12:00:00Z'));
  const openWriter = () => new EventWriter(database.postgres, clock, { EVENTS_STORED_PER_DAY: 10 });

  beforeEach(async () => {
    clock.time = new Date('2026-08-23T12:00:00Z');
    await database.pool.query('truncate events, event_days, event_names, stored_events');
  });

  const storedCount = async () => (await database.pool.query<{ n: number }>('select count(*)::int n from events')).rows[0]?.n;
  const counts = async () =>
    (await database.pool.query<{ day: number; name: string; count: number }>('select * from event_days order by day, name')).rows;
  const eventsNamed = (name: string, count: number) => Array.from({ length: count }, () => visitorEvent(name));

  it('applies to all instances together; beyond it, events are counted by name until the next day', async () => {
    const [first, second] = [openWriter(), openWriter()];
    await first.storeAll(eventsNamed('page_view', 9));
    await second.storeAll(eventsNamed('search', 1));
    await second.storeAll([...eventsNamed('search', 3), ...eventsNamed('page_view', 2)]);
    expect(await storedCount()).toBe(10);
    expect(await counts()).toMatchObject([
      { name: 'page_view', count: 2 },
      { name: 'search', count: 3 },
    ]);
    clock.time = new Date('2026-08-24T00:00:00Z');
    await second.storeAll(eventsNamed('search', 2));
    expect(await storedCount()).toBe(12);
  });

  it('applies to bytes too', async () => {
    const store = openWriter();
    const large = { ...visitorEvent('page_view'), metadata: { text: 'x'.repeat(2_000) } };
    await store.storeAll([large, large]);
    await store.storeAll([large]);
    expect(await storedCount()).toBe(2);
    expect(await counts()).toMatchObject([{ name: 'page_view', count: 1 }]);
  });
  it('stores none of a batch with an invalid event', async () => {
    await expect(openWriter().storeAll([visitorEvent('search'), visitorEvent('search', 'not an id')])).rejects.toThrow(/invalid/);
    expect([await storedCount(), await counts()]).toEqual([0, []]);
  });

  it('admits 200 other names each day', async () => {
    const writer = openWriter();
    await writer.storeAll(Array.from({ length: 201 }, (_, index) => visitorEvent(`name_${index}`, null)));
    clock.time = new Date('2026-08-24T00:00:00Z');
    await writer.storeAll([visitorEvent('name_200', null)]);
    const namesOf = async (day: string) => (await counts()).filter((row) => row.day === parseDay(day)).map(({ name }) => name);
    expect(await namesOf('2026-08-23')).toContain('other');
    expect(await namesOf('2026-08-24')).toEqual(['name_200']);
  });
});
