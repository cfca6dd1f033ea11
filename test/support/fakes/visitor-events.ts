import { type VisitorEvent, VisitorEventStore } from '#domain/analytics/visitors/visitor-events';

const UUID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const noFigures = (): Promise<never> => Promise.reject(new Error('a store without figures'));

/** A visitor event without page and metadata. */
export const visitorEvent = (name: string, visitor: string | null = '00000000-0000-4000-9000-000000000001'): VisitorEvent => ({
  name,
  visitor,
  user_id: null,
  path: null,
  referrer: null,
  metadata: null,
});

/** A store of visitor events in memory that can be blocked; it has no figures. */
export class FakeVisitorEventStore extends VisitorEventStore {
  readonly batches: VisitorEvent[][] = [];
  #gate = Promise.resolve();
  unblock: () => void = () => undefined;

  /** Lets every batch wait until `unblock` is called. */
  block(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = promise;
    this.unblock = resolve;
  }

  async storeAll(events: readonly VisitorEvent[]): Promise<void> {
    await this.#gate;
    if (events.some(({ visitor }) => visitor !== null && !UUID_PATTERN.test(visitor))) throw new Error('invalid visitor id');
    this.batches.push([...events]);
  }

  aggregateNewEvents = noFigures;
  figuresFor = noFigures;
  figuresOf = noFigures;
}
