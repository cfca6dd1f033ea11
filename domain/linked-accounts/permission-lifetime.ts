const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const addMs = (at: Date, durationMs: number) => new Date(at.getTime() + durationMs);

/** Until when a state may come back from the platform. */
export const stateExpiresAt = (now: Date): Date => addMs(now, 10 * MINUTE_MS);

/** Profiles read before this moment are read again when they are listed. */
export const profileStaleBefore = (now: Date): Date => addMs(now, -10 * MINUTE_MS);

/** The days of a permission that decide what is done about it. */
export interface PermissionLifetime {
  readonly access_expires_at: Date;
  readonly refresh_expires_at: Date | null;
  /** When the platform gave the tokens. */
  readonly renewed_at: Date;
}

/** A token that ends up to the first or second moment is renewed, unless it was given after the third. */
export function renewalHorizon(now: Date): { readonly access: Date; readonly refresh: Date; readonly given: Date } {
  return { access: addMs(now, 7 * DAY_MS), refresh: addMs(now, 30 * DAY_MS), given: addMs(now, -DAY_MS) };
}

/**
 * Is it time to renew? A week before the access token ends, a month before the refresh token does; at most once a day, since a platform
 * may give tokens that live shorter than that.
 */
export function isRenewalDue(lifetime: PermissionLifetime, now: Date): boolean {
  const { access, refresh, given: givenAfter } = renewalHorizon(now);
  if (lifetime.refresh_expires_at === null || lifetime.renewed_at > givenAfter) return false;
  return lifetime.access_expires_at <= access || lifetime.refresh_expires_at <= refresh;
}

/** Owners of permissions that end up to this moment are written to. */
export const warningHorizon = (now: Date): Date => addMs(now, 7 * DAY_MS);
