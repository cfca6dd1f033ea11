import { endpoints } from '#domain/api';
import { isWithinLimit, secondsUntilAllowed, windowAt } from '#domain/rate-window';

const fivePerMinute = { name: 'five', hits: 5, seconds: 60 };

describe('a rate limit', () => {
  it.each([
    [0, 4, 0.5, true],
    [0, 5, 0.5, false],
    [5, 0, 0, false],
    [5, 0, 0.2, true],
    [5, 2, 0.5, false],
    [4, 2, 0.5, true],
  ])(
    'of five, with %d in the previous minute and %d in the current one (%d elapsed), allows one more: %p',
    (previous, current, elapsed, allowed) => {
      expect(isWithinLimit({ previous, current }, fivePerMinute, elapsed)).toBe(allowed);
    },
  );

  it('allows the next attempt after the returned number of seconds, and not before', () => {
    for (let previous = 0; previous <= 5; previous++) {
      for (let current = 0; current <= 5; current++) {
        for (const elapsed of [0, 0.25, 0.5, 0.9, 0.99]) {
          if (isWithinLimit({ previous, current }, fivePerMinute, elapsed)) continue;
          const wait = secondsUntilAllowed({ previous, current }, fivePerMinute, elapsed);
          const later = elapsed + wait / 60;
          const counts = later < 1 ? { previous, current } : { previous: current, current: 0 };
          const isAllowed = isWithinLimit(counts, fivePerMinute, Math.min(later < 1 ? later : later - 1, 1));
          expect([previous, current, elapsed, isAllowed]).toEqual([previous, current, elapsed, true]);
          expect(wait).toBeGreaterThanOrEqual(1);
          expect(wait).toBeLessThanOrEqual(120);
        }
      }
    }
  });

  it('counts in windows of its own length', () => {
    expect(windowAt(60, new Date(90_000))).toEqual({ index: 1, elapsed: 0.5 });
  });

  it('is set for every endpoint', () => {
    expect([...endpoints.values()].filter(({ limits }) => limits.length === 0).map(({ name }) => name)).toEqual([]);
  });
});
