import { Injectable } from '@nestjs/common';
import { GrowthLedger, type OnGrowthProgress } from '#domain/analytics/growth/growth-ledger';
import type { ChangedIds } from '#domain/catalog/import/import-runs';
import { ReadModel } from '#domain/catalog/read-model';
import type { Variant } from '#domain/catalog/variants';
import { WriteLock, type WriteLockOptions, type WriterScope } from '#domain/jobs/write-lock';
import { Clock } from '#domain/clock';
import { type Day, dayOf } from '#domain/days';

interface RecomputeOptions extends WriteLockOptions {
  /** Today by default. */
  readonly day?: Day | undefined;
  readonly onProgress?: OnGrowthProgress;
}

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
    return this.writeLock.runAsWriter((scope) => this.#recompute(scope, null, onProgress, day), lockOptions);
  }

  /** Recomputes everything as of today for a caller that holds the write lock. */
  recomputeAllAsWriter(scope: WriterScope): Promise<number> {
    return this.#recompute(scope, null);
  }

  /** Recomputes what an import changed: a few entities in place, more by a new generation. Scores of an earlier day are all replaced. */
  async recomputeChanged(scope: WriterScope, changed: ChangedIds, onProgress?: OnGrowthProgress): Promise<number> {
    return (await this.ledger.updateInPlace(scope, this.#today(), changed)) ?? this.#recompute(scope, changed, onProgress);
  }

  async #recompute(
    scope: WriterScope,
    changed: ChangedIds | null,
    onProgress: OnGrowthProgress = () => undefined,
    day: Day = this.#today(),
  ): Promise<number> {
    let builds = Promise.resolve();
    // Builds each list as soon as its scores are prepared; one list at a time, because each build needs its own memory.
    const onReady = (list: Variant): void => {
      builds = builds.then(() => this.readModel.prepareNext(scope, [list], 'next'));
      builds.catch(() => undefined);
    };
    // Waits for the last build even after a failure, so that nothing runs on when the next writer starts.
    const next = await this.ledger.prepare(scope, day, changed, { onProgress, onReady }).finally(() => builds);
    await this.ledger.publish(scope, next);
    return next.rows;
  }

  #today(): Day {
    return dayOf(this.clock.now());
  }
}
