import { DAY_MS } from '#domain/durations';
import { renewalHorizon, profileStaleBefore, stateExpiresAt, warningHorizon } from '#domain/linked-accounts/permission-lifetime';

const now = new Date('2026-11-21T12:00:00Z');
const daysFromNow = (count: number) => new Date(now.getTime() + count * DAY_MS);

describe('the lifetime of a permission', () => {
  it('has fixed horizons for renewals, warnings, states and profiles', () => {
    expect(renewalHorizon(now)).toEqual({ access: daysFromNow(7), refresh: daysFromNow(30), issued: daysFromNow(-1) });
    expect(warningHorizon(now)).toEqual(daysFromNow(7));
    expect(stateExpiresAt(now).toISOString()).toBe('2026-11-21T12:10:00.000Z');
    expect(profileStaleBefore(now).toISOString()).toBe('2026-11-21T11:50:00.000Z');
  });
});
