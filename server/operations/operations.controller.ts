import { Controller, Get } from '@nestjs/common';
import type { OperationsOverview } from '#domain/operations/contract';
import { ViewOperations } from '#server/operations/view-operations';

/** What runs and how much there is, for administrators only. */
@Controller('api/admin/operations')
export class OperationsController {
  constructor(private readonly operations: ViewOperations) {}

  @Get()
  view(): Promise<OperationsOverview> {
    return this.operations.view();
  }
}
