import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '#server/jobs/job-runner';
import { CancelDuplicateSubscriptions } from '#server/subscriptions/cancel-duplicate-subscriptions';
import { ReconcileSubscriptions } from '#server/subscriptions/reconcile-subscriptions';

/** Checks overdue renewals every night, and cancels second subscriptions every minute. */
@Injectable()
export class SubscriptionJobs implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly reconcile: ReconcileSubscriptions,
    private readonly cancelDuplicates: CancelDuplicateSubscriptions,
  ) {}

  onModuleInit(): void {
    this.runner.register('subscriptions', ({ scope }) => this.reconcile.run(scope));
    this.runner.register('duplicate-subscriptions', ({ scope }) => this.cancelDuplicates.run(scope));
  }
}
