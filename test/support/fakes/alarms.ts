import type { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';
import type { JobLocks, JobLog } from '#domain/jobs/jobs';
import type { Alarm, EmailedAlarmKind } from '#domain/operations/alarms';
import type { SiteFigures } from '#domain/operations/site-figures';
import { LastRuns } from '#server/jobs/last-runs';
import { SiteAlarms } from '#server/operations/alarms/site-alarms';
import { MaintenanceMode } from '#server/operations/maintenance/maintenance-mode';
import { CachedFigures } from '#server/monitoring/cached-figures';

/** Emails of alarms in memory, to one administrator. */
export class FakeAlarmEmails {
  readonly queued: { readonly to: string; readonly kind: EmailedAlarmKind; readonly texts: readonly string[] }[] = [];
  readonly #sent = new Set<string>();

  async queueOncePerDay(kind: EmailedAlarmKind, alarms: readonly Alarm[], now: Date): Promise<number> {
    const key = `${kind} ${dayOf(now)}`;
    if (this.#sent.has(key)) return 0;
    this.#sent.add(key);
    this.queued.push({ to: 'admin@people.test', kind, texts: alarms.map(({ text }) => text) });
    return 1;
  }
}

/** The figures of an empty site that works. */
const emptySite: SiteFigures = {
  newestReadingAt: { board: null, pinner: null, pin: null },
  rowCounts: { board: 0, pinner: 0, pin: 0 },
  hasImported: false,
  linkedAccounts: { connected: 0, retrying: 0, needs_you: 0 },
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
  failedTakeBacks: [],
  webhookFault: null,
};

/** A site without a webhook. */
const noWebhook = { send: () => Promise.resolve(0) };

/** The alarms of a site with these jobs, emails, and figures. */
export const createAlarms = (
  log: JobLog,
  locks: JobLocks,
  clock: Clock,
  emails = new FakeAlarmEmails(),
  figures: Partial<SiteFigures> = {},
): SiteAlarms => {
  const maintenance = new MaintenanceMode({ readSince: async () => null }, { MAINTENANCE: false });
  return new SiteAlarms(
    new LastRuns(log, locks),
    new CachedFigures({ read: async () => ({ ...emptySite, ...figures }) }, log, locks),
    maintenance,
    emails,
    noWebhook,
    clock,
    {
      DATA_ALARM_DAYS: 3,
      BACKUP_ALARM_HOURS: 36,
      BACKUP_DIR: '/backups',
      RELEASE_FEED_URL: undefined,
    },
  );
};
