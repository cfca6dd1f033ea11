import { jest } from '@jest/globals';
import { Unavailable } from '#domain/errors';
import { EventQueue } from '#server/analytics/visitors/event-queue';
import type { VisitorFigures } from '#domain/analytics/visitors/daily-totals';
import type { VisitorEventStore } from '#domain/analytics/visitors/visitor-events';
import { SECOND_MS } from '#domain/durations';
import { ViewSiteAnalytics } from '#server/analytics/visitors/view-site-analytics';
import { FakeDatabaseOutages } from '../../../support/fakes/database-outages';
import { FakeVisitorEventStore, visitorEvent } from '../../../support/fakes/visitor-events';

describe('the event queue', () => {
  const createQueue = () => {
    const store = new FakeVisitorEventStore();
    const storedNames = () => store.batches.map((batch) => batch.map(({ name }) => name));
    return { store, storedNames, queue: new EventQueue(store, new FakeDatabaseOutages()) };
  };

  it('stores concurrent events in one batch, in order, and resolves once they are stored', async () => {
    const { store, storedNames, queue } = createQueue();
    store.block();
    let resolvedCount = 0;
    const recorded = ['a', 'b', 'c'].map((name) => queue.record(visitorEvent(name)).then(() => resolvedCount++));
    const closing = queue.beforeApplicationShutdown();
    expect(resolvedCount).toBe(0);
    store.unblock();
    await Promise.all([...recorded, closing]);
    expect(storedNames()).toEqual([['a', 'b', 'c']]);
  });

  it('flushes without waiting once 500 events are queued', async () => {
    const { store, queue } = createQueue();
    await Promise.all(Array.from({ length: 1_300 }, () => queue.record(visitorEvent('page_view'))));
    expect(store.batches.flat()).toHaveLength(1_300);
    expect(store.batches[0]).toHaveLength(500);
  });

  it('rejects every event of a batch that was not stored, and continues with the next batch', async () => {
    const { storedNames, queue } = createQueue();
    const results = await Promise.allSettled([queue.record(visitorEvent('a')), queue.record(visitorEvent('b', 'invalid'))]);
    expect(results.map((result) => result.status === 'rejected' && result.reason)).toEqual([
      expect.any(Unavailable),
      expect.any(Unavailable),
    ]);
    await queue.record(visitorEvent('c'));
    expect(storedNames()).toEqual([['c']]);
  });

  it('holds 10,000 events and refuses more until there is room', async () => {
    const { store, storedNames, queue } = createQueue();
    store.block();
    const first = queue.record(visitorEvent('first'));
    const closing = queue.beforeApplicationShutdown();
    const waiting = Array.from({ length: 10_000 }, () => queue.record(visitorEvent('waiting')));
    await expect(queue.record(visitorEvent('too_many'))).rejects.toThrow(Unavailable);
    store.unblock();
    await Promise.all([first, closing, ...waiting]);
    await queue.record(visitorEvent('again'));
    expect(storedNames().flat()).toHaveLength(10_002);
    expect(storedNames().flat()).not.toContain('too_many');
  });

  it('stores queued events when the server shuts down, and events that arrive afterwards', async () => {
    const { storedNames, queue } = createQueue();
    const recorded = queue.record(visitorEvent('a'));
    await queue.beforeApplicationShutdown();
    await recorded;
    await queue.record(visitorEvent('late'));
    expect(storedNames()).toEqual([['a'], ['late']]);
  });

  it('records events of the server for a visitor who may be tracked, and never fails', async () => {
    const { store, queue } = createQueue();
    const { visitor } = visitorEvent('registered');
    queue.recordOfServer({ name: 'registered', visitor, user_id: 'u' });
    queue.recordOfServer({ name: 'confirmed', visitor: null, user_id: 'u' });
    await queue.beforeApplicationShutdown();
    expect(store.batches).toEqual([[{ ...visitorEvent('registered'), user_id: 'u' }]]);
    queue.recordOfServer({ name: 'confirmed', visitor: 'not an id', user_id: 'u' });
    await queue.record(visitorEvent('next'));
    expect(store.batches).toHaveLength(2);
    queue.countUnseen('premium_started');
    await queue.record(visitorEvent('last'));
    expect(store.batches.at(-1)).toMatchObject([{ name: 'premium_started', visitor: null, user_id: null }, { name: 'last' }]);
  });
});

/** The figures of seven days without events. */
const figures: VisitorFigures = {
  days: 7,
  today: 20_558,
  first_day: 20_557,
  counted_at: new Date(0),
  unique_visitors: 1,
  before: { total_events: 0, unique_visitors: 0, registered_users: 0 },
  events: [],
  visitors: new Map(),
  registrations: new Map(),
  pages: [],
  referrers: [],
};

it('the site analytics do not wait longer than two seconds for an aggregation', async () => {
  jest.useFakeTimers();
  try {
    const store: Partial<VisitorEventStore> = { aggregateNewEvents: () => new Promise(() => undefined), figuresFor: async () => figures };
    const response = new ViewSiteAnalytics(store as VisitorEventStore).forLastDays(7);
    await jest.advanceTimersByTimeAsync(2 * SECOND_MS);
    expect((await response).as_of).toBe(new Date(0).toISOString());
  } finally {
    jest.useRealTimers();
  }
});
