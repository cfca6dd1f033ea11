import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '#server/jobs/job-runner';
import { RenewTokens } from '#server/linked-accounts/renew-tokens';

/** Renews access to linked accounts every hour. */
@Injectable()
export class RenewTokensJob implements OnModuleInit {
  readonly #logger = new Logger('linked-accounts');

  constructor(
    private readonly runner: JobRunner,
    private readonly renewTokens: RenewTokens,
  ) {}

  onModuleInit(): void {
    this.runner.register('linked-tokens', async ({ scope }) => {
      const { renewed, ended, failed, warned } = await this.renewTokens.run(scope);
      if (failed > 0) this.#logger.warn(`access to ${failed} linked accounts could not be renewed now`);
      return renewed + ended + warned;
    });
  }
}
