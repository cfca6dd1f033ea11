import { Module } from '@nestjs/common';
import { MaintenanceSwitch } from '#domain/site/maintenance';
import { MaintenanceGate } from '#server/maintenance/maintenance-gate';
import { MaintenanceMode } from '#server/maintenance/maintenance-mode';
import { TypeormMaintenanceSwitch } from '#server/maintenance/typeorm/maintenance-switch';

@Module({
  providers: [MaintenanceMode, MaintenanceGate, { provide: MaintenanceSwitch, useClass: TypeormMaintenanceSwitch }],
  exports: [MaintenanceMode, MaintenanceGate],
})
export class MaintenanceModule {}
