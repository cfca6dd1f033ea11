import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { inUtc } from '#server/jobs/schedule';
import { ReconcileSubscriptions } from '#server/subscriptions/reconcile-subscriptions';

/** Asks about overdue subscriptions every night at 04:20 UTC. */
@Injectable()
export class ReconcileJob {
  readonly #logger = new Logger('subscriptions');

  constructor(private readonly reconcile: ReconcileSubscriptions) {}

  @Cron('0 20 4 * * *', inUtc)
  async run(): Promise<void> {
    try {
      this.#logger.log(`nightly reconciliation: ${await this.reconcile.nightly()}`);
    } catch (error) {
      this.#logger.error(error);
    }
  }
}
