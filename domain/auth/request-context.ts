import type { ViewerContext } from '#domain/auth/user';
import type { ClientIp } from '#domain/client-ip';

/** The viewer of a request, with client IP and user agent. */
export interface RequestContext extends ViewerContext {
  readonly clientIp: ClientIp;
  readonly userAgent: string | null;
}
