import { Injectable } from '@nestjs/common';
import type { ReportedEvent } from '#domain/analytics/visitors/contract';
import { toVisitorEvent, type EventReporter } from '#domain/analytics/visitors/visitor-event';
import { VisitorEvents } from '#domain/analytics/visitors/visitor-events';

/** Records the events that pages report. */
@Injectable()
export class TrackEvents {
  constructor(private readonly visitorEvents: VisitorEvents) {}

  /** Resolves once the event is stored; throws `Unavailable` when it was not. */
  report(event: ReportedEvent, reporter: EventReporter): Promise<void> {
    return this.visitorEvents.record(toVisitorEvent(event, reporter));
  }
}
