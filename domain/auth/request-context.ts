import type { ViewerContext } from '#domain/auth/user';

/** Who asks, and from where. */
export interface RequestContext extends ViewerContext {
  /** The network the request came from, as limits count it. */
  readonly clientIp: string;
  readonly userAgent: string | null;
}
