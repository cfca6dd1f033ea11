import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { type Alarm, alarmsOf, emailedAlarmKinds } from '#domain/operations/alarms';
import { CONFIG, type Config } from '#server/config/config';
import { LastRuns } from '#server/jobs/last-runs';
import { isJobName, isJobOff, type NeededSettings } from '#server/jobs/schedule';
import { MaintenanceMode } from '#server/operations/maintenance/maintenance-mode';
import { AlarmWebhook } from '#server/operations/alarms/alarm-webhook';
import { CachedFigures } from '#server/monitoring/cached-figures';
import { AlarmEmails } from '#server/operations/alarms/typeorm/alarm-emails';

/** What administrators should look at, on the operations page, by email, and at the webhook. */
@Injectable()
export class SiteAlarms {
  constructor(
    private readonly lastRuns: LastRuns,
    private readonly figures: CachedFigures,
    private readonly maintenance: MaintenanceMode,
    @Inject(AlarmEmails) private readonly emails: Pick<AlarmEmails, 'queueOncePerDay'>,
    @Inject(AlarmWebhook) private readonly webhook: Pick<AlarmWebhook, 'send'>,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'DATA_ALARM_DAYS' | 'BACKUP_ALARM_HOURS'> & NeededSettings,
  ) {}

  async list(): Promise<readonly Alarm[]> {
    const [lastRuns, figures] = await Promise.all([this.lastRuns.list(), this.figures.read()]);
    const { DATA_ALARM_DAYS: dataAlarmDays, BACKUP_ALARM_HOURS: backupAlarmHours } = this.config;
    // A job that a release removed or a setting turned off never runs again, so that its failure would never end.
    const runs = lastRuns.filter(({ job }) => isJobName(job) && !isJobOff(job, this.config));
    return alarmsOf({ maintenance: this.maintenance, runs, figures, dataAlarmDays, backupAlarmHours }, this.clock.now());
  }

  /** Tells administrators and the webhook about new alarms; returns how many emails were queued and messages delivered. */
  async send(): Promise<number> {
    const alarms = await this.list();
    let queuedCount = 0;
    for (const kind of emailedAlarmKinds) {
      const ofKind = alarms.filter((alarm) => alarm.kind === kind);
      if (ofKind.length > 0) queuedCount += await this.emails.queueOncePerDay(kind, ofKind, this.clock.now());
    }
    return queuedCount + (await this.webhook.send(alarms));
  }
}
