import { DAY_MS } from '#domain/durations';
import { linkStateOf, type StoredAccess } from '#domain/linked-accounts/link-state';

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
