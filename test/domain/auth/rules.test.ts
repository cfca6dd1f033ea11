import fc from 'fast-check';
import { normalEmail } from '#domain/auth/email';
import { forgetting } from '#domain/auth/forgetting';
import { passwordFaults } from '#domain/auth/password-rules';
import { isAlive, sessionEnd } from '#domain/auth/session-life';
import { afterTry, type Tries, waitBeforeTry } from '#domain/auth/sign-in-tries';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000);

describe('an e-mail address', () => {
  it.each([
    [' Ann@Example.COM ', 'ann@example.com'],
    ['ａｎｎ@example.com', 'ann@example.com'],
    ['a+tag.b@sub.example.co.uk', 'a+tag.b@sub.example.co.uk'],
    ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
  ])('%j is kept as %s', (typed, kept) => {
    expect(normalEmail(typed)).toBe(kept);
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
  ])('%j is none', (typed) => {
    expect(normalEmail(typed)).toBeNull();
  });

  it('has one spelling, whatever is typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.emailAddress()), (typed) => {
        const kept = normalEmail(typed);
        expect(kept === null || (normalEmail(kept) === kept && /^[\u0021-\u007e]+$/.test(kept))).toBe(true);
      }),
    );
  });
});

describe('a new password', () => {
  const ann = { email: 'ann.example@example.com', role_id: 2, brand: 'Corklight' };
  const common = (password: string) => password === 'correct horse';
  it.each([
    ['123456789', ann, 'at least 10'],
    ['1234567890', ann, null],
    ['🦊'.repeat(10), ann, null],
    ['🦊'.repeat(9), ann, 'at least 10'],
    ['x'.repeat(128), ann, null],
    ['x'.repeat(129), ann, 'at most 128'],
    ['fourteen signs', { ...ann, role_id: 1 }, 'at least 15'],
    ['fifteen signs!!', { ...ann, role_id: 1 }, null],
    ['Correct Horse', ann, 'everybody tries first'],
    ['ANN.example', ann, 'your e-mail address'],
    ['ann.example@example.com', ann, 'your e-mail address'],
    ['CorkLight2026!', ann, 'must not be Corklight'],
    ['corklight rules', ann, null],
  ])('%j: %#', (password, owner, fault) => {
    const faults = passwordFaults(password, owner, common);
    if (fault === null) expect(faults).toEqual([]);
    else expect(faults).toEqual([expect.stringContaining(fault)]);
    expect(faults.every((one) => one.startsWith('password '))).toBe(true);
  });
});

describe('tries to sign in', () => {
  /** Waits before each of so many tries that come as soon as they may. */
  const waits = (count: number): number[] => {
    let before: Tries | null = null;
    let now = 0;
    const found: number[] = [];
    for (let turn = 0; turn < count; turn++) {
      const wait = waitBeforeTry(before, at(now));
      found.push(wait);
      now += wait;
      before = afterTry(before, at(now));
    }
    return found;
  };

  it('are free ten times, then wait half a minute, doubling to an hour', () => {
    expect(waits(20)).toEqual([...Array.from({ length: 10 }, () => 0), 30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600]);
  });

  it.each([
    [10, 0, 30],
    [10, 12.4, 18],
    [10, 30, 0],
    [9, 0, 0],
    [10, 900, 0],
    [17, 3_599, 1],
    [17, 7_200, 0],
  ])('%d of them, %d seconds ago: %d seconds to wait', (tries, ago, wait) => {
    expect(waitBeforeTry({ tries, tried_at: at(0) }, at(ago))).toBe(wait);
  });

  it('are forgotten after a quiet quarter of an hour, or two hours once one had to wait', () => {
    expect(afterTry({ tries: 9, tried_at: at(0) }, at(900)).tries).toBe(1);
    expect(afterTry({ tries: 9, tried_at: at(0) }, at(899)).tries).toBe(10);
    expect(afterTry({ tries: 12, tried_at: at(0) }, at(900)).tries).toBe(13);
    expect(afterTry({ tries: 12, tried_at: at(0) }, at(7_200)).tries).toBe(1);
  });
});

describe('a session', () => {
  const day = 86_400;
  const opened = (role: number | null) => ({ created_at: at(0), seen_at: at(0), expires_at: sessionEnd(role, at(0)) });
  it.each([
    [2, 14 * day - 1, true],
    [2, 14 * day, false],
    [null, 14 * day - 1, true],
    [1, 1_799, true],
    [1, 1_800, false],
  ])('of role %p, unused for %d seconds, lives: %p', (role, seconds, alive) => {
    expect(isAlive(opened(role), role, at(seconds))).toBe(alive);
  });

  it.each([
    [2, 30 * day, false],
    [2, 30 * day - 1, true],
    [1, 12 * 3_600, false],
    [1, 12 * 3_600 - 1, true],
  ])('of role %p, in use for %d seconds, lives: %p', (role, seconds, alive) => {
    expect(isAlive({ ...opened(role), seen_at: at(seconds - 1) }, role, at(seconds))).toBe(alive);
  });

  it('opened by a user who became an administrator lives as short as an administrator’s', () => {
    expect(isAlive({ ...opened(2), seen_at: at(13 * 3_600) }, 1, at(13 * 3_600))).toBe(false);
  });
});

describe('forgetting', () => {
  it('takes a person out of a record, wherever it is named', () => {
    const record = {
      id: 'evt_1',
      data: { email: 'Ann@example.com', items: [{ note: 'for ann@example.com' }, 9.99], custom_data: { user_id: 'u-1' } },
      none: null,
    };
    expect(forgetting(record, ['ann@example.com', 'u-1'])).toEqual({
      id: 'evt_1',
      data: { email: 'removed', items: [{ note: 'removed' }, 9.99], custom_data: { user_id: 'removed' } },
      none: null,
    });
  });

  it('leaves nothing in what tells of a buyer, and the provider’s own numbers where they are', () => {
    const record = {
      customer_id: 'ctm_1',
      custom_data: { user_id: 'u-1', tracking_id: 'aff-9', session_id: 'S', nonce: 'N', signature: 'X' },
      customer: { name: 'Ann Other', locale: null, tags: ['vip', { since: 2026 }] },
      payments: [{ amount: '999', method_details: { type: 'card', card: { last4: '4242', expiry_year: 2030 } } }],
    };
    expect(forgetting(record, [])).toEqual({
      customer_id: 'ctm_1',
      custom_data: { user_id: 'removed', tracking_id: 'removed', session_id: 'removed', nonce: 'removed', signature: 'removed' },
      customer: { name: 'removed', locale: null, tags: ['removed', { since: 'removed' }] },
      payments: [{ amount: '999', method_details: { type: 'removed', card: { last4: 'removed', expiry_year: 'removed' } } }],
    });
  });
});
