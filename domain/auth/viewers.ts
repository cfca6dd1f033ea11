import type { ViewerContext } from '#domain/auth/user';

/** Who is asking, told from the session token that came with the request (undefined: none came). */
export abstract class Viewers {
  abstract findBySessionToken(token: string | undefined): Promise<ViewerContext>;
}
