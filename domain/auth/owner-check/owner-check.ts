import type { SessionState } from '#domain/auth/viewer';
import { MINUTE_MS } from '#domain/durations';
import { OwnerCheckNeeded } from '#domain/errors';

/** How long a check counts. */
const OWNER_CHECK_MS = 5 * MINUTE_MS;

/** Whether the person at a session has shown in the last minutes that it is the owner's. */
export const isOwnerChecked = (session: Pick<SessionState, 'checked_at'> | null, now: Date): boolean =>
  session !== null && session.checked_at !== null && now.getTime() - session.checked_at.getTime() < OWNER_CHECK_MS;

/** Throws `OwnerCheckNeeded` unless `isOwnerChecked`. */
export function requireOwnerCheck(session: Pick<SessionState, 'checked_at'> | null, now: Date): void {
  if (!isOwnerChecked(session, now)) throw new OwnerCheckNeeded();
}
