import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { CRON_OPTIONS } from '#server/jobs/schedule';
import { ReconcileSubscriptions } from '#server/subscriptions/reconcile-subscriptions';

/** Asks about overdue subscriptions every night at 04:20 UTC. */
@Injectable()
export class ReconcileSubscriptionsJob {
  readonly #logger = new Logger('subscriptions');

  constructor(private readonly reconcile: ReconcileSubscriptions) {}

  @Cron('0 20 4 * * *', CRON_OPTIONS)
  async run(): Promise<void> {
    try {
      this.#logger.log(`nightly reconciliation: ${await this.reconcile.runNightly()}`);
    } catch (error) {
      this.#logger.error(error);
    }
  }
}
