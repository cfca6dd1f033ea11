import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations';
import { serverStopped } from '#domain/jobs/stopped-run';
import { alarmIdentity, alarmMessageBody, alarmsOf, isSentToWebhook, type WatchedRun, type WatchedSite } from '#domain/operations/alarms';
import type { SiteFigures } from '#domain/operations/site-figures';

const now = new Date('2026-08-23T09:00:00Z');
const before = (ms: number) => new Date(now.getTime() - ms);
const never = { board: null, pinner: null, pin: null };

const noMaintenance: WatchedSite['maintenance'] = { isOn: false, isBySetting: false, since: null };
const alarmsWith = (over: Partial<SiteFigures>, runs: readonly WatchedRun[] = [], maintenance = noMaintenance) =>
  alarmsOf(
    {
      maintenance,
      runs,
      figures: {
        oldestUnsentAt: null,
        newestReadingAt: never,
        hasImported: true,
        backups: null,
        dataDisk: null,
        backupDisk: null,
        isReadOnly: false,
        refusedImports: [],
        failedTakeBacks: [],
        webhookFault: null,
        ...over,
      } as Partial<SiteFigures> as SiteFigures,
      dataAlarmDays: 3,
      backupAlarmHours: 36,
    },
    now,
  );
const aRun = (over: Partial<WatchedRun>): WatchedRun => ({ job: 'growth', error: null, isKilled: false, succeeded_at: null, ...over });

describe('the alarms of a site', () => {
  it.each<[string, Partial<WatchedRun>, string[]]>([
    ['a job that succeeded or runs', {}, []],
    ['a job that failed', { error: 'Error: no disk' }, ['The job “growth” failed.']],
    ['a job that was killed', { isKilled: true }, ['The server was killed while the job “growth” ran.']],
    ['a job that stopped with its server', { error: String(serverStopped()) }, []],
  ])('tell of %s', (_, over, expected) => {
    expect(alarmsWith({}, [aRun(over)])).toEqual(expected.map((text) => ({ kind: 'job', text })));
  });

  it.each([
    [noMaintenance, []],
    [
      { isOn: true, isBySetting: false, since: new Date('2026-08-23T08:15:30Z') },
      ['Maintenance is on since 2026-08-23 08:15 UTC: visitors see the maintenance page. “corklight maintenance off” ends it.'],
    ],
    [
      { isOn: true, isBySetting: true, since: null },
      ['Maintenance is on: visitors see the maintenance page. Start the servers without MAINTENANCE=true to end it.'],
    ],
  ])('tell of maintenance: %j', (maintenance, expected) => {
    expect(alarmsWith({}, [], maintenance)).toEqual(expected.map((text) => ({ kind: 'maintenance', text })));
  });

  const folder = '/backups';
  const backupOf = (ageMs: number) => ({ createdAt: before(ageMs), bytes: 1, isEncrypted: false });

  it.each<[string, SiteFigures['backups'], Date | null, string[]]>([
    ['no folder', null, now, []],
    ['a new backup', { folder, problem: null, newest: backupOf(36 * HOUR_MS) }, now, []],
    [
      'an old backup',
      { folder, problem: null, newest: backupOf(36 * HOUR_MS + 1) },
      now,
      ['The newest backup in /backups is 36 hours old.'],
    ],
    ['no backup before the first night', { folder, problem: null, newest: null }, null, []],
    ['no backup after a night', { folder, problem: null, newest: null }, now, ['There is no backup of this site in /backups.']],
    [
      'a folder that cannot be used',
      { folder, problem: 'EACCES: permission denied', newest: null },
      now,
      ['Backups cannot be made: the folder /backups cannot be used (EACCES: permission denied).'],
    ],
  ])('tell of %s', (_, backups, succeeded_at, expected) => {
    expect(alarmsWith({ backups }, [aRun({ job: 'backup', succeeded_at })])).toEqual(expected.map((text) => ({ kind: 'backup', text })));
  });

  it.each<[number, number | null, string[]]>([
    [1_000_000_000, null, []],
    [999_999_999, null, ['The disk of /srv/data is almost full: 999 MB are free.']],
    [0, 0, ['The disk of /srv/data is almost full: 0 MB are free.']],
    [5_000_000_000, 14, []],
    [5_000_000_000, 13, ['At its present growth, the disk of /srv/data is full in 13 days.']],
  ])('tell of a folder with %s bytes free, which last for %s days', (freeBytes, daysLeft, expected) => {
    const disk = { folder: '/srv/data', freeBytes, daysLeft };
    expect(alarmsWith({ backupDisk: disk })).toEqual(alarmsWith({ dataDisk: disk }));
    expect(alarmsWith({ dataDisk: disk })).toEqual(expected.map((text) => ({ kind: 'disk', text })));
  });

  it('tell of a database that saves nothing', () => {
    expect(alarmsWith({ isReadOnly: true })).toEqual([{ kind: 'disk', text: expect.stringContaining('nothing is saved') }]);
  });

  it.each([
    [null, []],
    ['it answered 404', ['Alarms do not reach the webhook: it answered 404.']],
  ])('tell of a webhook that failed with %j', (webhookFault, expected) => {
    expect(alarmsWith({ webhookFault })).toEqual(expected.map((text) => ({ kind: 'webhook', text })));
  });

  it('name every import that was refused, with the reason where it is known', () => {
    const refusedImports = [
      { source: 'b.csv', reason: '12.0% of the lines were rejected' },
      { source: 'a.csv', reason: null },
    ];
    expect(alarmsWith({ refusedImports }).map(({ text }) => text)).toEqual([
      'The import of “b.csv” was refused: 12.0% of the lines were rejected.',
      'The import of “a.csv” was refused.',
    ]);
  });

  it('say which take-back failed, and what to do', () => {
    const failedTakeBacks = [{ source: 'a.csv', reason: 'Another import is half applied.' }];
    expect(alarmsWith({ failedTakeBacks })).toEqual([
      {
        kind: 'import',
        text: 'Taking the import of “a.csv” back failed: Another import is half applied. Try again on /admin/imports: until then, what it changed is half undone, and no replaced values are deleted.',
      },
    ]);
  });

  it('stay the same alarm while their ages and sizes change, but for another job', () => {
    const alarmOf = (kind: 'disk' | 'job', text: string) => alarmIdentity({ kind, text });
    expect(alarmOf('disk', '999 MB are free')).toBe(alarmOf('disk', '998 MB are free'));
    expect(alarmOf('job', 'The job “growth” failed.')).not.toBe(alarmOf('job', 'The job “backup” failed.'));
  });

  it.each(['maintenance', 'webhook'] as const)('keep that about %s from the webhook', (kind) => {
    expect([isSentToWebhook({ kind, text: '' }), isSentToWebhook({ kind: 'mail', text: '' })]).toEqual([false, true]);
  });

  it('say at their end that they are over', () => {
    const message = { id: 7, kind: 'disk', text: 'The disk is full.', began_at: before(HOUR_MS), ended_at: now } as const;
    const sentence = 'Pins: Over: The disk is full. https://pins.example/admin/operations';
    expect(alarmMessageBody(message, { brand: 'Pins', origin: 'https://pins.example' })).toEqual({
      text: sentence,
      content: sentence,
      id: 7,
      kind: 'disk',
      alarm: 'The disk is full.',
      since: before(HOUR_MS),
      ended: now,
      site: 'https://pins.example',
      operations: 'https://pins.example/admin/operations',
    });
  });

  it('fit into a message of Discord, with the address at the end, and are whole for programs', () => {
    const text = `The import of “${'long name '.repeat(300)}” was refused.`;
    const message = { id: 7, kind: 'import', text, began_at: now, ended_at: null } as const;
    const body = alarmMessageBody(message, { brand: 'Pins', origin: 'https://pins.example' });
    expect(body).toMatchObject({ text: body.content, alarm: text });
    expect(body.content).toMatch(/^Pins: The import of “long .* (long|name)… https:\/\/pins\.example\/admin\/operations$/);
    expect(body.content.length).toBeLessThanOrEqual(2_000);
    expect(body.content.length).toBeGreaterThan(1_980);
  });

  it('name every job that failed', () => {
    const runs = [aRun({ error: 'no disk' }), aRun({ job: 'lists' }), aRun({ job: 'backup', error: 'no disk' })];
    expect(alarmsWith({}, runs).map(({ text }) => text)).toEqual(['The job “growth” failed.', 'The job “backup” failed.']);
  });

  it.each<[number | null, string[]]>([
    [null, []],
    [15 * MINUTE_MS, []],
    [15 * MINUTE_MS + 1, ['Email is not going out: one has waited for 15 minutes.']],
    [120 * MINUTE_MS - 1, ['Email is not going out: one has waited for 119 minutes.']],
    [120 * MINUTE_MS, ['Email is not going out: one has waited for 2 hours.']],
    [239 * MINUTE_MS, ['Email is not going out: one has waited for 3 hours.']],
  ])('tell of an email that has waited for %s ms', (waitedMs, expected) => {
    const oldestUnsentAt = waitedMs === null ? null : before(waitedMs);
    expect(alarmsWith({ oldestUnsentAt })).toEqual(expected.map((text) => ({ kind: 'mail', text })));
  });

  it.each<[string, SiteFigures['newestReadingAt'], boolean, string[]]>([
    ['none', never, true, []],
    ['three days old', { ...never, pin: before(3 * DAY_MS) }, true, []],
    ['older', { ...never, pin: before(3 * DAY_MS + 1) }, true, ['The data is out of date: its newest reading is 3 days old.']],
    ['old of one kind only', { board: before(9 * DAY_MS), pinner: before(9 * DAY_MS), pin: before(DAY_MS) }, true, []],
    ['that of a demo', { ...never, board: before(9 * DAY_MS) }, false, []],
  ])('tell of old data if the newest reading is %s', (_, newestReadingAt, hasImported, expected) => {
    expect(alarmsWith({ newestReadingAt, hasImported })).toEqual(expected.map((text) => ({ kind: 'data', text })));
  });
});
