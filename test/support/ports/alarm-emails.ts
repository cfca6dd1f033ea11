import { DAY_MS } from '#domain/durations';
import type { AlarmEmails } from '#domain/operations/alarm-emails';
import type { Alarm } from '#domain/operations/alarms';

const now = new Date('2026-08-23T23:59:00Z');
const tomorrow = new Date(now.getTime() + DAY_MS);
const failed: readonly Alarm[] = [{ kind: 'job', text: 'The job “growth” failed.' }];
const old: readonly Alarm[] = [{ kind: 'data', text: 'The data is out of date.' }];

/** The suite of the port; `create` returns two instances of one site with two administrators. */
export function describeAlarmEmails(name: string, create: () => Promise<readonly [AlarmEmails, AlarmEmails]>): void {
  describe(name, () => {
    it('queues one email per administrator, kind, and UTC day, over all instances', async () => {
      const [one, other] = await create();
      const counts = await Promise.all([one, other, one, other].map((emails) => emails.queueOncePerDay('job', failed, now)));
      expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 2]);
      expect(await other.queueOncePerDay('data', old, now)).toBe(2);
      expect(await one.queueOncePerDay('data', old, now)).toBe(0);
      expect(await one.queueOncePerDay('job', failed, tomorrow)).toBe(2);
      expect(await other.queueOncePerDay('job', failed, tomorrow)).toBe(0);
    });
  });
}
