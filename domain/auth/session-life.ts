import { ADMIN_ROLE } from '#domain/auth/viewer';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long a session lives unused, and at all, in milliseconds (OWASP ASVS 5.0, 7.3: shorter for those who may do more). */
const lives = { admin: { idle: 30 * MINUTE, absolute: 12 * HOUR }, other: { idle: 14 * DAY, absolute: 30 * DAY } } as const;

const lifeOf = (role: number | null) => (role === ADMIN_ROLE ? lives.admin : lives.other);

/** When a session that is opened now ends, however much it is used. */
export const sessionEnd = (role: number | null, now: Date): Date => new Date(now.getTime() + lifeOf(role).absolute);

/** Is this session still good? A role changed meanwhile counts as it is now. */
export function isAlive(
  session: { readonly created_at: Date; readonly seen_at: Date; readonly expires_at: Date },
  role: number | null,
  now: Date,
): boolean {
  const { idle, absolute } = lifeOf(role);
  const at = now.getTime();
  return at < session.expires_at.getTime() && at < session.created_at.getTime() + absolute && at < session.seen_at.getTime() + idle;
}

/** Use of a session is noted at most this often, so that reading costs no write. */
export const SEEN_EVERY = MINUTE;
