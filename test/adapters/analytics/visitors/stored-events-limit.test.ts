import { parseDay } from '#domain/days';
import { EventWriter } from '#server/analytics/visitors/postgres/event-writer';
import { useTestDatabase } from '../../../support/database/test-database';
import { visitorEvent } from '../../../support/fakes/visitor-events';
import { FixedClock } from '../../../support/fixed-clock';

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
