import { DAY_MS } from '#domain/durations';
import {
  isRenewalDue,
  renewalHorizon,
  profileStaleBefore,
  stateExpiresAt,
  warningHorizon,
} from '#domain/linked-accounts/permission-lifetime';

const now = new Date('2026-11-21T12:00:00Z');
const daysFromNow = (count: number) => new Date(now.getTime() + count * DAY_MS);

describe('the lifetime of a permission', () => {
  it.each([
    ['new tokens', 30, 60, -2, false],
    ['an access token with more than a week left', 7.01, 60, -23, false],
    ['an access token with a week left', 7, 60, -23, true],
    ['an expired access token', -1, 60, -31, true],
    ['a refresh token with more than a month left', 20, 30.01, -2, false],
    ['a refresh token with a month left', 20, 30, -2, true],
    ['short-lived tokens that were issued today', 1, 2, -0.9, false],
    ['short-lived tokens that were issued a day ago', 1, 2, -1, true],
  ])('%s: access %s, refresh %s, issued %s days from now, due %s', (_, access, refresh, issued, due) => {
    const lifetime = { access_expires_at: daysFromNow(access), refresh_expires_at: daysFromNow(refresh), renewed_at: daysFromNow(issued) };
    expect(isRenewalDue(lifetime, now)).toBe(due);
  });

  it('is never renewed without a refresh token', () => {
    expect(isRenewalDue({ access_expires_at: daysFromNow(1), refresh_expires_at: null, renewed_at: daysFromNow(-29) }, now)).toBe(false);
  });

  it('has fixed horizons for renewals, warnings, states and profiles', () => {
    expect(renewalHorizon(now)).toEqual({ access: daysFromNow(7), refresh: daysFromNow(30), issued: daysFromNow(-1) });
    expect(warningHorizon(now)).toEqual(daysFromNow(7));
    expect(stateExpiresAt(now).toISOString()).toBe('2026-11-21T12:10:00.000Z');
    expect(profileStaleBefore(now).toISOString()).toBe('2026-11-21T11:50:00.000Z');
  });
});
