import { Injectable } from '@nestjs/common';
import type { ReportedEvent } from '#domain/analytics/contract';
import { toVisitorEvent, VisitorEvents, type EventReporter } from '#domain/analytics/visitors/visitor-events';

/** Keeps what pages report. */
@Injectable()
export class TrackEvents {
  constructor(private readonly visitorEvents: VisitorEvents) {}

  /** Done once the event is stored; throws `Unavailable` when it was not. */
  report(event: ReportedEvent, reporter: EventReporter): Promise<void> {
    return this.visitorEvents.record(toVisitorEvent(event, reporter));
  }
}
