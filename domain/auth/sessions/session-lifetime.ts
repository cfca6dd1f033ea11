import { ADMIN_ROLE } from '#domain/auth/viewer';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long a session lives unused, and at all, in milliseconds (OWASP ASVS 5.0, 7.3: shorter for those who may do more). */
const lifetimesMs = {
  admin: { idle: 30 * MINUTE_MS, absolute: 12 * HOUR_MS },
  other: { idle: 14 * DAY_MS, absolute: 30 * DAY_MS },
} as const;

const lifetimeFor = (role: number | null) => (role === ADMIN_ROLE ? lifetimesMs.admin : lifetimesMs.other);

/** When a session that is opened now ends, however much it is used. */
export const sessionExpiresAt = (role: number | null, now: Date): Date => new Date(now.getTime() + lifetimeFor(role).absolute);

/** Is this session still good? A role changed meanwhile counts as it is now. */
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

/** Use of a session is noted at most this often, so that reading costs no write. */
export const SEEN_UPDATE_INTERVAL_MS = MINUTE_MS;
