import { KeptEvents, type SiteEvent } from '#domain/analytics/events';
import { Unavailable } from '#domain/errors';
import { EventQueue } from '#server/analytics/event-queue';
import { QueuedTraffic } from '#server/analytics/queued-traffic';
import type { PostgresEvents } from '#server/analytics/postgres-events';

const event = (name: string): SiteEvent => ({ name, visitor: 'v', user_id: null, path: null, referrer: null, metadata: null });

/** A table that keeps what it is given, once it is let. */
class HeldTable {
  readonly batches: string[][] = [];
  #gate = Promise.resolve();
  open: () => void = () => undefined;

  hold(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = promise;
    this.open = resolve;
  }

  async store(events: readonly SiteEvent[]): Promise<void> {
    await this.#gate;
    if (events.some(({ name }) => name === 'poison')) throw new Error('no room');
    this.batches.push(events.map(({ name }) => name));
  }
}

describe('the queue of events', () => {
  const open = () => {
    const table = new HeldTable();
    return { table, queue: new EventQueue(table as unknown as PostgresEvents) };
  };

  it('stores together what comes together, in its order, and answers when it is stored', async () => {
    const { table, queue } = open();
    table.hold();
    let answered = 0;
    const kept = ['a', 'b', 'c'].map((name) => queue.keep(event(name)).then(() => answered++));
    const closing = queue.beforeApplicationShutdown();
    expect(answered).toBe(0);
    table.open();
    await Promise.all([...kept, closing]);
    expect(table.batches).toEqual([['a', 'b', 'c']]);
  });

  it('does not wait when there are many', async () => {
    const { table, queue } = open();
    await Promise.all(Array.from({ length: 1_300 }, (_, place) => queue.keep(event(`e${place}`))));
    expect(table.batches.flat()).toHaveLength(1_300);
    expect(table.batches[0]).toHaveLength(500);
  });

  it('refuses all of what could not be stored, and goes on', async () => {
    const { table, queue } = open();
    const outcomes = await Promise.allSettled([queue.keep(event('a')), queue.keep(event('poison'))]);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([
      expect.any(Unavailable),
      expect.any(Unavailable),
    ]);
    await queue.keep(event('b'));
    expect(table.batches).toEqual([['b']]);
  });

  it('holds 10,000 and refuses more, until there is room', async () => {
    const { table, queue } = open();
    table.hold();
    const first = queue.keep(event('first'));
    const closing = queue.beforeApplicationShutdown();
    const waiting = Array.from({ length: 10_000 }, () => queue.keep(event('waiting')));
    await expect(queue.keep(event('too_many'))).rejects.toThrow(Unavailable);
    table.open();
    await Promise.all([first, closing, ...waiting]);
    await queue.keep(event('again'));
    expect(table.batches.flat()).toHaveLength(10_002);
    expect(table.batches.flat()).not.toContain('too_many');
  });

  it('stores what waits when the server closes, and what comes even then', async () => {
    const { table, queue } = open();
    const kept = queue.keep(event('a'));
    await queue.beforeApplicationShutdown();
    await kept;
    await queue.keep(event('late'));
    expect(table.batches).toEqual([['a'], ['late']]);
  });
});

describe('events of the server itself', () => {
  class Noted extends KeptEvents {
    readonly kept: SiteEvent[] = [];

    keep(one: SiteEvent): Promise<void> {
      this.kept.push(one);
      return one.name === 'confirmed' ? Promise.reject(new Unavailable('later')) : Promise.resolve();
    }
  }

  it('are kept for a visitor who may be followed, and never disturb who reports them', async () => {
    const noted = new Noted();
    const traffic = new QueuedTraffic(noted);
    traffic.record({ name: 'registered', visitor: 'v', user_id: 'u' });
    traffic.record({ name: 'confirmed', visitor: null, user_id: 'u' });
    traffic.record({ name: 'confirmed', visitor: 'v', user_id: 'u' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(noted.kept).toEqual(['registered', 'confirmed'].map((name) => ({ ...event(name), user_id: 'u' })));
  });
});
