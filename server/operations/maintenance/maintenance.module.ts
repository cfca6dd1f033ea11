import { Module } from '@nestjs/common';
import { MaintenanceGate } from '#server/operations/maintenance/maintenance-gate';
import { MaintenanceMode } from '#server/operations/maintenance/maintenance-mode';
import { MaintenanceSwitch } from '#server/operations/maintenance/typeorm/maintenance-switch';

/** A module of its own, because sign-in needs it, and operations need emails and jobs. */
@Module({
  providers: [MaintenanceMode, MaintenanceGate, MaintenanceSwitch],
  exports: [MaintenanceMode, MaintenanceGate],
})
export class MaintenanceModule {}
