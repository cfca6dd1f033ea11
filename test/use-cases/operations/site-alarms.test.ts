import { DAY_MS, HOUR_MS } from '#domain/durations';
import { createAlarms, FakeAlarmEmails } from '../../support/fakes/alarms';
import { FakeJobLocks, FakeJobLog } from '../../support/fakes/jobs';
import { FixedClock } from '../../support/fixed-clock';

describe('the alarms of a site', () => {
  const now = new Date('2026-08-23T09:00:00Z');
  const clock = new FixedClock(now);

  async function createSite() {
    const [log, locks, emails] = [new FakeJobLog(), new FakeJobLocks(), new FakeAlarmEmails()];
    for (const job of ['growth', 'backup', 'releases', 'removed-in-this-release']) {
      await log.open({ job, scheduledFor: 'now', startedAt: now });
      await log.recordFailure({ job, scheduledFor: 'now', startedAt: now }, now, 'no disk');
    }
    const figures = {
      oldestUnsentAt: new Date(now.getTime() - HOUR_MS),
      hasImported: true,
      newestReadingAt: { board: new Date(now.getTime() - 5 * DAY_MS), pinner: null, pin: null },
    };
    return { alarms: createAlarms(log, locks, clock, emails, figures), emails };
  }

  it('are those of the jobs that still exist and are not off, of emails, and of data', async () => {
    const { alarms } = await createSite();
    expect((await alarms.list()).map(({ text }) => text)).toEqual([
      'The job “growth” failed.',
      'The job “backup” failed.',
      'Email is not going out: one has waited for 60 minutes.',
      'The data is out of date: its newest reading is 5 days old.',
    ]);
  });

  it('are sent to administrators once, except for the one about emails', async () => {
    const { alarms, emails } = await createSite();
    expect([await alarms.send(), await alarms.send()]).toEqual([2, 0]);
    const to = 'admin@people.test';
    expect(emails.queued).toEqual([
      { to, kind: 'job', texts: ['The job “growth” failed.', 'The job “backup” failed.'] },
      { to, kind: 'data', texts: ['The data is out of date: its newest reading is 5 days old.'] },
    ]);
  });

  it('cause no email while all is well', async () => {
    const emails = new FakeAlarmEmails();
    const alarms = createAlarms(new FakeJobLog(), new FakeJobLocks(), clock, emails);
    expect([await alarms.list(), await alarms.send(), emails.queued]).toEqual([[], 0, []]);
  });
});
