import type { SiteAnalytics } from '#domain/analytics/visitors/contract';
import { dayOf } from '#domain/days';
import { DAY_MS } from '#domain/durations';
import { PostgresEventPartitions } from '#server/analytics/visitors/postgres/event-partitions';
import { PostgresVisitorEventStore } from '#server/analytics/visitors/postgres/visitor-event-store';
import { ViewSiteAnalytics } from '#server/analytics/visitors/view-site-analytics';
import { Postgres } from '#server/database/postgres';
import { removeDemoUsers, upsertDemoUsers } from '#server/demo/postgres/demo-users';
import { clearDemoEvents, loadDemoEvents } from '#server/demo/postgres/load-demo-events';
import { useTestDatabase } from '../../support/database/test-database';
import { comparableFigures, figuresFromEvents } from '../../support/database/raw-visitor-figures';
import { FixedClock } from '../../support/fixed-clock';

const NOW = new Date('2026-04-15T16:20:00Z');
const periods = [7, 30, 90] as const;

describe('the demo’s visitor events', () => {
  const database = useTestDatabase();
  let demo: { postgres: Postgres; eventPartitions: PostgresEventPartitions; visitorEvents: PostgresVisitorEventStore };
  let site: ViewSiteAnalytics;
  /** The figures of the real events, and the number of the demo's. */
  let real: readonly Readonly<SiteAnalytics>[];
  let eventCount: number;

  beforeAll(async () => {
    const clock = new FixedClock(NOW);
    const visitorEvents = new PostgresVisitorEventStore(database.postgres, clock, { EVENTS_STORED_PER_DAY: 1_000_000 });
    demo = {
      postgres: database.postgres,
      eventPartitions: new PostgresEventPartitions(database.postgres, clock, { EVENTS_KEPT_DAYS: 200 }),
      visitorEvents,
    };
    site = new ViewSiteAnalytics(visitorEvents);
    await visitorEvents.aggregateNewEvents();
    await database.pool.query(
      `insert into events (at, visitor, name, path, referrer)
       select timestamptz '2026-04-15 12:00Z' - i % 170 * interval '1 day', ('00000000-0000-4000-9000-0000000000' || 10 + i % 60)::uuid,
         'page_view', '/real/' || i % 7, 'real.example' from generate_series(1, 600) i`,
    );
    real = await allFigures();
    const startedAt = performance.now();
    eventCount = await loadDemoEvents(demo, NOW);
    process.stdout.write(`${eventCount} demo events in ${Math.round(performance.now() - startedAt)} ms\n`);
  });

  const allFigures = () => Promise.all(periods.map((days) => site.forLastDays(days)));

  const expectExact = async () => {
    for (const days of periods)
      expect(comparableFigures(await site.forLastDays(days))).toEqual(await figuresFromEvents(database.pool, days, dayOf(NOW)));
  };

  it('cover 180 days with weekly cycles and growth, are aggregated at once, and are loaded only once', async () => {
    expect(eventCount).toBeGreaterThan(100_000);
    await expectExact();
    const { previous, events_by_day, summary, events_by_type } = await site.forLastDays(90);
    expect(previous.estimated).toBe(false);
    expect(summary.total_events).toBeGreaterThan(previous.total_events);
    expect(events_by_day.every(({ count, visitors }) => count > visitors && visitors > 50 && visitors < 1_500)).toBe(true);
    const eventsOnWeekday = (weekday: number) =>
      events_by_day.filter(({ date }) => new Date(date).getUTCDay() === weekday).reduce((sum, { count }) => sum + count, 0);
    expect(eventsOnWeekday(2)).toBeGreaterThan(1.2 * eventsOnWeekday(6));
    expect(Object.keys(events_by_type)[0]).toBe('page_view');
    const { rows } = await database.pool.query('select tableoid::regclass::text name, count(*) from events group by 1');
    expect(rows.map(({ name }: { name: string }) => name)).not.toContain('events_rest');
    expect(await loadDemoEvents(demo, NOW)).toBe(0);
  });

  it('have as many registrations as the accounts of the demo users, in every period', async () => {
    await upsertDemoUsers(database.pool, 'hash', new Date(NOW.getTime() + DAY_MS));
    for (const days of periods) {
      const { summary, events_by_type } = await site.forLastDays(days);
      expect(summary.registered_users).toBe(events_by_type['registered']);
    }
    await removeDemoUsers(database.pool);
  });
  it('can be deleted without a trace, and real events stay', async () => {
    expect(await clearDemoEvents(demo)).toBe(eventCount);
    expect(await allFigures()).toEqual(real);
    await expectExact();
    expect(await clearDemoEvents(demo)).toBe(0);
  });
});
