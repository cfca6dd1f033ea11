import { DAY_MS } from '#domain/durations';
import { linkStateOf, type StoredAccess } from '#domain/linked-accounts/link-state';
import { renewalHorizon, profileStaleBefore, stateExpiresAt, warningHorizon } from '#domain/linked-accounts/permission-lifetime';
import { LinkedAccountId, Linking } from '#domain/linked-accounts/contract';

const now = new Date('2026-11-21T12:00:00Z');
const daysFromNow = (days: number) => new Date(now.getTime() + days * DAY_MS);
const yesterday = daysFromNow(-1);

const access = (over: Partial<StoredAccess> = {}): StoredAccess => ({
  needs_reconnect: false,
  warned_at: null,
  problem: null,
  problem_since: null,
  ...over,
});
const since = (problem: string) => ({ problem, problem_since: yesterday });

describe('the state of a linked account', () => {
  it.each<[string, Partial<StoredAccess>, string, string | null, Date | null]>([
    ['nothing is wrong', {}, 'connected', null, null],
    ['Pinterest cannot be reached', since('unreachable'), 'retrying', 'unreachable', yesterday],
    ['requests are limited', since('limited'), 'retrying', 'limited', yesterday],
    ['an answer cannot be read', since('unexpected'), 'retrying', 'unexpected', yesterday],
    ['the app may not read', since('refused'), 'retrying', 'refused', yesterday],
    ['the app may not renew', since('renewal_refused'), 'retrying', 'renewal_refused', yesterday],
    ['a later release stored another problem', since('invented'), 'retrying', 'unexpected', yesterday],
    ['the permission ends soon', { ...since('unreachable'), warned_at: now }, 'needs_you', 'expiring', now],
    ['the renewed tokens were lost', { ...since('renewal_lost'), warned_at: yesterday }, 'needs_you', 'renewal_lost', yesterday],
    ['Pinterest has ended it', { ...since('ended'), needs_reconnect: true, warned_at: now }, 'needs_you', 'ended', yesterday],
    ['an earlier release has ended it', { needs_reconnect: true, warned_at: yesterday }, 'needs_you', 'ended', yesterday],
    ['its time has ended', { ...since('expired'), needs_reconnect: true, warned_at: daysFromNow(-7) }, 'needs_you', 'expired', yesterday],
  ])('when %s', (_, stored, state, reason, at) => {
    expect(linkStateOf(access(stored))).toEqual({ state, reason, since: at });
  });
});

describe('the lifetime of a permission', () => {
  it('has fixed horizons for renewals, warnings, states and profiles', () => {
    expect(renewalHorizon(now)).toEqual({ access: daysFromNow(7), refresh: daysFromNow(30), issued: daysFromNow(-1) });
    expect(warningHorizon(now)).toEqual(daysFromNow(7));
    expect(stateExpiresAt(now).toISOString()).toBe('2026-11-21T12:10:00.000Z');
    expect(profileStaleBefore(now).toISOString()).toBe('2026-11-21T11:50:00.000Z');
  });
});

describe('the body of a linking request', () => {
  it.each([[undefined], [{}], [{ code: 'c', state: 's' }]])('accepts %p', (body) => {
    expect(Linking.parse(body)).toEqual(body ?? {});
  });

  it.each([
    [{ code: 'c' }, 'state'],
    [{ state: 's' }, 'code'],
    [{ code: '', state: 's' }, 'code'],
    [{ code: 'c', state: 's'.repeat(201) }, 'state'],
    [{ code: 'c'.repeat(2_001), state: 's' }, 'code'],
    [{ code: 7, state: 's' }, 'code'],
    [{ code: ['c'], state: 's' }, 'code'],
  ])('refuses %p and names the field %s', (body, field) => {
    expect(Linking.safeParse(body).error?.issues[0]?.path).toEqual([field]);
  });

  it.each([[null], [[]], ['code'], [{ code: 'c', state: 's', redirect_uri: 'https://evil.test' }]])('refuses %p', (body) => {
    expect(Linking.safeParse(body).success).toBe(false);
  });

  it('accepts only UUIDs as account ids', () => {
    expect(LinkedAccountId.safeParse("1' or '1'='1").success).toBe(false);
    expect(LinkedAccountId.safeParse('0b1f6f6e-3b0d-4a55-9c1a-0a4a3c1d2e3f').success).toBe(true);
  });
});
