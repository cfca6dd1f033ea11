import { endpoints } from '#domain/api';
import { ipv4ClientIp, ipv6ClientIp, countedNetworksOf, type Ipv6Prefix, widerNetworksOf } from '#domain/client-ip';
import { TooManyRequests } from '#domain/errors';
import { type Limit, RateLimits, recordByClientIp } from '#domain/limits';
import { isWithinLimit, secondsUntilAllowed, windowAt } from '#domain/rate-window';
import { inMemory, perClientIp, DATABASE_DEADLINE_MS, deadlineWithProvider } from '#domain/endpoint';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations';

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

  it.each([
    ['the window has only its own attempts', 0, 5, 0.5, 42],
    ['one attempt of five in the window before still counts', 1, 4, 0.5, 30],
    ['the window before was full', 5, 0, 0, 12],
    ['the window before was full, and three are in this one', 5, 3, 0.25, 33],
    ['it would be allowed within the second', 5, 1, 0.5, 1],
  ])('waits when %s', (_, previous, current, elapsed, seconds) => {
    expect(secondsUntilAllowed({ previous, current }, fivePerMinute, elapsed)).toBe(seconds);
  });

  it('is set for every endpoint', () => {
    expect([...endpoints.values()].filter(({ limits }) => limits.length === 0).map(({ name }) => name)).toEqual([]);
  });
});

/** Allows as many attempts as the limit has hits, and lists what it counted: the subject and the hits that it may have. */
class CountedLimits extends RateLimits {
  readonly counted: [string, number][] = [];

  async record(limit: Limit, subject: string): Promise<void> {
    this.refuseIfKnownReached(limit, subject);
    this.counted.push([subject, limit.hits * (limit.hitsFactor ?? 1)]);
  }

  async isReached({ hits, hitsFactor = 1 }: Limit, subject: string): Promise<boolean> {
    return this.counted.filter(([counted]) => counted === subject).length >= hits * hitsFactor;
  }

  refuseIfKnownReached({ hits, hitsFactor = 1 }: Limit, subject: string): void {
    if (this.counted.filter(([counted]) => counted === subject).length >= hits * hitsFactor) throw new TooManyRequests(60);
  }
}

describe('an attempt from a client IP', () => {
  const limit = { name: 'once', hits: 1, seconds: 60 };
  const neighbor = (fourth: number) => ipv6ClientIp([0x2001, 0xdb8, 1, fourth]);

  it('counts for the client IP and each wider network, which may have more', async () => {
    const limits = new CountedLimits();
    await recordByClientIp(limits, limit, neighbor(2));
    expect(limits.counted).toEqual([
      ['2001:db8:1:2::/64', 1],
      ['2001:db8:1:0::/56', 4],
      ['2001:db8:1::/48', 16],
    ]);
  });

  it('counts for nothing else over IPv4', async () => {
    const limits = new CountedLimits();
    await recordByClientIp(limits, limit, ipv4ClientIp('203.0.113.7'));
    expect(limits.counted).toEqual([['203.0.113.7', 1]]);
  });

  it('does not use up what its neighbors share when it is refused', async () => {
    const limits = new CountedLimits();
    await recordByClientIp(limits, limit, neighbor(1));
    for (let attempt = 0; attempt < 9; attempt++)
      await expect(recordByClientIp(limits, limit, neighbor(1))).rejects.toThrow(TooManyRequests);
    for (let fourth = 2; fourth <= 4; fourth++) await recordByClientIp(limits, limit, neighbor(fourth));
    await expect(recordByClientIp(limits, limit, neighbor(5))).rejects.toThrow(TooManyRequests);
  });

  it('is refused without being counted when a wider network is full', async () => {
    const limits = new CountedLimits();
    for (let fourth = 1; fourth <= 4; fourth++) await recordByClientIp(limits, limit, neighbor(fourth));
    const countedBefore = limits.counted.length;
    await expect(recordByClientIp(limits, limit, neighbor(5))).rejects.toThrow(TooManyRequests);
    expect(limits.counted).toHaveLength(countedBefore);
    await recordByClientIp(limits, limit, neighbor(0x100));
  });
});

describe('the limit of an endpoint', () => {
  it('counts by client IP in a window of seconds', () => {
    expect(perClientIp('lists', 120, 60_000)).toEqual({ name: 'lists', hits: 120, seconds: 60, scope: 'client-ip' });
  });

  it('in memory allows signed-in users the same number of hits, or their own', () => {
    expect(inMemory(perClientIp('lists', 120, 60_000))).toMatchObject({ inMemory: true, hits: 120, signedInHits: 120 });
    expect(inMemory(perClientIp('lists', 120, 60_000), 600)).toMatchObject({ hits: 120, signedInHits: 600 });
  });
});

const prefix = (...groups: Ipv6Prefix): Ipv6Prefix => groups;

describe('the networks that an attempt counts for', () => {
  it.each<[string, Ipv6Prefix, string[]]>([
    ['the /64, the /56 and the /48', prefix(0x2001, 0xdb8, 1, 0x2ff), ['2001:db8:1::/48', '2001:db8:1:200::/56', '2001:db8:1:2ff::/64']],
    ['the /56 of a small /64', prefix(0x2001, 0xdb8, 1, 2), ['2001:db8:1::/48', '2001:db8:1:0::/56', '2001:db8:1:2::/64']],
    ['the first ones of a provider', prefix(0x2001, 0xdb8, 0, 0), ['2001:db8:0::/48', '2001:db8:0:0::/56', '2001:db8:0:0::/64']],
    [
      'the last ones of a provider',
      prefix(0xfe80, 0xffff, 0xffff, 0xffff),
      ['fe80:ffff:ffff::/48', 'fe80:ffff:ffff:ff00::/56', 'fe80:ffff:ffff:ffff::/64'],
    ],
  ])('are, from an IPv6 address, %s, the widest first', (_, groups, keys) => {
    expect(countedNetworksOf(ipv6ClientIp(groups)).map(({ key }) => key)).toEqual(keys);
  });

  it('are only the address itself from IPv4', () => {
    expect(countedNetworksOf(ipv4ClientIp('203.0.113.7'))).toEqual([{ key: '203.0.113.7', hitsFactor: 1 }]);
  });

  it('are the same for two neighbors in a /48, except for their own /64 and /56', () => {
    const [first, second] = [ipv6ClientIp([0x2001, 0xdb8, 1, 2]), ipv6ClientIp([0x2001, 0xdb8, 1, 0xffff])];
    expect(widerNetworksOf(first)[1]).toEqual(widerNetworksOf(second)[1]);
    expect(widerNetworksOf(first)[0]).not.toEqual(widerNetworksOf(second)[0]);
  });

  it('may have more hits the wider they are', () => {
    expect(countedNetworksOf(ipv6ClientIp([0x2001, 0xdb8, 1, 2])).map(({ hitsFactor }) => hitsFactor)).toEqual([16, 4, 1]);
  });
});

describe('durations', () => {
  it('are in milliseconds', () => expect([SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS]).toEqual([1_000, 60_000, 3_600_000, 86_400_000]));
});

describe('the deadline of an endpoint', () => {
  it.each([
    [0, 5_000],
    [1, 9_000],
    [2, 13_000],
  ])('that calls a provider %d times in sequence is %d ms', (calls, milliseconds) => {
    expect(deadlineWithProvider(calls)).toBe(milliseconds);
    expect(DATABASE_DEADLINE_MS).toBe(5_000);
  });
});
