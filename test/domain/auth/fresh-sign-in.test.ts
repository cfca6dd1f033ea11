import { isFresh } from '#domain/auth/single-sign-on/identity-provider';

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
