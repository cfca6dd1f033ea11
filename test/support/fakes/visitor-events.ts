import {
  MAX_EVENT_NAMES_PER_DAY,
  OTHER_EVENT_NAME,
  type VisitorEvent,
  VisitorEvents,
  VisitorEventStore,
} from '#domain/analytics/visitors/visitor-events';
import type { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';
import { Unavailable } from '#domain/errors';

const UUID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A visitor event without page and metadata. */
export const visitorEvent = (name: string, visitor: string | null = '00000000-0000-4000-9000-000000000001'): VisitorEvent => ({
  name,
  visitor,
  user_id: null,
  path: null,
  referrer: null,
  metadata: null,
});

/** A store of visitor events in memory that can be blocked. */
export class FakeVisitorEventStore extends VisitorEventStore {
  readonly batches: VisitorEvent[][] = [];
  readonly #namesByDay = new Map<number, Set<string>>();
  #gate = Promise.resolve();
  unblock: () => void = () => undefined;

  constructor(private readonly clock: Clock = { now: () => new Date(0) }) {
    super();
  }

  /** Lets every batch wait until `unblock` is called. */
  block(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = promise;
    this.unblock = resolve;
  }

  async storeAll(events: readonly VisitorEvent[]): Promise<void> {
    await this.#gate;
    if (events.some(({ visitor }) => visitor !== null && !UUID_PATTERN.test(visitor))) throw new Error('invalid visitor id');
    this.batches.push(events.filter(({ visitor }) => visitor !== null).map((event) => ({ ...event, name: this.#admit(event.name) })));
  }

  #admit(name: string): string {
    const day = dayOf(this.clock.now());
    const names = this.#namesByDay.get(day) ?? new Set();
    this.#namesByDay.set(day, names);
    if (!names.has(name) && names.size >= MAX_EVENT_NAMES_PER_DAY) return OTHER_EVENT_NAME;
    names.add(name);
    return name;
  }
}

/** Visitor events in memory. */
export class FakeVisitorEvents extends VisitorEvents {
  readonly recorded: VisitorEvent[] = [];
  isAvailable = true;

  async record(event: VisitorEvent): Promise<void> {
    if (!this.isAvailable) throw new Unavailable('not stored');
    this.recorded.push(event);
  }
}
