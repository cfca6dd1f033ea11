import type { VisitorEvent } from '#domain/analytics/visitors/visitor-event';
import { VisitorEvents, VisitorEventStore } from '#domain/analytics/visitors/visitor-events';
import { Unavailable } from '#domain/errors';
import { EventQueue } from '#server/analytics/visitors/event-queue';
import { QueuedServerEvents } from '#server/analytics/visitors/queued-server-events';

const siteEvent = (name: string): VisitorEvent => ({ name, visitor: 'v', user_id: null, path: null, referrer: null, metadata: null });

/** A table that keeps what it is given, once it is let. */
class BlockingTable extends VisitorEventStore {
  readonly batches: string[][] = [];
  #gate = Promise.resolve();
  unblock: () => void = () => undefined;

  block(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = promise;
    this.unblock = resolve;
  }

  async storeAll(events: readonly VisitorEvent[]): Promise<void> {
    await this.#gate;
    if (events.some(({ name }) => name === 'poison')) throw new Error('no room');
    this.batches.push(events.map(({ name }) => name));
  }
}

describe('the queue of events', () => {
  const createQueue = () => {
    const table = new BlockingTable();
    return { table, queue: new EventQueue(table) };
  };

  it('stores together what comes together, in its order, and answers when it is stored', async () => {
    const { table, queue } = createQueue();
    table.block();
    let answered = 0;
    const kept = ['a', 'b', 'c'].map((name) => queue.record(siteEvent(name)).then(() => answered++));
    const closing = queue.beforeApplicationShutdown();
    expect(answered).toBe(0);
    table.unblock();
    await Promise.all([...kept, closing]);
    expect(table.batches).toEqual([['a', 'b', 'c']]);
  });

  it('does not wait when there are many', async () => {
    const { table, queue } = createQueue();
    await Promise.all(Array.from({ length: 1_300 }, (_, place) => queue.record(siteEvent(`e${place}`))));
    expect(table.batches.flat()).toHaveLength(1_300);
    expect(table.batches[0]).toHaveLength(500);
  });

  it('refuses all of what could not be stored, and goes on', async () => {
    const { table, queue } = createQueue();
    const outcomes = await Promise.allSettled([queue.record(siteEvent('a')), queue.record(siteEvent('poison'))]);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([
      expect.any(Unavailable),
      expect.any(Unavailable),
    ]);
    await queue.record(siteEvent('b'));
    expect(table.batches).toEqual([['b']]);
  });

  it('holds 10,000 and refuses more, until there is room', async () => {
    const { table, queue } = createQueue();
    table.block();
    const first = queue.record(siteEvent('first'));
    const closing = queue.beforeApplicationShutdown();
    const waiting = Array.from({ length: 10_000 }, () => queue.record(siteEvent('waiting')));
    await expect(queue.record(siteEvent('too_many'))).rejects.toThrow(Unavailable);
    table.unblock();
    await Promise.all([first, closing, ...waiting]);
    await queue.record(siteEvent('again'));
    expect(table.batches.flat()).toHaveLength(10_002);
    expect(table.batches.flat()).not.toContain('too_many');
  });

  it('stores what waits when the server closes, and what comes even then', async () => {
    const { table, queue } = createQueue();
    const kept = queue.record(siteEvent('a'));
    await queue.beforeApplicationShutdown();
    await kept;
    await queue.record(siteEvent('late'));
    expect(table.batches).toEqual([['a'], ['late']]);
  });
});

describe('events of the server itself', () => {
  class Noted extends VisitorEvents {
    readonly kept: VisitorEvent[] = [];

    record(one: VisitorEvent): Promise<void> {
      this.kept.push(one);
      return one.name === 'confirmed' ? Promise.reject(new Unavailable('later')) : Promise.resolve();
    }
  }

  it('are kept for a visitor who may be followed, and never disturb who reports them', async () => {
    const noted = new Noted();
    const traffic = new QueuedServerEvents(noted);
    traffic.record({ name: 'registered', visitor: 'v', user_id: 'u' });
    traffic.record({ name: 'confirmed', visitor: null, user_id: 'u' });
    traffic.record({ name: 'confirmed', visitor: 'v', user_id: 'u' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(noted.kept).toEqual(['registered', 'confirmed'].map((name) => ({ ...siteEvent(name), user_id: 'u' })));
  });
});
