import { Injectable } from '@nestjs/common';
import { GrowthLedger, type NextScores, type OnGrowthProgress } from '#domain/analytics/growth/growth-ledger';
import type { ChangedIds } from '#domain/catalog/import/catalog-import';
import { ReadModel } from '#domain/catalog/read-model';
import type { Variant } from '#domain/catalog/variants';
import { Clock } from '#domain/clock';
import { type Day, dayLabel, dayOf } from '#domain/days';
import { type JobOutcome, Jobs } from '#domain/jobs';

const ignoreProgress: OnGrowthProgress = () => undefined;

/** Recomputes growth, momentum and ranks, then the lists that are ordered by them, and publishes all of it in one step. */
@Injectable()
export class RecomputeGrowth {
  constructor(
    private readonly ledger: GrowthLedger,
    private readonly readModel: ReadModel,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** Recomputes everything as of today, once per day over all instances. */
  runNightly(): Promise<JobOutcome> {
    const today = this.#today();
    return this.jobs.runExclusively('growth', dayLabel(today), () => this.recomputeAll(today));
  }

  /** Recomputes everything as of a day, today by default; returns the number of scored entities. */
  recomputeAll(day: Day = this.#today(), onProgress = ignoreProgress, onWait?: () => void): Promise<number> {
    return this.jobs.runAsWriter(async () => this.#publish(await this.ledger.scoreAll(day, onProgress)), onWait);
  }

  /** Recomputes what an import changed: a few entities in place, more by a new generation. Scores of an earlier day are all replaced. */
  recomputeChanged(changed: ChangedIds, onProgress = ignoreProgress, onWait?: () => void): Promise<number> {
    return this.jobs.runAsWriter(async () => {
      const today = this.#today();
      const updated = await this.ledger.updateInPlace(today, changed);
      if (updated !== null) return updated;
      return this.#publish((await this.ledger.scoreChanged(today, changed, onProgress)) ?? (await this.ledger.scoreAll(today, onProgress)));
    }, onWait);
  }

  async #publish(nextScores: NextScores): Promise<number> {
    // Each list is built while the next scores are ranked; one list at a time, because each build needs its own memory.
    let builds = Promise.resolve();
    const buildList = (list: Variant): void => {
      builds = builds.then(() => this.readModel.prepareNext([list], 'next'));
      builds.catch(() => undefined);
    };
    // Waits for the last build even after a failure, so that nothing runs on when the next writer starts.
    await this.ledger.prepareNext(nextScores, buildList).finally(() => builds);
    await this.ledger.publish(nextScores);
    return nextScores.rows;
  }

  #today(): Day {
    return dayOf(this.clock.now());
  }
}
