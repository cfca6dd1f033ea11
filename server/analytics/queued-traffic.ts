import { Injectable, Logger } from '@nestjs/common';
import { KeptEvents } from '#domain/analytics/events';
import { Traffic } from '#domain/analytics/traffic';

/** Hands the server's own events to where all events are kept. */
@Injectable()
export class QueuedTraffic extends Traffic {
  readonly #logger = new Logger('events');

  constructor(private readonly events: KeptEvents) {
    super();
  }

  record({ name, visitor, user_id }: Parameters<Traffic['record']>[0]): void {
    if (visitor === null) return;
    this.events
      .keep({ name, visitor, user_id, path: null, referrer: null, metadata: null })
      .catch((error: unknown) => this.#logger.warn(`${name} is lost: ${error instanceof Error ? error.message : String(error)}`));
  }
}
