import type { ViewerContext } from '#domain/auth/user';

/** The viewer of a request, with client IP and user agent. */
export interface RequestContext extends ViewerContext {
  /** The IPv4 address, or the /64 network of an IPv6 address. */
  readonly clientIp: string;
  readonly userAgent: string | null;
}
