import { type ClientIp, type CountedNetwork, countedNetworksOf } from '#domain/client-ip';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations';

/** The number of attempts allowed per sliding window, shared by all instances. */
export interface Limit {
  /** Identifies the limit in settings and in the store. */
  readonly name: string;
  readonly hits: number;
  readonly seconds: number;
  /** Multiplies the hits, for a network of many client IPs. */
  readonly hitsFactor?: number;
}

/** Counts attempts. */
export abstract class RateLimits {
  /** Records an attempt by a subject (an address, an account). Throws `TooManyRequests` when it exceeds the limit. */
  abstract record(limit: Limit, subject: string): Promise<void>;

  /** Returns whether one more attempt by this subject would exceed the limit. Records nothing. */
  abstract isReached(limit: Limit, subject: string): Promise<boolean>;

  /** Throws `TooManyRequests` if this process knows, without a query, that a subject has reached the limit. Records nothing. */
  abstract refuseIfKnownReached(limit: Limit, subject: string): void;
}

/**
 * Records an attempt by a client IP, also in the wider networks that contain it. What is refused to the client IP itself does not count
 * there: neighbors share these networks, and one of them must not use up what is for all. A network that is full refuses without a query.
 */
export async function recordByClientIp(limits: RateLimits, limit: Limit, clientIp: ClientIp): Promise<void> {
  const networks = countedNetworksOf(clientIp);
  refuseInFullNetwork(limits, limit, networks);
  for (const { key, hitsFactor } of networks.toReversed()) await limits.record({ ...limit, hitsFactor }, key);
}

/** Throws `TooManyRequests` if this process knows, without a query, that a client IP or a network that contains it has reached the limit. */
export function refuseIfKnownReachedByClientIp(limits: RateLimits, limit: Limit, clientIp: ClientIp): void {
  refuseInFullNetwork(limits, limit, countedNetworksOf(clientIp));
}

function refuseInFullNetwork(limits: RateLimits, limit: Limit, networks: readonly CountedNetwork[]): void {
  for (const { key, hitsFactor } of networks) limits.refuseIfKnownReached({ ...limit, hitsFactor }, key);
}

/** Limits of no single endpoint. `requests` are all API calls of a client IP, `pages` its pages, pictures, and other files without a hash in their name, and `sitemaps` its sitemaps, megabytes each; all are counted in memory before any query. `signInAttempts` counts attempts on one account; its waiting time grows, see `sign-in-attempts.ts`. */
export const otherLimits = {
  requests: { name: 'requests', hits: 200, seconds: 4 },
  pages: { name: 'pages', hits: 300, seconds: 4 },
  sitemaps: { name: 'sitemaps', hits: 20, seconds: 20 },
  signInAttempts: { name: 'login-account', hits: 10, seconds: (15 * MINUTE_MS) / SECOND_MS },
  signInFailures: { name: 'login-failures', hits: 100, seconds: MINUTE_MS / SECOND_MS },
  throttledSignIns: { name: 'login-strained', hits: 1, seconds: MINUTE_MS / SECOND_MS },
  recoverAddress: { name: 'recover-address', hits: 3, seconds: HOUR_MS / SECOND_MS },
  registerAddress: { name: 'register-address', hits: 3, seconds: HOUR_MS / SECOND_MS },
  resendAddress: { name: 'resend-address', hits: 3, seconds: HOUR_MS / SECOND_MS },
} as const satisfies Record<string, Limit>;
