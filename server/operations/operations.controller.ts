import { Controller } from '@nestjs/common';
import { listAlarms } from '#domain/site/endpoints';
import { viewOperations } from '#domain/operations/endpoints';
import { SiteAlarms } from '#server/operations/alarms/site-alarms';
import { ViewOperations } from '#server/operations/view-operations';
import { Handles } from '#server/http/handles';

/** Alarms, and what runs and how much there is, for administrators only. */
@Controller()
export class OperationsController {
  constructor(
    private readonly operations: ViewOperations,
    private readonly alarms: SiteAlarms,
  ) {}

  @Handles(viewOperations)
  view() {
    return this.operations.view();
  }

  @Handles(listAlarms)
  listAlarms() {
    return this.alarms.list();
  }
}
