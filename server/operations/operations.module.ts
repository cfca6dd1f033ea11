import { Module } from '@nestjs/common';
import { JobsModule } from '#server/jobs/jobs.module';
import { MonitoringModule } from '#server/monitoring/monitoring.module';
import { AlarmWebhook } from '#server/operations/alarms/alarm-webhook';
import { PostgresAlarmMessages } from '#server/operations/alarms/postgres/alarm-messages';
import { SiteAlarms } from '#server/operations/alarms/site-alarms';
import { AlarmEmails } from '#server/operations/alarms/typeorm/alarm-emails';
import { OperationsJobs } from '#server/operations/operations.job';
import { MaintenanceModule } from '#server/operations/maintenance/maintenance.module';
import { OperationsController } from '#server/operations/operations.controller';
import { PostgresOperations } from '#server/operations/postgres/operations';

@Module({
  imports: [JobsModule, MaintenanceModule, MonitoringModule],
  controllers: [OperationsController],
  providers: [AlarmWebhook, PostgresAlarmMessages, PostgresOperations, OperationsJobs, SiteAlarms, AlarmEmails],
})
export class OperationsModule {}
