import type { CurrentUser } from '#domain/api';
import type { Viewer } from '#domain/auth/viewer';

/** Who is asking, told from the session token that came with the request (undefined: none came). */
export abstract class Viewers {
  abstract of(token: string | undefined): Promise<{ readonly viewer: Viewer; readonly user: CurrentUser | null }>;
}
