import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { KeptEvents, type SiteEvent } from '#domain/analytics/events';
import { Unavailable } from '#domain/errors';
import { PostgresEvents } from '#server/analytics/postgres-events';

/** Milliseconds an event waits for others at most before they are stored together. */
const WAIT = 100;
/** So many waiting events are stored at once without waiting for more. */
const ENOUGH = 500;
/** So many go into one statement. */
const AT_ONCE = 2_000;
/** So many may wait; more are refused. */
const MOST = 10_000;

interface Waiting {
  readonly event: SiteEvent;
  readonly stored: () => void;
  readonly refused: (error: Unavailable) => void;
}

const refusal = () => new Unavailable('The event could not be stored now.');

/** Gathers events for a moment and stores them together; each is answered when it is stored. What waits is bounded. */
@Injectable()
export class EventQueue extends KeptEvents implements BeforeApplicationShutdown {
  readonly #logger = new Logger('events');
  #waiting: Waiting[] = [];
  #flushing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #closing = false;

  constructor(private readonly table: PostgresEvents) {
    super();
  }

  async keep(event: SiteEvent): Promise<void> {
    if (this.#waiting.length >= MOST) throw refusal();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ event, stored: resolve, refused: reject });
    if (this.#closing || this.#waiting.length >= ENOUGH) void this.#flush();
    else this.#timer ??= setTimeout(() => void this.#flush(), WAIT);
    return promise;
  }

  /** Stores what waits; from now on nothing waits for company. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#closing = true;
    await this.#flush();
  }

  /** One flush at a time; it goes on until little is left. */
  #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing ??= this.#storeAll().finally(() => {
      this.#flushing = null;
      if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => void this.#flush(), this.#closing ? 0 : WAIT);
    });
    return this.#flushing;
  }

  async #storeAll(): Promise<void> {
    do {
      const now = this.#waiting.splice(0, AT_ONCE);
      if (now.length > 0) await this.#store(now);
    } while (this.#waiting.length >= ENOUGH || (this.#closing && this.#waiting.length > 0));
  }

  async #store(waiting: readonly Waiting[]): Promise<void> {
    try {
      await this.table.store(waiting.map(({ event }) => event));
      for (const { stored } of waiting) stored();
    } catch (error) {
      this.#logger.warn(`${waiting.length} not stored: ${error instanceof Error ? error.message : String(error)}`);
      for (const { refused } of waiting) refused(refusal());
    }
  }
}
