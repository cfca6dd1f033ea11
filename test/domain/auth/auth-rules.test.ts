import fc from 'fast-check';
import { localPart, normalizeEmail, parseEmail } from '#domain/auth/account/email-address';
import { redactBuyer } from '#domain/auth/account/redact-buyer';
import { passwordErrors } from '#domain/auth/account/password-rules';
import { isSessionAlive, sessionExpiresAt, isOwnerChecked } from '#domain/auth/sessions/session-lifetime';
import { countAttempt, type AttemptCount, secondsUntilNextAttempt } from '#domain/auth/sessions/sign-in-attempts';
import { isFresh } from '#domain/auth/single-sign-on/identity-provider';
import { SessionPatch } from '#domain/auth/sessions/contract';

const dateAtSecond = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000);

/** A valid address of this length, unless it is too long. */
const longAddress = (length: number) => `a@${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(length - 193)}.example`;

describe('an email address', () => {
  it.each([
    [' Ann@Example.COM ', 'ann@example.com'],
    ['ａｎｎ@example.com', 'ann@example.com'],
    ['a+tag.b@sub.example.co.uk', 'a+tag.b@sub.example.co.uk'],
    ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
    ['a@1.b2', 'a@1.b2'],
    [`${'l'.repeat(64)}@example.com`, `${'l'.repeat(64)}@example.com`],
    [`a@${'d'.repeat(63)}.example`, `a@${'d'.repeat(63)}.example`],
    [longAddress(254), longAddress(254)],
  ])('%j is normalized to %s', (typed, normalized) => {
    expect(normalizeEmail(typed)).toBe(normalized);
  });

  it.each([
    [''],
    ['a'],
    ['a@b'],
    ['@example.com'],
    ['a@'],
    ['a b@example.com'],
    ['a@example.com\r\nBcc: b@c.de'],
    ['bücher@example.com'],
    ['a@ex_ample.com'],
    ['.a@example.com'],
    ['a.@example.com'],
    ['a..b@example.com'],
    ['a@b@example.com'],
    ['a@-example.com'],
    ['a@example-.com'],
    ['a@example..com'],
    ['a@.example.com'],
    ['a@example.com.'],
    [`${'l'.repeat(65)}@example.com`],
    [`a@${'d'.repeat(64)}.example`],
    [longAddress(255)],
  ])('%j is invalid', (typed) => {
    expect(normalizeEmail(typed)).toBeNull();
  });

  it('is refused with a message that names the field', () => {
    expect(parseEmail(' Ann@Example.COM ')).toBe('ann@example.com');
    expect(() => parseEmail('ann')).toThrow('email must be an email address');
  });

  it.each([
    ['ann@example.com', 'ann'],
    ['"a@b"@example.com', '"a@b"'],
  ])('%s has the local part %s', (email, local) => expect(localPart(email)).toBe(local));

  it('normalizes to itself once normalized', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.emailAddress()), (typed) => {
        const email = normalizeEmail(typed);
        expect(email === null || (normalizeEmail(email) === email && /^[\u0021-\u007e]+$/.test(email))).toBe(true);
      }),
    );
  });
});

describe('a new password', () => {
  const ann = { email: 'ann.example@example.com', role_id: 2, brand: 'Corklight' };
  const isCommon = (password: string) => password === 'correct horse';
  it.each([
    ['123456789', ann, 'at least 10'],
    ['1234567890', ann, null],
    ['🦊'.repeat(10), ann, null],
    ['🦊'.repeat(9), ann, 'at least 10'],
    ['x'.repeat(128), ann, null],
    ['x'.repeat(129), ann, 'at most 128'],
    ['ﷺ'.repeat(10), ann, 'at most 128'],
    ['e\u0301'.repeat(65), ann, 'at most 128'],
    ['fourteen chars', { ...ann, role_id: 1 }, 'at least 15'],
    ['fifteen chars!!', { ...ann, role_id: 1 }, null],
    ['Correct Horse', ann, 'too common'],
    ['ANN.example', ann, 'your email address'],
    ['ann.example@example.com', ann, 'your email address'],
    ['CorkLight2026!', ann, 'must not be Corklight'],
    ['corklight rules', ann, null],
  ])('%j: %#', (password, owner, fault) => {
    const faults = passwordErrors(password, owner, isCommon);
    if (fault === null) expect(faults).toEqual([]);
    else expect(faults).toEqual([expect.stringContaining(fault)]);
    expect(faults.every((one) => one.startsWith('password '))).toBe(true);
  });
});

describe('sign-in attempts', () => {
  /** The waits before `count` attempts, each made as soon as it is allowed. */
  const waitsAfterAttempts = (count: number): number[] => {
    let before: AttemptCount | null = null;
    let now = 0;
    const waits: number[] = [];
    for (let attempt = 0; attempt < count; attempt++) {
      const wait = secondsUntilNextAttempt(before, dateAtSecond(now), 10);
      waits.push(wait);
      now += wait;
      before = countAttempt(before, dateAtSecond(now), 10);
    }
    return waits;
  };

  it('have no wait ten times, then 30 seconds, doubling up to an hour', () => {
    expect(waitsAfterAttempts(20)).toEqual([
      ...Array.from({ length: 10 }, () => 0),
      30,
      60,
      120,
      240,
      480,
      960,
      1_920,
      3_600,
      3_600,
      3_600,
    ]);
  });

  it.each([
    [10, 0, 30],
    [10, 12.4, 18],
    [10, 30, 0],
    [9, 0, 0],
    [10, 900, 0],
    [17, 3_599, 1],
    [17, 7_200, 0],
    [17, -7_200, 3_600],
  ])('of which %d were made %d seconds ago wait %d seconds', (tries, ago, wait) => {
    expect(secondsUntilNextAttempt({ tries, tried_at: dateAtSecond(0) }, dateAtSecond(ago), 10)).toBe(wait);
  });

  it('are reset after 15 minutes without one, or two hours after a wait', () => {
    expect(countAttempt({ tries: 9, tried_at: dateAtSecond(0) }, dateAtSecond(900), 10).tries).toBe(1);
    expect(countAttempt({ tries: 9, tried_at: dateAtSecond(0) }, dateAtSecond(899), 10).tries).toBe(10);
    expect(countAttempt({ tries: 10, tried_at: dateAtSecond(0) }, dateAtSecond(900), 10).tries).toBe(1);
    expect(countAttempt({ tries: 12, tried_at: dateAtSecond(0) }, dateAtSecond(900), 10).tries).toBe(13);
    expect(countAttempt({ tries: 12, tried_at: dateAtSecond(0) }, dateAtSecond(7_200), 10).tries).toBe(1);
  });
});

describe('a session', () => {
  const day = 86_400;
  const sessionOf = (role: number | null) => ({
    created_at: dateAtSecond(0),
    seen_at: dateAtSecond(0),
    expires_at: sessionExpiresAt(role, dateAtSecond(0)),
  });
  it.each([
    [2, 14 * day - 1, true],
    [2, 14 * day, false],
    [null, 14 * day - 1, true],
    [1, 1_799, true],
    [1, 1_800, false],
  ])('of role %p, idle for %d seconds: alive is %p', (role, seconds, alive) => {
    expect(isSessionAlive(sessionOf(role), role, dateAtSecond(seconds))).toBe(alive);
  });

  it.each([
    [2, 30 * day, false],
    [2, 30 * day - 1, true],
    [1, 12 * 3_600, false],
    [1, 12 * 3_600 - 1, true],
  ])('of role %p, in use for %d seconds: alive is %p', (role, seconds, alive) => {
    expect(isSessionAlive({ ...sessionOf(role), seen_at: dateAtSecond(seconds - 1) }, role, dateAtSecond(seconds))).toBe(alive);
  });

  it.each([
    [99, true],
    [100, false],
  ])('that is stored as expiring after 100 seconds, after %d seconds: alive is %p', (seconds, alive) => {
    expect(isSessionAlive({ ...sessionOf(2), expires_at: dateAtSecond(100) }, 2, dateAtSecond(seconds))).toBe(alive);
  });

  it('ends with its lifetime, whatever is stored', () => {
    const session = { ...sessionOf(2), seen_at: dateAtSecond(30 * day), expires_at: dateAtSecond(99 * day) };
    expect(isSessionAlive(session, 2, dateAtSecond(30 * day - 1))).toBe(true);
    expect(isSessionAlive(session, 2, dateAtSecond(30 * day))).toBe(false);
  });

  it('opened before the user became an administrator has an administrator’s lifetime', () => {
    expect(isSessionAlive({ ...sessionOf(2), seen_at: dateAtSecond(13 * 3_600) }, 1, dateAtSecond(13 * 3_600))).toBe(false);
  });
});

describe('redacting the buyer', () => {
  it('replaces identifying texts anywhere in a record', () => {
    const record = {
      id: 'evt_1',
      data: { email: 'Ann@example.com', items: [{ note: 'for ann@example.com' }, 9.99], custom_data: { user_id: 'u-1' } },
      none: null,
    };
    expect(redactBuyer(record, ['ann@example.com', 'u-1'])).toEqual({
      id: 'evt_1',
      data: { email: 'removed', items: [{ note: 'removed' }, 9.99], custom_data: { user_id: 'removed' } },
      none: null,
    });
  });

  it('replaces all values in fields about the buyer and keeps the provider’s own ids', () => {
    const record = {
      customer_id: 'ctm_1',
      custom_data: { user_id: 'u-1', tracking_id: 'aff-9', session_id: 'S', nonce: 'N', signature: 'X' },
      customer: { name: 'Ann Other', locale: null, tags: ['vip', { since: 2026 }] },
      payments: [{ amount: '999', method_details: { type: 'card', card: { last4: '4242', expiry_year: 2030 } } }],
    };
    expect(redactBuyer(record, [])).toEqual({
      customer_id: 'ctm_1',
      custom_data: { user_id: 'removed', tracking_id: 'removed', session_id: 'removed', nonce: 'removed', signature: 'removed' },
      customer: { name: 'removed', locale: null, tags: ['removed', { since: 'removed' }] },
      payments: [{ amount: '999', method_details: { type: 'removed', card: { last4: 'removed', expiry_year: 'removed' } } }],
    });
  });
});

const now = new Date('2026-01-01T12:00:00Z');
const at = (time: string) => ({ checked_at: new Date(`2026-01-01T${time}Z`) });

describe('an owner check', () => {
  it.each([
    ['just now', at('12:00:00'), true],
    ['less than five minutes ago', at('11:55:01'), true],
    ['five minutes ago', at('11:55:00'), false],
    ['never', { checked_at: null }, false],
    ['without a session', null, false],
  ])('%s counts: %#', (_, session, counts) => {
    expect(isOwnerChecked(session, now)).toBe(counts);
  });
});

const sentAt = new Date('2026-01-01T12:00:00Z');

describe('a sign-in at a provider', () => {
  it.each([
    ['after the person was sent there', '2026-01-01T12:00:05Z', true],
    ['by a clock that is a minute behind', '2026-01-01T11:59:00Z', true],
    ['before', '2026-01-01T11:58:59Z', false],
    ['at an unknown time', null, false],
  ])('%s is fresh: %#', (_, time, expected) => {
    expect(isFresh({ authenticated_at: time === null ? null : new Date(time) }, sentAt)).toBe(expected);
  });
});

describe('what a browser stores with its session', () => {
  it.each([['aff_42-x'], ['x'.repeat(64)]])('may be %j', (sscid) => {
    expect(SessionPatch.safeParse({ sscid }).success).toBe(true);
  });

  it.each([['a b'], [''], ['x'.repeat(65)], ['<a>'], [7], [null]])('is refused by name: %j', (sscid) => {
    expect(SessionPatch.safeParse({ sscid }).error?.issues.map(({ path }) => path)).toEqual([['sscid']]);
  });
});
