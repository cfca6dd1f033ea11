import {
  isRenewalDue,
  renewalHorizon,
  profileStaleBefore,
  stateExpiresAt,
  warningHorizon,
} from '#domain/linked-accounts/permission-lifetime';

const now = new Date('2026-11-21T12:00:00Z');
const daysFromNow = (count: number) => new Date(now.getTime() + count * 86_400_000);

describe('the life of a permission', () => {
  it.each([
    ['fresh tokens', 30, 60, -2, false],
    ['an access token with more than a week', 7.01, 60, -23, false],
    ['an access token with a week', 7, 60, -23, true],
    ['an access token that is over', -1, 60, -31, true],
    ['a refresh token with more than a month', 20, 30.01, -2, false],
    ['a refresh token with a month', 20, 30, -2, true],
    ['tokens given today that live shortly', 1, 2, -0.9, false],
    ['tokens given a day ago that live shortly', 1, 2, -1, true],
  ])('renews %s: %s, %s, given %s', (_, access, refresh, given, due) => {
    const life = { access_expires_at: daysFromNow(access), refresh_expires_at: daysFromNow(refresh), renewed_at: daysFromNow(given) };
    expect(isRenewalDue(life, now)).toBe(due);
  });

  it('cannot renew what came without a refresh token', () => {
    expect(isRenewalDue({ access_expires_at: daysFromNow(1), refresh_expires_at: null, renewed_at: daysFromNow(-29) }, now)).toBe(false);
  });

  it('has the horizons that were promised', () => {
    expect(renewalHorizon(now)).toEqual({ access: daysFromNow(7), refresh: daysFromNow(30), given: daysFromNow(-1) });
    expect(warningHorizon(now)).toEqual(daysFromNow(7));
    expect(stateExpiresAt(now).toISOString()).toBe('2026-11-21T12:10:00.000Z');
    expect(profileStaleBefore(now).toISOString()).toBe('2026-11-21T11:50:00.000Z');
  });
});
