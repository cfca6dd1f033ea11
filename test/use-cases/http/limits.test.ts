import { endpoints } from '#domain/api';
import { clientIpOf } from '#server/http/guards/client-ip';
import { limitsByName, parseRateLimitSettings } from '#server/config/rate-limit-settings';
import { ipv4ClientIp, ipv6ClientIp } from '#domain/client-ip';
import { RefusalLog } from '#server/http/limits/refusal-log';
import { RecordingSecurityLog } from '../../support/fakes/auth';

const fivePerMinute = { name: 'five', hits: 5, seconds: 60 };

describe('a rate limit', () => {
  it('has the same numbers at every endpoint that shares its name', () => {
    for (const { limits } of endpoints.values())
      for (const { name, hits, seconds } of limits) expect(limitsByName.get(name)).toMatchObject({ hits, seconds });
  });
});

describe('the rate limit settings', () => {
  it('keep the defaults unless overridden', () => {
    expect(parseRateLimitSettings('').effectiveLimit(fivePerMinute)).toBe(fivePerMinute);
    expect(parseRateLimitSettings('').disabledNames).toEqual([]);
  });

  it('multiply the hits for a network of many client IPs', () => {
    expect(parseRateLimitSettings('').effectiveLimit({ ...fivePerMinute, hitsFactor: 4 })?.hits).toBe(20);
    expect(parseRateLimitSettings('login=7/90').effectiveLimit({ name: 'login', hits: 5, seconds: 60, hitsFactor: 4 })?.hits).toBe(28);
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
    expect(() => parseRateLimitSettings(text)).toThrow('must be off, or name=attempts/seconds');
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
    ['1::3:4:5:6:7:8', '1:0:3:4::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:203.0.113.7', '1:2:3:4::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['203.0.113.7:50123', '203.0.113.7'],
    ['[2001:db8:1:2::9]:50123', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ])('%s is %s', (address, key) => {
    expect(clientIpOf(address).key).toBe(key);
  });
});

describe('the log of refused requests', () => {
  it('has one line per limit and client IP, with a count', () => {
    const securityLog = new RecordingSecurityLog();
    const refusals = new RefusalLog(securityLog);
    for (let count = 0; count < 5_000; count++)
      refusals.record({ event: 'limit-hit', detail: 'lists', clientIp: ipv4ClientIp('203.0.113.7') });
    refusals.record({ event: 'limit-hit', detail: 'login', clientIp: ipv4ClientIp('203.0.113.7') });
    refusals.record({ event: 'limit-hit', detail: 'lists', clientIp: ipv4ClientIp('203.0.113.8') });
    expect(securityLog.events).toEqual([]);
    refusals.flush();
    refusals.flush();
    expect(securityLog.events.map(({ detail, clientIp, count }) => [detail, clientIp?.key, count])).toEqual([
      ['lists', '203.0.113.7', 5_000],
      ['login', '203.0.113.7', 1],
      ['lists', '203.0.113.8', 1],
    ]);
  });

  it('does not grow with the number of client IPs', () => {
    const securityLog = new RecordingSecurityLog();
    const refusals = new RefusalLog(securityLog);
    for (let index = 0; index < 65_536; index++)
      refusals.record({ event: 'limit-hit', detail: 'login', clientIp: ipv6ClientIp([0x2001, 0xdb8, 1, index]) });
    refusals.onApplicationShutdown();
    expect(securityLog.events).toHaveLength(1_001);
    expect(securityLog.events.at(-1)).toEqual({ event: 'limit-hit', detail: 'login', count: 64_536 });
  });
});
