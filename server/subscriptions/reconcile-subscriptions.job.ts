import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '#server/jobs/job-runner';
import { ReconcileSubscriptions } from '#server/subscriptions/reconcile-subscriptions';

/** Checks overdue renewals every night. */
@Injectable()
export class ReconcileSubscriptionsJob implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly reconcile: ReconcileSubscriptions,
  ) {}

  onModuleInit(): void {
    this.runner.register('subscriptions', ({ scope }) => this.reconcile.run(scope));
  }
}
