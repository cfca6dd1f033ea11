import type { ViewerContext } from '#domain/auth/user';

/** Finds the viewer of a request by its session token. */
export abstract class Viewers {
  /** Returns the anonymous context without a token (undefined) or with an invalid one. */
  abstract findBySessionToken(token: string | undefined): Promise<ViewerContext>;
}
