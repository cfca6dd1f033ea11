import { isOwnerChecked } from '#domain/auth/sessions/session-lifetime';

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
