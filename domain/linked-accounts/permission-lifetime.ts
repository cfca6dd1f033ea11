import { DAY_MS, MINUTE_MS } from '#domain/durations';

const addMs = (at: Date, durationMs: number) => new Date(at.getTime() + durationMs);

/** When a state that is created now expires. */
export const stateExpiresAt = (now: Date): Date => addMs(now, 10 * MINUTE_MS);

/** Profiles that were fetched before this time are fetched again when they are listed. */
export const profileStaleBefore = (now: Date): Date => addMs(now, -10 * MINUTE_MS);

/**
 * Permissions whose tokens expire by `access` or `refresh` are due for renewal, a week or a month before; unless they were issued after
 * `issued`: at most once a day, because a platform may issue tokens with shorter lifetimes.
 */
export function renewalHorizon(now: Date): { readonly access: Date; readonly refresh: Date; readonly issued: Date } {
  return { access: addMs(now, 7 * DAY_MS), refresh: addMs(now, 30 * DAY_MS), issued: addMs(now, -DAY_MS) };
}

/** Owners of permissions that end by this time get an email. */
export const warningHorizon = (now: Date): Date => addMs(now, 7 * DAY_MS);
