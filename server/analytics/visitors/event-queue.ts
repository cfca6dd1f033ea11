import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { VisitorEvents, type VisitorEvent } from '#domain/analytics/visitors/visitor-events';
import { Unavailable } from '#domain/errors';
import { PostgresVisitorEvents } from '#server/analytics/visitors/postgres/visitor-events';

/** Milliseconds an event waits for others at most before they are stored together. */
const FLUSH_AFTER_MS = 100;
/** So many waiting events are stored at once without waiting for more. */
const FLUSH_AT_EVENTS = 500;
/** So many go into one statement. */
const MAX_EVENTS_PER_INSERT = 2_000;
/** So many may wait; more are refused. */
const MAX_QUEUED_EVENTS = 10_000;

interface QueuedEvent {
  readonly event: VisitorEvent;
  readonly resolve: () => void;
  readonly reject: (error: Unavailable) => void;
}

const storeFailed = () => new Unavailable('The event could not be stored now.');

/** Gathers events for a moment and stores them together; each is answered when it is stored. What waits is bounded. */
@Injectable()
export class EventQueue extends VisitorEvents implements BeforeApplicationShutdown {
  readonly #logger = new Logger('events');
  #queue: QueuedEvent[] = [];
  #flushing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(private readonly storage: PostgresVisitorEvents) {
    super();
  }

  async record(event: VisitorEvent): Promise<void> {
    if (this.#queue.length >= MAX_QUEUED_EVENTS) throw storeFailed();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#queue.push({ event, resolve, reject });
    if (this.#isClosing || this.#queue.length >= FLUSH_AT_EVENTS) void this.#flush();
    else this.#timer ??= setTimeout(() => void this.#flush(), FLUSH_AFTER_MS);
    return promise;
  }

  /** Stores what waits; from now on nothing waits for company. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#isClosing = true;
    await this.#flush();
  }

  /** One flush at a time; it goes on until little is left. */
  #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing ??= this.#storeQueued().finally(() => {
      this.#flushing = null;
      if (this.#queue.length > 0) this.#timer ??= setTimeout(() => void this.#flush(), this.#isClosing ? 0 : FLUSH_AFTER_MS);
    });
    return this.#flushing;
  }

  async #storeQueued(): Promise<void> {
    do {
      const batch = this.#queue.splice(0, MAX_EVENTS_PER_INSERT);
      if (batch.length > 0) await this.#storeBatch(batch);
    } while (this.#queue.length >= FLUSH_AT_EVENTS || (this.#isClosing && this.#queue.length > 0));
  }

  async #storeBatch(batch: readonly QueuedEvent[]): Promise<void> {
    try {
      await this.storage.store(batch.map(({ event }) => event));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      this.#logger.warn(`${batch.length} not stored: ${error instanceof Error ? error.message : String(error)}`);
      for (const { reject } of batch) reject(storeFailed());
    }
  }
}
