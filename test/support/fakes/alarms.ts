import type { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';
import type { JobLocks, JobLog } from '#domain/jobs/jobs';
import { AlarmEmails } from '#domain/operations/alarm-emails';
import type { Alarm, EmailedAlarmKind } from '#domain/operations/alarms';
import { type SiteFigures, SiteFiguresSource } from '#domain/operations/site-figures';
import { LastRuns } from '#server/jobs/last-runs';
import { SiteAlarms } from '#server/operations/alarms/site-alarms';
import { MaintenanceMode } from '#server/operations/maintenance/maintenance-mode';
import { CachedFigures } from '#server/monitoring/cached-figures';
import { FakeMaintenanceSwitch } from './maintenance';

/** Emails of alarms in memory, to these administrators. */
export class FakeAlarmEmails extends AlarmEmails {
  readonly queued: { readonly to: string; readonly kind: EmailedAlarmKind; readonly texts: readonly string[] }[] = [];
  readonly #sent = new Set<string>();

  constructor(readonly administrators: readonly string[] = ['admin@people.test']) {
    super();
  }

  async queueOncePerDay(kind: EmailedAlarmKind, alarms: readonly Alarm[], now: Date): Promise<number> {
    const key = `${kind} ${dayOf(now)}`;
    if (this.#sent.has(key)) return 0;
    this.#sent.add(key);
    this.queued.push(...this.administrators.map((to) => ({ to, kind, texts: alarms.map(({ text }) => text) })));
    return this.administrators.length;
  }
}

/** The figures of an empty site that works, unless a test sets others. */
export class FakeSiteFigures extends SiteFiguresSource {
  constructor(private readonly over: Partial<SiteFigures> = {}) {
    super();
  }

  async read(): Promise<SiteFigures> {
    return {
      newestReadingAt: { board: null, pinner: null, pin: null },
      rowCounts: { board: 0, pinner: 0, pin: 0 },
      hasImported: false,
      unsentEmails: 0,
      oldestUnsentAt: null,
      databaseBytes: 0,
      schema: 'current',
      backups: null,
      dataDisk: null,
      backupDisk: null,
      usage: { databaseGrowth: null, backupBytes: null, backupGrowth: null },
      isDatabaseEmbedded: true,
      isReadOnly: false,
      refusedImports: [],
      webhookFault: null,
      ...this.over,
    };
  }
}

/** A site without a webhook. */
const noWebhook = { send: () => Promise.resolve(0) };

/** The alarms of a site with these jobs, emails, and figures. */
export const createAlarms = (
  log: JobLog,
  locks: JobLocks,
  clock: Clock,
  emails: AlarmEmails = new FakeAlarmEmails(),
  figures: SiteFiguresSource = new FakeSiteFigures(),
): SiteAlarms => {
  const maintenance = new MaintenanceMode(new FakeMaintenanceSwitch(), { MAINTENANCE: false });
  return new SiteAlarms(new LastRuns(log, locks), new CachedFigures(figures, log, locks), maintenance, emails, noWebhook, clock, {
    DATA_ALARM_DAYS: 3,
    BACKUP_ALARM_HOURS: 36,
    BACKUP_DIR: '/backups',
  });
};
