import { Injectable } from '@nestjs/common';
import { GrowthLedger, type NextScores, type OnGrowthProgress } from '#domain/analytics/growth/growth-ledger';
import type { ChangedIds } from '#domain/catalog/import/import-runs';
import { ReadModel } from '#domain/catalog/read-model';
import type { Variant } from '#domain/catalog/variants';
import { WriteLock, type WriteLockOptions, type WriterScope } from '#domain/jobs/write-lock';
import { Clock } from '#domain/clock';
import { type Day, dayOf } from '#domain/days';

export interface RecomputeOptions extends WriteLockOptions {
  /** Today by default. */
  readonly day?: Day | undefined;
  readonly onProgress?: OnGrowthProgress;
}

const ignoreProgress: OnGrowthProgress = () => undefined;

/** Recomputes growth, momentum, and ranks, then the lists that are ordered by them, and publishes all of it in one step. */
@Injectable()
export class RecomputeGrowth {
  constructor(
    private readonly ledger: GrowthLedger,
    private readonly readModel: ReadModel,
    private readonly writeLock: WriteLock,
    private readonly clock: Clock,
  ) {}

  /** Recomputes everything as of a day; returns the number of scored entities. */
  recomputeAll({ day, onProgress, ...lockOptions }: RecomputeOptions = {}): Promise<number> {
    return this.writeLock.runAsWriter((scope) => this.recomputeAllAsWriter(scope, day, onProgress), lockOptions);
  }

  /** The same for a caller that holds the write lock. */
  async recomputeAllAsWriter(scope: WriterScope, day: Day = this.#today(), onProgress = ignoreProgress): Promise<number> {
    return this.#rankAndPublish(scope, await this.ledger.scoreAll(scope, day, onProgress));
  }

  /** Recomputes what an import changed: a few entities in place, more by a new generation. Scores of an earlier day are all replaced. */
  async recomputeChanged(scope: WriterScope, changed: ChangedIds, onProgress = ignoreProgress): Promise<number> {
    const today = this.#today();
    const updatedCount = await this.ledger.updateInPlace(scope, today, changed);
    if (updatedCount !== null) return updatedCount;
    const scoredChanges = await this.ledger.scoreChanged(scope, today, changed, onProgress);
    return this.#rankAndPublish(scope, scoredChanges ?? (await this.ledger.scoreAll(scope, today, onProgress)));
  }

  async #rankAndPublish(scope: WriterScope, nextScores: NextScores): Promise<number> {
    // Each list is built while the next scores are ranked; one list at a time, because each build needs its own memory.
    let builds = Promise.resolve();
    const buildList = (list: Variant): void => {
      builds = builds.then(() => this.readModel.prepareNext(scope, [list], 'next'));
      builds.catch(() => undefined);
    };
    // Waits for the last build even after a failure, so that nothing runs on when the next writer starts.
    await this.ledger.prepareNext(scope, nextScores, buildList).finally(() => builds);
    await this.ledger.publish(scope, nextScores);
    return nextScores.rows;
  }

  #today(): Day {
    return dayOf(this.clock.now());
  }
}
