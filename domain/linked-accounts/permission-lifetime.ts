import { DAY_MS, MINUTE_MS } from '#domain/durations';

const addMs = (at: Date, durationMs: number) => new Date(at.getTime() + durationMs);

/** When a state that is created now expires. */
export const stateExpiresAt = (now: Date): Date => addMs(now, 10 * MINUTE_MS);

/** Profiles that were fetched before this time are fetched again when they are listed. */
export const profileStaleBefore = (now: Date): Date => addMs(now, -10 * MINUTE_MS);

/** The times of a permission that decide when it is renewed. */
export interface PermissionLifetime {
  readonly access_expires_at: Date;
  readonly refresh_expires_at: Date | null;
  /** When the platform issued the tokens. */
  readonly renewed_at: Date;
}

/** Tokens that expire by `access` or `refresh` are due for renewal, unless they were issued after `issued`. */
export function renewalHorizon(now: Date): { readonly access: Date; readonly refresh: Date; readonly issued: Date } {
  return { access: addMs(now, 7 * DAY_MS), refresh: addMs(now, 30 * DAY_MS), issued: addMs(now, -DAY_MS) };
}

/**
 * Is the permission due for renewal? A week before the access token expires or a month before the refresh token does; at most once a
 * day, because a platform may issue tokens with shorter lifetimes.
 */
export function isRenewalDue(lifetime: PermissionLifetime, now: Date): boolean {
  const { access, refresh, issued } = renewalHorizon(now);
  if (lifetime.refresh_expires_at === null || lifetime.renewed_at > issued) return false;
  return lifetime.access_expires_at <= access || lifetime.refresh_expires_at <= refresh;
}

/** Owners of permissions that end by this time get an email. */
export const warningHorizon = (now: Date): Date => addMs(now, 7 * DAY_MS);
