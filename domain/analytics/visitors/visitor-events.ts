import { removeNonTextDeep } from '#domain/analytics/visitors/event-metadata';
import { pagePath, referrerHost } from '#domain/analytics/visitors/page-path';
import type { ReportedEvent } from '#domain/analytics/contract';

/** The event of a page that was opened: the only one whose path and referrer are counted. */
export const PAGE_VIEW = 'page_view';

/** So many names an event may have on one day; whatever comes beyond is kept as `OTHER_NAME`. */
export const MAX_EVENT_NAMES_PER_DAY = 200;
export const OTHER_EVENT_NAME = 'other';

/** Something that happened on the site, without its time: that is when it is kept. */
export interface VisitorEvent {
  readonly name: string;
  /** The visitor's random id. */
  readonly visitor: string;
  readonly user_id: string | null;
  /** The page it happened on; null when it happened on none. */
  readonly path: string | null;
  /** The host that led here; empty for a direct visit, null when that is not known, which counts as no source. */
  readonly referrer: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** Who reports an event. */
export interface EventReporter {
  readonly visitor: string;
  readonly user_id: string | null;
  /** The host our site was called by. */
  readonly host: string;
}

/** What is kept of a report: path and referrer without anything that only one person should know, texts without control signs. */
export function toVisitorEvent({ name, _metadata = {} }: ReportedEvent, { visitor, user_id, host }: EventReporter): VisitorEvent {
  const { path, referrer, ...otherMetadata } = _metadata;
  return {
    name,
    visitor,
    user_id,
    path: path === undefined ? null : pagePath(path),
    referrer: referrer === undefined ? null : referrerHost(referrer, host),
    metadata: Object.keys(otherMetadata).length === 0 ? null : (removeNonTextDeep(otherMetadata) as Record<string, unknown>),
  };
}

/** Where events are kept. */
export abstract class VisitorEvents {
  /** Keeps an event with the present time. Done once it is stored for good; throws `Unavailable` when it was not, and then nothing of it is. */
  abstract record(event: VisitorEvent): Promise<void>;
}
