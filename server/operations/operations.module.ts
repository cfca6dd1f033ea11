import { Module } from '@nestjs/common';
import { JobsModule } from '#server/jobs/jobs.module';
import { MonitoringModule } from '#server/monitoring/monitoring.module';
import { AlarmWebhook } from '#server/operations/alarms/alarm-webhook';
import { AlarmsJob } from '#server/operations/alarms/alarms.job';
import { PostgresAlarmMessages } from '#server/operations/alarms/postgres/alarm-messages';
import { SiteAlarms } from '#server/operations/alarms/site-alarms';
import { AlarmEmails } from '#server/operations/alarms/typeorm/alarm-emails';
import { BackupJob } from '#server/operations/backup/backup.job';
import { DiskUsageJob } from '#server/operations/disk-usage.job';
import { MaintenanceModule } from '#server/operations/maintenance/maintenance.module';
import { OperationsController } from '#server/operations/operations.controller';
import { PostgresOperations } from '#server/operations/postgres/operations';
import { ReleasesJob } from '#server/operations/releases/releases.job';
import { ViewOperations } from '#server/operations/view-operations';

@Module({
  imports: [JobsModule, MaintenanceModule, MonitoringModule],
  controllers: [OperationsController],
  providers: [
    AlarmWebhook,
    AlarmsJob,
    BackupJob,
    DiskUsageJob,
    PostgresAlarmMessages,
    PostgresOperations,
    ReleasesJob,
    SiteAlarms,
    ViewOperations,
    AlarmEmails,
  ],
})
export class OperationsModule {}
