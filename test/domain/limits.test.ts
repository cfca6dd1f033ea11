import { access } from '#domain/api';
import { endpointLimits, isWithinLimit, limitsByName, secondsUntilAllowed, windowAt } from '#domain/limits';
import { parseRateLimitSettings } from '#server/http/limits/rate-limit-settings';
import { clientIpOf } from '#server/http/guards/client-ip';

const fivePerMinute = { name: 'five', hits: 5, seconds: 60 };

describe('a limit', () => {
  it.each([
    [0, 4, 0.5, true],
    [0, 5, 0.5, false],
    [5, 0, 0, false],
    [5, 0, 0.2, true],
    [5, 2, 0.5, false],
    [4, 2, 0.5, true],
  ])('of five with %d in the minute before and %d in this one, %d of it over, has room: %p', (before, now, share, room) => {
    expect(isWithinLimit({ before, now }, fivePerMinute, share)).toBe(room);
  });

  it('has room after the seconds it says, and not before', () => {
    for (let before = 0; before <= 5; before++) {
      for (let now = 0; now <= 5; now++) {
        for (const share of [0, 0.25, 0.5, 0.9, 0.99]) {
          if (isWithinLimit({ before, now }, fivePerMinute, share)) continue;
          const wait = secondsUntilAllowed({ before, now }, fivePerMinute, share);
          const later = share + wait / 60;
          const counts = later < 1 ? { before, now } : { before: now, now: 0 };
          expect([before, now, share, isWithinLimit(counts, fivePerMinute, Math.min(later < 1 ? later : later - 1, 1))]).toEqual([
            before,
            now,
            share,
            true,
          ]);
          expect(wait).toBeGreaterThanOrEqual(1);
          expect(wait).toBeLessThanOrEqual(120);
        }
      }
    }
  });

  it('counts by slots of its own length', () => {
    expect(windowAt(60, new Date(90_000))).toEqual({ slot: 1, share: 0.5 });
  });

  it('has one meaning by its name', () => {
    for (const limit of Object.values(endpointLimits).flat())
      expect(limitsByName.get(limit.name)).toMatchObject({ hits: limit.hits, seconds: limit.seconds });
  });

  it('is set for each endpoint of the access table, and for no other', () => {
    expect(Object.keys(endpointLimits).toSorted()).toEqual(Object.keys(access).toSorted());
  });
});

describe('the settings of limits', () => {
  it('are ours unless said otherwise', () => {
    expect(parseRateLimitSettings('').effectiveLimit(fivePerMinute)).toBe(fivePerMinute);
    expect(parseRateLimitSettings('').disabledNames).toEqual([]);
  });

  it('change one by its name, and turn one off', () => {
    const settings = parseRateLimitSettings('login=7/90, register=off');
    expect(settings.effectiveLimit({ name: 'login', hits: 5, seconds: 60 })).toMatchObject({ hits: 7, seconds: 90 });
    expect(settings.effectiveLimit({ name: 'register', hits: 5, seconds: 60 })).toBeNull();
    expect(settings.disabledNames).toEqual(['register']);
  });

  it('turn all off at once', () => {
    expect(parseRateLimitSettings('off').effectiveLimit(fivePerMinute)).toBeNull();
    expect(parseRateLimitSettings('off').disabledNames).toContain('login');
  });

  it.each([['nonsense'], ['nosuch=1/2'], ['login=1'], ['login=1/0'], ['login=-1/5']])('refuse %s', (text) => {
    expect(() => parseRateLimitSettings(text)).toThrow('RATE_LIMITS must be');
  });
});

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('of %s is %s', (address, network) => {
    expect(clientIpOf(address)).toBe(network);
  });
});
