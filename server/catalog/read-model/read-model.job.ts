import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RefreshReadModel } from '#server/catalog/read-model/refresh-read-model';
import { JobRunner } from '#server/jobs/job-runner';

/** After a refresh, wait nine times as long as it took: continuous imports must not mean continuous rebuilding. */
const IDLE_TIME_FACTOR = 9;

/** Refreshes stale lists every minute. */
@Injectable()
export class ReadModelJob implements OnModuleInit {
  #idleUntilMs = 0;

  constructor(
    private readonly runner: JobRunner,
    private readonly refreshReadModel: RefreshReadModel,
  ) {}

  onModuleInit(): void {
    this.runner.register('lists', async ({ scope }) => {
      const startedAtMs = performance.now();
      if (startedAtMs < this.#idleUntilMs) return 0;
      try {
        return (await this.refreshReadModel.rebuildStale(scope)).length;
      } finally {
        const endedAtMs = performance.now();
        this.#idleUntilMs = endedAtMs + (endedAtMs - startedAtMs) * IDLE_TIME_FACTOR;
      }
    });
  }
}
