import { Injectable } from '@nestjs/common';
import { GrowthLedger, type NextScores, type OnGrowthProgress, type PreparationEvents } from '#domain/analytics/growth/growth-ledger';
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
    return this.#publish(scope, await this.#withLists(scope, onProgress, (events) => this.ledger.prepareAll(scope, day, events)));
  }

  /** Recomputes what an import changed: a few entities in place, more by a new generation. Scores of an earlier day are all replaced. */
  async recomputeChanged(scope: WriterScope, changed: ChangedIds, onProgress = ignoreProgress): Promise<number> {
    const today = this.#today();
    const updatedCount = await this.ledger.updateInPlace(scope, today, changed);
    if (updatedCount !== null) return updatedCount;
    const next = await this.#withLists(scope, onProgress, (events) => this.ledger.prepareChanged(scope, today, changed, events));
    return next ? this.#publish(scope, next) : this.recomputeAllAsWriter(scope, today, onProgress);
  }

  /** Builds each list as soon as its scores are prepared; one list at a time, because each build needs its own memory. */
  async #withLists<T>(scope: WriterScope, onProgress: OnGrowthProgress, prepare: (events: PreparationEvents) => Promise<T>): Promise<T> {
    let builds = Promise.resolve();
    const onReady = (list: Variant): void => {
      builds = builds.then(() => this.readModel.prepareNext(scope, [list], 'next'));
      builds.catch(() => undefined);
    };
    // Waits for the last build even after a failure, so that nothing runs on when the next writer starts.
    return prepare({ onProgress, onReady }).finally(() => builds);
  }

  async #publish(scope: WriterScope, next: NextScores): Promise<number> {
    await this.ledger.publish(scope, next);
    return next.rows;
  }

  #today(): Day {
    return dayOf(this.clock.now());
  }
}
