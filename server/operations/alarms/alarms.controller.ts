import { Controller, Get } from '@nestjs/common';
import type { SiteAlarm } from '#domain/site/contract';
import { SiteAlarms } from '#server/operations/alarms/site-alarms';

/** Current alarms, for administrators only. */
@Controller('api/admin/alarms')
export class AlarmsController {
  constructor(private readonly alarms: SiteAlarms) {}

  @Get()
  list(): Promise<readonly SiteAlarm[]> {
    return this.alarms.list();
  }
}
