import { Injectable } from '@nestjs/common';
import type { ReportedEvent } from '#domain/analytics/contract';
import { eventOf, KeptEvents, type Reporter } from '#domain/analytics/events';

/** Keeps what pages report. */
@Injectable()
export class TrackEvents {
  constructor(private readonly events: KeptEvents) {}

  /** Done once the event is stored; throws `Unavailable` when it was not. */
  report(event: ReportedEvent, by: Reporter): Promise<void> {
    return this.events.keep(eventOf(event, by));
  }
}
