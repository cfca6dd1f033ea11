import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { type UnseenEventName, type VisitorEvent, type VisitorEvents, VisitorEventStore } from '#domain/analytics/visitors/visitor-events';
import { Unavailable } from '#domain/errors';
import { DatabaseOutages } from '#domain/operations/database-outages';

/** An event waits at most this long for others, in milliseconds. */
const FLUSH_AFTER_MS = 100;
/** With this many events in the queue it is flushed without waiting. */
const FLUSH_AT_EVENTS = 500;
const MAX_EVENTS_PER_INSERT = 2_000;
/** Further events are refused. */
const MAX_QUEUED_EVENTS = 10_000;

interface QueuedEvent {
  readonly event: VisitorEvent;
  readonly resolve: () => void;
  readonly reject: (error: Unavailable) => void;
}

const storeFailed = () => new Unavailable('The event could not be stored. Please try again.');

/** A bounded queue that stores visitor events in batches. Each caller waits until its event is stored. */
@Injectable()
export class EventQueue implements VisitorEvents, BeforeApplicationShutdown {
  readonly #logger = new Logger('events');
  #queue: QueuedEvent[] = [];
  #flushing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(
    private readonly store: VisitorEventStore,
    private readonly outages: DatabaseOutages,
  ) {}

  async record(event: VisitorEvent): Promise<void> {
    if (this.#queue.length >= MAX_QUEUED_EVENTS) throw storeFailed();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#queue.push({ event, resolve, reject });
    if (this.#isClosing || this.#queue.length >= FLUSH_AT_EVENTS) void this.#flush();
    else this.#timer ??= setTimeout(() => void this.#flush(), FLUSH_AFTER_MS);
    return promise;
  }

  recordOfServer({ name, visitor, user_id }: Parameters<VisitorEvents['recordOfServer']>[0]): void {
    if (visitor !== null) this.#recordInBackground({ name, visitor, user_id });
  }

  countUnseen(name: UnseenEventName): void {
    this.#recordInBackground({ name, visitor: null, user_id: null });
  }

  #recordInBackground(event: Pick<VisitorEvent, 'name' | 'visitor' | 'user_id'>): void {
    this.record({ ...event, path: null, referrer: null, metadata: null }).catch((error: unknown) =>
      this.#logger.debug(`${event.name} is lost: ${error instanceof Error ? error.message : String(error)}`),
    );
  }

  /** Stores all queued events; later events are stored without waiting for others. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#isClosing = true;
    await this.#flush();
  }

  /** Runs one flush at a time, which continues while the queue is long. */
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
      await this.store.storeAll(batch.map(({ event }) => event));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(storeFailed());
      void this.#logLoss(batch.length, error);
    }
  }

  async #logLoss(count: number, error: unknown): Promise<void> {
    if (await this.outages.explains(error)) return;
    this.#logger.warn(`${count} events were not stored: ${error instanceof Error ? error.message : String(error)}`);
  }
}
