import { cleanValue } from '#domain/analytics/metadata';
import { pagePath, sourceOf } from '#domain/analytics/paths';
import type { ReportedEvent } from '#domain/analytics/contract';

/** The event of a page that was opened: the only one whose path and referrer are counted. */
export const PAGE_VIEW = 'page_view';

/** So many names an event may have on one day; whatever comes beyond is kept as `OTHER_NAME`. */
export const NAMES_A_DAY = 200;
export const OTHER_NAME = 'other';

/** Something that happened on the site, without its time: that is when it is kept. */
export interface SiteEvent {
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
export interface Reporter {
  readonly visitor: string;
  readonly user_id: string | null;
  /** The host our site was called by. */
  readonly host: string;
}

/** What is kept of a report: path and referrer without anything that only one person should know, texts without control signs. */
export function eventOf({ name, _metadata = {} }: ReportedEvent, { visitor, user_id, host }: Reporter): SiteEvent {
  const { path, referrer, ...rest } = _metadata;
  return {
    name,
    visitor,
    user_id,
    path: path === undefined ? null : pagePath(path),
    referrer: referrer === undefined ? null : sourceOf(referrer, host),
    metadata: Object.keys(rest).length === 0 ? null : (cleanValue(rest) as Record<string, unknown>),
  };
}

/** Where events are kept. */
export abstract class KeptEvents {
  /** Keeps an event with the present time. Done once it is stored for good; throws `Unavailable` when it was not, and then nothing of it is. */
  abstract keep(event: SiteEvent): Promise<void>;
}
