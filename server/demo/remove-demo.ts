import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { VisitorEventStore } from '#domain/analytics/visitors/visitor-events';
import { Clock } from '#domain/clock';
import { WriteLock } from '#domain/jobs/write-lock';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { Postgres } from '#server/database/postgres';
import { isDemoBeingRemoved, saveDemoCleared, saveDemoRemoval } from '#server/demo/postgres/demo-settings';
import { removeDemoUsers } from '#server/demo/postgres/demo-users';
import { clearDemoEvents } from '#server/demo/postgres/load-demo-events';
import { clearDemo } from '#server/demo/postgres/load-demo';
import { RecomputeKeywords } from '#server/keywords/recompute-keywords';

/** Removes the demo for good. What others imported, real visitor events, and other accounts stay. */
@Injectable()
export class RemoveDemo implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger('demo');
  #isStopping = false;

  constructor(
    private readonly postgres: Postgres,
    private readonly visitorEvents: VisitorEventStore,
    private readonly clock: Clock,
    private readonly writeLock: WriteLock,
    private readonly recomputeGrowth: RecomputeGrowth,
    private readonly recomputeKeywords: RecomputeKeywords,
  ) {}

  /** Goes on with a removal that the last stop interrupted. */
  async onApplicationBootstrap(): Promise<void> {
    if (await isDemoBeingRemoved(this.postgres.pool)) void this.#removeInBackground();
  }

  beforeApplicationShutdown(): void {
    this.#isStopping = true;
  }

  /** Begins the removal, and does not wait for its end. */
  async begin(): Promise<void> {
    await saveDemoRemoval(this.postgres.pool);
    void this.#removeInBackground();
  }

  /** Removes everything; a repeated call finishes one that was interrupted. Returns the numbers of removed rows and visitor events. */
  async remove(onWait: () => void = () => undefined): Promise<{ readonly rows: number; readonly events: number }> {
    const rows = await this.writeLock.runAsWriter(
      async (scope) => {
        const removed = await clearDemo(this.postgres.jobPoolIn(scope), this.clock.now());
        await removeDemoUsers(this.postgres.pool);
        await this.recomputeGrowth.recomputeAllAsWriter(scope);
        await this.recomputeKeywords.recomputeAsWriter(scope);
        return removed;
      },
      { onWait },
    );
    const events = await clearDemoEvents({ postgres: this.postgres, visitorEvents: this.visitorEvents });
    await saveDemoCleared(this.postgres.pool);
    return { rows, events };
  }

  async #removeInBackground(): Promise<void> {
    try {
      const { rows } = await this.remove();
      this.#logger.log(`removed the demo: ${rows} rows`);
    } catch (error) {
      if (this.#isStopping) this.#logger.log('the server stopped while it removed the demo, which the next start finishes');
      else this.#logger.error(`the demo was not removed completely, which the next start finishes: ${(error as Error).message}`);
    }
  }
}
