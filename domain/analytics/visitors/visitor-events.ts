import type { VisitorEvent } from '#domain/analytics/visitors/visitor-event';

/** Records visitor events one at a time. */
export abstract class VisitorEvents {
  /** Records an event with the current time. Resolves once it is stored durably; throws `Unavailable` when it was not stored. */
  abstract record(event: VisitorEvent): Promise<void>;
}

/** The table of raw visitor events. */
export abstract class VisitorEventStore {
  /** Stores all of these events with the current time, or throws and stores none. */
  abstract storeAll(events: readonly VisitorEvent[]): Promise<void>;
}
