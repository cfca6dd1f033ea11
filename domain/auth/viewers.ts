import type { Known } from '#domain/auth/user';

/** Who is asking, told from the session token that came with the request (undefined: none came). */
export abstract class Viewers {
  abstract of(token: string | undefined): Promise<Known>;
}
