import { Unavailable } from '#domain/errors';
import { EventQueue } from '#server/analytics/visitors/event-queue';
import { QueuedServerEvents } from '#server/analytics/visitors/queued-server-events';
import { FakeDatabaseOutages } from '../../../support/fakes/database-outages';
import { FakeVisitorEvents, FakeVisitorEventStore, visitorEvent } from '../../../support/fakes/visitor-events';

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
});

describe('events of the server itself', () => {
  it('are recorded for a visitor who may be tracked', () => {
    const visitorEvents = new FakeVisitorEvents();
    const serverEvents = new QueuedServerEvents(visitorEvents);
    serverEvents.record({ name: 'registered', visitor: 'v', user_id: 'u' });
    serverEvents.record({ name: 'confirmed', visitor: null, user_id: 'u' });
    expect(visitorEvents.recorded).toEqual([{ ...visitorEvent('registered', 'v'), user_id: 'u' }]);
  });

  it('do not fail the work that reports them', async () => {
    const visitorEvents = new FakeVisitorEvents();
    visitorEvents.isAvailable = false;
    new QueuedServerEvents(visitorEvents).record({ name: 'confirmed', visitor: 'v', user_id: 'u' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(visitorEvents.recorded).toEqual([]);
  });
});
