import { ADMIN_ROLE, type SessionState } from '#domain/auth/viewer';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations';

/** Idle timeout and absolute lifetime of a session (OWASP ASVS 5.0, 7.3: shorter for administrators). */
const lifetimesMs = {
  admin: { idle: 30 * MINUTE_MS, absolute: 12 * HOUR_MS },
  other: { idle: 14 * DAY_MS, absolute: 30 * DAY_MS },
} as const;

const lifetimeFor = (role: number | null) => (role === ADMIN_ROLE ? lifetimesMs.admin : lifetimesMs.other);

/** Returns when a session opened now expires at the latest. */
export const sessionExpiresAt = (role: number | null, now: Date): Date => new Date(now.getTime() + lifetimeFor(role).absolute);

/** Returns whether a session is still valid for a user with this current role. */
export function isSessionAlive(
  session: { readonly created_at: Date; readonly seen_at: Date; readonly expires_at: Date },
  role: number | null,
  now: Date,
): boolean {
  const { idle, absolute } = lifetimeFor(role);
  const nowMs = now.getTime();
  return (
    nowMs < session.expires_at.getTime() && nowMs < session.created_at.getTime() + absolute && nowMs < session.seen_at.getTime() + idle
  );
}

/** The minimum interval between updates of `seen_at`, so that most reads cost no write. */
export const SEEN_UPDATE_INTERVAL_MS = MINUTE_MS;

/** How long a browser may take from the password to the code. */
export const CODE_WAIT_MS = 10 * MINUTE_MS;

/** How long a check counts. */
const OWNER_CHECK_MS = 5 * MINUTE_MS;

/** Whether the person at a session has shown in the last minutes that it is the owner's. */
export const isOwnerChecked = (session: Pick<SessionState, 'checked_at'> | null, now: Date): boolean =>
  session !== null && session.checked_at !== null && now.getTime() - session.checked_at.getTime() < OWNER_CHECK_MS;
