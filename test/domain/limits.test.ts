import { endpoints } from '#domain/api';
import { isWithinLimit, secondsUntilAllowed, windowAt } from '#domain/rate-window';
import { clientIpOf } from '#server/http/guards/client-ip';
import { limitsByName, parseRateLimitSettings } from '#server/http/limits/rate-limit-settings';

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

  it('has the same numbers at every endpoint that shares its name', () => {
    for (const { limits } of endpoints.values())
      for (const { name, hits, seconds } of limits) expect(limitsByName.get(name)).toMatchObject({ hits, seconds });
  });

  it('is set for every endpoint', () => {
    expect([...endpoints.values()].filter(({ limits }) => limits.length === 0).map(({ name }) => name)).toEqual([]);
  });
});

describe('the rate limit settings', () => {
  it('keep the defaults unless overridden', () => {
    expect(parseRateLimitSettings('').effectiveLimit(fivePerMinute)).toBe(fivePerMinute);
    expect(parseRateLimitSettings('').disabledNames).toEqual([]);
  });

  it('override one limit by its name, and turn one off', () => {
    const settings = parseRateLimitSettings('login=7/90, register=off');
    expect(settings.effectiveLimit({ name: 'login', hits: 5, seconds: 60 })).toMatchObject({ hits: 7, seconds: 90 });
    expect(settings.effectiveLimit({ name: 'register', hits: 5, seconds: 60 })).toBeNull();
    expect(settings.disabledNames).toEqual(['register']);
  });

  it('turn all limits off', () => {
    expect(parseRateLimitSettings('off').effectiveLimit(fivePerMinute)).toBeNull();
    expect(parseRateLimitSettings('off').disabledNames).toContain('login');
  });

  it.each([['nonsense'], ['nosuch=1/2'], ['login=1'], ['login=1/0'], ['login=-1/5']])('reject %s', (text) => {
    expect(() => parseRateLimitSettings(text)).toThrow('RATE_LIMITS must be');
  });
});

describe('the client IP of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is %s', (address, clientIp) => {
    expect(clientIpOf(address)).toBe(clientIp);
  });
});
