const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const after = (at: Date, milliseconds: number) => new Date(at.getTime() + milliseconds);

/** Until when a state may come back from the platform. */
export const stateEnd = (now: Date): Date => after(now, 10 * MINUTE);

/** Profiles read before this moment are read again when they are listed. */
export const staleBefore = (now: Date): Date => after(now, -10 * MINUTE);

/** The days of a permission that decide what is done about it. */
export interface PermissionLife {
  readonly access_expires_at: Date;
  readonly refresh_expires_at: Date | null;
  /** When the platform gave the tokens. */
  readonly renewed_at: Date;
}

/** A token that ends up to the first or second moment is renewed, unless it was given after the third. */
export function renewalHorizon(now: Date): { readonly access: Date; readonly refresh: Date; readonly given: Date } {
  return { access: after(now, 7 * DAY), refresh: after(now, 30 * DAY), given: after(now, -DAY) };
}

/**
 * Is it time to renew? A week before the access token ends, a month before the refresh token does; at most once a day, since a platform
 * may give tokens that live shorter than that.
 */
export function isDue(life: PermissionLife, now: Date): boolean {
  const { access, refresh, given } = renewalHorizon(now);
  if (life.refresh_expires_at === null || life.renewed_at > given) return false;
  return life.access_expires_at <= access || life.refresh_expires_at <= refresh;
}

/** Owners of permissions that end up to this moment are written to. */
export const warningHorizon = (now: Date): Date => after(now, 7 * DAY);
