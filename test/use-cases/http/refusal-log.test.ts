import { ipv4ClientIp, ipv6ClientIp } from '#domain/client-ip';
import { RefusalLog } from '#server/http/limits/refusal-log';
import { RecordingSecurityLog } from '../../support/fakes/auth';

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
