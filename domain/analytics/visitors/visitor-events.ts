import { removeNonTextDeep, removeNonText } from '#domain/analytics/visitors/event-metadata';
import type { AnalyticsDays, DailyCountsQuery, ReportedEvent } from '#domain/analytics/visitors/contract';
import type { KeyFigures, VisitorFigures } from '#domain/analytics/visitors/daily-totals';

const MAX_PATH_LENGTH = 200;

/** Pages whose path ends with a secret, such as a confirmation code, or names what is one user's own. */
const privatePaths = ['/auth/email/confirm', '/auth/password/reset', '/oauth2', '/unsubscribe', '/track', '/accounts'] as const;

/** The path of an address as we count it: without query, hash, secrets and trailing slash, cut at 200 characters. */
export function pagePath(address: string): string {
  const path = address.split(/[?#]/, 1)[0] ?? '';
  const normalized = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  const lower = normalized.toLowerCase();
  const publicPart = privatePaths.find((page) => lower.startsWith(`${page}/`)) ?? normalized;
  return removeNonText(publicPart.slice(0, MAX_PATH_LENGTH));
}

/** A URL's host as browsers send it: international names are in their ASCII form. */
const HOST_PATTERN = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?(\[[\da-f:.]+\]|[a-z\d._-]+)(?=[:/?#]|$)/i;

/** The host of an address in lower case, without its port; null when it has none. */
function hostOf(address: string): string | null {
  const host = HOST_PATTERN.exec(address)?.[1]?.toLowerCase().replace(/\.$/, '');
  return host === undefined || host === '' ? null : host.slice(0, 100);
}

/** The host of a referrer: empty for a direct visit (no referrer, or our own host), null for an invalid address. */
export function referrerHost(referrer: string, ownHost: string): string | null {
  if (referrer.trim() === '') return '';
  const host = hostOf(referrer.trim());
  return host === hostOf(`http://${ownHost}`) && host !== null ? '' : host;
}

/** The name of a page view: the only event whose path and referrer are counted. */
export const PAGE_VIEW = 'page_view';

/** Distinct event names that are stored per day; events with any further name are stored as `OTHER_EVENT_NAME`. */
export const MAX_EVENT_NAMES_PER_DAY = 200;
export const OTHER_EVENT_NAME = 'other';

/** One thing a visitor did, without its time: the store adds the time at which it is stored. */
export interface VisitorEvent {
  readonly name: string;
  /** The visitor's random id; null for a browser without one that we issued: such an event is only counted. */
  readonly visitor: string | null;
  readonly user_id: string | null;
  /** The page on which it happened; null when it belongs to no page. */
  readonly path: string | null;
  /** The host that the visitor came from: empty for a direct visit, null when unknown, which counts as no source. */
  readonly referrer: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** The visitor events that the server itself reports: a new account, a confirmed address, a followed link of a marketing email. */
type ServerEventName = 'registered' | 'confirmed' | 'campaign_visit';

/** The events that the server reports of no browser: payment providers say when Premium starts. */
export type UnseenEventName = 'premium_started';

/** Who reported an event. */
interface EventReporter {
  readonly visitor: string | null;
  readonly user_id: string | null;
  /** The host under which our site was called. */
  readonly host: string;
}

/** The event to store for a report: path and referrer without private parts, texts without control characters. */
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

/** Records visitor events one at a time. */
export abstract class VisitorEvents {
  /** Records an event with the current time. Resolves once it is stored durably; throws `Unavailable` when it was not stored. */
  abstract record(event: VisitorEvent): Promise<void>;

  /**
   * Records an event of the server itself in the background and never throws: an event that cannot be stored is logged and lost, and the
   * caller goes on. `visitor` is the browser's random id; without one, or when the browser asks not to be tracked, it is null and nothing is
   * stored.
   */
  abstract recordOfServer(event: Pick<VisitorEvent, 'visitor' | 'user_id'> & { readonly name: ServerEventName }): void;

  /** Counts an event of no browser in the same way, without saying whose it is. */
  abstract countUnseen(name: UnseenEventName): void;
}

/** The raw visitor events, and their totals per UTC day. */
export abstract class VisitorEventStore {
  /** Stores all of these events with the current time, or throws and stores none. Beyond the day's limit they are only counted by name. */
  abstract storeAll(events: readonly VisitorEvent[]): Promise<void>;

  /** Aggregates new events and closes past days; returns the number of aggregated events. Safe to call concurrently. */
  abstract aggregateNewEvents(): Promise<number>;

  /** The figures of the period that ends today, from the events aggregated so far. */
  abstract figuresFor(days: AnalyticsDays): Promise<VisitorFigures>;

  /** The views of one page, or the visits from one source, from the events aggregated so far. */
  abstract figuresOf(query: DailyCountsQuery): Promise<KeyFigures>;
}

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
