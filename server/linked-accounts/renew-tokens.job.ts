import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { JobRunner } from '#server/jobs/job-runner';
import { StoredAnswers } from '#server/linked-accounts/postgres/stored-answers';
import { RenewTokens } from '#server/linked-accounts/renew-tokens';

/** Renews access to linked accounts every hour, and deletes what was read from them after minutes. */
@Injectable()
export class RenewTokensJob implements OnModuleInit {
  readonly #logger = new Logger('linked-accounts');

  constructor(
    private readonly runner: JobRunner,
    private readonly renewTokens: RenewTokens,
    private readonly answers: StoredAnswers,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.runner.register('linked-answers', () => this.answers.deleteExpired(this.clock.now()));
    this.runner.register('linked-tokens', async ({ scope }) => {
      const { renewed, ended, failed, warned } = await this.renewTokens.run(scope);
      if (failed > 0) this.#logger.warn(`access to ${failed} linked accounts could not be renewed now`);
      return renewed + ended + warned;
    });
  }
}
