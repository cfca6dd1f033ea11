import { Injectable, Logger } from '@nestjs/common';
import { VisitorEvents } from '#domain/analytics/visitors/visitor-events';
import type { ServerEvents } from '#domain/analytics/visitors/server-events';

/** Records the server's own events like those of pages, in the background. */
@Injectable()
export class QueuedServerEvents implements ServerEvents {
  readonly #logger = new Logger('events');

  constructor(private readonly visitorEvents: VisitorEvents) {}

  record({ name, visitor, user_id }: Parameters<ServerEvents['record']>[0]): void {
    if (visitor === null) return;
    this.visitorEvents
      .record({ name, visitor, user_id, path: null, referrer: null, metadata: null })
      .catch((error: unknown) => this.#logger.debug(`${name} is lost: ${error instanceof Error ? error.message : String(error)}`));
  }
}
