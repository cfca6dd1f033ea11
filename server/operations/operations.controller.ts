import { Controller, Get } from '@nestjs/common';
import type { OperationsOverview } from '#domain/operations/contract';
import type { SiteAlarm } from '#domain/site/contract';
import { SiteAlarms } from '#server/operations/alarms/site-alarms';
import { ViewOperations } from '#server/operations/view-operations';

/** Alarms, and what runs and how much there is, for administrators only. */
@Controller('api/admin')
export class OperationsController {
  constructor(
    private readonly operations: ViewOperations,
    private readonly alarms: SiteAlarms,
  ) {}

  @Get('operations')
  view(): Promise<OperationsOverview> {
    return this.operations.view();
  }

  @Get('alarms')
  listAlarms(): Promise<readonly SiteAlarm[]> {
    return this.alarms.list();
  }
}
