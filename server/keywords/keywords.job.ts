import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '#server/jobs/job-runner';
import { RecomputeKeywords } from '#server/keywords/recompute-keywords';

/** Counts keywords every night. */
@Injectable()
export class KeywordsJob implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly recomputeKeywords: RecomputeKeywords,
  ) {}

  onModuleInit(): void {
    this.runner.register('keywords', async ({ scope }) => (await this.recomputeKeywords.recompute({ within: scope })).keywords);
  }
}
