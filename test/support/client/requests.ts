import type { ReportedEvent } from '#domain/analytics/visitors/contract';

/** A request with an unsafe method. */
export interface SentRequest {
  readonly endpoint: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** The URLs of all requests, aborted ones included. */
export const requestedUrls: string[] = [];
/** All requests with an unsafe method. */
export const sentRequests: SentRequest[] = [];
/** The request bodies of an endpoint, such as `POST /api/auth/login`. */
export const sentBodies = (call: string): unknown[] => sentRequests.filter((one) => one.endpoint === call).map(({ body }) => body);
/** The names of saved files. */
export const savedFileNames: string[] = [];
/** The events that were reported to the site's analytics. */
export const reportedEvents: ReportedEvent[] = [];
/** What was copied, and the foreign URLs that were opened. */
export const copiedTexts: string[] = [];
export const openedUrls: string[] = [];
/** The URLs of aborted requests. */
export const abortedUrls: string[] = [];

/** The queries of all requests to a path. */
export const queriesTo = (path: string): URLSearchParams[] =>
  requestedUrls
    .map((call) => new URL(call, 'http://x'))
    .filter((url) => url.pathname === path)
    .map((url) => url.searchParams);
