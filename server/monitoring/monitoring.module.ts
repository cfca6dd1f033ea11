import { Module } from '@nestjs/common';
import { AlarmEmails } from '#domain/monitoring/alarm-emails';
import { Instances } from '#domain/monitoring/instances';
import { SiteFiguresSource } from '#domain/monitoring/site-figures';
import { JobsModule } from '#server/jobs/jobs.module';
import { MailModule } from '#server/mail/mail.module';
import { MaintenanceModule } from '#server/maintenance/maintenance.module';
import { AlarmWebhook } from '#server/monitoring/alarms/alarm-webhook';
import { AlarmsController } from '#server/monitoring/alarms/alarms.controller';
import { AlarmsJob } from '#server/monitoring/alarms/alarms.job';
import { SiteAlarms } from '#server/monitoring/alarms/site-alarms';
import { PostgresAlarmMessages } from '#server/monitoring/alarms/postgres/alarm-messages';
import { TypeormAlarmEmails } from '#server/monitoring/alarms/typeorm/alarm-emails';
import { CachedFigures } from '#server/monitoring/cached-figures';
import { TypeormInstances } from '#server/monitoring/instances/typeorm/instances';
import { DiskUsageJob } from '#server/monitoring/disk-usage.job';
import { SiteMetrics } from '#server/monitoring/metrics/site-metrics';
import { OperationsController } from '#server/monitoring/operations/operations.controller';
import { PostgresOperations } from '#server/monitoring/operations/postgres/operations';
import { ViewOperations } from '#server/monitoring/operations/view-operations';
import { ReleasesJob } from '#server/monitoring/releases/releases.job';
import { PostgresSiteFigures } from '#server/monitoring/postgres/site-figures';

@Module({
  imports: [JobsModule, MailModule, MaintenanceModule],
  controllers: [AlarmsController, OperationsController],
  providers: [
    CachedFigures,
    SiteMetrics,
    SiteAlarms,
    AlarmWebhook,
    PostgresAlarmMessages,
    AlarmsJob,
    DiskUsageJob,
    ReleasesJob,
    ViewOperations,
    PostgresOperations,
    { provide: Instances, useClass: TypeormInstances },
    { provide: SiteFiguresSource, useClass: PostgresSiteFigures },
    { provide: AlarmEmails, useClass: TypeormAlarmEmails },
  ],
  exports: [CachedFigures, Instances, SiteAlarms],
})
export class MonitoringModule {}
