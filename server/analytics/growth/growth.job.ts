import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { JobRunner } from '#server/jobs/job-runner';

/** Recomputes growth and momentum every night. */
@Injectable()
export class GrowthJob implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly recomputeGrowth: RecomputeGrowth,
  ) {}

  onModuleInit(): void {
    this.runner.register('growth', ({ scope }) => this.recomputeGrowth.recomputeAll({ within: scope }));
  }
}
