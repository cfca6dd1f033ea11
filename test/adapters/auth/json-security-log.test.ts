import { ipv4ClientIp } from '#domain/client-ip';
import { JsonSecurityLog } from '#server/monitoring/logs/json-security-log';
import type { Log } from '#server/monitoring/logs/log';
import { FakeSecrets } from '../../support/fakes/auth';
import { FixedClock } from '../../support/fixed-clock';

class HexSecrets extends FakeSecrets {
  override sign(_purpose: string, text: string): string {
    return Buffer.from(text).toString('hex').padEnd(43, '0');
  }
}

describe('the security log', () => {
  it('is a record per event, without readable addresses', () => {
    const events: unknown[] = [];
    const log = new JsonSecurityLog(new FixedClock(new Date('2026-01-01T00:00:00Z')), new HexSecrets(), {
      audit: { info: (event: unknown) => void events.push(event) },
    } as unknown as Log);
    log.record({ event: 'sign-in-failed', email: 'ann@example.com\n', clientIp: ipv4ClientIp('203.0.113.7') });
    expect(JSON.stringify(events)).not.toMatch(/ann@|203\.0|\n/);
    expect(events).toEqual([
      {
        at: '2026-01-01T00:00:00.000Z',
        event: 'sign-in-failed',
        email_hash: expect.stringMatching(/^\w{16}$/),
        network_hash: expect.stringMatching(/^\w{16}$/),
      },
    ]);
  });
});
