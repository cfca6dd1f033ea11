import type { VisitorEvent } from '#domain/analytics/visitors/visitor-events';

/** The raw events that were stored on one UTC day. */
export interface StoredEvents {
  readonly events: number;
  readonly bytes: number;
}

/** The bytes per event that the daily limit of events allows for on average. */
const AVERAGE_EVENT_BYTES = 256;

/** About how many bytes an event occupies: its texts, and a fixed part for ids and time. */
export const storedBytesOf = ({ name, path, referrer, metadata }: VisitorEvent): number =>
  64 + [name, path, referrer, metadata && JSON.stringify(metadata)].reduce((sum, text) => sum + (text?.length ?? 0), 0);

/** Whether a day has as many events, or as many bytes of them, as may be stored; further events of the day are only counted. */
export const isStorageFull = ({ events, bytes }: StoredEvents, maxEvents: number): boolean =>
  events >= maxEvents || bytes >= maxEvents * AVERAGE_EVENT_BYTES;
